import { describe, expect, it } from 'vitest';
import { newFeed } from '../../../src/jobs/plan/baseline.ts';
import type { FeedRecord, Schedule } from '../../../src/jobs/plan/feed-record.ts';
import { scheduleActs, scheduleIn, withSchedule } from '../../../src/jobs/plan/schedule.ts';
import type { Tournament } from '../../../src/reading/records.ts';
import { stageOf } from '../../../src/brackets/tournament-stage.ts';
import { cup, T0 } from '../../support/night-records.ts';
import { reading } from '../../support/told-channel.ts';

const HOUR_MS = 3_600_000;
const NOW = T0 - 24 * HOUR_MS;

const startAt = (epochMs: number, precision: 'second' | 'day' = 'second') => ({
  startsAt: { epochMs, precision },
});
const see = (more: Partial<Tournament> = {}) => {
  const tournament = cup({ phase: 'open', ...more });
  return { tournament, stage: stageOf(tournament, undefined) };
};
const planned = (startsAt: number = T0): Schedule => ({ state: 'planned', startsAt });
const POSTPONED = { registration: 'postponed' } as const;
const CANCELED = { phase: 'cancelled' } as const;

const acts = (
  schedule: Schedule | undefined,
  one: ReturnType<typeof see>,
  {
    now = NOW,
    plans,
    pending = [],
  }: { now?: number; plans?: FeedRecord['plans']; pending?: FeedRecord['pending'] } = {},
) =>
  scheduleActs({
    feed: { pending, ...(schedule && { schedule }), ...(plans && { plans }) },
    now,
    reading: one,
  });

describe('the schedule', () => {
  it('says whether a tournament goes on as planned, and when it starts', () => {
    expect(scheduleIn(see())).toEqual(planned());
    expect(scheduleIn(see(startAt(T0, 'day')))).toEqual({ ...planned(), isDay: true });
    expect(scheduleIn(see(POSTPONED))).toEqual({ state: 'postponed', startsAt: T0 });
    expect(scheduleIn(see(CANCELED))).toEqual({ state: 'canceled', startsAt: T0 });
    expect(scheduleIn(see({ registration: 'draft' }))).toEqual({ state: 'planned' });
    const { startsAt: _none, ...without } = cup({ phase: 'open' });
    expect(scheduleIn({ ...see(), tournament: without })).toEqual({ state: 'planned' });
  });
});

describe('a post of the schedule', () => {
  it('says that the tournament is postponed, canceled, or on again, and how it was before', () => {
    const before = planned();
    expect(acts(before, see())).toEqual([]);
    expect(acts(before, see(POSTPONED))).toEqual([
      { kind: 'schedule', schedule: { state: 'postponed', startsAt: T0 }, before },
    ]);
    expect(acts(before, see(CANCELED))).toEqual([
      { kind: 'schedule', schedule: { state: 'canceled' }, before },
    ]);
    const postponed: Schedule = { state: 'postponed', startsAt: T0 };
    expect(acts(postponed, see())).toEqual([{ kind: 'schedule', schedule: planned(), before: postponed }]);
    expect(acts(postponed, see(POSTPONED))).toEqual([]);
  });

  it('says nothing of a time before that has passed, or was postponed already', () => {
    expect(acts(planned(NOW), see(CANCELED))).toEqual([
      { kind: 'schedule', schedule: { state: 'canceled' } },
    ]);
    expect(acts({ state: 'planned' }, see(CANCELED))).toEqual([
      { kind: 'schedule', schedule: { state: 'canceled' } },
    ]);
    expect(acts({ state: 'postponed', startsAt: T0 }, see(CANCELED))).toEqual([
      { kind: 'schedule', schedule: { state: 'canceled' } },
    ]);
  });

  it('says another start of an hour or more before it has begun', () => {
    for (const [ms, posts] of [
      [HOUR_MS, 1],
      [-HOUR_MS, 1],
      [HOUR_MS - 1, 0],
      [1 - HOUR_MS, 0],
    ] as const)
      expect(acts(planned(), see(startAt(T0 + ms)))).toHaveLength(posts);
    expect(acts(planned(), see(startAt(T0 + HOUR_MS)))).toEqual([
      { kind: 'schedule', schedule: planned(T0 + HOUR_MS), before: planned() },
    ]);
    expect(acts({ state: 'planned' }, see())).toEqual([]);
    expect(acts(planned(), see({ registration: 'draft' }))).toEqual([]);
    expect(acts(planned(), see({ phase: 'running', ...startAt(T0 + HOUR_MS) }))).toEqual([]);
    expect(
      acts({ state: 'postponed', startsAt: T0 }, see({ ...POSTPONED, ...startAt(T0 + HOUR_MS) })),
    ).toEqual([]);
  });

  it('does not say when a tournament starts that has begun', () => {
    const running = see({ phase: 'running', ...POSTPONED });
    expect(acts(planned(), running)).toEqual([
      { kind: 'schedule', schedule: { state: 'postponed' }, before: planned() },
    ]);
  });

  it('that may have been sent is sent again as it was, and another one waits until that is known', () => {
    const running = see({ phase: 'running', ...POSTPONED });
    const notice = { kind: 'schedule' as const, schedule: { state: 'postponed', startsAt: T0 } as const };
    const pending = [{ notice, channelId: '10', nonce: 'n', text: 't', at: NOW }];
    expect(acts(planned(), running, { pending })).toEqual([notice]);
    expect(acts(planned(), see(CANCELED), { pending })).toEqual([]);
    expect(acts(planned(), see(), { pending })).toEqual([]);
  });

  it('does not come after the end, or before the schedule is known', () => {
    expect(acts({ state: 'postponed' }, see({ phase: 'finished' }))).toEqual([]);
    expect(acts(undefined, see(CANCELED))).toEqual([]);
  });

  it('is struck once a later one replaces it', () => {
    const plan = (messageId: string) => ({ messageId, schedule: planned() });
    const strike = (messageId: string) => ({ kind: 'strike-plan', messageId });
    const plans = [plan('5'), plan('6')];
    expect(acts(planned(), see(), { plans })).toEqual([strike('5')]);
    expect(acts(planned(), see(), { plans: plans.slice(1) })).toEqual([]);
    expect(acts(planned(), see(CANCELED), { plans }).slice(1)).toEqual([strike('5'), strike('6')]);
  });
});

describe('the stored schedule', () => {
  const feed = (schedule?: Schedule): FeedRecord => {
    const { schedule: _first, ...rest } = newFeed(reading(undefined, see()));
    return { ...rest, epoch: 1, ...(schedule && { schedule }) };
  };
  const after = (before: Schedule | undefined, one: ReturnType<typeof see>) =>
    withSchedule(feed(before), one).schedule;

  it('is what was last posted: small moves add up', () => {
    expect(after(planned(), see(startAt(T0 + HOUR_MS - 1)))).toEqual(planned());
    expect(after(planned(), see(startAt(T0 + HOUR_MS)))).toEqual(planned());
    expect(after(planned(), see(CANCELED))).toEqual(planned());
  });

  it('takes what needs no post: the first one, a first start, and the end', () => {
    expect(after(undefined, see())).toEqual(planned());
    expect(after({ state: 'planned' }, see())).toEqual(planned());
    expect(after({ state: 'postponed', startsAt: T0 }, see({ phase: 'finished' }))).toEqual(planned());
  });
});
