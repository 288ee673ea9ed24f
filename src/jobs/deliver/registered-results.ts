import { outcomeOf, scoresOf } from '../../brackets/results.ts';
import { inOrderOf, isOfOthers, playersOf, type ShownResult } from '../../guilds/result-posts.ts';
import { present } from '../../present.ts';
import type { Match } from '../../reading/records.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import type { FeedRecord } from '../plan/feed-record.ts';
import { resultOf } from '../plan/result-codes.ts';
import { KNOWN } from '../plan/match-record.ts';
import type { Delivery } from './delivery.ts';
import { correctionLines } from './result-views.ts';
import { resultsChannel } from './results-channel.ts';

/**
 * Deletes the message that asks the other side about a score, if the platform shows something else. Returns the message that still
 * asks whether to replace a result. `shownIn`: the message that shows the match.
 */
export async function openQuestion(
  match: Match,
  shownIn: { channelId: string; messageId: string },
  { work }: Delivery,
): Promise<ShownResult | undefined> {
  const { resultPosts } = work.guilds;
  const { channelId, messageId } = shownIn;
  const players = playersOf(match);
  const stored = await resultPosts.shown(channelId, match.id);
  const shown = stored && inOrderOf(players, stored);
  if (shown?.isOpen !== true || shown.messageId === undefined || shown.messageId === messageId)
    return undefined;
  if (isOfOthers(shown, players.pair)) return undefined;
  const [scores, before] = [scoresOf(match), shown.beside?.scores];
  if (before !== undefined && before.player1 === scores?.player1 && before.player2 === scores.player2)
    return shown;
  await work.channels.remove(channelId, shown.messageId);
  await resultPosts.end(channelId, match.id, { messageId, ...players });
  return undefined;
}

/** Registers the results that this feed shows, so that a report that changes one of them edits its message. */
export async function registerResults(keys: readonly string[], delivery: Delivery): Promise<void> {
  const { feed, turn, work } = delivery;
  const { matches, posts } = feed.record();
  for (const key of keys) {
    const match = feed.reading().byKey.get(key)?.match;
    const { call, result } = matches.get(key) ?? KNOWN;
    const messageId = result?.postId ?? call?.messageId;
    const scores = match && scoresOf(match);
    if (match === undefined || match.id === '') continue;
    // Buttons of the match elsewhere, as in a direct message, then answer with the result.
    if (scores === undefined && resultOf(match) !== undefined)
      await work.guilds.resultPosts.noteDecided(match.id);
    const winner = scores === undefined ? outcomeOf(match)?.winner : undefined;
    if (messageId === undefined || (scores === undefined && winner === undefined)) continue;
    const channelId = messageId === call?.messageId ? turn.follow.channelId : posts[messageId]?.channelId;
    if (channelId === undefined) continue;
    const question = await openQuestion(match, { channelId, messageId }, delivery);
    const shown = { ...present({ scores, winner }), isFollowed: true, messageId } as const;
    await work.guilds.resultPosts.end(
      channelId,
      match.id,
      question === undefined ? { ...shown, ...playersOf(match) } : { ...question, beside: shown },
    );
  }
}

/**
 * A line in the server's log for each corrected result, once for a server. A correction through the bot has its own line:
 * `registerResults` has not seen its score yet.
 */
async function auditCorrections(keys: readonly string[], { feed, turn, work }: Delivery): Promise<void> {
  if (!turn.leads.results) return;
  const { guilds, t } = work;
  const reading = feed.reading();
  const { channelId } = await resultsChannel(turn, work);
  const isReported = async (key: string): Promise<boolean> => {
    const match = reading.byKey.get(key)?.match;
    const scores = match && scoresOf(match);
    if (match === undefined || match.id === '' || scores === undefined) return false;
    const found = await guilds.resultPosts.find(channelId, match.id);
    const shown = found && inOrderOf(playersOf(match), found).scores;
    return shown?.player1 === scores.player1 && shown.player2 === scores.player2;
  };
  const reported = await Promise.all(keys.map(isReported));
  const others = keys.filter((_, at) => reported[at] === false);
  const tournament = tournamentMarkup(reading.tournament, t);
  for (const line of correctionLines({ feed: feed.record(), keys: others, reading }, t))
    await guilds.note(turn.guildId, t('feed.audit.corrected', { line, tournament }));
}

/** The log lines for results that an edit replaced. */
export const auditReplaced = (
  keys: readonly string[],
  delivery: Delivery,
  before: FeedRecord,
): Promise<void> =>
  auditCorrections(
    keys.filter((key) => before.matches.get(key)?.result !== undefined),
    delivery,
  );
