import { createHash } from 'node:crypto';
import { registrationOf } from '../brackets/registration.ts';
import { resultName } from '../brackets/results.ts';
import type { Follow } from '../guilds/follows.ts';
import type { GuildSettings } from '../guilds/settings.ts';
import { tournamentTitle } from '../replies/format.ts';
import { callPost, livePost, overduePost, resultsPost } from '../replies/feed.ts';
import { label } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  baseline,
  changesOf,
  noteResults,
  type Changes,
  type KeyedMatch,
  type Reading,
  type ResultChange,
} from './changes.ts';
import type { FeedRecord, Telling } from './feed-record.ts';
import type { Feeds } from './feeds.ts';
import type { Channels, DrawBracket, Refused } from './ports.ts';
import { createPoster, RefusedError, type Poster } from './poster.ts';
import type { ReachPlayers } from './reach-players.ts';
import { eventTimes, keepEvent } from './scheduled-event.ts';

/** An edit of the live post comes no sooner after the last one. */
const EDIT_MS = 30_000;
/** Results of a longer time without a reading come as a digest that says so. */
const GAP_MS = 2 * 60_000;
/** How long corrections are still told after the end. */
const AFTERMATH_MS = 6 * 60 * 60_000;

export interface TurnDeps {
  channels: Channels;
  feeds: Feeds;
  isOwner: (epoch: number) => Promise<boolean>;
  drawBracket: DrawBracket;
  reachPlayers: ReachPlayers;
  settings: (guildId: string) => Promise<GuildSettings>;
  /** Whether a channel was told a result by whoever reported it. Throws `StoreError`. */
  isAnnounced: (channelId: string, result: string) => Promise<boolean>;
  /** One line for the organizers. */
  note: (guildId: string, text: string) => Promise<void>;
  /** Switches the scheduled event of a follow off. */
  dropEvent: (guildId: string, followId: string) => Promise<void>;
  onPost: (post: { kind: Telling['kind']; guildId: string; channelId: string; reading: Reading }) => void;
  now: () => number;
  t: Translate;
}

/** One channel's turn with a new reading. */
export interface Turn {
  guildId: string;
  followId: string;
  follow: Follow;
  /** Whether results go to the server's results channel from here: another channel may follow the same tournament. */
  isFirst: boolean;
  reading: Reading;
  epoch: number;
}

/**
 * Tells a channel what it was not told yet. Gives why it is to be told nothing more, where that is so. Throws
 * `NotOwnerError`, `StoreError`, and what is thrown where Discord does not answer: the next reading goes on from there.
 */
export async function takeTurn(turn: Turn, deps: TurnDeps): Promise<Refused | 'over' | undefined> {
  const { epoch, follow, followId, guildId, reading } = turn;
  const { channels, feeds, now } = deps;
  const key = `${guildId}:${followId}`;
  const opened = await feeds.open(key, epoch, () => ({ readAt: reading.readAt, matches: baseline(reading) }));
  const poster = createPoster(key, opened, {
    channels,
    feeds,
    isOwner: () => deps.isOwner(epoch),
    now,
    onPost: ({ kind }, channelId) => deps.onPost({ kind, guildId, channelId, reading }),
  });
  try {
    await poster.settle();
    const changes = changesOf(poster.feed(), reading, now());
    if (poster.feed().live === undefined) await showLive(turn, changes, poster, deps);
    await tellResults(turn, changes, poster, deps);
    if (follow.topics.calls) {
      for (const call of changes.calls) await tellCall(turn, call, poster, deps);
      await tellOverdue(turn, changes, poster, deps);
    }
    await showLive(turn, changes, poster, deps);
    await planEvent(turn, changes, poster, deps);
    return await finish(turn, changes, poster, deps);
  } catch (error) {
    if (error instanceof RefusedError) return error.reason;
    throw error;
  }
}

/** Whatever the live post shows of a reading; `registrationOf` changes with the time alone. */
const hashOf = ({ tournament, bracket }: Reading, { stage }: Changes, now: number): string =>
  createHash('sha256')
    .update(JSON.stringify([stage, registrationOf(tournament, now), tournament, bracket]))
    .digest('base64url')
    .slice(0, 22);

async function showLive(
  { follow, reading }: Turn,
  changes: Changes,
  poster: Poster,
  { drawBracket, now, t }: TurnDeps,
): Promise<void> {
  const { live } = poster.feed();
  const shows = hashOf(reading, changes, now());
  if (live?.shows === shows) return;
  // A clock that was set back does not hold it up.
  if (live !== undefined && Math.abs(now() - live.editedAt) < EDIT_MS && live.shows !== '') return;
  const { tournament, bracket } = reading;
  const { stage } = changes;
  const isDrawn = bracket !== undefined && (stage === 'running' || stage === 'over');
  const picture = isDrawn ? await drawBracket({ bracket, name: tournamentTitle(tournament, t) }) : undefined;
  const post = livePost({ stage, tournament, bracket, picture, now: now() }, t);
  if (live === undefined) {
    await poster.tell({ kind: 'live' }, follow.channelId, post);
    const made = poster.feed();
    if (made.live) await poster.save({ ...made, live: { ...made.live, shows } });
  } else await poster.edit(follow.channelId, shows, post);
}

