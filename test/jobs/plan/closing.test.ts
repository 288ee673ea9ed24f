import { describe, expect, it } from 'vitest';
import type { MemberResult } from '../../../src/jobs/plan/plan-input.ts';
import { keyMatches } from '../../../src/jobs/plan/match-keys.ts';
import { closedView } from '../../../src/jobs/deliver/result-views.ts';
import { KNOWN, withResult } from '../../../src/jobs/plan/match-record.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import { editMatches, withCallShown } from '../../../src/jobs/plan/notices.ts';
import { resultOf } from '../../../src/jobs/plan/result-codes.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import type { Bracket, Match } from '../../../src/reading/records.ts';
import { createWords } from '../../../src/words/words.ts';
import { cup, four, match, namesAlone, T0 } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
const MINUTE_MS = 60_000;

type Channel = ReturnType<typeof toldChannel>;

const semifinal = (first: string) => four(first, 'c-d', '-');
const closes = (acts: readonly string[]) => acts.filter((act) => /^(close|results|correct)/.test(act));

function called(): Channel {
  const channel = toldChannel();
  channel.see(reading(undefined));
  channel.see(reading(semifinal('a-b')));
  return channel;
}

const keyOf = (bracket: Bracket) => keyMatches(bracket, new Map())[0]?.key ?? '';

/** The call of the first match as it stands. */
function callText(channel: Channel, bracket: Bracket, key = keyOf(semifinal('a-b'))): string | undefined {
  const feed = channel.feed();
  const record = feed?.matches.get(key);
  if (feed === undefined || record?.call?.shows === undefined) return undefined;
  const view = {
    record,
    shows: record.call.shows,
    key,
    reading: readingFor(feed, reading(bracket)),
    reports: new Map(),
    isShared: false,
    isHidden: false,
  };
  return plainSpaces(closedView(view, t).content);
}

