import { pairKey } from '../../brackets/players.ts';
import { scoresOf } from '../../brackets/results.ts';
import { announcedPair } from '../../guilds/announced.ts';
import { hidesResults } from '../../guilds/spoilers.ts';
import { present } from '../../present.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import { noteResults, type Act } from '../plan/acts.ts';
import { isHidden as hidesOwn, sendElsewhere, type Delivering } from './delivering.ts';
import type { FeedRecord, ResultsPost } from '../plan/feed-record.ts';
import { resultsChannel } from './gather.ts';
import { correctionLines, resultsView } from './posts.ts';

/** Whether results are covered in a channel: the one that the server's follows share is as the strictest of them wants it. */
const hidesIn = async (channelId: string, { turn, work }: Delivering): Promise<boolean> => {
  const { follow, guildId } = turn;
  const { tournamentId } = follow;
  return hidesOwn(turn) || hidesResults(work.guilds, { guildId, channelId, tournamentId });
};

export async function sendResults(
  { results, gap, round }: Extract<Act, { kind: 'results' }>,
  context: Delivering,
): Promise<void> {
  if (results.length === 0) return;
  const { delivery, turn, work } = context;
  const { channelId, isOpenToDispute } = await resultsChannel(turn, work);
  const keys = results.map(({ key }) => key);
  const feed = noteResults(delivery.feed(), results);
  const isHidden = await hidesIn(channelId, context);
  const view = { feed, reading: delivery.reading(), keys, gap, isOpenToDispute, isHidden };
  const post = resultsView(view, work);
  const telling = { kind: 'results' as const, results, ...present({ gap, round }) };
  await sendElsewhere(telling, channelId, context, post);
  await registerResults(keys, context);
}

/** A report that changes one of these results is shown by this feed, and not announced once more. */
export async function registerResults(
  keys: readonly string[],
  { delivery, turn, work }: Delivering,
): Promise<void> {
  const { matches, posts } = delivery.feed();
  for (const { key, match } of delivery.reading().matches) {
    const { callId, postId = callId } = matches[key] ?? {};
    if (postId === undefined) continue;
    const channelId = postId === callId ? turn.follow.channelId : posts[postId]?.channelId;
    const scores = scoresOf(match);
    if (!keys.includes(key) || match.id === '' || channelId === undefined || scores === undefined) continue;
    const pair = announcedPair(pairKey(match));
    const announcement = { scores, isFollowed: true, ...present({ pair, messageId: postId }) } as const;
    await work.guilds.announced.end(channelId, match.id, announcement);
  }
}

/**
 * A line in the server's log for each result that was corrected, once for a server. A correction that was made through the bot has
 * its line from there: `registerResults` has not seen its score yet.
 */
export async function auditCorrections(
  keys: readonly string[],
  { delivery, turn, work }: Delivering,
): Promise<void> {
  if (!turn.leads.results) return;
  const { guilds, t } = work;
  const reading = delivery.reading();
  const { channelId } = await resultsChannel(turn, work);
  const reported = await Promise.all(
    keys.map(async (key) => {
      const match = reading.matches.find((one) => one.key === key)?.match;
      const known = match && match.id !== '' ? await guilds.announced.find(channelId, match.id) : undefined;
      const scores = match && scoresOf(match);
      const isSame =
        scores !== undefined &&
        known?.scores?.player1 === scores.player1 &&
        known.scores.player2 === scores.player2;
      return isSame ? [] : [key];
    }),
  );
  const tournament = tournamentMarkup(reading.tournament, t);
  for (const line of correctionLines({ feed: delivery.feed(), keys: reported.flat(), reading }, t))
    await guilds.note(turn.guildId, t('feed.audit.corrected', { line, tournament }));
}

/** Edits a message to its results by now: it showed some which are no longer so; where it is gone, a new one says what it corrects. */
export async function correct(act: Extract<Act, { kind: 'correct' }>, context: Delivering): Promise<void> {
  const { delivery, turn, work } = context;
  const { postId, results } = act;
  const before = delivery.feed();
  const record = before.posts[postId];
  if (record === undefined) return sendResults({ kind: 'results', results }, context);
  const { unsure: _mark, ...current } = record;
  const { channelId, gap, moved } = current;
  const keys = [...new Set([...current.keys, ...results.map(({ key }) => key)])];
  const feed = noteResults(before, results);
  const { isOpenToDispute } = await resultsChannel(turn, work);
  const view = {
    feed,
    reading: delivery.reading(),
    keys,
    gap,
    moved,
    isOpenToDispute,
    isHidden: await hidesIn(channelId, context),
  };
  const post = resultsView(view, work);
  const withPost = (one: ResultsPost): FeedRecord['posts'] => ({ ...before.posts, [postId]: one });
  await delivery.save({ ...before, posts: withPost({ ...current, unsure: true }) });
  const refused = await delivery.edit('correct', { channelId, messageId: postId }, post);
  const after = { ...before, posts: withPost(current) };
  if (refused === undefined) await delivery.save(noteResults(after, results, { postId, channelId }));
  else {
    await delivery.save(after);
    return sendResults({ kind: 'results', results }, context);
  }
  const changedKeys = results.flatMap(({ key }) => (before.matches[key]?.result === undefined ? [] : [key]));
  await auditCorrections(changedKeys, context);
  await registerResults(
    results.map(({ key }) => key),
    context,
  );
}
