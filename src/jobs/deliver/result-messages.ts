import { pairKey } from '../../brackets/players.ts';
import { scoresOf } from '../../brackets/results.ts';
import { announcedPair, isOfOthers, type ShownResult } from '../../guilds/announced.ts';
import { hidesResults } from '../../guilds/spoilers.ts';
import { present } from '../../present.ts';
import type { Match } from '../../reading/records.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import type { Act } from '../plan/acts.ts';
import type { FeedRecord, NewResult, ResultsPost } from '../plan/feed-record.ts';
import { OPEN } from '../plan/closing.ts';
import { editMatches, noteResults, withCallShown } from '../plan/notices.ts';
import { KNOWN, withResult, type MatchRecord } from '../plan/match-record.ts';
import { noteQuestioned } from '../plan/questioned.ts';
import { isHidden, type Delivery } from './delivery.ts';
import { edits, sends, type Deliver } from './messages.ts';
import { closedView, correctionLines, resultsView } from './result-views.ts';
import { closeResultsChannel, resultsChannel } from './results-channel.ts';

type Correction = Extract<Act, { kind: 'correct' }>;
type Closing = Extract<Act, { kind: 'close' }>;

/** Whether results are covered in a channel: one that several follows share is as the strictest of them wants it. */
async function hidesIn(channelId: string, { turn, work }: Delivery): Promise<boolean> {
  const { follow, guildId } = turn;
  const { tournamentId } = follow;
  return isHidden(turn) || hidesResults(work.guilds, { guildId, channelId, tournamentId });
}

/**
 * Deletes the message that asks for the other side's word on a score, if the platform shows something else than it asks about. Gives
 * what still asks whether to replace what stands. `shownIn`: the message that shows the match.
 */
async function openQuestion(
  match: Match,
  shownIn: { channelId: string; messageId: string },
  { feed, work }: Delivery,
): Promise<ShownResult | undefined> {
  const { announced } = work.guilds;
  const { channelId, messageId } = shownIn;
  const pair = announcedPair(pairKey(match));
  const shown = await announced.shown(channelId, match.id);
  if (shown?.isOpen !== true || shown.messageId === undefined || shown.messageId === messageId)
    return undefined;
  if (isOfOthers(shown, pair)) return undefined;
  const [scores, before] = [scoresOf(match), shown.beside?.scores];
  if (before !== undefined && before.player1 === scores?.player1 && before.player2 === scores.player2)
    return shown;
  await feed.check();
  await work.channels.remove(channelId, shown.messageId);
  await announced.end(channelId, match.id, { messageId, ...present({ pair }) });
  return undefined;
}

/** Registers what this feed shows: a report that changes one of these results is not announced once more. */
async function registerResults(keys: readonly string[], delivery: Delivery): Promise<void> {
  const { feed, turn, work } = delivery;
  const { matches, posts } = feed.record();
  for (const key of keys) {
    const match = feed.reading().byKey.get(key)?.match;
    const { call, result } = matches[key] ?? KNOWN;
    const messageId = result?.postId ?? call?.messageId;
    const scores = match && scoresOf(match);
    if (match === undefined || match.id === '' || messageId === undefined || scores === undefined) continue;
    const channelId = messageId === call?.messageId ? turn.follow.channelId : posts[messageId]?.channelId;
    if (channelId === undefined) continue;
    const pair = announcedPair(pairKey(match));
    const question = await openQuestion(match, { channelId, messageId }, delivery);
    const shown = { scores, isFollowed: true, messageId } as const;
    await work.guilds.announced.end(
      channelId,
      match.id,
      question === undefined ? { ...shown, ...present({ pair }) } : { ...question, beside: shown },
    );
  }
}

/**
 * A line in the server's log for each result that was corrected, once for a server. A correction that was made through the bot has
 * its line from there: `registerResults` has not seen its score yet.
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
    const shown = (await guilds.announced.find(channelId, match.id))?.scores;
    return shown?.player1 === scores.player1 && shown.player2 === scores.player2;
  };
  const reported = await Promise.all(keys.map(isReported));
  const others = keys.filter((_, at) => reported[at] === false);
  const tournament = tournamentMarkup(reading.tournament, t);
  for (const line of correctionLines({ feed: feed.record(), keys: others, reading }, t))
    await guilds.note(turn.guildId, t('feed.audit.corrected', { line, tournament }));
}

/** The log's lines for the results that an edit showed in place of others. */
const auditReplaced = (
  results: readonly NewResult[],
  delivery: Delivery,
  before: FeedRecord,
): Promise<void> =>
  auditCorrections(
    keysOf(results).filter((key) => before.matches[key]?.result !== undefined),
    delivery,
  );

const keysOf = (results: readonly NewResult[]): string[] => results.map(({ key }) => key);

