import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { sha256 } from '../sha256.ts';
import { compact, loadSharp } from './load-sharp.ts';

export interface PictureSource {
  /** Everything that it shows, as text: the cache key. Cheaper to create than the SVG. */
  subject: string;
  svg: () => string | Promise<string>;
  /** The alt text. */
  description: () => string;
}

interface Painted {
  /** PNG. */
  bytes: Buffer;
  description: string;
}

export type PaintPicture = (picture: PictureSource) => Promise<Painted>;

export interface PainterOptions {
  /** Limits how many pictures are drawn at once. */
  slots?: LimitFunction;
  /** The total size of the cached pictures. */
  cacheBytes?: number;
  /** Draws one picture; uses sharp by default. */
  draw?: (svg: string) => Promise<Buffer>;
}

/** sharp draws on libuv's pool of four threads; one stays free for files and the store. */
const POOL_THREADS = 3;

/** One task per core, but never all threads of libuv's pool. */
export const createSlots = (): LimitFunction => pLimit(Math.min(POOL_THREADS, availableParallelism()));

const MEBIBYTE = 2 ** 20;

/** Draws and describes equal pictures once, whether in progress or cached. A failure is not cached. */
export function createPainter(options: PainterOptions = {}): PaintPicture {
  const { slots = createSlots(), cacheBytes = 8 * MEBIBYTE, draw = createDraw() } = options;
  const cache = new LRUCache<string, Painted, PictureSource>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes, description }) => bytes.length + 2 * description.length,
    // Callers get their picture even if its entry is evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { svg, description } }) => ({
      bytes: await slots(async () => draw(await svg())),
      description: description(),
    }),
  });
  return (picture) => cache.forceFetch(keyOf(picture), { context: picture });
}

/** Hashed, because a subject contains a whole bracket. */
const keyOf = ({ subject }: PictureSource): string => sha256(subject);

/** Loads sharp and the fonts with the first picture. */
function createDraw(): (svg: string) => Promise<Buffer> {
  let loading: ReturnType<typeof loadSharp> | undefined;
  return async (svg) => {
    loading ??= loadSharp();
    const sharp = await loading;
    // Level 2 takes a fifth of the time of the default, 6; our flat pictures grow by a tenth.
    return compact(await sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toBuffer());
  };
}
