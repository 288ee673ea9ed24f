import { describe, expect, it } from 'vitest';
import { afterTurn, intervals, nextRead, NO_TURNS, type Turns } from '../../../src/jobs/watch/schedule.ts';
import {
  afterBracket,
  afterFailure,
  afterRecord,
  afterRequest,
} from '../../../src/jobs/watch/after-reads.ts';
import type { Watch } from '../../../src/jobs/watch/watch.ts';
import { newWatch } from '../../../src/jobs/watch/stored-watch.ts';
import { cup, four, T0 } from '../../support/night-records.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const at = (epochMs: number) => ({ epochMs, precision: 'second' as const });
const START = { now: T0, monotonic: 0 };

const running = (id: string): Watch =>
  afterBracket(afterRecord(newWatch(id, START), cup({ id }), START), four('a-b', 'c-d', '-'), START);
const FAR = cup({ phase: 'open', startsAt: at(T0 + 72 * HOUR_MS) });
const far = (id: string): Watch => afterRecord(newWatch(id, START), { ...FAR, id }, START);
const soonOpen = (id: string): Watch =>
  afterRecord(newWatch(id, START), { ...cup({ phase: 'open', startsAt: at(T0 + HOUR_MS / 2) }), id }, START);
const unread = (id: string): Watch => newWatch(id, START);

interface Reads {
  id: string;
  part: 'record' | 'bracket';
  at: number;
}

/** What comes of a read. Usually, nothing is news. */
function answered(asked: Watch, { part }: Pick<Reads, 'part'>, clocks: typeof START): Watch {
  const { tournament = FAR, bracket } = asked;
  return part === 'record'
    ? afterRecord(asked, tournament, clocks)
    : afterBracket(asked, 'bracket' in bracket ? bracket.bracket : four('a-b', 'c-d', '-'), clocks);
}

/** Reads what is next, evenly. */
function reads(
  list: readonly Watch[],
  {
    perMinute = 30,
    fromMs = 0,
    ms = 10 * MINUTE_MS,
    servers = {} as Record<string, string[]>,
    answer = answered,
  } = {},
): Reads[] {
  const watches = new Map(list.map((one) => [one.tournamentId, one]));
  const followers = (id: string) => (servers[id] ?? ['1']).map((guildId) => ({ guildId }));
  let turns: Turns = NO_TURNS;
  const made: Reads[] = [];
  for (let monotonic = fromMs; monotonic < fromMs + ms; monotonic += MINUTE_MS / perMinute) {
    const clocks = { now: T0 + monotonic, monotonic };
    const next = nextRead({ watches: watches.values(), followers, turns }, clocks, perMinute);
    if (next === undefined) continue;
    turns = afterTurn(turns, next, monotonic);
    const { tournamentId: id, part } = next;
    const asked = afterRequest(watches.get(id) ?? unread(id), part, monotonic);
    watches.set(id, answer(asked, { part }, clocks));
    made.push({ id, part, at: monotonic });
  }
  return made;
}

/** The longest time between two reads, from the first on. */
function longest(made: readonly Reads[], id: string, part = 'bracket'): number {
  const times = made.filter((one) => one.id === id && one.part === part).map((one) => one.at);
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}

const named = <T>(prefix: string, count: number, make: (id: string) => T): T[] =>
  Array.from({ length: count }, (_, one) => make(`${prefix}${one}`));