describe('a call', () => {
  it('becomes the result of its match, without buttons, and no second message comes', () => {
    const channel = called();
    const decided = semifinal('a-b 3-1');
    expect(closes(channel.see(reading(decided)))).toEqual(['close a-b:1:3-1']);
    expect(callText(channel, decided)).toBe('**A** 3 – 1 B · Semifinals');
    expect(closes(channel.see(reading(decided)))).toEqual([]);
  });

  it('keeps a score that the platform shows no longer, while the winner stays', () => {
    const channel = called();
    channel.see(reading(semifinal('a-b 3-1')));
    const winnerAlone = four('a-b', 'c-d', '-');
    const [round] = winnerAlone.rounds;
    round!.matches[0] = match('m1', 'a-b', { phase: 'finished', winner: 1 });
    expect(closes(channel.see(reading(winnerAlone)))).toEqual([]);
  });

  it('says what was corrected, withdrawn, and that there was no score', () => {
    const channel = called();
    const see = (first: string) => {
      channel.see(reading(semifinal(first)));
      return callText(channel, semifinal(first));
    };
    expect(see('a-b 3-1')).toBe('**A** 3 – 1 B · Semifinals');
    expect(see('a-b 1-3')).toBe('Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals');
    see('a-b');
    expect(see('a-b')).toBe('**A** vs **B**: not decided yet. · Semifinals\nWithdrawn: ~~A 1 – 3 **B**~~');
    const [only] = called().acts(
      reading({
        rounds: [{ section: 'main', matches: [match('m1', 'a-b', { winner: 1 }), match('m2', 'c-d')] }],
      }),
    );
    expect(only).toBe('close a-b:1');
    const walkover = called();
    const bracket: Bracket = {
      rounds: [
        { section: 'main', number: 1, matches: [match('m1', 'a-b', { phase: 'finished', winner: 1 })] },
      ],
    };
    walkover.see(reading(bracket));
    expect(callText(walkover, bracket)).toBe('**A** beat B · no score · Final');
  });

  it('says that its pair was redrawn, and counts again under the same id', () => {
    const channel = called();
    const other = four('a-c', 'b-d', '-');
    expect(closes(channel.see(reading(other)))).toEqual([]);
    expect(closes(channel.see(reading(other)))).toContain('close a-b:gone (told elsewhere)');
    expect(callText(channel, other)).toBe(
      '**A** vs **B**: the pairing changed, so this call no longer counts.',
    );
    // One reading alone may be of before.
    expect(closes(channel.see(reading(semifinal('a-b'))))).toEqual([]);
    expect(closes(channel.see(reading(semifinal('a-b'))))).toContain('close a-b:open (told elsewhere)');
    expect(callText(channel, semifinal('a-b'))).toBe('**A** vs **B**: not decided yet. · Semifinals');
  });

  it('names the pair that was drawn away, also where the platform has shown ids since', () => {
    const channel = toldChannel();
    const before = namesAlone(semifinal('a-b'));
    channel.see(reading(before));
    const other = four('a-c', 'b-d', '-');
    for (const one of [other, other]) channel.see(reading(one));
    expect(callText(channel, other, keyOf(before))).toBe(
      '**A** vs **B**: the pairing changed, so this call no longer counts.',
    );
  });

  it('stays as it is while the bracket is empty, or was not read', () => {
    const channel = called();
    expect(closes(channel.see(reading({ rounds: [] })))).toEqual([]);
    expect(closes(channel.see(reading(semifinal('x-y'), { isCurrent: false })))).toEqual([]);
  });

  it('says that its match was called off, alone or with the tournament', () => {
    const alone = called();
    const off: Match = match('m1', 'a-b', { phase: 'cancelled' });
    const bracket = { rounds: [{ section: 'main' as const, matches: [off, match('m2', 'c-d')] }] };
    expect(closes(alone.see(reading(bracket)))).toEqual(['close a-b:canceled (told elsewhere)']);
    const whole = called();
    const canceled = reading(semifinal('a-b 3-1'), { tournament: cup({ phase: 'cancelled' }) });
    expect(closes(whole.see(canceled))).toEqual(['close a-b:1:3-1', 'close c-d:canceled (told elsewhere)']);
    const again = [1, 2].flatMap(() => closes(whole.see(reading(semifinal('a-b')))));
    expect(again).toHaveLength(2);
  });

  it('is closed also where results go elsewhere, or are off, or come as a digest', () => {
    const elsewhere = called();
    expect(closes(elsewhere.see(reading(semifinal('a-b 3-1')), { resultsChannelId: '99' }))).toEqual([
      'results a-b:1:3-1',
      'close a-b:1:3-1 (told elsewhere)',
    ]);
    const corrected = closes(elsewhere.see(reading(semifinal('a-b 1-3')), { resultsChannelId: '99' }));
    expect(corrected).toEqual(['correct a-b:2:1-3', 'close a-b:2:1-3 (told elsewhere)']);
    const late = called();
    const later = { readAt: T0 + 3 * MINUTE_MS, bracketAt: T0 + 3 * MINUTE_MS };
    expect(closes(late.see(reading(semifinal('a-b 3-1'), later)))).toEqual([
      'results a-b:1:3-1 (gap)',
      'close a-b:1:3-1 (told elsewhere)',
    ]);
  });

  it('shows what its reporter made of it, and is left alone until that changes', () => {
    const channel = called();
    const decided = semifinal('a-b 3-1');
    const key = keyOf(decided);
    const resultsOf = (one: MemberResult) => new Map([[key, one]]);
    const writing = resultsOf({ state: 'writing', result: '1:3-1' });
    expect(closes(channel.acts(reading(decided), { memberResults: writing }))).toEqual([]);
    const post = { postId: channel.feed()?.matches.get(key)?.call?.messageId ?? '', channelId: '10' };
    const posted = resultsOf({ state: 'posted', result: '1:3-1', post });
    expect(channel.see(reading(decided), { memberResults: posted })).toContain('note a-b:1:3-1');
    expect(closes(channel.see(reading(decided)))).toEqual([]);
    expect(closes(channel.see(reading(semifinal('a-b 1-3'))))).toEqual(['close a-b:2:1-3']);
  });

  it('that was closed after its players reported there shows their result', () => {
    const channel = called();
    const key = keyOf(semifinal('a-b'));
    const post = { postId: channel.feed()?.matches.get(key)?.call?.messageId ?? '', channelId: '10' };
    const memberResults = new Map([[key, { state: 'posted', result: '1:3-1', post } as const]]);
    channel.change((feed) => editMatches(feed, [key], (record) => withCallShown(record, 'unplayed')));
    expect(channel.see(reading(semifinal('a-b 3-1')), { memberResults })).toEqual(
      expect.arrayContaining(['note a-b:1:3-1', 'close a-b:1:3-1 (told elsewhere)']),
    );
  });

  it('shows a result again of a member’s result post that was withdrawn in between', () => {
    const channel = called();
    const key = keyOf(semifinal('a-b'));
    const post = { postId: channel.feed()?.matches.get(key)?.call?.messageId ?? '', channelId: '10' };
    const memberResults = new Map([[key, { state: 'posted', result: '1:3-1', post } as const]]);
    channel.see(reading(semifinal('a-b 3-1')), { memberResults });
    channel.see(reading(semifinal('a-b')));
    expect(closes(channel.see(reading(semifinal('a-b'))))).toEqual(['close a-b:open']);
    const again = channel.see(reading(semifinal('a-b 3-1')), { memberResults });
    expect(closes(again)).toEqual(['close a-b:1:3-1']);
    expect(callText(channel, semifinal('a-b 3-1'))).toBe('**A** 3 – 1 B · Semifinals');
  });

  it('that still asks is closed before what is closed already says something else', () => {
    const channel = called();
    const redrawn = four('a-e', 'c-d', '-');
    for (let times = 0; times < 3; times++) channel.see(reading(redrawn));
    const canceled = reading(redrawn, { stage: 'cancelled', tournament: cup({ phase: 'cancelled' }) });
    const limits = { ...TURN_LIMITS, closes: 1 };
    const closed = Array.from({ length: 3 }, () => closes(channel.see(canceled, { limits }))).flat();
    expect(closed.map((act) => act.slice(0, 9))).toEqual(['close c-d', 'close a-e', 'close a-b']);
  });

  it('is edited five times for a result that keeps changing; then the organizers are notified', () => {
    const channel = called();
    const acts = Array.from({ length: 14 }, (_, at) =>
      channel.see(reading(semifinal(at % 2 === 0 ? 'a-b 3-1' : 'a-b 1-3'))),
    ).flat();
    expect(acts.filter((act) => act.startsWith('close'))).toHaveLength(6);
    expect(acts.filter((act) => act.startsWith('often'))).toEqual(['often a-b']);
  });
});

