/**
 * What a channel was told of a tournament. Matches go by a hash of the platform's ids: no name and no Discord user is in it.
 */
export interface FeedRecord {
  /** Of the owner that wrote it last. An older owner's writes fail. */
  epoch: number;
  /** When the bracket was last read, epoch milliseconds. */
  readAt: number;
  matches: Record<string, MatchRecord>;
  /** When the tournament was first seen over or cancelled, epoch milliseconds. */
  overAt?: number;
  live?: LivePost;
  event?: PlannedEvent;
  /** A post that may or may not have reached Discord. */
  pending?: PendingPost;
}

export interface MatchRecord {
  /** When both were called to play, epoch milliseconds. */
  calledAt?: number;
  /** The organizers were told that nobody reports. */
  overdue?: true;
  /** Every result that was told, in short; at first sight, what was there already. */
  results?: string[];
}

interface LivePost {
  messageId: string;
  /** Hash of what it shows. */
  shows: string;
  editedAt: number;
}

interface PlannedEvent {
  /** Absent while it may or may not have reached Discord. */
  eventId?: string;
  /** Hash of its name and times. */
  shows: string;
  status: 'scheduled' | 'active' | 'ended';
}

/** What a post tells; a result by its key and text. */
export type Telling =
  | { kind: 'live' }
  | { kind: 'call' | 'overdue'; keys: string[] }
  | { kind: 'results'; results: { key: string; result: string }[] };

export interface PendingPost {
  telling: Telling;
  channelId: string;
  nonce: string;
  /** Hash of its text: Discord shows a nonce only for a short time. */
  text: string;
  /** Epoch milliseconds. */
  at: number;
}
