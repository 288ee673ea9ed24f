import { describe, expect, it } from 'vitest';
import type { Bracket, PlayerName } from '../../../src/reading/records.ts';
import { four, match } from '../../support/night-records.ts';
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

  it('is no new draw where only the matches that were told are missing', () => {
    const channel = toldChannel();
    const later = eight('a-b', 'c-d', '-', '-', '-', '-', '-');
    channel.see(reading(later));
    // The rest of the bracket is known by now, and two more are on; the two that were called are missing.
    const half = eight('e-f', 'g-h', 'i-j', 'k-l', '-', '-', '-');
    expect(news(channel.see(reading(half))).filter((act) => act.startsWith('close'))).toEqual([]);
  });

  it('is no new draw either where the pairs that were not told were there before: nobody is called to two matches', () => {
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

  it('is no new draw where a later round alone is shown: nobody is called to two matches', () => {
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
      'close a-b:open',
      'close c-d:open',
      'close a-c:gone (told elsewhere)',
    ]);
  });

  it('that is gone after all is withdrawn, however often its result changed: nobody is asked to look', () => {
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
    const withoutIds = (bracket: Bracket): Bracket => ({
      rounds: bracket.rounds.map((one) => ({
        ...one,
        matches: one.matches.map((each) => ({ ...each, id: '' })),
      })),
    });
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

  it('is gone once two readings show a new draw, under the old ids or others: until then nobody is called to two matches', () => {
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

  it('takes no champion back by one reading', () => {
    const over = four('a-b 3-1', 'c-d 3-1', 'a-c 3-1');
    const open = four('a-b 3-1', 'c-d 3-1', 'a-c');
    const channel = toldChannel();
    channel.see(reading(four('a-b', 'c-d', '-')));
    channel.see(reading(over));
    expect(news(channel.see(reading(open)))).toEqual([]);
    expect(news(channel.see(reading(over)))).toEqual([]);
    channel.see(reading(open));
    // Another turn with the same bracket is no second reading.
    expect(news(channel.seeAgain(reading(open)))).toEqual([]);
    expect(news(channel.see(reading(open)))).toContain('champion edit');
  });
});

/** A bracket whose players have names alone, or ids too. The order of names is not that of ids. */
const named = (bracket: Bracket, { ids, matchIds }: { ids: boolean; matchIds: boolean }): Bracket => ({
  rounds: bracket.rounds.map((round) => ({
    ...round,
    matches: round.matches.map(({ id, sides: [first, second], ...rest }) => ({
      ...rest,
      id: matchIds ? id : '',
      sides: [
        { ...first, ...(first.player && { player: nameOf(first.player, ids) }) },
        { ...second, ...(second.player && { player: nameOf(second.player, ids) }) },
      ],
    })),
  })),
});
const nameOf = ({ id = '' }: PlayerName, hasId: boolean): PlayerName => ({
  name: `P${'zyxwvutsrq'['abcdefghij'.indexOf(id)] ?? ''}`,
  ...(hasId && { id }),
});

describe('ids that come or go', () => {
  it('leave two meetings of one pair apart, whichever is decided first', () => {
    const twice = (first: string, second: string): Bracket => ({
      rounds: [first, second].map((text, at) => ({
        section: 'main',
        number: at + 1,
        matches: [match(`m${at}`, text)],
      })),
    });
    const channel = toldChannel();
    channel.see(reading(twice('a-b', 'b-a 1-1')));
    expect(news(channel.see(reading(twice('a-b', 'b-a 1-1'))))).toEqual([]);
    expect(news(channel.see(reading(twice('a-b 2-0', 'b-a 1-1'))))).toEqual(['close a-b:1:2-0']);
  });

  it('make no new matches, no second calls, and change no result', () => {
    for (const matchIds of [true, false])
      for (const first of [true, false]) {
        const channel = toldChannel();
        const seen = (bracket: Bracket, ids: boolean) =>
          news(channel.see(reading(named(bracket, { ids, matchIds }))));
        seen(begun, first);
        seen(played, first);
        const name = `match ids: ${matchIds}, ids at first: ${first}`;
        for (const ids of [!first, !first, first, !first])
          expect([...seen(played, ids), ...seen(played, ids)], name).toEqual([]);
        const next = eight('a-b 3-1', 'c-d 3-2', 'e-f 1-3', 'g-h', 'c-a 3-2', '-', '-');
        const told = seen(next, !first);
        expect(
          told.filter((act) => act.startsWith('close')),
          name,
        ).toHaveLength(2);
        expect(told, name).toHaveLength(2);
      }
  });

  it('of matches tell two meetings apart in a part of the bracket that lacks the first', () => {
    const legs = (...texts: string[]): Bracket => ({
      rounds: texts.map((text, at) => ({
        section: 'main',
        number: at + 1,
        matches: text === '' ? [] : [match(`m${at}`, text)],
      })),
    });
    const channel = toldChannel();
    channel.see(reading(legs('a-b 2-0', '-', 'c-d 1-0')));
    expect(news(channel.see(reading(legs('', 'b-a 1-2', 'c-d 1-0'))))).toEqual(['results b-a:1:2-1']);
    expect(news(channel.see(reading(legs('a-b 2-0', 'b-a 1-2', 'c-d 1-0'))))).toEqual([]);
  });

  it('after several draws under the same ids of matches, make no match another one', () => {
    const channel = toldChannel();
    const seen = (bracket: Bracket, ids: boolean) =>
      news(channel.see(reading(named(bracket, { ids, matchIds: true }))));
    const draws = [four('a-b', 'c-d', '-'), four('a-c', 'b-d', '-'), four('a-b', 'c-d', '-')];
    for (const draw of draws) for (let times = 0; times < 2; times++) seen(draw, true);
    expect(seen(four('a-b', 'c-d', '-'), false)).toEqual([]);
    expect(seen(four('a-b', 'c-d', '-'), false)).toEqual([]);
  });

  it('hide no match of two who meet again under another id', () => {
    const channel = toldChannel();
    const seen = (bracket: Bracket, ids: boolean) =>
      news(channel.see(reading(named(bracket, { ids, matchIds: true }))));
    const [first, second] = [four('a-b', 'c-d', '-'), four('a-c', 'b-d', '-')];
    for (const draw of [first, first, second, second]) seen(draw, true);
    const calls = [1, 2].flatMap(() => seen(four('c-d', 'a-b', '-'), false));
    expect(calls.filter((act) => act.startsWith('call'))).toHaveLength(2);
  });

  it('make no new match of one that a single reading lacked since', () => {
    const channel = toldChannel();
    const seen = (bracket: Bracket, ids: boolean) =>
      news(channel.see(reading(named(bracket, { ids, matchIds: false }))));
    seen(begun, true);
    seen(played, true);
    expect(seen(played, false)).toEqual([]);
    const { rounds } = played;
    expect(
      seen({ rounds: rounds.map((round) => ({ ...round, matches: round.matches.slice(1) })) }, false),
    ).toEqual([]);
    expect(seen(played, false)).toEqual([]);
    expect(seen(played, false)).toEqual([]);
  });
});
