import { describe, expect, it } from 'vitest';
import type { Bracket } from '../../../src/reading/records.ts';
import { four, match, T0, withoutIds } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';

const eight = (...texts: string[]): Bracket => ({
  rounds: [texts.slice(0, 4), texts.slice(4, 6), texts.slice(6)].map((all, at) => ({
    section: 'main',
    number: at + 1,
    matches: all.map((text, place) => match(`m${at}.${place}`, text)),
  })),
});
const begun = eight('a-b', 'c-d', 'e-f', 'g-h', '-', '-', '-');
const played = eight('a-b 3-1', 'c-d 3-2', 'e-f', 'g-h', 'a-c', '-', '-');

const withOtherIds = ({ rounds }: Bracket): Bracket => ({
  rounds: rounds.map((one) => ({
    ...one,
    matches: one.matches.map((each) => ({ ...each, id: `n${each.id}` })),
  })),
});

/** What is not the live post. */
const news = (acts: readonly string[]): string[] => acts.filter((act) => act !== 'live');

describe('what a reading lacks', () => {
  it('changes nothing if the next one has it', () => {
    const channel = toldChannel();
    channel.see(reading(begun));
    channel.see(reading(played));
    const half: Bracket = {
      rounds: played.rounds.map((one, at) =>
        at === 0 ? { ...one, matches: one.matches.slice(3) } : { ...one, matches: [] },
      ),
    };
    // Again and again, and in old readings too: it costs none of the changes after which a result is given up.
    for (const partial of [half, begun, half, begun, half, begun, half])
      expect(
        [...news(channel.see(reading(partial))), ...news(channel.see(reading(played)))],
        JSON.stringify(partial),
      ).toEqual([]);
    expect(
      [...(channel.feed()?.matches.values() ?? [])].flatMap(({ result }) => result?.changes ?? []),
    ).toEqual([0, 0]);
  });

  it('is not shown again as before, where an edit of its message may have taken it back', () => {
    const channel = toldChannel({ resultsChannelId: '11' });
    channel.see(reading(begun));
    channel.see(reading(played));
    const half: Bracket = { rounds: played.rounds.map((one) => ({ ...one, matches: one.matches.slice(1) })) };
    channel.see(reading(half));
    channel.change((feed) => ({
      ...feed,
      posts: Object.fromEntries(
        Object.entries(feed.posts).map(([postId, post]) => [postId, { ...post, unsure: true as const }]),
      ),
    }));
    expect(news(channel.seeAgain(reading(half)))).toEqual([]);
    expect(news(channel.see(reading(half)))).toContain('correct a-b:');
  });

  it('changes no table between rounds, and posts none of what seems to be over', () => {
    const channel = toldChannel();
    const league = (...rounds: string[][]): Bracket => ({
      rounds: rounds.map((all, at) => ({
        section: 'group',
        number: at + 1,
        matches: all.map((text, place) => match(`m${at}.${place}`, text)),
      })),
    });
    const whole = league(['a-b', 'c-d'], ['a-c', 'b-d']);
    const first = league(['a-b 3-1', 'c-d 3-2'], ['a-c', 'b-d']);
    const second = league(['a-b 3-1', 'c-d 3-2'], ['a-c 2-0', 'b-d']);
    channel.see(reading(whole));
    expect(channel.see(reading(first))).toContainEqual(expect.stringMatching(/table/));
    const half = league(['a-b 3-1'], ['a-c', 'b-d']);
    expect(news(channel.see(reading(half)))).toEqual([]);
    channel.see(reading(second));
    const decided = league(['a-b 3-1', 'c-d 3-2'], ['a-c 2-0']);
    expect(news(channel.see(reading(decided, { isPartial: true })))).toEqual([]);
  });

  it('takes no buttons from results whose players have gone on, until the next one has it', () => {
    const channel = toldChannel({ resultsChannelId: '11' });
    channel.see(reading(begun));
    const later = { readAt: T0 + 60_000 };
    expect(news(channel.see(reading(played, later)))).toContain('call a-c');
    const half: Bracket = { rounds: played.rounds.map((one) => ({ ...one, matches: one.matches.slice(1) })) };
    expect(news(channel.see(reading(half, later)))).toEqual([]);
    expect(news(channel.see(reading(played, later)))).toEqual(['correct']);
  });

  it('leaves a message with a table as it is, which is edited as a whole', () => {
    const follow = {
      tournamentId: 't1',
      channelId: '10',
      topics: { calls: false, results: true, event: false },
      since: 0,
    };
    const leads = { calls: true, results: true, event: true, ping: false, end: true };
    const channel = toldChannel({ followed: { follow, leads } });
    const group = (...rounds: string[][]): Bracket => ({
      rounds: rounds.map((texts, at) => ({
        section: 'group',
        number: at + 1,
        matches: texts.map((text) => match(text.slice(0, 3), text)),
      })),
    });
    const first = ['a-b 3-1', 'c-d 3-2'];
    channel.see(reading(group(first, ['a-c', 'b-d'])));
    expect(news(channel.see(reading(group(first, ['a-c 2-0', 'b-d 2-0']))))).toEqual([
      'results a-c:1:2-0 b-d:1:2-0 (table)',
    ]);
    const corrected = ['a-c 0-2', 'b-d 2-0'];
    expect(news(channel.see(reading(group(['a-b 3-1'], corrected))))).toEqual([]);
    expect(news(channel.see(reading(group(first, corrected))))).toEqual(['correct a-c:2:0-2']);
  });

  it('is no new draw where only the matches that were told are missing', () => {
    const channel = toldChannel();
    const later = eight('a-b', 'c-d', '-', '-', '-', '-', '-');
    channel.see(reading(later));
    // The rest of the bracket is known by now, and two more are on; the two that were called are missing.
    const half = eight('e-f', 'g-h', 'i-j', 'k-l', '-', '-', '-');
    expect(news(channel.see(reading(half))).filter((act) => act.startsWith('close'))).toEqual([]);
  });

  it('is no new draw either where the pairs that were not told were there before: no player is called to two matches', () => {
    const channel = toldChannel();
    const group = (...matches: string[]): Bracket => ({
      rounds: [
        {
          section: 'group',
          group: 'A',
          matches: matches.map((text, at) =>
            match(`m${text.slice(0, 3)}`, text, { phase: at > 3 ? 'upcoming' : 'open' }),
          ),
        },
      ],
    });
    const whole = group('a-b', 'c-d', 'a-c', 'b-d', 'a-d', 'b-c');
    channel.see(reading(whole));
    // Of the called ones, none is there.
    const half = group('a-c', 'b-d', 'a-d', 'b-c');
    expect(news(channel.see(reading(half, { before: whole })))).toEqual([]);
    expect(news(channel.see(reading(half, { before: whole })))).toEqual([
      'close a-b:gone (told elsewhere)',
      'close c-d:gone (told elsewhere)',
      'call a-c',
      'call b-d',
    ]);
  });

  it('is no new draw where a later round alone is shown: no player is called to two matches', () => {
    const channel = toldChannel();
    const whole = four('a-b', 'c-d', '-');
    channel.see(reading(whole));
    const half = four('-', '-', 'a-c');
    expect(news(channel.see(reading(half, { before: whole })))).toEqual([]);
  });

  it('is gone once two readings in a row lack it', () => {
    const channel = toldChannel();
    channel.see(reading(begun));
    channel.see(reading(played));
    expect(news(channel.see(reading(begun)))).toEqual([]);
    expect(news(channel.see(reading(begun)))).toEqual([
      'close a-c:gone (told elsewhere)',
      'close a-b:open',
      'close c-d:open',
    ]);
  });

  it('that is gone after all is withdrawn, however often its result changed: the organizers are not asked to look', () => {
    const channel = toldChannel();
    channel.see(reading(begun));
    for (const score of ['3-1', '1-3', '3-1', '1-3', '3-1', '1-3'])
      channel.see(reading(eight(`a-b ${score}`, 'c-d', 'e-f', 'g-h', '-', '-', '-')));
    const without = eight('c-d', 'e-f', 'g-h');
    channel.see(reading(without));
    const acts = news(channel.see(reading(without)));
    expect(acts.filter((act) => act.startsWith('often'))).toEqual([]);
    expect(acts.join()).toContain('close a-b:gone');
  });

  it('was only played when following began, and is called where the same two meet again', () => {
    const channel = toldChannel();
    const running = (phase: 'running' | 'open'): Bracket =>
      withoutIds({
        rounds: [
          {
            section: 'main',
            number: 1,
            matches: [match('1', 'a-b', { phase }), match('2', 'c-d'), match('3', 'e-f')],
          },
        ],
      });
    const other = withoutIds({
      rounds: [{ section: 'main', number: 1, matches: [match('2', 'c-d'), match('3', 'e-f')] }],
    });
    channel.see(reading(running('running')));
    for (const one of [other, other]) channel.see(reading(one));
    expect(news(channel.see(reading(running('open'))))).toEqual(['call a-b']);
  });

  it('is gone once two readings show a new draw, under the old ids or others: until then no player is called to two matches', () => {
    for (const drawn of [four('a-c', 'b-d', '-'), withOtherIds(four('a-c', 'b-d', '-'))]) {
      const channel = toldChannel();
      channel.see(reading(four('a-b', 'c-d', '-')));
      expect(news(channel.see(reading(drawn)))).toEqual([]);
      expect(news(channel.see(reading(drawn))).toSorted()).toEqual([
        'call a-c',
        'call b-d',
        'close a-b:gone (told elsewhere)',
        'close c-d:gone (told elsewhere)',
      ]);
    }
  });

  it('is there again once two readings in a row have it: one alone may be of before a new draw', () => {
    const channel = toldChannel();
    const [first, second] = [four('a-b 3-1', 'c-d', '-'), four('a-c', 'b-d', '-')];
    channel.see(reading(four('a-b', 'c-d', '-')));
    for (const one of [first, first, second, second]) channel.see(reading(one));
    expect(news(channel.see(reading(first)))).toEqual([]);
    expect(news(channel.seeAgain(reading(first)))).toEqual([]);
    expect(news(channel.see(reading(second)))).toEqual([]);
    channel.see(reading(first));
    expect(news(channel.see(reading(first)))).toContain('close a-b:1:3-1');
  });

  it('is not gone at once where others were played since: a table goes on with new pairs', () => {
    const round = (number: number, ...texts: string[]) => ({
      section: 'main' as const,
      number,
      matches: texts.map((text) => match('', text)),
    });
    const channel = toldChannel();
    channel.see(reading({ rounds: [round(1, 'a-b', 'c-d', 'e-f')] }));
    channel.see(reading({ rounds: [round(1, 'a-b 3-0', 'c-d 3-1', 'e-f')] }));
    const part = { rounds: [round(1, 'e-f 3-0'), round(2, 'a-c 1-1', 'b-e 3-0')] };
    expect(news(channel.see(reading(part))).filter((act) => act.includes('gone'))).toEqual([]);
  });

  it('keeps a message as it is that names who is missing, until the next reading', () => {
    const channel = toldChannel({ resultsChannelId: '11' });
    channel.see(reading(begun));
    channel.see(reading(played));
    const part = eight('c-d 2-3', 'e-f', 'g-h', '-', '-', '-');
    expect(news(channel.see(reading(part)))).not.toContainEqual(expect.stringMatching(/^correct/));
    const corrected = eight('a-b 3-1', 'c-d 2-3', 'e-f', 'g-h', 'a-d', '-', '-');
    expect(news(channel.see(reading(corrected)))).toContain('correct c-d:2:2-3');
  });
});
