import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { createSlots } from './slots.ts';
import { loadSharp } from './load-sharp.ts';

export interface Painter {
  /** The SVG as PNG. Equal pictures are drawn once, those in work and those kept alike. */
  paint(svg: string): Promise<Buffer>;
  /** Loads the library and its fonts, which takes longer than a drawing: at the start, before anybody waits for it. */
  warm(): Promise<void>;
}

export interface PainterOptions {
  /** So many pictures are drawn at once; the number of cores, and at most 3 of the 4 threads that the store uses too. */
  concurrency?: number;
  /** What the kept pictures may weigh together. */
  keepBytes?: number;
  /** Draws one picture; sharp unless a test says otherwise. */
  draw?: (svg: string) => Promise<Buffer>;
}

/** Threads of libuv's pool, on which sharp draws, less one that stays free for files and the store. */
const POOL_THREADS = 3;
const MEBIBYTE = 2 ** 20;

export function createPainter(options: PainterOptions = {}): Painter {
  const draw = options.draw ?? sharpDrawing();
  const slots = createSlots(options.concurrency ?? Math.min(POOL_THREADS, availableParallelism()));
  const kept = new LRUCache<string, Buffer>({
    maxSize: options.keepBytes ?? 32 * MEBIBYTE,
    sizeCalculation: (png) => png.length,
  });
  const inWork = new Map<string, Promise<Buffer>>();
  const paint = async (svg: string): Promise<Buffer> => {
    const key = createHash('sha256').update(svg).digest('base64');
    const known = kept.get(key) ?? inWork.get(key);
    if (known !== undefined) return known;
    const drawing = slots
      .run(() => draw(svg))
      .then((png) => {
        kept.set(key, png);
        return png;
      })
      .finally(() => inWork.delete(key));
    inWork.set(key, drawing);
    return drawing;
  };
  return {
    paint,
    async warm() {
      await draw(SAMPLE);
    },
  };
}

/** A letter of either weight, so that the fonts are found and read. */
const SAMPLE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" font-family="Noto Sans"><text y="15">a<tspan font-weight="700">b</tspan></text></svg>';

function sharpDrawing(): (svg: string) => Promise<Buffer> {
  let loading: ReturnType<typeof loadSharp> | undefined;
  return async (svg) => {
    loading ??= loadSharp();
    const sharp = await loading;
    // Level 2 takes a fifth of the time of the usual 6; the pictures are flat, and grow by a tenth.
    return sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toBuffer();
  };
}
