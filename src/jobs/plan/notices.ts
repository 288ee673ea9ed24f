import { present } from '../../present.ts';
import type { FeedRecord, Gap, Milestone, NewResult, ChannelNotice, TablePost } from './feed-record.ts';
import {
  afterEvent,
  KNOWN,
  lastResult,
  withCall,
  withReminder,
  withResult,
  type DirectCalls,
  type MatchRecord,
  type MatchThread,
} from './match-record.ts';

/** A message that was sent. `messageId`: absent if Discord did not return it. */
interface SentMessage {
  messageId: string | undefined;
  channelId: string;
  /** Epoch milliseconds. */
  at: number;
}

/** The feed with edited records of these matches. */
export function editMatches(
  feed: FeedRecord,
  keys: readonly string[],
  edit: (record: MatchRecord) => MatchRecord,
): FeedRecord {
  const matches = new Map(feed.matches);
  for (const key of keys) matches.set(key, edit(matches.get(key) ?? KNOWN));
  return { ...feed, matches };
}

/** The keys of the matches that a notice is about. */
export function keysOf(notice: ChannelNotice): string[] {
  if (notice.kind === 'results') return notice.results.map(({ key }) => key);
  return 'keys' in notice ? notice.keys : [];
}

/** A table that was just posted; without a message, it is not posted again. */
const sentTable = ({
  messageId,
  channelId,
}: {
  messageId?: string | undefined;
  channelId: string;
}): TablePost => present({ shows: '', messageId, channelId: messageId && channelId });

/** By kind: the feed after a notice was sent. */
const SENT: {
  readonly [K in ChannelNotice['kind']]: (
    feed: FeedRecord,
    notice: Extract<ChannelNotice, { kind: K }>,
    message: SentMessage,
  ) => FeedRecord;
} = {
  live: (feed, _, { messageId, at }) =>
    messageId === undefined ? feed : { ...feed, live: { messageId, shows: '', editedAt: at } },
  milestone(feed, { milestone }, { messageId }) {
    const next = noteMilestones(feed, [milestone]);
    if (messageId === undefined) return next;
    if (milestone === 'open') return { ...next, open: { messageId } };
    if (milestone === 'champion') return { ...next, champion: { messageId, shows: '' } };
    return { ...next, start: { messageId, shows: feed.live?.messageId ?? '' } };
  },
  schedule: (feed, { schedule, before }, { messageId }) => ({
    ...feed,
    schedule,
    ...present({
      plans:
        messageId === undefined
          ? feed.plans
          : [...(feed.plans ?? []), { messageId, schedule, ...present({ before }) }],
    }),
  }),
  'new-winner': (feed, { winner, before }, { messageId }) => ({
    ...feed,
    winner: {
      told: winner,
      changes: (feed.winner?.changes ?? 0) + 1,
      ...present({ post: messageId === undefined ? undefined : { messageId, winner, before } }),
    },
  }),
  call: (feed, { keys }, { messageId, at }) =>
    editMatches(feed, keys, (record) => withCall(record, at, messageId)),
  thread: (feed, { keys }, { channelId, messageId }) =>
    editMatches(feed, keys, ({ thread, ...record }) => {
      const state = thread?.id === undefined ? 'done' : 'open';
      if (channelId === thread?.id || messageId === undefined)
        return { ...record, thread: { ...thread, state, ...present({ messageId }) } };
      // Without a thread, the message is in the channel: it goes like a reminder.
      const call = { ...record.call, reminder: { messageId, asks: 'both' as const } };
      return { ...record, call, thread: { ...thread, state } };
    }),
  'link-call': (feed, { at }) => ({ ...feed, linkCallAt: at }),
  late: (feed, { keys, asks }, { messageId }) =>
    editMatches(feed, keys, (record): MatchRecord => {
      const reminded = withReminder(record, 'players');
      return messageId === undefined
        ? reminded
        : { ...reminded, call: { ...reminded.call, reminder: { messageId, asks: asks ?? 'both' } } };
    }),
  overdue: (feed, { keys }) => noteOverdue(feed, keys),
  often: (feed, { keys }) => editMatches(feed, keys, (record) => afterEvent(record, 'give-up', {})),
  results(feed, { results, gap, round, table }, { messageId, channelId }) {
    const post = messageId === undefined ? undefined : { postId: messageId, channelId, gap, round };
    const next = noteResults(feed, results, post);
    return table === undefined ? next : noteTable(next, table, sentTable({ messageId, channelId }));
  },
  table: (feed, { round }, { messageId, channelId }) =>
    noteTable(feed, round, sentTable({ messageId, channelId })),
};

