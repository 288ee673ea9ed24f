import { describe, expect, it } from 'vitest';
import type { Reach } from '../../src/jobs/plan/acts.ts';
import { keyMatches } from '../../src/jobs/plan/match-keys.ts';
import type { Bracket, BracketRound, Match } from '../../src/reading/records.ts';
import { cup, four, match, T0 } from '../support/night-records.ts';
import { reading, toldChannel } from '../support/told-channel.ts';

const MINUTE_MS = 60_000;
const at = (epochMs: number) => ({ epochMs, precision: 'second' as const });
const round = (matches: Match[], more: Partial<BracketRound> = {}): BracketRound => ({
  section: 'main',
  matches,
  ...more,
});

/** Everybody against everybody, in the order of the rounds. */
function roundRobin(
  players: readonly string[],
  more: (index: number) => Partial<Match> = () => ({}),
): Bracket {
  const [first = '', ...others] = players;
  const rounds = others.map((_, number) => {
    const order = [first, ...others.slice(number), ...others.slice(0, number)];
    const pairs = Array.from({ length: players.length / 2 }, (_pair, one) => [
      order[one],
      order[players.length - 1 - one],
    ]);
    const from = number * pairs.length;
    return round(
      pairs.map((pair, one) => match(`m${from + one}`, pair.join('-'), more(from + one))),
      { number: number + 1, section: 'group', group: 'A' },
    );
  });
  return { rounds };
}

