import pLimit, { type LimitFunction } from 'p-limit';
import { hasMoreScans, imageTypeOf } from './image-header.ts';
import { loadSharp } from './load-sharp.ts';

/** An image that was fetched, checked and made small. */
export interface Avatar {
  bytes: Buffer;
  type: 'image/png';
}

/** Twice as large as it is drawn. */
const PORTRAIT_PIXELS = 256;
const MAX_PIXELS = 4_000_000;
/** A progressive or interlaced image is held in memory as a whole, and each scan passes over all of it. */
const MAX_PROGRESSIVE_PIXELS = 1_000_000;
/** Encoders write 10 or so. */
const MAX_SCANS = 20;

/**
 * Makes portraits of images from outside, one at a time. Their work is bounded before it begins: sharp's time limit applies
 * to its own steps, and does not end the library below while that reads a JPEG's scans (seen to take 10 s on 600 kB).
 */
export function createPortraits(
  slots: LimitFunction,
): (bytes: Buffer, signal: AbortSignal) => Promise<Avatar> {
  const oneAtATime = pLimit(1);
  const draw = async (bytes: Buffer, signal: AbortSignal): Promise<Avatar> => {
    // Nobody waits for it any more.
    signal.throwIfAborted();
    const sharp = await loadSharp();
    if (imageTypeOf(bytes) === 'jpeg' && hasMoreScans(bytes, MAX_SCANS)) throw new Error('too many scans');
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true });
    const { width, height, isProgressive } = await image.metadata();
    if (isProgressive && width * height > MAX_PROGRESSIVE_PIXELS) throw new Error('too many pixels');
    const drawn = image
      .timeout({ seconds: 1 })
      .autoOrient()
      .resize(PORTRAIT_PIXELS, PORTRAIT_PIXELS, { fit: 'cover' })
      .png({ compressionLevel: 2 });
    return { bytes: await drawn.toBuffer(), type: 'image/png' };
  };
  return (bytes, signal) => oneAtATime(() => slots(() => draw(bytes, signal)));
}
