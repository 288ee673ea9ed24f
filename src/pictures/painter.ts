import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { loadSharp } from './load-sharp.ts';

export interface Picture {
  /** All that it shows, as text: pictures of equal subjects are equal. Costs less than the SVG to make. */
  subject: string;
  svg: () => string | Promise<string>;
  /** Its alt text. */
  description: () => string;
}

interface Painted {
  /** PNG. */
  bytes: Buffer;
  description: string;
}

export type Paint = (picture: Picture) => Promise<Painted>;

export interface PainterOptions {
  /** Bounds how many pictures are drawn at once. */
  slots?: LimitFunction;
  /** What the cached pictures may weigh together. */
  keepBytes?: number;
  /** Draws one picture; sharp unless a test says otherwise. */
  draw?: (svg: string) => Promise<Buffer>;
}

/** Threads of libuv's pool, on which sharp draws, less one that stays free for files and the store. */
const POOL_THREADS = 3;

/** One task a core, and never all threads of libuv's pool. */
export const createSlots = (): LimitFunction => pLimit(Math.min(POOL_THREADS, availableParallelism()));

const MEBIBYTE = 2 ** 20;

/** Equal pictures are drawn and described once, those in flight and those in the cache alike. A failure is not cached. */
export function createPainter(options: PainterOptions = {}): Paint {
  const { slots = createSlots(), keepBytes = 32 * MEBIBYTE, draw = createDraw() } = options;
  const cache = new LRUCache<string, Painted, Picture>({
    maxSize: keepBytes,
    sizeCalculation: ({ bytes, description }) => bytes.length + 2 * description.length,
    // Whoever waits for a picture gets it, also when its entry is evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { svg, description } }) => ({
      bytes: await slots(async () => draw(await svg())),
      description: description(),
    }),
  });
  return (picture) => cache.forceFetch(keyOf(picture), { context: picture });
}

/** A subject holds a whole bracket: too long for a key. */
const keyOf = ({ subject }: Picture): string => createHash('sha256').update(subject).digest('base64');

/** Loads sharp with the first picture, and only then looks for its fonts. */
function createDraw(): (svg: string) => Promise<Buffer> {
  let loading: ReturnType<typeof loadSharp> | undefined;
  return async (svg) => {
    loading ??= loadSharp();
    const sharp = await loading;
    // Level 2 takes a fifth of the time of the usual 6; the pictures are flat, and grow by a tenth.
    return sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toBuffer();
  };
}