describe('results without calls', () => {
  const round = (decided: number): Bracket => ({
    rounds: [
      {
        section: 'main',
        number: 1,
        matches: Array.from({ length: 32 }, (_, at) =>
          match(`m${at}`, `a${at}-b${at}${at < decided ? ' 2-0' : ''}`),
        ),
      },
    ],
  });
  const followed = {
    follow: {
      tournamentId: 't1',
      channelId: '10',
      topics: { calls: false, results: true, event: false },
      since: 0,
    },
    leads: { calls: true, results: true, event: true, ping: false, end: true },
  };

  it('of a round share a message while it runs: 25, then a next one', () => {
    const channel = toldChannel({ followed });
    channel.see(reading(round(0)));
    const kinds = [1, 3, 24, 27, 32].map((decided) =>
      closes(channel.see(reading(round(decided)))).map((act) => {
        const [kind, ...all] = act.split(' ');
        return `${kind} ${all.length}`;
      }),
    );
    expect(kinds).toEqual([
      ['results 1'],
      ['correct 2'],
      ['correct 21'],
      ['correct 1', 'results 2'],
      ['correct 5'],
    ]);
    expect(Object.values(channel.feed()?.posts ?? {}).map(({ keys }) => keys.length)).toEqual([25, 7]);
  });

  it('of two rounds have two messages', () => {
    const channel = toldChannel({ followed });
    channel.see(reading(four('a-b', 'c-d', '-')));
    const acts = channel.see(reading(four('a-b 2-0', 'c-d 2-1', 'a-c 2-0')));
    expect(closes(acts)).toEqual(['results a-b:1:2-0 c-d:1:2-1', 'results a-c:1:2-0']);
  });
});

it('strikes the earlier score through also where the record of the match does not hold the new one yet', () => {
  const before = semifinal('a-b 3-1');
  const key = keyOf(semifinal('a-b'));
  const codeOf = (bracket: Bracket) => resultOf(bracket.rounds[0]!.matches[0]!) ?? '';
  const record = withResult(KNOWN, codeOf(before), 'post');
  const after = semifinal('a-b 1-3');
  const view = (shows: string) =>
    closedView(
      {
        record,
        shows,
        key,
        reading: readingFor({ matches: new Map([[key, record]]) }, reading(after)),
        reports: new Map(),
        isShared: false,
        isHidden: false,
      },
      t,
    );
  expect(plainSpaces(view(codeOf(after)).content)).toBe('Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals');
  expect(plainSpaces(view(codeOf(before)).content)).toBe('**A** 3 – 1 B · Semifinals');
});
