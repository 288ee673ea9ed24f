import { LRUCache } from 'lru-cache';
import { atMost } from '../../async/at-most.ts';
import { DAY_MS } from '../../durations.ts';
import type { Store } from '../../store/store.ts';
import { NotOwnerError } from '../owner/lease.ts';
import { FeedRecord, storedFeed } from '../plan/feed-record.ts';

/** What one server follows in one channel. */
export interface FeedPlace {
  guildId: string;
  followId: string;
}

export const feedKeyOf = ({ guildId, followId }: FeedPlace): string => `${guildId}:${followId}`;

const CACHE_SIZE = 1000;
/** From the last write: every reading of a followed tournament writes its feeds. */
const TTL_MS = 60 * DAY_MS;

/**
 * The feeds of one owner. An owner starts by writing its epoch to a feed. An older owner that wakes up compares with an outdated
 * value, so all of its later writes fail.
 */
export function createFeeds(store: Store<unknown>) {
  /** With the stored value, so that the owner's own writes need not be formatted again. */
  const cache = new LRUCache<string, { feed: FeedRecord; stored: unknown }>(atMost(CACHE_SIZE));

  /** `before`: the stored value. */
  async function write(key: string, before: unknown, feed: FeedRecord): Promise<FeedRecord> {
    const stored = storedFeed(feed);
    const isSaved =
      before === undefined
        ? await store.add(key, stored, TTL_MS)
        : await store.replace(key, before, stored, TTL_MS);
    if (!isSaved) {
      cache.delete(key);
      throw new NotOwnerError('another process wrote this feed');
    }
    cache.set(key, { feed, stored });
    return feed;
  }

  return {
    /** The stored feed, or a new one. Throws `StoreError`, `NotOwnerError` and `UnreadableError`. */
    async open(
      key: string,
      epoch: number,
      { isOwner, make }: { isOwner: () => Promise<boolean>; make: () => Promise<Omit<FeedRecord, 'epoch'>> },
    ): Promise<FeedRecord> {
      const cached = cache.get(key);
      if (cached?.feed.epoch === epoch) return cached.feed;
      const stored = await store.get(key);
      if (stored === undefined) return write(key, undefined, { ...(await make()), epoch });
      const feed = FeedRecord.parse(stored);
      // Imported records may come from an owner of another store.
      if (feed.epoch > epoch && !(await isOwner())) throw new NotOwnerError('a later owner has this feed');
      return write(key, stored, { ...feed, epoch });
    },
    /** Whether a channel was ever told anything. Throws `StoreError`; `UnreadableError` if what is stored can't be read. */
    exists: async (key: string): Promise<boolean> => cache.has(key) || (await store.get(key)) !== undefined,
    /** The feed as the owner of this epoch wrote it last; `undefined` if it has not, or no longer knows it. */
    known(key: string, epoch: number): FeedRecord | undefined {
      const feed = cache.get(key)?.feed;
      return feed?.epoch === epoch ? feed : undefined;
    },
    /** Throws `NotOwnerError` if the feed is no longer equal to `before`. */
    async save(key: string, before: FeedRecord, next: FeedRecord): Promise<FeedRecord> {
      const known = cache.get(key);
      return write(key, known?.feed === before ? known.stored : storedFeed(before), next);
    },
    /** Throws `StoreError`. */
    async forget(place: FeedPlace): Promise<void> {
      cache.delete(feedKeyOf(place));
      await store.delete(feedKeyOf(place));
    },
  };
}

export type Feeds = ReturnType<typeof createFeeds>;
