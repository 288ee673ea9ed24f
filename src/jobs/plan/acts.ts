import { present } from '../../present.ts';
import type {
  CallThread,
  FeedRecord,
  Gap,
  MatchRecord,
  Milestone,
  NewResult,
  Telling,
} from './feed-record.ts';
import type { EventStep } from './event.ts';
import type { KeyedMatch } from './match-keys.ts';

/** How a player is reached; `wait`: whether they may be named is not known yet. */
export type Reach =
  | { how: 'mention'; discordId: string }
  /** `isNameable`: whom no direct message reaches may be mentioned instead. */
  | { how: 'direct'; discordId: string; isNameable: boolean }
  | { how: 'name' }
  | { how: 'wait' };

/** One thing to do in a channel, or for it. */
export type Act =
  /** Makes the live post, or edits the one that stands. */
  | { kind: 'live' }
  /** A new message with results. */
  | { kind: 'results'; results: NewResult[]; gap?: Gap; round?: string }
  /** Edits a message with results: some are no longer so, or there are more of its round. */
  | { kind: 'correct'; postId: string; results: NewResult[] }
  /** Edits a call to what became of its match. With `result`, no other message shows it. */
  | { kind: 'close'; key: string; shows: string; result?: string }
  /** Results that need no message here, or that a member's announcement shows already: in the match's call, or in a post. */
  | {
      kind: 'note';
      results: (NewResult & { post?: { postId: string; channelId: string }; isInCall?: true })[];
    }
  /** A post of its own. */
  | { kind: 'milestone'; milestone: Milestone }
  /** Moments that nobody needs to be told of any more. */
  | { kind: 'pass'; milestones: Milestone[] }
  /** Edits the champion's post. */
  | { kind: 'champion'; shows: string }
  | { kind: 'direct'; call: KeyedMatch; discordId: string }
  | { kind: 'call'; call: KeyedMatch; sides: readonly [Reach, Reach] }
  /** Starts the thread of a match that was called, with a message for its players. */
  | { kind: 'thread'; call: KeyedMatch; sides: readonly [Reach, Reach] }
  /** Locks and archives it. */
  | { kind: 'close-thread'; key: string }
  /** Invites players to link, as an organizer asked. */
  | { kind: 'link-call'; at: number }
  /** Reminds both players of a match without a report. */
  | { kind: 'late'; call: KeyedMatch; sides: readonly [Reach, Reach] }
  /** Tells the organizers about matches without a report, or whose result keeps changing. */
  | { kind: 'overdue' | 'often'; keys: string[] }
  | { kind: 'event'; step: EventStep };

type Matches = FeedRecord['matches'];

const editMatches = (
  matches: Matches,
  keys: readonly string[],
  edit: (record: MatchRecord) => MatchRecord,
): Matches => ({ ...matches, ...Object.fromEntries(keys.map((key) => [key, edit(matches[key] ?? {})])) });

/** More changes of one result are no longer shown: the organizers are asked to look. */
export const MAX_CHANGES = 5;

/** What was last shown as a match's result, also where it was withdrawn since; `undefined` for nothing. */
export const lastResult = ({ result, before }: MatchRecord): string | undefined =>
  result === '' ? before : result;

/** A match's record once a result was shown; a winner whose scores come later has not changed. */
function withResult(record: MatchRecord, result: string, postId?: string): MatchRecord {
  const isChange = record.result !== undefined && !result.startsWith(`${record.result}:`);
  const before = lastResult(record);
  return {
    ...record,
    result,
    ...(isChange && { changes: (record.changes ?? 0) + 1 }),
    ...(isChange && before !== undefined && { before }),
    ...present({ postId }),
  };
}

