import pLimit, { type LimitFunction } from 'p-limit';
import { imageTypeOf } from '../http/image-type.ts';
import { compact, loadSharp } from './load-sharp.ts';

/** Twice the size that it is drawn at. */
const PORTRAIT_PIXELS = 256;
const MAX_PIXELS = 4_000_000;
/** A progressive or interlaced image is decoded in memory as a whole, and each scan passes over all of it. */
const MAX_PROGRESSIVE_PIXELS = 1_000_000;
/** Encoders use about 10. */
const MAX_SCANS = 20;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Whether a JPEG has more than `max` scans. The marker cannot occur inside a scan (ITU T.81 B.1.1.5). */
function hasMoreScans(jpeg: Buffer, max: number): boolean {
  let at = -1;
  for (let count = 0; count <= max; count++) {
    at = jpeg.indexOf(START_OF_SCAN, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * Turns untrusted images into portraits (PNG), one at a time. Limits their cost before decoding: sharp's timeout does not
 * interrupt libjpeg while it reads scans (which took 10 s for 600 kB).
 */
export function createPortraits(
  slots: LimitFunction,
): (bytes: Buffer, signal: AbortSignal) => Promise<Buffer> {
  const oneAtATime = pLimit(1);
  const draw = async (bytes: Buffer, signal: AbortSignal): Promise<Buffer> => {
    // The caller has given up.
    signal.throwIfAborted();
    const sharp = await loadSharp();
    if (imageTypeOf(bytes) === 'jpg' && hasMoreScans(bytes, MAX_SCANS)) throw new Error('too many scans');
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true });
    const { width, height, isProgressive } = await image.metadata();
    if (isProgressive && width * height > MAX_PROGRESSIVE_PIXELS) throw new Error('too many pixels');
    const portrait = await image
      .timeout({ seconds: 1 })
      .autoOrient()
      .resize(PORTRAIT_PIXELS, PORTRAIT_PIXELS, { fit: 'cover' })
      .png({ compressionLevel: 2 })
      .toBuffer();
    return compact(portrait);
  };
  return (bytes, signal) => oneAtATime(() => slots(() => draw(bytes, signal)));
}