describe('what is read next', () => {
  it('is what runs, then what this owner has not read, then the rest', () => {
    const followers = () => [{ guildId: '1' }];
    const clocks = { now: T0 + 30 * MINUTE_MS, monotonic: 30 * MINUTE_MS };
    const order = [running('b'), unread('c'), far('d')];
    for (const from of [0, 1, 2]) {
      const watches = order.slice(from).toReversed();
      const next = nextRead({ watches, followers, turns: NO_TURNS }, clocks, 30);
      expect(next?.tournamentId).toBe(order[from]?.tournamentId);
    }
  });

  it('is what ran when the last owner stored it, before anything else was read', () => {
    const stored = newWatch('x', START, { stage: 'running', changedAt: T0 });
    const first = reads([...named('u', 200, unread), stored, ...named('v', 200, unread)], {
      ms: 4 * SECOND_MS,
    });
    expect(first.map(({ id, part }) => `${id} ${part}`)).toEqual(['x record', 'x bracket']);
  });

  it('takes five running brackets as often beside 195 that do not run as without them', () => {
    const five = named('r', 5, running);
    for (const idle of [0, 25, 40, 195]) {
      const made = reads([...named('f', idle, far), ...five, ...named('u', idle === 0 ? 0 : 5, unread)]);
      for (const { tournamentId: id } of five) {
        const count = made.filter((one) => one.id === id && one.part === 'bracket').length;
        expect((10 * MINUTE_MS) / count, `${idle} beside`).toBeLessThanOrEqual(17 * SECOND_MS);
        expect(longest(made, id), `${idle} beside`).toBeLessThanOrEqual(30 * SECOND_MS);
      }
    }
  });

  it('leaves none out for ever: one read of six is for what does not run', () => {
    const made = reads([...named('r', 40, running), ...named('f', 40, far)], { ms: 20 * MINUTE_MS });
    const idle = made.filter(({ id }) => id.startsWith('f'));
    expect(new Set(idle.map(({ id }) => id)).size).toBe(40);
    expect(idle.length).toBeLessThanOrEqual(made.length / 6 + 1);
  });

  it('leaves out nothing that a server has beside what runs there, while another server has only calm ones', () => {
    const servers = { r: ['1'], ended: ['1'], f0: ['2'], f1: ['2'] };
    const ended = afterRecord(running('ended'), cup({ id: 'ended', phase: 'finished' }), START);
    const made = reads([running('r'), ended, ...named('f', 2, soonOpen)], {
      servers,
      perMinute: 6,
      ms: 20 * MINUTE_MS,
    });
    expect(made.filter(({ id }) => id === 'ended').length).toBeGreaterThan(3);
  });

  it('is what does not run after five reads in a row of what runs, not after four or six', () => {
    const clocks = { now: T0 + 10 * MINUTE_MS, monotonic: 10 * MINUTE_MS };
    const next = (urgentInARow: number) =>
      nextRead(
        {
          watches: [running('r'), unread('u')],
          followers: () => [{ guildId: '1' }],
          turns: { ...NO_TURNS, urgentInARow },
        },
        clocks,
        30,
      )?.tournamentId;
    expect([next(4), next(5)]).toEqual(['r', 'u']);
  });

  it('is shared by server first: one bracket beside ten servers with 25 running each is read every minute', () => {
    const servers: Record<string, string[]> = { victim: ['victim'] };
    const crowd = Array.from({ length: 10 }, (_, server) =>
      named(`s${server}-`, 25, (id) => {
        servers[id] = [String(server)];
        return running(id);
      }),
    ).flat();
    const made = reads([...crowd, running('victim')], { servers, ms: 30 * MINUTE_MS });
    expect(longest(made, 'victim')).toBeLessThanOrEqual(MINUTE_MS);
    // Nor is any of the crowd's left out.
    expect(new Set(made.filter(({ part }) => part === 'bracket').map(({ id }) => id)).size).toBe(251);
  });

  it('that several servers follow is read once for every server', () => {
    const servers = { shared: ['1', '2', '3'] };
    const alone = reads([running('shared')], { servers: { shared: ['1'] } });
    expect(reads([running('shared')], { servers })).toEqual(alone);
  });

  it('comes sooner where more reads are allowed, within reason', () => {
    const longestAt = (perMinute: number) => longest(reads([running('r')], { perMinute }), 'r');
    expect([longestAt(30), longestAt(60), longestAt(6000)]).toEqual([
      16 * SECOND_MS,
      8 * SECOND_MS,
      3 * SECOND_MS,
    ]);
  });

  /** How long after a read of what has had no news for some hours it is read again. */
  function nextAfter(hours: number, watch: Watch = running('r')): number {
    const { monotonic, now } = { monotonic: hours * HOUR_MS, now: T0 + hours * HOUR_MS };
    const asked = afterRequest(afterRequest(watch, 'bracket', monotonic), 'record', monotonic);
    for (let after = 0; ; after += 5 * SECOND_MS) {
      const clocks = { now: now + after, monotonic: monotonic + after };
      const next = nextRead(
        { watches: [asked], followers: () => [{ guildId: '1' }], turns: NO_TURNS },
        clocks,
        30,
      );
      if (next) return after;
    }
  }

  it('comes ever more seldom for what has no news: every 5 minutes, after two days every hour, and at once again when it moves', () => {
    expect([nextAfter(0), nextAfter(5.9)]).toEqual([15 * SECOND_MS, 15 * SECOND_MS]);
    expect(nextAfter(8)).toBe(65 * SECOND_MS);
    expect([nextAfter(24), nextAfter(47)]).toEqual([5 * MINUTE_MS, 5 * MINUTE_MS]);
    expect([nextAfter(49), nextAfter(240)]).toEqual([HOUR_MS, HOUR_MS]);
    const moved = afterBracket(running('r'), four('a-b 3-1', 'c-d', 'a-'), {
      now: T0 + 24 * HOUR_MS,
      monotonic: 24 * HOUR_MS,
    });
    expect(longest(reads([moved]), 'r')).toBeLessThanOrEqual(16 * SECOND_MS);
  });

  it('does not wait after a restart for the record of what has had no news', () => {
    const { recordAt: _unread, ...restarted } = running('r');
    const clocks = { now: T0 + 14 * HOUR_MS, monotonic: 14 * HOUR_MS };
    expect(intervals(restarted, clocks, 30)).toEqual({ record: MINUTE_MS, bracket: 5 * MINUTE_MS });
    expect(intervals(running('r'), clocks, 30)).toEqual({ record: 5 * MINUTE_MS, bracket: 5 * MINUTE_MS });
  });

  it('comes soon for what an owner could not read yet, for an hour, however quiet it was', () => {
    const quiet = newWatch('q', START, { stage: 'registration', changedAt: T0 - 16 * HOUR_MS });
    const failing = afterFailure(quiet, 'record', 'unavailable', START);
    const everyMs = [1, 59, 61].map(
      (minutes) =>
        intervals(failing, { now: T0 + minutes * MINUTE_MS, monotonic: minutes * MINUTE_MS }, 30).record,
    );
    expect(everyMs).toEqual([5 * MINUTE_MS, 5 * MINUTE_MS, HOUR_MS]);
  });

  it('comes as seldom as before for what has not moved for two days and cannot be read: it would slow what runs', () => {
    const clocks = { now: T0 + 49 * HOUR_MS, monotonic: 49 * HOUR_MS };
    const failing = afterFailure(running('r'), 'bracket', 'unavailable', clocks);
    expect(intervals(failing, clocks, 30).bracket).toBe(HOUR_MS);
  });

  it('is each record before its bracket for a new owner, so that no bracket is old once it has both', () => {
    const stored = (id: string) => newWatch(id, START, { stage: 'running', changedAt: T0 });
    const first = reads([stored('x'), stored('y')], { ms: 7 * SECOND_MS });
    expect(first.map(({ id, part }) => `${id} ${part}`)).toEqual([
      'x record',
      'x bracket',
      'y record',
      'y bracket',
    ]);
  });

  it('is what has an open match soon: from half an hour before the time of that match', () => {
    const week = 7 * 24;
    const final = (phase: 'upcoming' | 'cancelled') => {
      const bracket = four('a-b 3-1', 'c-d 3-0', 'a-c');
      const [, round] = bracket.rounds;
      round!.matches[0] = { ...round!.matches[0]!, phase, startsAt: at(T0 + week * HOUR_MS) };
      return afterBracket(running('r'), bracket, START);
    };
    expect(nextAfter(week - 2, final('upcoming'))).toBe(HOUR_MS);
    // The last read before that does not reach beyond it.
    expect(nextAfter(week - 0.75, final('upcoming'))).toBe(15 * MINUTE_MS);
    expect(nextAfter(week - 0.5, final('upcoming'))).toBe(15 * SECOND_MS);
    expect(nextAfter(week + 5, final('upcoming'))).toBe(15 * SECOND_MS);
    expect(nextAfter(week + 24, final('upcoming'))).toBe(5 * MINUTE_MS);
    expect(nextAfter(week - 0.5, final('cancelled'))).toBe(HOUR_MS);
  });

  it('is more often what starts soon, at most every half minute, and its bracket once the time has come', () => {
    const soon = (ms: number) =>
      afterRecord(newWatch('s', START), cup({ id: 's', phase: 'open', startsAt: at(T0 + ms) }), START);
    const every = (ms: number) => longest(reads([soon(ms)], { ms: 10 * MINUTE_MS }), 's', 'record');
    expect([every(48 * HOUR_MS), every(3 * HOUR_MS), every(30 * MINUTE_MS)]).toEqual([
      5 * MINUTE_MS,
      2 * MINUTE_MS,
      30 * SECOND_MS,
    ]);
    const parts = (ms: number) => new Set(reads([soon(ms)]).map(({ part }) => part));
    expect(parts(30 * MINUTE_MS)).toEqual(new Set(['record']));
    expect(parts(5 * MINUTE_MS)).toEqual(new Set(['record', 'bracket']));
  });

  it('is what has ended every half minute for half an hour, then once an hour for a day, then once a day', () => {
    const ended = afterRecord(running('r'), cup({ id: 'r', phase: 'finished' }), START);
    const made = reads([ended], { ms: 73 * HOUR_MS }).filter(({ part }) => part === 'bracket');
    const hours = (from: number, to: number) =>
      made.filter(({ at: time }) => time >= from * HOUR_MS && time < to * HOUR_MS).length;
    expect(hours(0, 0.5)).toBeGreaterThanOrEqual(55);
    expect([hours(0.5, 6.5), hours(6.5, 24), hours(24, 72)]).toEqual([6, 17, 2]);
  });

  it('is what fails, or is not there, after the end every two minutes for an hour, then once an hour', () => {
    const later = (ms: number) => ({ now: T0 + ms, monotonic: ms });
    const ended = afterRecord(running('r'), cup({ id: 'r', phase: 'finished' }), START);
    for (const [part, kind] of [
      ['bracket', 'unavailable'],
      ['record', 'not-found'],
    ] as const) {
      const failing = afterFailure(ended, part, kind, later(2 * HOUR_MS));
      const everyMs = [1, 59, 61].map(
        (minutes) => intervals(failing, later(2 * HOUR_MS + minutes * MINUTE_MS), 30)[part],
      );
      expect(everyMs).toEqual([2 * MINUTE_MS, 2 * MINUTE_MS, HOUR_MS]);
    }
  });

  it('is soon what ran and is missing, however many are missing that ended', () => {
    const at2 = { now: T0 + 2 * HOUR_MS, monotonic: 2 * HOUR_MS };
    const missing = (one: Watch, clocks = at2): Watch => afterFailure(one, 'record', 'not-found', clocks);
    const ended = named('e', 240, (id) =>
      missing(afterRecord(running(id), cup({ id, phase: 'finished' }), START)),
    );
    const list = [...ended, missing(running('r'))].map((one) => afterRequest(one, 'record', 2 * HOUR_MS));
    const servers = Object.fromEntries(ended.map((one, index) => [one.tournamentId, [`${index % 24}`]]));
    const made = reads(list, {
      fromMs: 2 * HOUR_MS,
      ms: 30 * MINUTE_MS,
      servers: { ...servers, r: ['0'] },
      answer: (asked, _read, clocks) => missing(asked, clocks),
    });
    const found = made.filter(({ id }) => id === 'r').map((one) => one.at - 2 * HOUR_MS);
    const gaps = found.map((one, index) => one - (found[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * MINUTE_MS);
  });

  it('is seldom what has failed for days since a restart, and had no news before', () => {
    const stored = newWatch('r', START, { stage: 'running', changedAt: T0 - 5 * 24 * HOUR_MS });
    const failing = afterFailure(stored, 'record', 'unavailable', START);
    const later = { now: T0 + 24 * HOUR_MS, monotonic: 24 * HOUR_MS };
    expect(intervals(failing, later, 30).record).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  });

  it('is what can be read, also after a restart of many whose records were hidden', () => {
    const hidden = named('x', 25, (id) =>
      newWatch(id, START, { stage: 'registration', changedAt: T0 - 48 * HOUR_MS }),
    );
    const soon = { ...cup({ phase: 'open', startsAt: at(T0 + 90 * MINUTE_MS) }), id: 'good' };
    const good = afterRequest(afterRecord(newWatch('good', START), soon, START), 'record', 0);
    const servers = Object.fromEntries(hidden.map(({ tournamentId }) => [tournamentId, ['666']]));
    const made = reads([...hidden, good], {
      ms: HOUR_MS,
      servers: { ...servers, good: ['1'] },
      answer: (asked, { part }, clocks) =>
        asked.tournamentId === 'good'
          ? afterRecord(asked, soon, clocks)
          : afterFailure(asked, part, 'forbidden', clocks),
    });
    expect(made.filter(({ id }) => id === 'good').length).toBeGreaterThan(10);
  });
});
