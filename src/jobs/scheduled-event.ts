import { scheduleOf } from '../brackets/schedule.ts';
import { present } from '../present.ts';
import { tournamentTitle } from '../replies/format.ts';
import { sha256 } from '../store/sha256.ts';
import { label } from '../words/plain.ts';
import type { PlannedEvent } from './feeds.ts';
import type { EventChange, Refused, ScheduledEvent } from './ports.ts';
import type { Poster } from './poster.ts';
import type { Turn, Work } from './work.ts';

/** Keeps a tournament's scheduled event up to date, and switches it off where Discord refuses it. */
export async function planEvent(turn: Turn, poster: Poster, work: Work): Promise<void> {
  const { followId, guildId, reading } = turn;
  const { guilds, t } = work;
  if ((await keepEvent(turn, poster, work)) === undefined) return;
  await guilds.follows.change(guildId, followId, (follow) => ({
    ...follow,
    topics: { ...follow.topics, event: false },
  }));
  await guilds.note(guildId, t('feed.audit.eventOff', { tournament: eventName(reading, t) }));
}

const eventName = ({ tournament }: Turn['reading'], t: Work['t']): string =>
  label(tournamentTitle(tournament, t), 100);

/** `undefined` where there is to be none: it is off, the platform does not say when it starts, or nobody when it ends. */
function wantedEvent({ follow, reading }: Turn, t: Work['t']): ScheduledEvent | undefined {
  const { start, end } = scheduleOf(reading.tournament, follow.eventHours);
  if (!follow.topics.event || start === undefined || end === undefined) return undefined;
  return {
    name: eventName(reading, t),
    startsAt: start,
    endsAt: end,
    location: label(t('feed.event.location'), 100),
    description: t('feed.event.description', { channel: `<#${follow.channelId}>` }),
  };
}

/** Hashes are stored: another order of the fields in `wantedEvent` would move every event once. */
const hashOf = (event: ScheduledEvent): string => sha256(JSON.stringify(event)).slice(0, 16);

/** Stores what is planned, before and after Discord is asked; `undefined` for nothing any more. */
async function savePlan(event: PlannedEvent | undefined, poster: Poster): Promise<void> {
  const { event: _before, ...feed } = poster.feed();
  await poster.save({ ...feed, ...present({ event }) });
}

/** Makes, moves, starts or ends it: one step a reading. Gives why Discord refused. */
async function keepEvent(turn: Turn, poster: Poster, work: Work): Promise<Refused | undefined> {
  const { stage } = turn.reading;
  const now = work.now();
  const wanted = wantedEvent(turn, work.t);
  const planned = poster.feed().event;
  if (planned?.status === 'ended') return undefined;
  if (planned?.eventId === undefined) {
    const isAhead = wanted !== undefined && stage === 'registration' && wanted.startsAt > now;
    return isAhead ? createEvent(wanted, turn, poster, work) : undefined;
  }
  const { eventId, status } = planned;
  const move = async (
    change: EventChange,
    after: Partial<PlannedEvent> | undefined,
  ): Promise<Refused | undefined> => {
    const sent = await work.channels.editEvent(turn.guildId, eventId, change);
    // An event that somebody deleted is not made again.
    const next = 'refused' in sent ? { status: 'ended' as const } : after;
    await savePlan(next && { ...planned, ...next }, poster);
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

async function createEvent(
  wanted: ScheduledEvent,
  { guildId }: Turn,
  poster: Poster,
  { channels }: Work,
): Promise<Refused | undefined> {
  const mark = { shows: hashOf(wanted), status: 'scheduled' } as const;
  const isFirst = poster.feed().event === undefined;
  if (isFirst) await savePlan(mark, poster);
  // Discord takes no nonce for events: a kill right after it was made is found out by looking.
  const own = isFirst ? [] : await channels.ownEvents(guildId);
  const found = own.find(({ name, startsAt }) => name === wanted.name && startsAt === wanted.startsAt);
  const sent = found ?? (await channels.createEvent(guildId, wanted));
  await savePlan('refused' in sent ? { ...mark, status: 'ended' } : { ...mark, eventId: sent.id }, poster);
  return 'refused' in sent ? sent.refused : undefined;
}
