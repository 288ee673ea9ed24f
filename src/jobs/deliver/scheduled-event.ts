import { present } from '../../present.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import type { Act } from '../plan/acts.ts';
import { attemptOf, hashOf, type EventStep } from '../plan/event.ts';
import type { FeedRecord, PlannedEvent } from '../plan/feed-record.ts';
import type { Delivery } from './delivery.ts';
import type { Deliver } from './messages.ts';
import type { Channels, EventChange, Refused, ScheduledEvent } from '../../message/channels.ts';

/** The feed with another planned event; `undefined` for none. */
function withEvent({ event: _before, ...feed }: FeedRecord, event: PlannedEvent | undefined): FeedRecord {
  return event === undefined ? feed : { ...feed, event };
}

interface EventWork {
  guildId: string;
  channels: Pick<Channels, 'createEvent' | 'editEvent' | 'eventStatus' | 'ownEvents'>;
  /** As stored before. */
  planned: PlannedEvent | undefined;
  saveEvent: (event: PlannedEvent | undefined) => Promise<void>;
}

/** Creates, changes or ends the scheduled event of a follow. */
export const changeEvent: Deliver<Extract<Act, { kind: 'event' }>> = async ({ step }, delivery) => {
  const { feed, turn, work } = delivery;
  const refused = await takeEventStep(step, {
    guildId: turn.guildId,
    channels: work.channels,
    planned: feed.record().event,
    saveEvent: (event) => feed.save(withEvent(feed.record(), event)),
  });
  if (refused !== undefined) await switchEventOff(refused, delivery);
};

/** Discord refused a scheduled event: it is off until an organizer switches it on again. */
async function switchEventOff(refused: Refused, { turn, work }: Delivery): Promise<void> {
  const { followId, guildId } = turn;
  const { guilds, mention, t } = work;
  await guilds.follows.change(guildId, followId, (follow) => ({
    ...follow,
    topics: { ...follow.topics, event: false },
  }));
  const tournament = tournamentMarkup(turn.reading.tournament, t);
  const why = refused === 'forbidden' ? 'eventForbidden' : 'eventRefused';
  await guilds.note(guildId, t(`feed.audit.${why}`, { tournament, follow: mention('follow') }));
}

/**
 * Takes one step and returns why Discord refused it. Discord starts and ends external events on its own, so an event's status is
 * read before it is changed. Source: Discord, "Guild Scheduled Event", valid status transitions.
 */
async function takeEventStep(step: EventStep, work: EventWork): Promise<Refused | undefined> {
  const { channels, guildId, saveEvent } = work;
  if (step.kind === 'create') return createEvent(step, work);
  const find = async () => (step.kind === 'end' ? findEvent(step.event, work) : undefined);
  const eventId = step.eventId ?? (await find());
  if (eventId === undefined) {
    await saveEvent(undefined);
    return undefined;
  }
  const status = await channels.eventStatus(guildId, eventId);
  const change = changeFor(step, status);
  if (change !== undefined) {
    const outcome = await channels.editEvent(guildId, eventId, change);
    if ('refused' in outcome && outcome.refused !== 'post-gone') {
      await saveEvent({ shows: '', status: 'refused' });
      return outcome.refused;
    }
  }
  await saveEvent(plannedAfter(step, eventId, status));
  return undefined;
}

function changeFor(step: Exclude<EventStep, { kind: 'create' }>, status: string): EventChange | undefined {
  switch (step.kind) {
    case 'move':
      return status === 'scheduled' ? step.event : undefined;
    case 'start':
      return status === 'scheduled' ? { status: 'active' } : undefined;
    case 'end':
      if (status === 'scheduled') return { status: 'canceled' };
      return status === 'active' ? { status: 'completed' } : undefined;
  }
}

/** The stored event after a step: one that a person ended or deleted is not created again. */
function plannedAfter(
  step: Exclude<EventStep, { kind: 'create' }>,
  eventId: string,
  status: string,
): PlannedEvent | undefined {
  if (step.kind === 'end') return undefined;
  // Discord ended it at its time, and the tournament starts at another one.
  if (step.kind === 'move' && step.isLater && status === 'completed') return undefined;
  const shows = step.kind === 'move' ? hashOf(step.event) : '';
  if (status !== 'scheduled' && status !== 'active') return { shows, status: 'refused' };
  const isOld = step.kind === 'start' || (step.isLater && status === 'active');
  return {
    eventId,
    shows,
    status: step.kind === 'start' ? 'active' : status,
    ...present({ startsAt: isOld ? undefined : step.event.startsAt }),
  };
}

/** The id of an event that may have been created: as it was attempted, even if it should be another by now. */
async function findEvent(
  event: ScheduledEvent | undefined,
  { channels, guildId, planned }: EventWork,
): Promise<string | undefined> {
  const attempt = planned?.attempt ?? (event && attemptOf(event));
  if (attempt === undefined) return undefined;
  return (await channels.ownEvents(guildId)).find((one) => attemptOf(one) === attempt)?.id;
}

async function createEvent(
  { event, find }: Extract<EventStep, { kind: 'create' }>,
  work: EventWork,
): Promise<Refused | undefined> {
  const { planned, saveEvent } = work;
  const mark = { shows: hashOf(event), startsAt: event.startsAt, status: 'scheduled' } as const;
  // Discord takes no nonce for events: after a kill, the bot searches for the event.
  const foundId = find ? await findEvent(event, work) : undefined;
  if (foundId !== undefined) {
    // The next turn moves it if it should be another by now.
    const { attempt: _found, ...before }: PlannedEvent = planned ?? mark;
    await saveEvent({ ...before, eventId: foundId });
    return undefined;
  }
  await saveEvent({ ...mark, attempt: attemptOf(event) });
  const outcome = await work.channels.createEvent(work.guildId, event);
  if ('refused' in outcome) {
    await saveEvent({ ...mark, status: 'refused' });
    return outcome.refused;
  }
  await saveEvent({ ...mark, eventId: outcome.id });
  return undefined;
}
