import { tablesByRound } from '../../brackets/round-tables.ts';
import { present } from '../../present.ts';
import type { Act } from '../plan/acts.ts';
import type { FeedRecord, NewResult, ResultsPost } from '../plan/feed-record.ts';
import { OPEN, stateIn } from '../plan/closing.ts';
import { tableIn, tableShows } from '../plan/round-tables.ts';
import { editMatches, noteResults, noteTable, withCallShown } from '../plan/notices.ts';
import { KNOWN, withResult, type MatchRecord } from '../plan/match-record.ts';
import { noteQuestioned } from '../plan/questioned.ts';
import { goneOn } from '../plan/settled.ts';
import { hidesIn, isHidden, type Delivery } from './delivery.ts';
import { wasPending } from './live-messages.ts';
import { edits, sends, type Deliver } from './messages.ts';
import { noteTableShown } from './table-messages.ts';
import { auditReplaced, openQuestion, registerResults } from './registered-results.ts';
import { closedView, resultsView } from './result-views.ts';
import { closeResultsChannel, resultsChannel } from './results-channel.ts';

type Correction = Extract<Act, { kind: 'correct' }>;
type Closing = Extract<Act, { kind: 'close' }>;

const keysOf = (results: readonly NewResult[]): string[] => results.map(({ key }) => key);