const callsOf = (acts: readonly string[]) => acts.filter((act) => act.startsWith('call'));
const EIGHT = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('a call', () => {
  it('never comes before the start, before their time, against a bye, or into a decided match', () => {
    const bye: Match = match('m', 'a-', { sides: [{ player: { id: 'a' } }, { bye: true }] });
    const cases: [string, Bracket, object?][] = [
      ['before the start', four('a-b', 'c-d', '-'), { tournament: cup({ phase: 'open' }) }],
      [
        'before its time',
        { rounds: [round([match('m', 'a-b', { phase: 'upcoming', startsAt: at(T0 + 6 * MINUTE_MS) })])] },
      ],
      ['upcoming without a time', { rounds: [round([match('m', 'a-b', { phase: 'upcoming' })])] }],
      ['against a bye', { rounds: [round([bye])] }],
      ['canceled', { rounds: [round([match('m', 'a-b', { phase: 'cancelled' })])] }],
      ['over without a winner', { rounds: [round([match('m', 'a-b', { phase: 'finished' })])] }],
    ];
    for (const [name, bracket, more] of cases) {
      const stage = more === undefined ? { stage: 'running' as const } : more;
      expect(callsOf(toldChannel().see(reading(bracket, stage))), name).toEqual([]);
    }
  });

  it('comes where the platform says that a match is ready, at any time, or five minutes before its start', () => {
    const cases: Partial<Match>[] = [
      { phase: 'open', startsAt: at(T0 + 60 * MINUTE_MS) },
      { phase: 'upcoming', startsAt: at(T0 + 5 * MINUTE_MS) },
    ];
    for (const more of cases) {
      const bracket = { rounds: [round([match('m', 'a-b', more), match('n', 'c-d')])] };
      expect(callsOf(toldChannel().see(reading(bracket)))).toEqual(['call a-b', 'call c-d']);
    }
  });

  it('is for one match of a player at a time: four of eight players’ 28', () => {
    const channel = toldChannel();
    const first = roundRobin(EIGHT);
    expect(callsOf(channel.see(reading(first)))).toHaveLength(4);
    expect(callsOf(channel.see(reading(first)))).toEqual([]);
    const [a = match('x', 'x-y')] = first.rounds[0]?.matches ?? [];
    const [one = '', other = ''] = a.sides.map(({ player }) => player?.id);
    const decided = {
      rounds: first.rounds.map((each) => ({
        ...each,
        matches: each.matches.map((m) => (m.id === a.id ? match(a.id, `${one}-${other} 2-0`) : m)),
      })),
    };
    // Both wait for opponents who still play.
    expect(callsOf(channel.see(reading(decided)))).toEqual([]);
  });

  it('is for the earliest of a player’s matches, by time where all have one', () => {
    const later = roundRobin(EIGHT, (index) => ({ startsAt: at(T0 - index * MINUTE_MS) }));
    const calls = callsOf(toldChannel().see(reading(later)));
    const last = later.rounds.at(-1)?.matches ?? [];
    expect(calls).toHaveLength(4);
    expect(calls.toSorted()).toEqual(
      last.map(({ sides }) => `call ${sides.map(({ player }) => player?.id).join('-')}`).toSorted(),
    );
  });

  it('never comes to a player who was called to another match that is still open, also where that comes later', () => {
    const bracket = (first: string) => ({
      rounds: [
        round([match('m1', first), match('m2', 'c-d')], { number: 1, section: 'group' }),
        round([match('m3', 'b-c'), match('m4', 'a-d')], { number: 2, section: 'group' }),
      ],
    });
    const channel = toldChannel();
    channel.see(reading(bracket('a-b 2-0')));
    expect(callsOf(channel.see(reading(bracket('a-b 2-0'))))).toEqual([]);
    const other = toldChannel();
    const done = {
      rounds: [round([match('m1', 'a-b 2-0'), match('m2', 'c-d 2-0')]), round([match('m3', 'b-c')])],
    };
    expect(callsOf(other.see(reading(done)))).toEqual(['call b-c']);
    const open = {
      rounds: [round([match('m1', 'a-b'), match('m2', 'c-d 2-0')]), round([match('m3', 'b-c')])],
    };
    expect(callsOf(other.see(reading(open)))).toEqual([]);
  });

  it('says nothing of a match that was being played when following began, not even once it is open again', () => {
    const bracket = (phase: Match['phase']) => ({
      rounds: [round([match('m1', 'a-b', { ...(phase && { phase }) }), match('m2', 'c-d')])],
    });
    const channel = toldChannel();
    expect(callsOf(channel.see(reading(bracket('running'))))).toEqual(['call c-d']);
    expect(callsOf(channel.see(reading(bracket('open'))))).toEqual([]);
  });

  it('comes from no bracket that was not read since', () => {
    const bracket = four('a-b', 'c-d', '-');
    const stale = { isCurrent: false };
    expect(callsOf(toldChannel().see(reading(bracket, stale)))).toEqual([]);
  });

  it('to a match for the third place comes after the final', () => {
    const channel = toldChannel();
    const bracket = (third: string): Bracket => ({
      rounds: [
        round([match('m1', 'a-b 2-0'), match('m2', 'c-d 2-0')], { number: 1 }),
        round([match('m3', 'a-c 2-0')], { number: 2 }),
        round([match('m4', third)], { number: 2, name: 'Third place' }),
      ],
    });
    channel.see(reading(bracket('-')));
    const open = reading(bracket('b-d'));
    expect(open.stage).toBe('running');
    expect(callsOf(channel.see(open))).toEqual(['call b-d']);
    expect(reading(bracket('b-d 2-1'), { tournament: cup({ phase: 'finished' }) })).toMatchObject({
      stage: 'over',
      ending: { winner: { id: 'a' }, third: { id: 'b' } },
    });
  });

  it('waits for its players to be known, and goes to one who wants a direct message before the channel', () => {
    const bracket = four('a-b', 'c-d', '-');
    const [first = '', second = ''] = keyMatches(bracket, new Map()).map(({ key }) => key);
    const reach = (way: Reach) =>
      new Map<string, readonly [Reach, Reach]>([
        [first, [way, { how: 'name' }]],
        [second, [{ how: 'name' }, { how: 'name' }]],
      ]);
    const channel = toldChannel();
    channel.see(reading(undefined));
    expect(channel.acts(reading(bracket), { reach: reach({ how: 'wait' }) })).toEqual(['call c-d']);
    expect(
      channel.acts(reading(bracket), { reach: reach({ how: 'direct', discordId: '5', isNameable: true }) }),
    ).toEqual(['direct 5', 'call a-b', 'call c-d']);
  });

  it('that may have been sent comes first, and twenty come at once', () => {
    const many = Array.from({ length: 45 }, (_, one) => match(`m${one}`, `a${one}-b${one}`));
    const bracket = { rounds: [round(many)] };
    const channel = toldChannel();
    channel.see(reading(undefined));
    const last = keyMatches(bracket, new Map()).at(-1)?.key ?? '';
    channel.change((feed) => ({
      ...feed,
      pending: [{ notice: { kind: 'call', keys: [last] }, channelId: '10', nonce: 'n', text: 't', at: T0 }],
    }));
    const counts = [0, 1, 2, 3].map(() => {
      const calls = callsOf(channel.see(reading(bracket)));
      return [calls.length, calls[0]];
    });
    expect(counts).toEqual([
      [20, 'call a44-b44'],
      [20, 'call a19-b19'],
      [5, 'call a39-b39'],
      [0, undefined],
    ]);
  });

  it('is not for a channel that has calls switched off', () => {
    const followed = {
      follow: {
        tournamentId: 't1',
        channelId: '10',
        topics: { calls: false, results: true, event: false },
        since: 0,
      },
      leads: { calls: true, results: true, event: true, ping: false, end: true },
    };
    const channel = toldChannel({ followed });
    expect(channel.see(reading(four('a-b', 'c-d', '-')))).toEqual(['live']);
    const later = { readAt: T0 + 50 * MINUTE_MS, bracketAt: T0 + 50 * MINUTE_MS };
    expect(channel.see(reading(four('a-b', 'c-d', '-'), later))).toEqual([]);
  });
});

