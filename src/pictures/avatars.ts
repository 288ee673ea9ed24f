import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { MINUTE_MS } from '../durations.ts';
import { imageTypeOf } from '../http/image-type.ts';
import { createInFlight } from '../async/in-flight.ts';
import { guardedGet, internet, type GuardedNetwork } from '../http/guarded-get.ts';
import { createPortraits } from './portrait.ts';

/** A player's avatar as PNG, ready to draw; `undefined` if it is not available in time, for initials instead. */
export type FetchAvatar = (player: { id: string; avatarUrl?: string }) => Promise<Buffer | undefined>;

export interface AvatarOptions {
  /** Shared with the painter: decoding an image uses one of its threads. */
  slots: LimitFunction;
  network?: GuardedNetwork;
  /** In total: DNS look-up, connection, redirect, transfer and decoding. */
  timeoutMs?: number;
  /** The most bytes of all cached avatars together. */
  cacheBytes?: number;
}

const MEBIBYTE = 2 ** 20;
const AVATAR_BYTES_MAX = 2 * MEBIBYTE;
/** How long an avatar is cached, and the absence of one. */
const TTL_MS = 10 * MINUTE_MS;
const ABSENT_TTL_MS = MINUTE_MS;
/** Overhead of a cache entry besides its image. */
const ENTRY_BYTES = 500;
const FETCHES_AT_ONCE = 8;
const MAX_URL_LENGTH = 2000;

export function createAvatars(options: AvatarOptions): FetchAvatar {
  const { slots, network = internet, timeoutMs = 800, cacheBytes = 16 * MEBIBYTE } = options;
  const portraitOf = createPortraits(slots);
  const fetches = pLimit(FETCHES_AT_ONCE);
  /** One entry per player, so that no one can evict the others by using many URLs. */
  const cache = new LRUCache<string, { url: string; avatar: Buffer | undefined }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ url, avatar }) => ENTRY_BYTES + url.length + (avatar?.length ?? 0),
  });
  const inFlight = createInFlight<Buffer | undefined>();

  async function fetchImage(url: string): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    const work = fetches(async () => {
      const bytes = await imageAt(new URL(url), { network, maxBytes: AVATAR_BYTES_MAX, signal });
      return bytes && portraitOf(bytes, signal);
    });
    // Every failure leads to initials.
    return untilAborted(work, signal).catch(() => undefined);
  }
  return async ({ id, avatarUrl: url }) => {
    if (url === undefined || url.length > MAX_URL_LENGTH || !URL.canParse(url)) return undefined;
    const cached = cache.get(id);
    if (cached?.url === url) return cached.avatar;
    const avatar = await inFlight.share(url, () => fetchImage(url));
    cache.set(id, { url, avatar }, { ttl: avatar ? TTL_MS : ABSENT_TTL_MS });
    return avatar;
  };
}

/** The image at a URL, following one redirect; `undefined` if it is not an image. */
async function imageAt(
  url: URL,
  request: { network: GuardedNetwork; maxBytes: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  let response = await guardedGet(url, request);
  if (response.location !== undefined && response.status >= 300 && response.status < 400) {
    response = await guardedGet(new URL(response.location, url), request);
  }
  return response.status === 200 && imageTypeOf(response.body) !== undefined ? response.body : undefined;
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timed out')), { once: true });
  });
  return Promise.race([work, late]);
}