/** Of a post that may have been made, the same is told again first, so that Discord takes it for the same. */
function batches<T>(all: readonly T[], isPending: (one: T) => boolean): T[][] {
  const [pending, others] = [all.filter(isPending), all.filter((one) => !isPending(one))];
  return [pending, others].filter((batch) => batch.length > 0);
}

/** Notes results that this channel need not be told. */
async function passOver(results: readonly ResultChange[], poster: Poster): Promise<void> {
  const feed = poster.feed();
  if (results.length > 0) await poster.save({ ...feed, matches: noteResults(feed.matches, results) });
}

async function tellResults(
  { follow, guildId, isFirst, reading }: Turn,
  { results: all }: Changes,
  poster: Poster,
  { isAnnounced, note, settings, t }: TurnDeps,
): Promise<void> {
  const { resultsChannelId = follow.channelId } = await settings(guildId);
  const isElsewhere = resultsChannelId !== follow.channelId;
  if (!follow.topics.results || (isElsewhere && !isFirst)) return passOver(all, poster);
  const announced = new Set<ResultChange>();
  for (const one of all) {
    const { scores } = one.outcome;
    if (scores && (await isAnnounced(resultsChannelId, resultName(one.match, scores)))) announced.add(one);
  }
  await passOver([...announced], poster);
  const { overAt, pending, readAt } = poster.feed();
  const waits = pending?.telling.kind === 'results' ? pending.telling.results : [];
  const isWaiting = ({ key, result }: ResultChange): boolean =>
    waits.some((one) => one.key === key && one.result === result);
  const isGap = overAt === undefined && reading.readAt - readAt > GAP_MS;
  const gap = isGap ? { from: readAt, to: reading.readAt } : undefined;
  const open = all.filter((one) => !announced.has(one));
  for (const results of batches(open, isWaiting)) {
    const telling: Telling = {
      kind: 'results',
      results: results.map(({ key, result }) => ({ key, result })),
    };
    const post = resultsPost({ tournament: reading.tournament, results, gap }, t);
    try {
      await poster.tell(telling, resultsChannelId, post);
    } catch (error) {
      if (!(error instanceof RefusedError) || !isElsewhere) throw error;
      await note(guildId, t('feed.audit.resultsElsewhere', { channel: `<#${resultsChannelId}>` }));
      await poster.tell(telling, follow.channelId, post);
    }
  }
}

async function tellCall(
  { follow, guildId, reading }: Turn,
  call: KeyedMatch,
  poster: Poster,
  { reachPlayers, t }: TurnDeps,
): Promise<void> {
  const { tournament } = reading;
  const { match } = call;
  const direct = callPost({ match, tournament, members: [undefined, undefined] }, t);
  const members = await reachPlayers({ guildId, tournamentId: tournament.id, call, direct });
  await poster.tell(
    { kind: 'call', keys: [call.key] },
    follow.channelId,
    callPost({ match, tournament, members }, t),
  );
}

async function tellOverdue(
  { follow, guildId, reading }: Turn,
  changes: Changes,
  poster: Poster,
  { settings, t }: TurnDeps,
): Promise<void> {
  const { pending } = poster.feed();
  const waits = pending?.telling.kind === 'overdue' ? pending.telling.keys : [];
  const { logChannelId, organizerRoleId: roleId } = await settings(guildId);
  for (const batch of batches(changes.overdue, ({ key }) => waits.includes(key))) {
    const post = overduePost(
      {
        tournament: reading.tournament,
        matches: batch.map(({ match }) => match),
        roleId,
        channelId: follow.channelId,
      },
      t,
    );
    const telling: Telling = { kind: 'overdue', keys: batch.map(({ key }) => key) };
    try {
      await poster.tell(telling, logChannelId ?? follow.channelId, post);
    } catch (error) {
      if (!(error instanceof RefusedError) || logChannelId === undefined) throw error;
      await poster.tell(telling, follow.channelId, post);
    }
  }
}

async function planEvent(
  { follow, followId, guildId, reading }: Turn,
  { stage }: Changes,
  poster: Poster,
  { channels, dropEvent, note, now, t }: TurnDeps,
): Promise<void> {
  const { topics, channelId } = follow;
  const { tournament } = reading;
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
      await poster.save({ ...feed, ...(planned && { event: planned }) });
    },
  });
  if (refused === undefined) return;
  await dropEvent(guildId, followId);
  await note(guildId, t('feed.audit.eventOff', { tournament: name }));
}

/** Notes the reading. A tournament that has been over for a while is followed no more. */
async function finish(
  { reading }: Turn,
  { stage }: Changes,
  poster: Poster,
  { now }: TurnDeps,
): Promise<Refused | 'over' | undefined> {
  const { overAt, ...feed } = poster.feed();
  const isOver = stage === 'over' || stage === 'cancelled';
  const next: FeedRecord = {
    ...feed,
    readAt: reading.readAt,
    ...(isOver && { overAt: overAt ?? now() }),
  };
  await poster.save(next);
  return isOver && next.overAt !== undefined && now() - next.overAt >= AFTERMATH_MS ? 'over' : undefined;
}