describe('late matches', () => {
  const lateOf = (acts: readonly string[]) => acts.filter((act) => /^(late|overdue)/.test(act));
  const read = (minutes: number) => ({
    readAt: T0 + minutes * MINUTE_MS,
    bracketAt: T0 + minutes * MINUTE_MS,
  });
  const topics = (late: number) => ({
    followed: {
      follow: {
        tournamentId: 't1',
        channelId: '10',
        topics: { calls: true, results: true, event: false, late },
        since: 0,
      },
      leads: { calls: true, results: true, event: true, ping: false, end: true },
    },
  });

  it('remind both players once, and the organizers at 45 minutes as without it', () => {
    const bracket = four('a-b', 'c-d 2-0', '-');
    const channel = toldChannel(topics(20));
    channel.see(reading(undefined, read(-1)));
    const acts = [0, 19, 20, 30, 45, 90].map((minutes) =>
      lateOf(channel.see(reading(bracket, read(minutes)))),
    );
    expect(acts).toEqual([[], [], ['late a-b'], [], ['overdue a-b'], []]);
    const off = toldChannel(topics(0));
    for (const minutes of [0, 30]) expect(lateOf(off.see(reading(bracket, read(minutes))))).toEqual([]);
  });

  it('remind the players once, the organizers anew, of a match whose result was taken back', () => {
    const channel = toldChannel(topics(20));
    const see = (ab: string, minutes: number) =>
      lateOf(channel.see(reading(four(ab, 'c-d 2-0', '-'), read(minutes))));
    for (const [ab, minutes] of [
      ['a-b', 0],
      ['a-b', 20],
      ['a-b 3-1', 25],
      ['a-b', 30],
      ['a-b', 55],
    ] as const)
      expect(see(ab, minutes), `${minutes}`).toEqual(minutes === 20 ? ['late a-b'] : []);
    expect(see('a-b', 80)).toEqual(['overdue a-b']);
  });

  it('never remind of a score that moves, a start that was put off, or a bracket that was not read', () => {
    const bracket = (more: Partial<Match>) => ({ rounds: [round([match('m1', 'a-b', more)])] });
    const sides: Match['sides'] = [{ player: { id: 'a' }, score: 1 }, { player: { id: 'b' } }];
    const cases: [string, Partial<Match>, object?][] = [
      ['a score', { phase: 'running', sides: [sides[0], { ...sides[1], score: 0 }] }],
      ['put off', { startsAt: at(T0 + 15 * MINUTE_MS) }],
      ['not read', {}, { isCurrent: false }],
      ['not known whether it is postponed', {}, { isRecordOld: true }],
    ];
    for (const [name, more, how] of cases) {
      const channel = toldChannel(topics(20));
      channel.see(reading(bracket({}), read(0)));
      expect(
        lateOf(channel.see(reading(bracket(more), { ...read(30), stage: 'running', ...how }))),
        name,
      ).toEqual([]);
    }
  });
});

