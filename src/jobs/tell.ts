import { shownBracket } from '../brackets/night.ts';
import { resultName } from '../brackets/results.ts';
import { callPost, livePost, overduePost, resultsPost } from '../replies/feed.ts';
import { tournamentTitle } from '../replies/format.ts';
import type { Post } from '../words/reply.ts';
import { noteResults, type KeyedMatch, type ResultChange } from './changes.ts';
import type { Telling } from './feeds.ts';
import { RefusedError, type Poster } from './poster.ts';
import { reachPlayers } from './reach-players.ts';
import type { Turn, Work } from './work.ts';

// Everything here throws as the poster does.

/** The least time between two edits of the live post. */
const EDIT_MS = 30_000;
/** After a longer time without a reading, results come as a digest that says so. */
const GAP_MS = 2 * 60_000;

/** Makes the live post, or edits it where it shows something else. */
export async function showLive(
  { follow, reading }: Turn,
  poster: Poster,
  { drawBracket, now, t }: Work,
): Promise<void> {
  const { live } = poster.feed();
  const { bracket, shows, stage, tournament } = reading;
  if (live?.shows === shows) return;
  // The distance, so that a clock that was set back delays no edit.
  if (live !== undefined && Math.abs(now() - live.editedAt) < EDIT_MS && live.shows !== '') return;
  const shown = shownBracket(stage, bracket);
  const picture = shown && (await drawBracket({ bracket: shown, name: tournamentTitle(tournament, t) }));
  const post = livePost({ stage, tournament, bracket, picture, now: now() }, t);
  if (live !== undefined) return poster.edit(follow.channelId, shows, post);
  await poster.tell({ kind: 'live' }, follow.channelId, post);
  const made = poster.feed();
  if (made.live) await poster.save({ ...made, live: { ...made.live, shows } });
}

/** Calls two players. */
export async function tellCall(turn: Turn, call: KeyedMatch, poster: Poster, work: Work): Promise<void> {
  const { now, t } = work;
  const { tournament } = turn.reading;
  const { key, match } = call;
  const direct = callPost({ match, tournament, members: 'direct', now: now() }, t);
  const members = await reachPlayers(turn, call, direct, work);
  const post = callPost({ match, tournament, members, now: now() }, t);
  await poster.tell({ kind: 'call', keys: [key] }, turn.follow.channelId, post);
}

/** Where a post may have been made, the same comes first and by itself, so that Discord takes it for the same post. */
function batches<T>(all: readonly T[], isPending: (one: T) => boolean): T[][] {
  const [pending, others] = [all.filter(isPending), all.filter((one) => !isPending(one))];
  return [pending, others].filter((batch) => batch.length > 0);
}

interface Places {
  channelId: string;
  /** The tournament's own, where the other refuses. */
  otherwise: string;
  onRefused?: () => Promise<void>;
}

async function tellIn(
  { channelId, otherwise, onRefused }: Places,
  telling: Telling,
  post: Post,
  poster: Poster,
): Promise<void> {
  try {
    await poster.tell(telling, channelId, post);
  } catch (error) {
    if (!(error instanceof RefusedError) || channelId === otherwise) throw error;
    await onRefused?.();
    await poster.tell(telling, otherwise, post);
  }
}

/** Tells the organizers of all matches that nobody reports. */
export async function tellOverdue(
  { follow: { channelId }, guildId, reading: { tournament } }: Turn,
  overdue: readonly KeyedMatch[],
  poster: Poster,
  { guilds, t }: Work,
): Promise<void> {
  const { pending } = poster.feed();
  const waits = pending?.telling.kind === 'overdue' ? pending.telling.keys : [];
  const { logChannelId = channelId, organizerRoleId: roleId } = await guilds.settings.recent(guildId);
  for (const batch of batches(overdue, ({ key }) => waits.includes(key))) {
    const matches = batch.map(({ match }) => match);
    await tellIn(
      { channelId: logChannelId, otherwise: channelId },
      { kind: 'overdue', keys: batch.map(({ key }) => key) },
      overduePost({ tournament, matches, roleId, channelId }, t),
      poster,
    );
  }
}

/** Notes results that this channel need not be told. */
async function passOver(results: readonly ResultChange[], poster: Poster): Promise<void> {
  const feed = poster.feed();
  if (results.length > 0) await poster.save({ ...feed, matches: noteResults(feed.matches, results) });
}

/** Tells all new results in one post. */
export async function tellResults(
  { follow, guildId, isFirst, reading }: Turn,
  all: readonly ResultChange[],
  poster: Poster,
  { guilds, t }: Work,
): Promise<void> {
  const { resultsChannelId: shared } = await guilds.settings.recent(guildId);
  const channelId = shared ?? follow.channelId;
  if (!follow.topics.results || (shared !== undefined && !isFirst)) return passOver(all, poster);
  const announced: ResultChange[] = [];
  const open: ResultChange[] = [];
  for (const one of all) {
    const { scores } = one.outcome;
    const isAnnounced = scores && (await guilds.announced.has(channelId, resultName(one.match, scores)));
    (isAnnounced ? announced : open).push(one);
  }
  await passOver(announced, poster);
  const { overAt, pending, readAt } = poster.feed();
  const waits = pending?.telling.kind === 'results' ? pending.telling.results : [];
  const isWaiting = ({ key, result }: ResultChange): boolean =>
    waits.some((one) => one.key === key && one.result === result);
  const isGap = overAt === undefined && reading.resultsAt - readAt > GAP_MS;
  const gap = isGap ? { from: readAt, to: reading.resultsAt } : undefined;
  const onRefused = () =>
    guilds.note(guildId, t('feed.audit.resultsElsewhere', { channel: `<#${channelId}>` }));
  for (const results of batches(open, isWaiting)) {
    await tellIn(
      { channelId, otherwise: follow.channelId, onRefused },
      { kind: 'results', results: results.map(({ key, result }) => ({ key, result })) },
      resultsPost({ tournament: reading.tournament, results, gap }, t),
      poster,
    );
  }
}
