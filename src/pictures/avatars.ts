import { LRUCache } from 'lru-cache';
import { guardedGet, internet } from './guarded-get.ts';
import type { Network } from './guarded-get.ts';
import { imageTypeOf } from './image-type.ts';
import { loadSharp } from './load-sharp.ts';
import type { Avatar } from './rank-card.ts';
import { createSlots } from './slots.ts';

/** The image at an address, ready to be drawn; undefined where there is none to be had in time, and then initials are drawn. */
export type FetchAvatar = (url: string | undefined) => Promise<Avatar | undefined>;

export interface AvatarOptions {
  network?: Network;
  /** For everything together: look-up, connection, redirect, transfer and reading the image. */
  timeoutMs?: number;
  maxBytes?: number;
  /** How long an avatar is kept, and how long it is remembered that there was none. */
  keepMs?: number;
  keepAbsenceMs?: number;
}

const MEBIBYTE = 2 ** 20;
const KEEP_BYTES = 16 * MEBIBYTE;
/** What an entry weighs beside its image. */
const ENTRY_BYTES = 500;
const AT_ONCE = 8;
const MAX_URL_LENGTH = 2000;

export function createAvatars(options: AvatarOptions = {}): FetchAvatar {
  const { network = internet, timeoutMs = 800, maxBytes = 2 * MEBIBYTE } = options;
  const { keepMs = 600_000, keepAbsenceMs = 60_000 } = options;
  const slots = createSlots(AT_ONCE);
  const kept = new LRUCache<string, { avatar: Avatar | undefined }>({
    maxSize: KEEP_BYTES,
    sizeCalculation: ({ avatar }) => ENTRY_BYTES + (avatar?.bytes.length ?? 0),
  });
  const inWork = new Map<string, Promise<Avatar | undefined>>();
  const fetch = async (url: string): Promise<Avatar | undefined> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const fetching = slots.run(async () => {
      const bytes = await imageAt(new URL(url), { network, maxBytes, signal });
      return bytes && smallPortrait(bytes);
    });
    // Whatever goes wrong out there has one consequence: initials.
    const avatar = await withinTime(fetching, signal).catch(() => undefined);
    kept.set(url, { avatar }, { ttl: avatar ? keepMs : keepAbsenceMs });
    return avatar;
  };
  return async (url) => {
    if (url === undefined || url.length > MAX_URL_LENGTH || !URL.canParse(url)) return undefined;
    const known = kept.get(url);
    if (known) return known.avatar;
    const fetching = inWork.get(url) ?? fetch(url).finally(() => inWork.delete(url));
    inWork.set(url, fetching);
    return fetching;
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
  return response.status === 200 && imageTypeOf(response.body) !== undefined ? response.body : undefined;
}

/** Twice as large as it is drawn; and its pixels are bounded, since a small file can hold a huge image. */
const PORTRAIT_PIXELS = 256;
const MAX_PIXELS = 16_000_000;

async function smallPortrait(bytes: Buffer): Promise<Avatar> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1 });
  const drawn = image
    .autoOrient()
    .resize(PORTRAIT_PIXELS, PORTRAIT_PIXELS, { fit: 'cover' })
    .png({ compressionLevel: 2 });
  return { bytes: await drawn.toBuffer(), type: 'image/png' };
}

async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true });
  });
  return Promise.race([work, late]);
}
