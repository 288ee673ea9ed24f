import { isSuspended } from '../../brackets/registration.ts';
import { HOUR_MS } from '../../durations.ts';
import { present } from '../../present.ts';
import type { FeedRecord, Schedule } from './feed-record.ts';
import type { Act } from './acts.ts';
import { pendingOf } from './pending.ts';
import type { Reading } from './reading.ts';

/** A start that moved by less only changes the live post. */
export const MOVED_MS = HOUR_MS;

type ScheduleReading = Pick<Reading, 'stage' | 'tournament'>;

/** Whether a tournament goes on as planned, and when it starts. A draft's time does not count. */
export function scheduleIn({ stage, tournament }: ScheduleReading): Schedule {
  const state = stage === 'cancelled' ? 'canceled' : isSuspended(tournament) ? 'postponed' : 'planned';
  const startsAt = tournament.registration === 'draft' ? undefined : tournament.startsAt;
  const isDay = startsAt?.precision === 'day' || undefined;
  return { state, ...present({ startsAt: startsAt?.epochMs, isDay }) };
}

/** Whether a change needs a post: postponed, canceled, resumed, or another start. */
function isNews(told: Schedule, now: Schedule, { stage }: ScheduleReading): boolean {
  if (stage === 'over') return false;
  if (now.state !== told.state) return true;
  if (now.state !== 'planned' || stage !== 'registration') return false;
  if (told.startsAt === undefined || now.startsAt === undefined) return false;
  return Math.abs(now.startsAt - told.startsAt) >= MOVED_MS;
}

/** Whether a post should mention the earlier state: a past time says nothing about a tournament that does not start. */
const mattersBefore = (told: Schedule, { state }: Schedule, now: number): boolean =>
  state === 'planned' || (told.state === 'planned' && (told.startsAt ?? 0) > now);

/**
 * The post that the tournament is postponed, canceled, or starts at another time, each once; and strikes the one before, which no
 * longer holds. Pure.
 */
export function scheduleActs({
  feed,
  now,
  reading,
}: {
  feed: Pick<FeedRecord, 'pending' | 'schedule' | 'plans'>;
  now: number;
  reading: ScheduleReading;
}): Act[] {
  const schedule = scheduleIn(reading);
  const { plans = [], schedule: told } = feed;
  const isNew = told !== undefined && isNews(told, schedule, reading);
  const before = isNew && mattersBefore(told, schedule, now) ? told : undefined;
  // A tournament that has begun does not start again.
  const said = reading.stage === 'registration' ? schedule : { state: schedule.state };
  const overtaken = isNew ? plans : plans.slice(0, -1);
  // One that may have been sent is sent again as it was; another waits until that is known.
  const [pending] = pendingOf(feed, 'schedule');
  const waits = pending !== undefined && pending.schedule.state !== said.state;
  const post = pending ?? ({ kind: 'schedule', schedule: said, ...present({ before }) } as const);
  return [
    ...(isNew && !waits ? [post] : []),
    ...overtaken.map(({ messageId }): Act => ({ kind: 'strike-plan', messageId })),
  ];
}

/** The feed with changes that need no post. After a small move, the last posted start stays, so that small moves add up. */
export function withSchedule(feed: FeedRecord, reading: ScheduleReading): FeedRecord {
  const now = scheduleIn(reading);
  const { schedule: told } = feed;
  if (
    told !== undefined &&
    (isNews(told, now, reading) || (told.state === now.state && told.startsAt !== undefined))
  )
    return feed;
  return { ...feed, schedule: now };
}
