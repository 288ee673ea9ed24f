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
 * The feeds of one owner. The first thing an owner does with a feed is to write its epoch: an older owner that wakes up
 * compares with what it knew, so all that it writes from then on fails.
 */
export function createFeeds(store: Store<unknown>) {
  /** Each with the value that was stored: the store need not format one again that it wrote itself. */
  const cache = new LRUCache<string, { feed: FeedRecord; stored: unknown }>(atMost(CACHE_SIZE));

  /** `before`: as it is stored. */
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
    /**
     * The feed as it is stored, or a new one. Throws `StoreError`, `NotOwnerError` and `UnreadableError`.
     */
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
      // Records that were moved here may come from an owner of another store.
      if (feed.epoch > epoch && !(await isOwner())) throw new NotOwnerError('a later owner has this feed');
      return write(key, stored, { ...feed, epoch });
    },
    /** The feed as the owner of this epoch wrote it last; `undefined` if it did not yet, or a while ago. */
    known(key: string, epoch: number): FeedRecord | undefined {
      const feed = cache.get(key)?.feed;
      return feed?.epoch === epoch ? feed : undefined;
    },
    /** Throws `NotOwnerError` if the feed is no longer as it was `before`. */
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
