import type { Match } from '../reading/records.ts';
import type { Post } from '../message/reply.ts';

/** The bot's own messages. Both throw where Discord does not answer. */
export interface ResultPosts {
  /** A nonce that was sent within the last minutes gives the message of then. At most 25 characters. */
  post(channelId: string, post: Post, nonce: string): Promise<{ id: string } | { refused: string }>;
  edit(channelId: string, messageId: string, post: Post): Promise<{ id: string } | { refused: string }>;
}

/** What happened to a result, for the metrics; `ms`: since its report. */
export type ResultEvent =
  | 'reported'
  | 'proposed'
  | 'agreed'
  | 'disputed'
  | 'ruled'
  | 'left'
  | 'reminded'
  | 'escalated';

/** Reads a match with the names that are known. Throws `PlatformError`. */
export type ReadMatch = (matchId: string) => Promise<Match>;
