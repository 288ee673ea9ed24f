import type { TournamentStage } from '../../brackets/tournament-stage.ts';
import { isSuspended } from '../../brackets/registration.ts';
import { scheduleOf } from '../../brackets/schedule.ts';
import { tournamentTitle } from '../../replies/format.ts';
import { sha256 } from '../../sha256.ts';
import { label } from '../../words/plain.ts';
import type { Translate } from '../../words/words.ts';
import type { ScheduledEvent } from '../../message/channels.ts';
import type { PlannedEvent } from './feed-record.ts';
import type { Followed, Reading } from './reading.ts';

/** One change of a scheduled event. `find`: it may already exist, with an unknown id. */
export type EventStep =
  | { kind: 'create'; event: ScheduledEvent; find: boolean }
  /** `isLater`: it moves to another start. */
  | { kind: 'move'; eventId: string; event: ScheduledEvent; isLater: boolean }
  | { kind: 'start'; eventId: string }
  | { kind: 'end'; eventId: string | undefined; event: ScheduledEvent | undefined };

/** `undefined` if there should be no event: it is off, the tournament is postponed, or its start or end is unknown. */
export function wantedEvent(
  { follow }: Pick<Followed, 'follow'>,
  { stage, tournament }: Pick<Reading, 'stage' | 'tournament'>,
  t: Translate,
): ScheduledEvent | undefined {
  const { start, end } = scheduleOf(tournament, follow.eventHours);
  if (!follow.topics.event || start === undefined || end === undefined) return undefined;
  if (stage === 'registration' && isSuspended(tournament)) return undefined;
  return {
    name: label(tournamentTitle(tournament, t), 100),
    startsAt: start,
    endsAt: end,
    location: label(t('feed.event.location'), 100),
    description: t('feed.event.description', { channel: `<#${follow.channelId}>` }),
  };
}

/** The hash is stored: reordering the fields in `wantedEvent` would update every event once. */
export const hashOf = (event: ScheduledEvent): string => sha256(JSON.stringify(event), 16);

/** The hash by which an event is found whose id is unknown. Its description names the channel: another follow has an event, too. */
export const attemptOf = ({
  name,
  description,
  startsAt,
}: Pick<ScheduledEvent, 'name' | 'description' | 'startsAt'>): string =>
  sha256(JSON.stringify([name, description, startsAt]), 16);

/** The next step for a scheduled event. Pure. */
export function eventStep(
  planned: PlannedEvent | undefined,
  event: ScheduledEvent | undefined,
  stage: TournamentStage,
  now: number,
): EventStep | undefined {
  const isAhead = event !== undefined && stage === 'registration' && event.startsAt > now;
  if (planned === undefined) return isAhead ? { kind: 'create', event, find: false } : undefined;
  const { eventId, status } = planned;
  if (event === undefined) return { kind: 'end', eventId: status === 'refused' ? undefined : eventId, event };
  if (status === 'refused') return undefined;
  if (stage === 'cancelled' || stage === 'over') return { kind: 'end', eventId, event };
  if (eventId === undefined) return isAhead ? { kind: 'create', event, find: true } : undefined;
  const isLater = isAhead && planned.startsAt !== event.startsAt;
  // Discord refuses a new start for a running event: it is ended, and the next reading plans a new one.
  if (status === 'active') return isLater ? { kind: 'end', eventId, event } : undefined;
  if (stage === 'running') return { kind: 'start', eventId };
  return isAhead && hashOf(event) !== planned.shows ? { kind: 'move', eventId, event, isLater } : undefined;
}
