import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { createInFlight } from '../in-flight.ts';
import { guardedGet, internet, type Network } from './guarded-get.ts';
import { createPortraits, isImage } from './portrait.ts';

/** A player's avatar as PNG, ready to be drawn; undefined where there is none to be had in time, and then initials are drawn. */
export type FetchAvatar = (player: { id: string; avatarUrl?: string }) => Promise<Buffer | undefined>;

export interface AvatarOptions {
  /** The painter's: reading an image takes one of the threads on which pictures are drawn. */
  slots: LimitFunction;
  network?: Network;
  /** For everything together: look-up, connection, redirect, transfer and reading the image. */
  timeoutMs?: number;
  maxBytes?: number;
  /** How long an avatar is kept, and how long it is remembered that there was none. */
  keepMs?: number;
  keepAbsenceMs?: number;
  /** What the kept avatars may weigh together. */
  keepBytes?: number;
}

const MEBIBYTE = 2 ** 20;
/** What an entry weighs beside its image. */
const ENTRY_BYTES = 500;
const FETCHES_AT_ONCE = 8;
const MAX_URL_LENGTH = 2000;

export function createAvatars(options: AvatarOptions): FetchAvatar {
  const { slots, network = internet, timeoutMs = 800, maxBytes = 2 * MEBIBYTE } = options;
  const { keepMs = 600_000, keepAbsenceMs = 60_000, keepBytes = 16 * MEBIBYTE } = options;
  const portraitOf = createPortraits(slots);
  const fetches = pLimit(FETCHES_AT_ONCE);
  /** One entry for each player, so that nobody drives the others out by many addresses of their own. */
  const cache = new LRUCache<string, { url: string; avatar: Buffer | undefined }>({
    maxSize: keepBytes,
    sizeCalculation: ({ url, avatar }) => ENTRY_BYTES + url.length + (avatar?.length ?? 0),
  });
  const inFlight = createInFlight<Buffer | undefined>();

  async function fetchImage(url: string): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    const work = fetches(async () => {
      const bytes = await imageAt(new URL(url), { network, maxBytes, signal });
      return bytes && portraitOf(bytes, signal);
    });
    // Whatever goes wrong out there has one consequence: initials.
    return withinTime(work, signal).catch(() => undefined);
  }
  return async ({ id, avatarUrl: url }) => {
    if (url === undefined || url.length > MAX_URL_LENGTH || !URL.canParse(url)) return undefined;
    const cached = cache.get(id);
    if (cached?.url === url) return cached.avatar;
    const avatar = await inFlight.share(url, () => fetchImage(url));
    cache.set(id, { url, avatar }, { ttl: avatar ? keepMs : keepAbsenceMs });
    return avatar;
  };
}

/** The bytes at an address, or at the one that it redirects to once, where they are an image. */
async function imageAt(
  url: URL,
  request: { network: Network; maxBytes: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  let response = await guardedGet(url, request);
  if (response.location !== undefined && response.status >= 300 && response.status < 400) {
    response = await guardedGet(new URL(response.location, url), request);
  }
  return response.status === 200 && isImage(response.body) ? response.body : undefined;
}

async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true });
  });
  return Promise.race([work, late]);
}