/** A new message with results, in the server's results channel if it has one. */
const newResults = sends<Extract<Act, { kind: 'results' }>>({
  notice: (act) => act,
  channel: {
    of: async ({ turn, work }) => (await resultsChannel(turn, work)).channelId,
    refused: (channelId, { turn, work }) => closeResultsChannel(channelId, turn.guildId, work),
  },
  async post({ gap, results, table }, delivery) {
    const { feed, turn, work } = delivery;
    const { channelId, isOpenToDispute } = await resultsChannel(turn, work);
    return resultsView(
      {
        feed: noteResults(feed.record(), results),
        reading: feed.reading(),
        keys: keysOf(results),
        gap,
        table,
        reports: delivery.reports,
        isOpenToDispute,
        isHidden: await hidesIn(channelId, delivery),
      },
      work.t,
    );
  },
  async after({ results, table }, delivery, before) {
    const { feed, reports } = delivery;
    feed.note(noteQuestioned(feed.record(), keysOf(results), reports));
    const mayBeOld = wasPending(before, (notice) => notice.kind === 'results' && notice.table === table);
    if (table !== undefined && !mayBeOld) noteTableShown(table, delivery);
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

function withTableIn(
  feed: FeedRecord,
  { postId, channelId, table }: { postId: string; channelId: string; table: string | undefined },
  delivery: Delivery,
): FeedRecord {
  const round = table ?? tableIn(feed, postId);
  const shown = round === undefined ? undefined : tablesByRound(delivery.feed.reading().bracket).get(round);
  if (round === undefined || shown === undefined) return feed;
  return noteTable(feed, round, { messageId: postId, channelId, shows: tableShows(shown) });
}

/** Records whether the message has buttons. */
function withQuiet(feed: FeedRecord, postId: string, reports: Delivery['reports']): FeedRecord {
  const { [postId]: current } = feed.posts;
  if (current === undefined) return feed;
  const { isQuiet: _before, ...post } = current;
  const isQuiet = post.keys.every(goneOn(feed, reports)) || undefined;
  return withPost(feed, postId, { ...post, ...present({ isQuiet }) });
}

/** The matches whose results a message shows. */
const keysIn = ({ matches }: FeedRecord, postId: string): string[] =>
  [...matches].flatMap(([key, { result }]) => (result?.postId === postId ? [key] : []));

/** Updates a results post after a correction. If it was deleted, sends a new one that lists the corrections. */
export const correct = edits<Correction>({
  kind: 'correct',
  message({ postId }, { posts }) {
    const channelId = posts[postId]?.channelId;
    return channelId === undefined ? undefined : { messageId: postId, channelId };
  },
  async post({ postId, results, table }, delivery) {
    const { feed, turn, work } = delivery;
    const record = feed.record();
    const { channelId, gap, keys: before, moved } = record.posts[postId] ?? { channelId: '', keys: [] };
    const { isOpenToDispute } = await resultsChannel(turn, work);
    const noted = noteResults(record, results);
    const keys = [...new Set([...before, ...keysOf(results)])];
    return resultsView(
      {
        feed: noted,
        reading: feed.reading(),
        keys,
        isQuiet: keys.every(goneOn(noted, delivery.reports)),
        gap,
        table: table ?? tableIn(record, postId),
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
  shown({ postId, results, table }, feed, delivery) {
    const { reports } = delivery;
    const { channelId = '' } = feed.posts[postId] ?? {};
    const next = withTableIn(confirmed(feed, postId), { postId, channelId, table }, delivery);
    const noted = noteResults(next, results, { postId, channelId });
    return noteQuestioned(withQuiet(noted, postId, reports), keysIn(noted, postId), reports);
  },
  gone({ postId, table }, feed, { reports }) {
    // A new table has a message of its own then.
    const round = table === undefined ? tableIn(feed, postId) : undefined;
    const known = confirmed(feed, postId);
    const next = round === undefined ? known : noteTable(known, round, { shows: '' });
    const { [postId]: current } = next.posts;
    if (current === undefined) return next;
    // The edit failed: what it would say beside new results is not retried.
    const { round: _gone, ...post } = current;
    return noteQuestioned(withPost(next, postId, { ...post, isQuiet: true }), keysIn(next, postId), reports);
  },
  otherwise: ({ results }, delivery) => sendResults({ kind: 'results', results }, delivery),
  async after({ postId, results }, delivery, before) {
    await auditReplaced(keysOf(results), delivery, before);
    // Without its buttons, a member's result post belongs to this feed.
    const { isQuiet, keys = [] } = delivery.feed.record().posts[postId] ?? {};
    await registerResults(isQuiet === true ? keys : keysOf(results), delivery);
  },
});

const closedRecord = (record: MatchRecord, result: string | undefined): MatchRecord =>
  result === undefined ? record : withResult(record, result, undefined);

const resultOfClosing = ({ key, result }: Closing) => (result === undefined ? [] : [{ key, result }]);

/** Edits a call to how its match stands. If the call is gone, a separate message has the result. */
export const closeCall = edits<Closing>({
  kind: 'close',
  message({ key }, { matches }) {
    const messageId = matches.get(key)?.call?.messageId;
    return messageId === undefined ? undefined : { messageId };
  },
  async first({ key, shows }, messageId, delivery) {
    const { feed, turn } = delivery;
    const match = feed.reading().byKey.get(key)?.match;
    // Before the result is posted, so that a kill in between leaves only one message.
    if (match !== undefined && match.id !== '' && shows !== OPEN)
      await openQuestion(match, { channelId: turn.follow.channelId, messageId }, delivery);
  },
  async post(act, { feed, reports, turn, work }) {
    const { key, result, shows } = act;
    const follows = Object.values(await work.guilds.follows.read(turn.guildId));
    const isShared = follows.some(
      ({ channelId, endedAt, stopped, tournamentId }) =>
        channelId === turn.follow.channelId &&
        tournamentId !== turn.follow.tournamentId &&
        stopped === undefined &&
        (endedAt === undefined || turn.follow.endedAt !== undefined),
    );
    const record = closedRecord(feed.record().matches.get(key) ?? KNOWN, result);
    return closedView(
      { record, shows, reading: feed.reading(), key, reports, isShared, isHidden: isHidden(turn) },
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
      editMatches(feed, [key], (record) => {
        const { isMembers: _before, ...call } = record.call ?? {};
        return withCallShown(closedRecord({ ...record, call }, result), shows);
      }),
      [key],
      reports,
    ),
  gone: ({ key }, feed) => editMatches(feed, [key], (record) => withCallShown(record, undefined)),
  otherwise: (act, delivery) => sendResults({ kind: 'results', results: resultOfClosing(act) }, delivery),
  async after(act, delivery, before) {
    await auditReplaced(keysOf(resultOfClosing(act)), delivery, before);
    // Without its own result, another message shows it, possibly a member's result post, or one was edited into the call.
    const wasMembers = before.matches.get(act.key)?.call?.isMembers === true;
    const isAlone =
      delivery.turn.follow.topics.results &&
      stateIn(act.shows) === undefined &&
      before.matches.get(act.key)?.result?.postId === undefined;
    if (act.result !== undefined || wasMembers || isAlone) await registerResults([act.key], delivery);
  },
});
