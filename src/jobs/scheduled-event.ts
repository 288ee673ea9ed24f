import type { NightStage } from '../brackets/night.ts';
import { scheduleOf } from '../brackets/schedule.ts';
import type { Follow } from '../guilds/follows.ts';
import type { FeedRecord } from './feed-record.ts';
import type { Reading } from './changes.ts';
import type { Channels, Refused, ScheduledEvent } from './ports.ts';
import { sha256 } from '../store/sha256.ts';

type Planned = NonNullable<FeedRecord['event']>;

/** Its times; `undefined` where the platform does not say when it starts, or nobody when it ends. */
export function eventTimes(
  { tournament }: Reading,
  { eventHours }: Pick<Follow, 'eventHours'>,
): Pick<ScheduledEvent, 'startsAt' | 'endsAt'> | undefined {
  const { start, end } = scheduleOf(tournament, eventHours);
  return start === undefined || end === undefined ? undefined : { startsAt: start, endsAt: end };
}

interface Step {
  guildId: string;
  planned: Planned | undefined;
  /** `undefined` where there is to be none. */
  wanted: ScheduledEvent | undefined;
  stage: NightStage;
  now: number;
  channels: Channels;
  /** Stores what is planned, before and after Discord is asked; `undefined` for nothing any more. */
  save: (planned: Planned | undefined) => Promise<void>;
}

const hashOf = (event: ScheduledEvent): string => sha256(JSON.stringify(event)).slice(0, 16);

/** Makes, moves, starts and ends a tournament's scheduled event, a step a reading. Gives why Discord refused one. */
export async function keepEvent(step: Step): Promise<Refused | undefined> {
  const { channels, guildId, now, planned, save, stage, wanted } = step;
  if (planned?.status === 'ended') return undefined;
  if (planned?.eventId === undefined) {
    const isAhead = wanted !== undefined && stage === 'registration' && wanted.startsAt > now;
    return isAhead ? create(step, wanted) : undefined;
  }
  const { eventId, status } = planned;
  const move = async (
    change: Parameters<Channels['editEvent']>[2],
    after: Partial<Planned> | undefined,
  ): Promise<Refused | undefined> => {
    const sent = await channels.editEvent(guildId, eventId, change);
    // Whoever deleted it wants none.
    const next = 'refused' in sent ? { status: 'ended' as const } : after;
    await save(next && { ...planned, ...next });
    return 'refused' in sent && sent.refused !== 'post-gone' ? sent.refused : undefined;
  };
  const end = { status: status === 'active' ? ('completed' as const) : ('canceled' as const) };
  if (wanted === undefined) return move(end, undefined);
  if (stage === 'cancelled') return move(end, { status: 'ended' });
  if (status === 'scheduled' && stage !== 'registration')
    return move({ status: 'active' }, { status: 'active' });
  if (status === 'active' && stage === 'over') return move({ status: 'completed' }, { status: 'ended' });
  const shows = hashOf(wanted);
  const isMoved = status === 'scheduled' && shows !== planned.shows && wanted.startsAt > now;
  return isMoved ? move(wanted, { shows }) : undefined;
}

async function create(
  { channels, guildId, planned, save }: Step,
  wanted: ScheduledEvent,
): Promise<Refused | undefined> {
  const shows = hashOf(wanted);
  const mark = { shows, status: 'scheduled' } as const;
  if (planned === undefined) await save(mark);
  // Discord takes no nonce for events: a kill right after it was made is found out by looking.
  const own = planned === undefined ? [] : await channels.ownEvents(guildId);
  const found = own.find(({ name, startsAt }) => name === wanted.name && startsAt === wanted.startsAt);
  const sent = found ?? (await channels.createEvent(guildId, wanted));
  await save('refused' in sent ? { ...mark, status: 'ended' } : { ...mark, eventId: sent.id });
  return 'refused' in sent ? sent.refused : undefined;
}
