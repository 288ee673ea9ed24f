import { hasEnded } from '../brackets/night.ts';
import { present } from '../present.ts';
import { tournamentTitle } from '../replies/format.ts';
import { label } from '../words/plain.ts';
import { baseline, changesOf } from './changes.ts';
import type { FeedRecord } from './feed-record.ts';
import { feedKeyOf } from './feeds.ts';
import type { Refused } from './ports.ts';
import { createPoster, RefusedError, type Poster } from './poster.ts';
import { eventTimes, keepEvent } from './scheduled-event.ts';
import { tellCall, tellOverdue } from './tell-calls.ts';
import { showLive } from './tell-live.ts';
import { tellResults } from './tell-results.ts';
import type { Turn, TurnDeps } from './turn.ts';

/** Discord takes about one a second. The others come with the next reading, so that results need not wait for them. */
const CALLS_AT_ONCE = 20;
/** How long corrections are still told after the end. */
const AFTERMATH_MS = 6 * 60 * 60_000;

/**
 * Tells a channel what it was not told yet. Gives why it is to be told nothing more, where that is so. Throws
 * `NotOwnerError`, `StoreError`, and what is thrown where Discord does not answer: the next reading goes on from there.
 */
export async function takeTurn(turn: Turn, deps: TurnDeps): Promise<Refused | 'over' | undefined> {
  const { epoch, follow, followId, guildId, reading } = turn;
  const { channels, feeds, now } = deps;
  const key = feedKeyOf({ guildId, followId });
  const isOwner = () => deps.isOwner(epoch);
  const make = () => ({ readAt: reading.resultsAt, matches: baseline(reading) });
  const poster = createPoster(key, await feeds.open(key, epoch, { isOwner, make }), {
    channels,
    feeds,
    isOwner,
    now,
    onPost: ({ kind }, channelId) => deps.onPost({ kind, guildId, channelId, reading }),
  });
  try {
    await poster.settle();
    const changes = changesOf(poster.feed(), reading, now());
    if (poster.feed().live === undefined) await showLive(turn, poster, deps);
    await tellResults(turn, changes, poster, deps);
    if (follow.topics.calls) {
      for (const call of changes.calls.slice(0, CALLS_AT_ONCE)) await tellCall(turn, call, poster, deps);
      await tellOverdue(turn, changes, poster, deps);
    }
    await showLive(turn, poster, deps);
    await planEvent(turn, poster, deps);
    return await finish(turn, poster, deps);
  } catch (error) {
    if (error instanceof RefusedError) return error.reason;
    throw error;
  }
}

async function planEvent(
  { follow, followId, guildId, reading }: Turn,
  poster: Poster,
  { channels, dropEvent, note, now, t }: TurnDeps,
): Promise<void> {
  const { topics, channelId } = follow;
  const { stage, tournament } = reading;
  const times = topics.event ? eventTimes(reading, follow) : undefined;
  const name = label(tournamentTitle(tournament, t), 100);
  const refused = await keepEvent({
    guildId,
    planned: poster.feed().event,
    wanted: times && {
      name,
      ...times,
      location: label(t('feed.event.location'), 100),
      description: t('feed.event.description', { channel: `<#${channelId}>` }),
    },
    stage,
    now: now(),
    channels,
    async save(planned) {
      const { event: _before, ...feed } = poster.feed();
      await poster.save({ ...feed, ...present({ event: planned }) });
    },
  });
  if (refused === undefined) return;
  await dropEvent(guildId, followId);
  await note(guildId, t('feed.audit.eventOff', { tournament: name }));
}

/** Notes the reading. A tournament that has been over for a while is followed no more. */
async function finish(
  { reading }: Turn,
  poster: Poster,
  { now }: TurnDeps,
): Promise<Refused | 'over' | undefined> {
  const { overAt, ...feed } = poster.feed();
  const isOver = hasEnded(reading.stage);
  const next: FeedRecord = {
    ...feed,
    readAt: reading.resultsAt,
    ...(isOver && { overAt: overAt ?? now() }),
  };
  await poster.save(next);
  return isOver && next.overAt !== undefined && now() - next.overAt >= AFTERMATH_MS ? 'over' : undefined;
}