describe('the organizers', () => {
  const overdueOf = (acts: readonly string[]) => acts.filter((act) => act.startsWith('overdue'));
  const read = (minutes: number) => ({
    readAt: T0 + minutes * MINUTE_MS,
    bracketAt: T0 + minutes * MINUTE_MS,
  });

  it('learn once, after 45 minutes, that a match has no report', () => {
    const channel = toldChannel();
    channel.see(reading(four('a-b', 'c-d', '-'), read(0)));
    expect(overdueOf(channel.see(reading(four('a-b', 'c-d', '-'), read(44))))).toEqual([]);
    expect(overdueOf(channel.see(reading(four('a-b', 'c-d', '-'), read(45))))).toEqual(['overdue a-b c-d']);
    expect(overdueOf(channel.see(reading(four('a-b', 'c-d', '-'), read(90))))).toEqual([]);
  });

  it('learn nothing early if the wall clock jumps, or if it is unknown how long it was not read', () => {
    const bracket = four('a-b', 'c-d', '-');
    const channel = toldChannel();
    channel.see(reading(bracket, read(0)));
    const see = (minutes: number, ms: number, isExact: boolean) =>
      overdueOf(channel.see(reading(bracket, read(minutes)), { elapsed: { ms, isExact } }));
    expect(see(61, MINUTE_MS, true)).toEqual([]);
    expect(see(121, 60 * MINUTE_MS, false)).toEqual([]);
    // One minute, and no more than two of the hour.
    expect(see(162, 41 * MINUTE_MS, true)).toEqual([]);
    expect(see(163, MINUTE_MS, true)).toEqual(['overdue a-b c-d']);
  });

  it('learn nothing of the time in which the platform could not be read', () => {
    const bracket = four('a-b', 'c-d', '-');
    const channel = toldChannel();
    channel.see(reading(bracket, read(0)));
    const after = { ...read(60), failedMs: 50 * MINUTE_MS };
    expect(overdueOf(channel.see(reading(bracket, after)))).toEqual([]);
    expect(overdueOf(channel.see(reading(bracket, read(94))))).toEqual([]);
    expect(overdueOf(channel.see(reading(bracket, read(95))))).toEqual(['overdue a-b c-d']);
  });

  it('are notified once by a server’s channels, also where another one leads by now', () => {
    const bracket = four('a-b', 'c-d', '-');
    const channel = toldChannel();
    const leading = (calls: boolean) => ({
      followed: {
        follow: {
          tournamentId: 't1',
          channelId: '10',
          topics: { calls: true, results: true, event: false },
          since: 0,
        },
        leads: { calls, results: true, event: true, ping: false, end: true },
      },
    });
    channel.see(reading(bracket, read(0)), leading(false));
    expect(overdueOf(channel.see(reading(bracket, read(45)), leading(false)))).toEqual(['overdue a-b c-d']);
    expect(overdueOf(channel.see(reading(bracket, read(50)), leading(true)))).toEqual([]);
  });

  it('learn nothing in the reading that calls, however long nothing was read before it', () => {
    const channel = toldChannel();
    channel.see(reading(four('a-b', 'c-d', '-'), { ...read(0), stage: 'registration' }));
    const hour = { elapsed: { ms: 60 * MINUTE_MS, isExact: true } };
    expect(callsOf(channel.see(reading(four('a-b', 'c-d', '-'), read(60)), hour))).toHaveLength(2);
    expect(overdueOf(channel.see(reading(four('a-b', 'c-d', '-'), read(61))))).toEqual([]);
  });

  it('learn nothing that was not read: 45 minutes count to the last reading of the bracket', () => {
    const channel = toldChannel();
    const bracket = four('a-b', 'c-d', '-');
    channel.see(reading(bracket, read(0)));
    const now = T0 + 50 * MINUTE_MS;
    const cases = [
      { ...read(50), bracketAt: T0 + 40 * MINUTE_MS },
      { ...read(50), isCurrent: false },
      { ...read(50), stage: 'over' as const },
    ];
    for (const more of cases)
      expect(overdueOf(channel.acts(reading(bracket, more), { now })), JSON.stringify(more)).toEqual([]);
    expect(overdueOf(channel.acts(reading(bracket, read(50)), { now }))).toHaveLength(1);
  });

  it('learn nothing of a match whose start was put off, whose score moves, or that was called off', () => {
    const bracket = (more: Partial<Match>) => ({ rounds: [round([match('m1', 'a-b', more)])] });
    const score = (points: number): Match['sides'] => [
      { player: { id: 'a' }, score: points },
      { player: { id: 'b' }, score: 0 },
    ];
    const cases: [string, Partial<Match>][] = [
      ['put off', { startsAt: at(T0 + 30 * MINUTE_MS) }],
      ['a score', { phase: 'running', sides: score(1) }],
      ['upcoming again', { phase: 'upcoming' }],
      ['canceled', { phase: 'cancelled' }],
    ];
    for (const [name, more] of cases) {
      const channel = toldChannel();
      expect(callsOf(channel.see(reading(bracket({}), read(0)))), name).toHaveLength(1);
      expect(overdueOf(channel.see(reading(bracket(more), { ...read(60), stage: 'running' }))), name).toEqual(
        [],
      );
    }
    const channel = toldChannel();
    channel.see(reading(bracket({}), read(0)));
    expect(overdueOf(channel.see(reading(bracket({ startsAt: at(T0 + 30 * MINUTE_MS) }), read(75))))).toEqual(
      ['overdue a-b'],
    );
  });
});
