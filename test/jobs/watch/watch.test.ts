import { describe, expect, it } from 'vitest';
import {
  afterBracket,
  afterFailure,
  afterRecord,
  afterRequest,
  withRest,
} from '../../../src/jobs/watch/after-reads.ts';
import type { Watch } from '../../../src/jobs/watch/watch.ts';
import { newWatch } from '../../../src/jobs/watch/stored-watch.ts';
import { createReadings, readingOf } from '../../../src/jobs/watch/reading-of.ts';
import { present } from '../../../src/present.ts';
import type { Bracket, Tournament } from '../../../src/reading/records.ts';
import { cup, four, T0 } from '../../support/night-records.ts';

const MINUTE_MS = 60_000;
const clocks = (minutes = 0) => ({ now: T0 + minutes * MINUTE_MS, monotonic: minutes * MINUTE_MS });

const RUNNING = four('a-b 3-1', 'c-d 0-2', 'a-d');
const OVER = four('a-b 3-1', 'c-d 0-2', 'a-d 2-3');
const SINGLE = { format: 'Single elimination' };

/** A watch to which so many things happened, a minute apart. */
function watch(...events: ((watch: Watch, at: ReturnType<typeof clocks>) => Watch)[]): Watch {
  let one = newWatch('t1', clocks(0));
  for (const [at, event] of events.entries()) one = event(one, clocks(at));
  return one;
}

const record =
  (more: Partial<Tournament> = {}) =>
  (one: Watch, at: ReturnType<typeof clocks>) =>
    afterRecord(afterRequest(one, 'record', at.monotonic), cup(more), at);
const bracket = (value: Bracket) => (one: Watch, at: ReturnType<typeof clocks>) =>
  afterBracket(afterRequest(one, 'bracket', at.monotonic), value, at);
const failure =
  (part: 'record' | 'bracket', kind: 'not-found' | 'forbidden' | 'unavailable' | 'unexpected-response') =>
  (one: Watch, at: ReturnType<typeof clocks>) =>
    afterFailure(afterRequest(one, part, at.monotonic), part, kind, at);
const nothing = (one: Watch) => one;

const read = (one: Watch, minutes = 0) => readingOf(one, clocks(minutes));

