import { LRUCache } from 'lru-cache';
import type { Store } from '../store/store.ts';

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

export interface PlannedEvent {
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

/** Another process is the owner, or was meanwhile: what is known here is out of date, and nothing is posted from it. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
}

/** What one server follows in one channel. */
export interface FeedPlace {
  guildId: string;
  followId: string;
}

export const feedKeyOf = ({ guildId, followId }: FeedPlace): string => `${guildId}:${followId}`;

const CACHED = 1000;
/** From the last write: every reading of a followed tournament writes its feeds. */
const TTL_MS = 60 * 24 * 60 * 60_000;

/**
 * The feeds of one owner. The first thing an owner does with a feed is to write its epoch: an older owner that wakes up
 * compares with what it knew, so all that it writes from then on fails.
 */
export function createFeeds(store: Store<FeedRecord>) {
  const cache = new LRUCache<string, FeedRecord>({ max: CACHED });

  /** Throws `NotOwnerError` where the feed is no longer as it was `before`. */
  async function save(key: string, before: FeedRecord | undefined, next: FeedRecord): Promise<FeedRecord> {
    const done =
      before === undefined
        ? await store.add(key, next, TTL_MS)
        : await store.replace(key, before, next, TTL_MS);
    if (!done) {
      cache.delete(key);
      throw new NotOwnerError('another process wrote this feed');
    }
    cache.set(key, next);
    return next;
  }

  return {
    /** The feed as it is stored; a new one where there is none. Throws `StoreError` and `NotOwnerError`. */
    async open(
      key: string,
      epoch: number,
      { isOwner, make }: { isOwner: () => Promise<boolean>; make: () => Omit<FeedRecord, 'epoch'> },
    ): Promise<FeedRecord> {
      const cached = cache.get(key);
      if (cached?.epoch === epoch) return cached;
      const stored = await store.get(key);
      if (stored === undefined) return save(key, undefined, { ...make(), epoch });
      // Records that were moved here may come from an owner of another store.
      if (stored.epoch > epoch && !(await isOwner())) throw new NotOwnerError('a later owner has this feed');
      return save(key, stored, { ...stored, epoch });
    },
    save,
    /** Throws `StoreError`. */
    async forget(place: FeedPlace): Promise<void> {
      cache.delete(feedKeyOf(place));
      await store.delete(feedKeyOf(place));
    },
  };
}

export type Feeds = ReturnType<typeof createFeeds>;
