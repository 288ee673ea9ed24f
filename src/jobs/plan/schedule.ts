import { isSuspended } from '../../brackets/registration.ts';
import { HOUR_MS } from '../../durations.ts';
import { present } from '../../present.ts';
import type { FeedRecord, Schedule } from './feed-record.ts';
import type { Act } from './acts.ts';
import type { Reading } from './reading.ts';

/** A start that moved by less is seen on the live post alone. */
const MOVED_MS = HOUR_MS;

type ScheduleReading = Pick<Reading, 'stage' | 'tournament'>;

/** Whether a tournament goes on as planned, and when it starts. A draft promises no time. */
export function scheduleIn({ stage, tournament }: ScheduleReading): Schedule {
  const state = stage === 'cancelled' ? 'canceled' : isSuspended(tournament) ? 'postponed' : 'planned';
  const isDraft = tournament.registration === 'draft';
  return { state, ...present({ startsAt: isDraft ? undefined : tournament.startsAt?.epochMs }) };
}

/** Whether a change is told by a post of its own: postponed, canceled, on again, or another start. */
function isNews(told: Schedule, now: Schedule, { stage }: ScheduleReading): boolean {
  if (stage === 'over') return false;
  if (now.state !== told.state) return true;
  if (now.state !== 'planned' || stage !== 'registration') return false;
  if (told.startsAt === undefined || now.startsAt === undefined) return false;
  return Math.abs(now.startsAt - told.startsAt) >= MOVED_MS;
}

/** The post that a tournament is postponed, canceled, or starts at another time: each once. Pure. */
export function scheduleActs({
  feed,
  reading,
}: {
  feed: Pick<FeedRecord, 'schedule'>;
  reading: ScheduleReading;
}): Act[] {
  const now = scheduleIn(reading);
  return feed.schedule !== undefined && isNews(feed.schedule, now, reading)
    ? [{ kind: 'schedule', schedule: now }]
    : [];
}

/** The feed with what needs no post; what was told last stays where the start moved by little, so that small moves add up. */
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