describe('a reading', () => {
  it('does not exist until the record, and under way the bracket, were asked for', () => {
    expect(read(watch())).toBeUndefined();
    expect(read(watch(bracket(RUNNING)))).toBeUndefined();
    expect(read(watch(record()))).toBeUndefined();
    expect(read(watch(record({ phase: 'open' })))).toMatchObject({ stage: 'registration', isCurrent: false });
    expect(read(watch(record({ phase: 'cancelled' })))).toMatchObject({ stage: 'cancelled' });
    expect(read(watch(record(), bracket(RUNNING)))).toMatchObject({
      stage: 'running',
      isCurrent: true,
      lacksBracket: false,
      bracket: RUNNING,
      bracketAt: T0 + MINUTE_MS,
      readAt: T0 + MINUTE_MS,
    });
  });

  it('has failed last when the platform did not answer, not when it said that there is no bracket', () => {
    const failed = [record(), failure('record', 'unavailable')];
    const since = watch(...failed).failedAt;
    expect(watch(...failed, nothing, failure('bracket', 'not-found')).failedAt).toBe(since);
    expect(watch(...failed, nothing, failure('bracket', 'unavailable')).failedAt).not.toBe(since);
  });

  it('says after an outage that the record is not read again, which is due at once', () => {
    const outage = [failure('record', 'unavailable'), failure('bracket', 'unavailable')];
    const after = watch(record(), bracket(RUNNING), ...outage, bracket(RUNNING));
    expect(read(after)).toMatchObject({ isCurrent: true, isRecordOld: true });
    expect(after.requestedAt.record).toBeUndefined();
    expect(read(record()(after, clocks(9)))?.isRecordOld).toBeUndefined();
    // It stays so while the record fails, but not for ever.
    expect(read(bracket(RUNNING)(after, clocks(9)), 13)?.isRecordOld).toBe(true);
    expect(read(after, 15)?.isRecordOld).toBeUndefined();
    // The record alone fails.
    const alone = watch(record(), bracket(RUNNING), failure('record', 'unavailable'), bracket(RUNNING));
    expect(read(alone)?.isRecordOld).toBeUndefined();
  });

  it('names no winner from a bracket that was read before the record said that it is over', () => {
    const before = [record(), bracket(OVER), record({ phase: 'finished' })];
    const failed = read(watch(...before, failure('bracket', 'unavailable')));
    expect(failed).toMatchObject({ stage: 'over', bracket: { rounds: OVER.rounds } });
    expect(failed?.ending).toBeUndefined();
    const proved = read(watch(...before, bracket(OVER)));
    expect(proved?.ending).toMatchObject({ winner: { id: 'd' } });
    // The same bracket says more.
    expect(proved?.shows).not.toBe(failed?.shows);
    // Nothing else will come.
    expect(read(watch(...before, failure('bracket', 'not-found')))?.ending).toMatchObject({
      winner: { id: 'd' },
    });
  });

  it('counts the rest before a bracket that no channel saw, because the tournament ended with it', () => {
    const rest = 5 * MINUTE_MS;
    const after = watch(
      record(),
      bracket(RUNNING),
      (one) => withRest(one, rest),
      bracket(OVER),
      record({ phase: 'finished' }),
      bracket(OVER),
    );
    expect(read(after)?.restMs).toBe(rest);
  });

  it('is made once, until its watch or a name changes or its bracket is late', () => {
    let named = { ...RUNNING };
    const readings = createReadings(() => named);
    const one = watch(record(), bracket(RUNNING), failure('bracket', 'unavailable'));
    const first = readings(one, clocks(3));
    expect(readings(one, clocks(3.5))).toBe(first);
    named = { ...RUNNING };
    const second = readings(one, clocks(3.5));
    expect(second).not.toBe(first);
    expect([second, readings(one, clocks(5))]).toMatchObject([
      { lacksBracket: false },
      { lacksBracket: true },
    ]);
    expect(readings(record()(one, clocks(5)), clocks(5))).not.toBe(readings(one, clocks(5)));
  });

  it('is partial where it lacks matches that were there, until the next one lacks them too', () => {
    const half: Bracket = { rounds: RUNNING.rounds.slice(1) };
    const twice: Bracket = { rounds: [...RUNNING.rounds, ...RUNNING.rounds] };
    expect(read(watch(record(), bracket(twice), bracket(RUNNING)))?.isPartial).toBe(true);
    expect(read(watch(record(), bracket(RUNNING)))?.isPartial).toBeUndefined();
    expect(read(watch(record(), bracket(RUNNING), bracket(half)))?.isPartial).toBe(true);
    expect(read(watch(record(), bracket(RUNNING), bracket(half), bracket(half)))?.isPartial).toBeUndefined();
    expect(read(watch(record(), bracket(half), bracket(RUNNING)))?.isPartial).toBeUndefined();
  });

  it('of a record without a state waits for the bracket from an hour before its start', () => {
    const { phase: _none, ...unknown } = cup();
    const stateless = (startsAt: Tournament['startsAt']) => (one: Watch, at: ReturnType<typeof clocks>) =>
      afterRecord(afterRequest(one, 'record', at.monotonic), present({ ...unknown, startsAt }), at);
    const later = { epochMs: T0 + 61 * MINUTE_MS, precision: 'second' as const };
    expect(read(watch(stateless(later)))).toMatchObject({ stage: 'registration' });
    const begun = stateless({ epochMs: T0 + 60 * MINUTE_MS, precision: 'second' });
    expect(read(watch(begun))).toBeUndefined();
    expect(read(watch(begun, bracket(RUNNING)))).toMatchObject({ stage: 'running' });
    expect(read(watch(begun, failure('bracket', 'not-found')))).toMatchObject({ stage: 'registration' });
  });

  it('keeps the name and the times that one record lacks, and believes the next one that does', () => {
    const { name: _name, startsAt: _start, ...part } = cup({ phase: 'open' });
    const lacking = (one: Watch, at: ReturnType<typeof clocks>) =>
      afterRecord(afterRequest(one, 'record', at.monotonic), part, at);
    const full = record({ phase: 'open' });
    const times = { name: 'Cup', startsAt: { epochMs: T0, precision: 'second' } };
    expect(read(watch(full, lacking), 1)?.tournament).toMatchObject(times);
    expect(read(watch(full, lacking, full, lacking), 3)?.tournament).toMatchObject(times);
    expect(read(watch(full, lacking, lacking), 2)?.tournament).toEqual(part);
    expect(read(watch(lacking), 0)?.tournament).toEqual(part);
  });

  it('has the same bracket object while bracket, record and stage are the same', () => {
    const tournament = cup();
    const as = (value: Tournament) => (one: Watch, at: ReturnType<typeof clocks>) =>
      afterRecord(afterRequest(one, 'record', at.monotonic), value, at);
    const first = watch(as(tournament), bracket(RUNNING));
    const shown = read(first)?.bracket;
    const later = bracket(RUNNING)(first, clocks(5));
    expect(read(later, 5)?.bracket).toBe(shown);
    const renamed = as(cup({ name: 'Other', ...SINGLE }))(later, clocks(6));
    expect(read(renamed, 6)?.bracket).not.toBe(shown);
    expect(read(renamed, 6)?.bracket?.record).toMatchObject(SINGLE);
    const over = bracket(RUNNING)(as(cup({ phase: 'finished' }))(later, clocks(7)), clocks(8));
    expect(read(over, 8)?.bracket?.record).toMatchObject({ hasEnded: true });
    expect(read(over, 8)?.shows).not.toBe(read(later, 5)?.shows);
    expect(read(later, 5)?.shows).toBe(read(first)?.shows);
    // Its end may follow from the same bracket and record.
    const decided = watch(as(cup(SINGLE)), bracket(OVER), bracket(OVER));
    expect(read(decided, 2)).toMatchObject({ stage: 'running' });
    const ended = bracket(OVER)(decided, clocks(14));
    expect(read(ended, 14)).toMatchObject({ stage: 'over', bracket: { record: { hasEnded: true } } });
  });

  describe('of a bracket that may be a part of one', () => {
    const finished = record({ phase: 'finished' });
    const half = four('a-b 3-1', '-', 'a-b 3-1');

    it('waits for another one, if the first one, or one that lacks matches, has a winner', () => {
      const single = record(SINGLE);
      expect(read(watch(single, bracket(OVER)))).toBeUndefined();
      expect(read(watch(single, bracket(OVER), bracket(OVER)))).toMatchObject({ bracket: OVER });
      expect(read(watch(finished, bracket(OVER)))).toMatchObject({ stage: 'over' });
      const odd = watch(single, bracket(RUNNING), bracket(half));
      expect(read(odd)).toMatchObject({ bracket: RUNNING });
      expect(read(bracket(RUNNING)(odd, clocks(3)))).toMatchObject({ bracketAt: T0 + 3 * MINUTE_MS });
      expect(read(bracket(half)(odd, clocks(3)))).toMatchObject({ bracket: half });
    });

    it('takes no winner back until another one says the same', () => {
      const won = watch(finished, bracket(OVER));
      const lost = bracket(RUNNING)(won, clocks(3));
      expect(read(lost)).toMatchObject({ ending: { winner: { id: 'd' } } });
      expect(read(bracket(RUNNING)(lost, clocks(4)))).toMatchObject({
        ending: { kind: 'table', places: [] },
      });
      const { stage, changedAt } = won;
      const anew = newWatch('t1', clocks(0), { stage: stage!, changedAt });
      expect(read(bracket(RUNNING)(finished(anew, clocks(3)), clocks(4)))).toBeUndefined();
    });
  });

  describe('of a decided bracket while the record says that it runs', () => {
    const at = (one: Watch, value: Bracket, ...minutes: number[]): Watch =>
      minutes.reduce((next, minute) => bracket(value)(next, clocks(minute)), one);
    const decided = at(watch(record(SINGLE), bracket(RUNNING)), OVER, 2);

    it('is the end once readings over ten minutes list nothing new, where format or names prove the final', () => {
      expect(read(at(decided, OVER, 5, 11))).toMatchObject({ stage: 'running', isDecided: true });
      expect(read(at(decided, OVER, 5, 11))).not.toHaveProperty('ending');
      expect(read(at(decided, OVER, 12))).toMatchObject({ stage: 'over', ending: { winner: { id: 'd' } } });
      const corrected = four('a-b 3-1', 'c-d 0-2', 'a-d 3-2');
      expect(read(at(at(decided, corrected, 11), corrected, 20))).toMatchObject({ stage: 'running' });
      expect(read(at(watch(record(), bracket(RUNNING)), OVER, 2, 12, 99))).toMatchObject({
        stage: 'running',
        isDecided: false,
      });
    });

    it('stays the end for the next owner, and goes on with another bracket', () => {
      const { stage = 'running', changedAt } = at(decided, OVER, 12);
      const anew = record(SINGLE)(newWatch('t1', clocks(0), { stage, changedAt }), clocks(13));
      expect(anew.stage).toBe('over');
      expect(read(at(anew, OVER, 14, 15))).toMatchObject({ stage: 'over' });
      expect(read(at(anew, RUNNING, 14, 15))).toMatchObject({ stage: 'running' });
    });

    it('ends once the record is reopened', () => {
      const reopened = record(SINGLE)(
        watch(record({ ...SINGLE, phase: 'finished' }), bracket(OVER)),
        clocks(60),
      );
      expect(read(at(reopened, OVER, 61))).toMatchObject({ stage: 'running' });
      expect(read(at(reopened, OVER, 61, 71))).toMatchObject({ stage: 'over' });
    });
  });

  it('of the next stage waits for its bracket, which is read at once', () => {
    const ended = watch(record(), bracket(RUNNING), record({ phase: 'finished' }));
    expect(ended.requestedAt.bracket).toBeUndefined();
    expect(read(ended)).toBeUndefined();
    const seen = bracket(OVER)(ended, clocks(3));
    expect(read(seen)).toMatchObject({ stage: 'over', ending: { winner: { id: 'd' } }, isCurrent: true });
  });

  it('goes on without a bracket that cannot be read, and says so once it is sure', () => {
    for (const kind of ['forbidden', 'not-found', 'unavailable', 'unexpected-response'] as const) {
      const none = watch(record(), failure('bracket', kind));
      expect(read(none), kind).toMatchObject({ stage: 'running', lacksBracket: true, isCurrent: false });
      const stale = watch(record(), bracket(RUNNING), failure('bracket', kind));
      expect(read(stale, 2), kind).toMatchObject({ isCurrent: false, lacksBracket: false, bracket: RUNNING });
      // What is gone for a moment is no outage.
      const isLater = kind !== 'not-found';
      expect(read(stale, 4), kind).toMatchObject({ lacksBracket: isLater, bracket: RUNNING });
    }
    const cancelled = watch(
      record(),
      bracket(RUNNING),
      failure('bracket', 'forbidden'),
      record({ phase: 'cancelled' }),
    );
    expect(read(cancelled, 9)).toMatchObject({ stage: 'cancelled', lacksBracket: false });
  });

  it('of a new owner whose first record came late waits for a newer bracket', () => {
    for (const [minutes, isRead] of [
      [1, true],
      [2, false],
    ] as const) {
      const stored = newWatch('t1', clocks(0), { stage: 'running', changedAt: T0 });
      const one = record()(bracket(RUNNING)(stored, clocks(0)), clocks(minutes));
      expect(read(one, minutes)?.isCurrent ?? false, `${minutes}`).toBe(isRead);
      expect(one.requestedAt.bracket === undefined).toBe(!isRead);
      expect(read(bracket(RUNNING)(one, clocks(3)), 3)).toMatchObject({ isCurrent: true });
    }
  });

  it('of what ran when it was stored waits for its bracket, even if its record lacks fields', () => {
    for (const lacking of [{ phase: 'open' as const }, {}]) {
      const { phase: _state, ...bare } = cup();
      const stored = newWatch('t1', clocks(0), { stage: 'running', changedAt: T0 });
      const one = afterRecord(stored, { ...bare, ...lacking }, clocks());
      expect(read(one)).toBeUndefined();
      expect(read(bracket(RUNNING)(one, clocks(1)))).toMatchObject({ stage: 'running', bracket: RUNNING });
      const failing = failure('bracket', 'unavailable')(one, clocks(1));
      expect(read(failing)).toMatchObject({ stage: 'running', lacksBracket: true });
      const again = afterRecord(failing, { ...bare, ...lacking }, clocks(2));
      expect(read(again)).toMatchObject({ stage: 'running', lacksBracket: true });
      expect(read(failure('bracket', 'not-found')(again, clocks(3)))).toMatchObject({ stage: 'running' });
    }
  });

  it('of a bracket that was read again is current again', () => {
    const again = watch(record(), bracket(RUNNING), failure('bracket', 'unavailable'), bracket(OVER));
    expect(again.failingSince).toEqual({});
    expect(read(again, 20)).toMatchObject({ isCurrent: true, lacksBracket: false, bracket: OVER });
  });

  it('of a tournament that was missing is current once its bracket is read again', () => {
    const missing = watch(record(), bracket(RUNNING), failure('record', 'not-found'));
    expect(read(missing, 2)).toMatchObject({ isCurrent: false, lacksBracket: false, bracket: RUNNING });
    const found = record()(missing, clocks(8));
    expect(read(found, 8)).toMatchObject({ stage: 'running', isCurrent: false, bracket: RUNNING });
    expect(read(bracket(OVER)(found, clocks(9)), 9)).toMatchObject({ isCurrent: true });
  });

  it('shows something else where registration closes by time alone, and where the bracket fails', () => {
    const closes = { epochMs: T0 + 30_000, precision: 'second' as const };
    const open = { phase: 'open' as const, registrationClosesAt: closes };
    const [before, after] = [watch(record(open)), watch(nothing, record(open))];
    expect(read(before)?.shows).not.toBe(read(after)?.shows);
    const same = watch(record({ phase: 'open' }));
    expect(read(same)?.shows).toBe(read(watch(nothing, record({ phase: 'open' })))?.shows);
    const stale = watch(record(), bracket(RUNNING), failure('bracket', 'unavailable'));
    expect(read(stale, 2)?.shows).not.toBe(read(stale, 4)?.shows);
  });
});

