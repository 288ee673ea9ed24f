import type { FeedRecord, PlannedEvent } from '../plan/feed-record.ts';
import { hashOf, type EventStep } from '../plan/event.ts';
import type { Channels, EventChange, Refused, ScheduledEvent } from '../../message/channels.ts';

/** The feed with another plan; `undefined` for none. */
function withEvent({ event: _before, ...feed }: FeedRecord, event: PlannedEvent | undefined): FeedRecord {
  return event === undefined ? feed : { ...feed, event };
}

interface EventWork {
  guildId: string;
  channels: Pick<Channels, 'createEvent' | 'editEvent' | 'eventStatus' | 'ownEvents'>;
  feed: () => FeedRecord;
  save: (feed: FeedRecord) => Promise<void>;
}

/**
 * Takes one step and returns why Discord refused it. Discord starts and ends external events on its own, so an event's status is read
 * before it is changed. Source: Discord, "Guild Scheduled Event", valid status transitions.
 */
export async function takeEventStep(step: EventStep, work: EventWork): Promise<Refused | undefined> {
  const { channels, feed, guildId, save } = work;
  const saveEvent = (event: PlannedEvent | undefined) => save(withEvent(feed(), event));
  if (step.kind === 'create') return createEvent(step, work, saveEvent);
  const find = async () =>
    step.kind === 'end' && step.event ? (await findEvent(step.event, work))?.id : undefined;
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
  const shows = step.kind === 'move' ? hashOf(step.event) : '';
  if (status !== 'scheduled' && status !== 'active') return { shows, status: 'refused' };
  return { eventId, shows, status: step.kind === 'start' ? 'active' : status };
}

const findEvent = async ({ name, startsAt }: ScheduledEvent, { channels, guildId }: EventWork) =>
  (await channels.ownEvents(guildId)).find((one) => one.name === name && one.startsAt === startsAt);

async function createEvent(
  { event, find }: Extract<EventStep, { kind: 'create' }>,
  work: EventWork,
  saveEvent: (event: PlannedEvent) => Promise<void>,
): Promise<Refused | undefined> {
  const mark = { shows: hashOf(event), status: 'scheduled' } as const;
  if (!find) await saveEvent(mark);
  // Discord takes no nonce for events: a kill right after it was made is found out by looking.
  const own = find ? await findEvent(event, work) : undefined;
  const outcome = own ?? (await work.channels.createEvent(work.guildId, event));
  if ('refused' in outcome) {
    await saveEvent({ ...mark, status: 'refused' });
    return outcome.refused;
  }
  await saveEvent({ ...mark, eventId: outcome.id });
  return undefined;
}