/** A new message with results, in the server's results channel if it has one. */
const newResults = sends<Extract<Act, { kind: 'results' }>>({
  notice: (act) => act,
  channel: {
    of: async ({ turn, work }) => (await resultsChannel(turn, work)).channelId,
    refused: (channelId, { turn, work }) => closeResultsChannel(channelId, turn.guildId, work),
  },
  async post({ gap, results }, delivery) {
    const { feed, turn, work } = delivery;
    const { channelId, isOpenToDispute } = await resultsChannel(turn, work);
    return resultsView(
      {
        feed: noteResults(feed.record(), results),
        reading: feed.reading(),
        keys: keysOf(results),
        gap,
        reports: delivery.reports,
        isOpenToDispute,
        isHidden: await hidesIn(channelId, delivery),
      },
      work.t,
    );
  },
  async after({ results }, delivery) {
    const { feed, reports } = delivery;
    feed.note(noteQuestioned(feed.record(), keysOf(results), reports));
    await registerResults(keysOf(results), delivery);
  },
});

export const sendResults: Deliver<Extract<Act, { kind: 'results' }>> = async (act, delivery) =>
  act.results.length === 0 ? undefined : newResults(act, delivery);

const withPost = (feed: FeedRecord, postId: string, post: ResultsPost): FeedRecord => ({
  ...feed,
  posts: { ...feed.posts, [postId]: post },
});

function confirmed(feed: FeedRecord, postId: string): FeedRecord {
  const { [postId]: current } = feed.posts;
  if (current === undefined) return feed;
  const { unsure: _mark, ...post } = current;
  return withPost(feed, postId, post);
}

/** Edits a message to its results by now: it showed some that are no longer so; if it is gone, a new one says what it corrects. */
export const correct = edits<Correction>({
  kind: 'correct',
  message({ postId }, { posts }) {
    const channelId = posts[postId]?.channelId;
    return channelId === undefined ? undefined : { messageId: postId, channelId };
  },
  async post({ postId, results }, delivery) {
    const { feed, turn, work } = delivery;
    const record = feed.record();
    const { channelId, gap, keys, moved } = record.posts[postId] ?? { channelId: '', keys: [] };
    const { isOpenToDispute } = await resultsChannel(turn, work);
    return resultsView(
      {
        feed: noteResults(record, results),
        reading: feed.reading(),
        keys: [...new Set([...keys, ...keysOf(results)])],
        gap,
        moved,
        reports: delivery.reports,
        isOpenToDispute,
        isHidden: await hidesIn(channelId, delivery),
      },
      work.t,
    );
  },
  unclear: (acts, feed) =>
    acts.reduce((next, { postId }) => {
      const { [postId]: current } = next.posts;
      return current === undefined ? next : withPost(next, postId, { ...current, unsure: true });
    }, feed),
  shown({ postId, results }, feed, { reports }) {
    const next = confirmed(feed, postId);
    const { channelId = '' } = next.posts[postId] ?? {};
    const noted = noteResults(next, results, { postId, channelId });
    const keys = Object.keys(noted.matches).filter((key) => noted.matches[key]?.result?.postId === postId);
    return noteQuestioned(noted, keys, reports);
  },
  gone: ({ postId }, feed) => confirmed(feed, postId),
  otherwise: ({ results }, delivery) => sendResults({ kind: 'results', results }, delivery),
  async after({ results }, delivery, before) {
    await auditReplaced(results, delivery, before);
    await registerResults(keysOf(results), delivery);
  },
});

const closedRecord = (record: MatchRecord, result: string | undefined): MatchRecord =>
  result === undefined ? record : withResult(record, result, undefined);

const resultOfClosing = ({ key, result }: Closing) => (result === undefined ? [] : [{ key, result }]);

/** Edits a call to how its match stands. If it is gone, a message of its own has the result. */
export const closeCall = edits<Closing>({
  kind: 'close',
  message({ key }, { matches }) {
    const messageId = matches[key]?.call?.messageId;
    return messageId === undefined ? undefined : { messageId };
  },
  async first({ key, shows }, messageId, delivery) {
    const { feed, turn } = delivery;
    const match = feed.reading().byKey.get(key)?.match;
    // Before the result stands, so that a kill in between leaves no two.
    if (match !== undefined && match.id !== '' && shows !== OPEN)
      await openQuestion(match, { channelId: turn.follow.channelId, messageId }, delivery);
  },
  post(act, { feed, reports, turn, work }) {
    const { key, result, shows } = act;
    const record = closedRecord(feed.record().matches[key] ?? KNOWN, result);
    return closedView(
      { record, shows, reading: feed.reading(), key, reports, isHidden: isHidden(turn) },
      work.t,
    );
  },
  unclear: (acts, feed) =>
    editMatches(
      feed,
      acts.map(({ key }) => key),
      (record) => withCallShown(record, ''),
    ),
  shown: ({ key, result, shows }, feed, { reports }) =>
    noteQuestioned(
      editMatches(feed, [key], (record) => withCallShown(closedRecord(record, result), shows)),
      [key],
      reports,
    ),
  gone: ({ key }, feed) => editMatches(feed, [key], (record) => withCallShown(record, undefined)),
  otherwise: (act, delivery) => sendResults({ kind: 'results', results: resultOfClosing(act) }, delivery),
  async after(act, delivery, before) {
    await auditReplaced(resultOfClosing(act), delivery, before);
    // Without a result of its own, another message shows it, which may be a member's.
    if (act.result !== undefined) await registerResults([act.key], delivery);
  },
});