describe('what is known', () => {
  it('of a tournament that is missing is since when, until it is there again', () => {
    const missing = watch(record(), failure('record', 'not-found'), failure('record', 'not-found'));
    expect(missing).toMatchObject({ missingSince: MINUTE_MS, failingSince: {} });
    expect(record()(missing, clocks(3)).missingSince).toBeUndefined();
  });

  it('of an outage is since when each part fails', () => {
    const out = watch(
      record(),
      failure('bracket', 'unavailable'),
      failure('record', 'unavailable'),
      failure('bracket', 'unavailable'),
    );
    expect(out.failingSince).toEqual({ bracket: MINUTE_MS, record: 2 * MINUTE_MS });
    expect(record()(out, clocks(5)).failingSince).toEqual({ bracket: MINUTE_MS });
  });

  it('of its last change is when record or bracket last differed, and from the store what was known before', () => {
    const changed = watch(record(), bracket(RUNNING), bracket(OVER), bracket(OVER), record());
    expect(changed.changedAt).toBe(T0 + 2 * MINUTE_MS);
    // The first bracket may be as it was.
    expect(watch(record(), bracket(RUNNING), bracket(RUNNING)).changedAt).toBe(T0);
    const stored = newWatch('t1', clocks(0), { stage: 'running', changedAt: T0 - MINUTE_MS });
    expect(stored).toMatchObject({ stage: 'running', changedAt: T0 - MINUTE_MS });
    expect(record()(stored, clocks()).changedAt).toBe(T0 - MINUTE_MS);
  });

  it('of its end has the time since when, and a new one after it was opened again', () => {
    const finished = record({ phase: 'finished' });
    const ended = watch(record(), bracket(RUNNING), finished, bracket(OVER));
    expect(ended).toMatchObject({ stage: 'over', overSince: 2 * MINUTE_MS });
    const opened = record()(ended, clocks(5));
    expect(opened).not.toHaveProperty('overSince');
    expect(finished(opened, clocks(9)).overSince).toBe(9 * MINUTE_MS);
  });
});