/** The feed after a notice was sent. */
export function noteSent(feed: FeedRecord, notice: ChannelNotice, message: SentMessage): FeedRecord {
  // The table has each kind's own function; the compiler cannot tell that kind and notice belong together.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const note = SENT[notice.kind] as (
    feed: FeedRecord,
    notice: ChannelNotice,
    message: SentMessage,
  ) => FeedRecord;
  return note(feed, notice, message);
}

export const noteTable = (feed: FeedRecord, round: string, post: TablePost): FeedRecord => ({
  ...feed,
  tables: { ...feed.tables, [round]: post },
});

/** The feed after the desk shows that these matches have no report. */
export const noteOverdue = (feed: FeedRecord, keys: readonly string[]): FeedRecord =>
  editMatches(feed, keys, (record) => withReminder(record, 'organizers'));

/** The feed after these milestones were posted or passed. */
export const noteMilestones = (feed: FeedRecord, milestones: readonly Milestone[]): FeedRecord => ({
  ...feed,
  milestones: [...new Set([...(feed.milestones ?? []), ...milestones])],
});

/** The feed after results are shown by a message, or need none. */
export function noteResults(
  feed: FeedRecord,
  results: readonly NewResult[],
  post?: { postId: string; channelId: string; gap?: Gap | undefined; round?: string | undefined },
): FeedRecord {
  const matches = new Map(feed.matches);
  for (const { key, result } of results)
    matches.set(key, withResult(matches.get(key) ?? KNOWN, result, post?.postId));
  if (post === undefined) return { ...feed, matches };
  const { postId, channelId, gap, round } = post;
  const posts = { ...feed.posts };
  for (const { key } of results) {
    const record = feed.matches.get(key) ?? KNOWN;
    const earlierId = record.result?.postId ?? postId;
    const earlier = earlierId === postId ? undefined : posts[earlierId];
    const old = lastResult(record) ?? '';
    // The message's entry of this match is no longer updated: it should say so.
    if (earlier !== undefined && old !== '')
      posts[earlierId] = { ...earlier, moved: { ...earlier.moved, [key]: old }, unsure: true };
  }
  const current = posts[postId];
  const keys = [...new Set([...(current?.keys ?? []), ...results.map(({ key }) => key)])];
  const base = current ?? { channelId, ...present({ gap, round }) };
  return { ...feed, matches, posts: { ...posts, [postId]: { ...base, keys } } };
}

/** The record with what the call of its match shows; `undefined` for a deleted call. */
export function withCallShown(record: MatchRecord, shows: string | undefined): MatchRecord {
  const { messageId, shows: _before, ...call } = record.call ?? {};
  return { ...record, call: shows === undefined ? call : { ...call, ...present({ messageId, shows }) } };
}

/** The feed without the reminder of a match. */
export const noteUnreminded = (feed: FeedRecord, key: string): FeedRecord =>
  editMatches(feed, [key], (record) => {
    const { reminder: _gone, ...call } = record.call ?? {};
    return { ...record, call };
  });

/** The feed with the state of a match's thread. */
export const noteThread = (feed: FeedRecord, key: string, thread: MatchThread | undefined): FeedRecord =>
  editMatches(feed, [key], ({ thread: _before, ...record }) => ({ ...record, ...present({ thread }) }));

/** The feed with what the direct messages to its players show. */
export const noteDirect = (feed: FeedRecord, key: string, direct: DirectCalls): FeedRecord =>
  editMatches(feed, [key], (record) => ({ ...record, direct }));

/** A result that needs no message here, or that a member's result post shows: in the match's call, or in a post. */
export interface KnownResult extends NewResult {
  post?: { postId: string; channelId: string };
  isInCall?: true;
}

export function noteShown(feed: FeedRecord, { post, isInCall, ...result }: KnownResult): FeedRecord {
  const next = noteResults(feed, [result], post);
  if (!isInCall) return next;
  return editMatches(next, [result.key], (record) => {
    const { call, ...shown } = withCallShown(record, result.result);
    return { ...shown, call: { ...call, isMembers: true } };
  });
}