/** The feed once results are shown by a message, or by none. */
export function noteResults(
  feed: FeedRecord,
  results: readonly NewResult[],
  post?: { postId: string; channelId: string; gap?: Gap | undefined; round?: string | undefined },
): FeedRecord {
  const matches = { ...feed.matches };
  for (const { key, result } of results) matches[key] = withResult(matches[key] ?? {}, result, post?.postId);
  if (post === undefined) return { ...feed, matches };
  const { postId, channelId, gap, round } = post;
  const posts = { ...feed.posts };
  for (const { key } of results) {
    const { postId: before } = feed.matches[key] ?? {};
    const old = lastResult(feed.matches[key] ?? {});
    const earlier = before === undefined || before === postId ? undefined : posts[before];
    // What it says of this match is no longer kept up to date: it is to say so.
    if (before !== undefined && earlier !== undefined && old !== undefined && old !== '')
      posts[before] = { ...earlier, moved: { ...earlier.moved, [key]: old }, unsure: true };
  }
  const current = posts[postId];
  const keys = [...new Set([...(current?.keys ?? []), ...results.map(({ key }) => key)])];
  const base = current ?? { channelId, ...present({ gap, round }) };
  return { ...feed, matches, posts: { ...posts, [postId]: { ...base, keys } } };
}

/** The feed with what the call of a match shows; `undefined` for a call that is gone. */
export function noteCall(feed: FeedRecord, key: string, shows: string | undefined): FeedRecord {
  const { callId, callShows: _before, ...record } = feed.matches[key] ?? {};
  const call = shows === undefined ? {} : present({ callId, callShows: shows });
  return { ...feed, matches: { ...feed.matches, [key]: { ...record, ...call } } };
}

/** The feed with what is known of a match's thread. */
export const noteThread = (feed: FeedRecord, key: string, thread: CallThread | undefined): FeedRecord => ({
  ...feed,
  matches: editMatches(feed.matches, [key], ({ thread: _before, ...record }) => ({
    ...record,
    ...present({ thread }),
  })),
});

/** The feed once a result is shown by a member's announcement, or by no message. */
export function noteShown(
  feed: FeedRecord,
  { post, isInCall, ...result }: Extract<Act, { kind: 'note' }>['results'][number],
): FeedRecord {
  const next = noteResults(feed, [result], post);
  return isInCall ? noteCall(next, result.key, result.result) : next;
}

/** The feed once these need not be told any more. */
export const noteMilestones = (feed: FeedRecord, milestones: readonly Milestone[]): FeedRecord => ({
  ...feed,
  milestones: [...new Set([...(feed.milestones ?? []), ...milestones])],
});

/** The feed once a message was sent. `at`: epoch milliseconds. */
export function noteMessage(
  feed: FeedRecord,
  telling: Telling,
  message: { messageId: string | undefined; channelId: string; at: number },
): FeedRecord {
  const { messageId, channelId, at } = message;
  switch (telling.kind) {
    case 'live':
      return messageId === undefined ? feed : { ...feed, live: { messageId, shows: '', editedAt: at } };
    case 'milestone': {
      const next = noteMilestones(feed, [telling.milestone]);
      if (telling.milestone !== 'champion' || messageId === undefined) return next;
      return { ...next, champion: { messageId, shows: '' } };
    }
    case 'call':
      return {
        ...feed,
        matches: editMatches(feed.matches, telling.keys, (record) => ({
          ...record,
          calledAt: at,
          ...present({ callId: messageId }),
        })),
      };
    case 'thread':
      return {
        ...feed,
        matches: editMatches(feed.matches, telling.keys, ({ thread, ...record }) => ({
          ...record,
          thread: { ...thread, state: thread?.id === undefined ? 'done' : 'open' },
        })),
      };
    case 'link-call':
      return { ...feed, linkCallAt: telling.at };
    case 'late':
      return {
        ...feed,
        matches: editMatches(feed.matches, telling.keys, (record) => ({ ...record, reminded: true })),
      };
    case 'overdue':
      return {
        ...feed,
        matches: editMatches(feed.matches, telling.keys, (record) => ({ ...record, overdue: true })),
      };
    case 'often':
      // Nothing is left to say of it.
      return {
        ...feed,
        matches: editMatches(feed.matches, telling.keys, (record) => ({
          ...record,
          changes: MAX_CHANGES + 1,
        })),
      };
    case 'results':
      return noteResults(
        feed,
        telling.results,
        messageId === undefined
          ? undefined
          : { postId: messageId, channelId, gap: telling.gap, round: telling.round },
      );
  }
}
