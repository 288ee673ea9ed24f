import { resultName } from '../brackets/results.ts';
import { resultsPost } from '../replies/feed.ts';
import { noteResults, type Changes, type ResultChange } from './changes.ts';
import type { Telling } from './feed-record.ts';
import { RefusedError, type Poster } from './poster.ts';
import { batches, type Turn, type TurnDeps } from './turn.ts';

/** Results of a longer time without a reading come as a digest that says so. */
const GAP_MS = 2 * 60_000;

/** Notes results that this channel need not be told. */
async function passOver(results: readonly ResultChange[], poster: Poster): Promise<void> {
  const feed = poster.feed();
  if (results.length > 0) await poster.save({ ...feed, matches: noteResults(feed.matches, results) });
}

/** Tells all new results in one post. Throws as the poster does. */
export async function tellResults(
  { follow, guildId, isFirst, reading }: Turn,
  { results: all }: Changes,
  poster: Poster,
  { isAnnounced, note, settings, t }: TurnDeps,
): Promise<void> {
  const { resultsChannelId: shared } = await settings(guildId);
  const resultsChannelId = shared ?? follow.channelId;
  const isElsewhere = resultsChannelId !== follow.channelId;
  if (!follow.topics.results || (shared !== undefined && !isFirst)) return passOver(all, poster);
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
  const isGap = overAt === undefined && reading.resultsAt - readAt > GAP_MS;
  const gap = isGap ? { from: readAt, to: reading.resultsAt } : undefined;
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
