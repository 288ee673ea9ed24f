/**
 * What a channel was told of a tournament. Matches go by a hash of the platform's ids: no name and no Discord user is in it.
 */
export interface FeedRecord {
  /** Of the owner that wrote it last. An older owner's writes fail. */
  epoch: number;
  /** When the tournament was last read, epoch milliseconds. */
  readAt: number;
  matches: Record<string, MatchRecord>;
  live?: LivePost;
  event?: PlannedEvent;
  /** A post that may or may not have reached Discord. */
  pending?: PendingPost;
}

interface MatchRecord {
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
  eventId: string;
  /** Hash of its name, times and state. */
  shows: string;
}

interface PendingPost {
  /** What it tells, so that a later owner makes the same post again. */
  key: string;
  channelId: string;
  nonce: string;
  /** Epoch milliseconds. */
  at: number;
}
