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

export interface Painter {
  /** Equal pictures are drawn and described once, those in work and those kept alike. */
  paint(picture: Picture): Promise<Painted>;
}

export interface PainterOptions {
  /** Bounds how many pictures are drawn at once. */
  slots?: LimitFunction;
  /** What the kept pictures may weigh together. */
  keepBytes?: number;
  /** Draws one picture; sharp unless a test says otherwise. */
  draw?: (svg: string) => Promise<Buffer>;
}

/** Threads of libuv's pool, on which sharp draws, less one that stays free for files and the store. */
const POOL_THREADS = 3;

/** One task a core, and never all threads of libuv's pool. */
export const createSlots = (): LimitFunction => pLimit(Math.min(POOL_THREADS, availableParallelism()));

const MEBIBYTE = 2 ** 20;

export function createPainter(options: PainterOptions = {}): Painter {
  const draw = options.draw ?? sharpDrawing();
  const slots = options.slots ?? createSlots();
  const kept = new LRUCache<string, Painted>({
    maxSize: options.keepBytes ?? 32 * MEBIBYTE,
    sizeCalculation: ({ bytes, description }) => bytes.length + 2 * description.length,
  });
  const inWork = new Map<string, Promise<Painted>>();
  const paint = async ({ subject, svg, description }: Picture): Promise<Painted> => {
    const key = createHash('sha256').update(subject).digest('base64');
    const known = kept.get(key) ?? inWork.get(key);
    if (known !== undefined) return known;
    const drawing = slots(async () => draw(await svg()))
      .then((bytes) => {
        const painted = { bytes, description: description() };
        kept.set(key, painted);
        return painted;
      })
      .finally(() => inWork.delete(key));
    inWork.set(key, drawing);
    return drawing;
  };
  return { paint };
}

function sharpDrawing(): (svg: string) => Promise<Buffer> {
  let loading: ReturnType<typeof loadSharp> | undefined;
  return async (svg) => {
    loading ??= loadSharp();
    const sharp = await loading;
    // Level 2 takes a fifth of the time of the usual 6; the pictures are flat, and grow by a tenth.
    return sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toBuffer();
  };
}
