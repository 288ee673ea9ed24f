import pLimit, { type LimitFunction } from 'p-limit';
import { loadSharp } from './load-sharp.ts';

/** Twice as large as it is drawn. */
const PORTRAIT_PIXELS = 256;
const MAX_PIXELS = 4_000_000;
/** A progressive or interlaced image is held in memory as a whole, and each scan passes over all of it. */
const MAX_PROGRESSIVE_PIXELS = 1_000_000;
/** Encoders write 10 or so. */
const MAX_SCANS = 20;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

const signatureOf = (bytes: Buffer): string => bytes.toString('latin1', 0, 12);

const isJpeg = (bytes: Buffer): boolean => signatureOf(bytes).startsWith('\xff\xd8\xff');

/**
 * Whether bytes begin as PNG, JPEG, WebP or GIF do, whatever their server calls them. SVG is none of these: it could name
 * files and addresses of its own.
 */
export const isImage = (bytes: Buffer): boolean =>
  isJpeg(bytes) ||
  signatureOf(bytes).startsWith('\x89PNG\r\n\x1a\n') ||
  /^(?:RIFF.{4}WEBP|GIF8[79]a)/s.test(signatureOf(bytes));

/** Whether a JPEG passes over its pixels more often than `max` times. The marker cannot occur inside a scan (ITU T.81 B.1.1.5). */
function hasMoreScans(jpeg: Buffer, max: number): boolean {
  let at = -1;
  for (let count = 0; count <= max; count++) {
    at = jpeg.indexOf(START_OF_SCAN, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * Makes portraits (PNG) of images from outside, one at a time. Their work is bounded before it begins: sharp's time limit applies
 * to its own steps, and does not end the library below while that reads a JPEG's scans (seen to take 10 s on 600 kB).
 */
export function createPortraits(
  slots: LimitFunction,
): (bytes: Buffer, signal: AbortSignal) => Promise<Buffer> {
  const oneAtATime = pLimit(1);
  const draw = async (bytes: Buffer, signal: AbortSignal): Promise<Buffer> => {
    // Nobody waits for it any more.
    signal.throwIfAborted();
    const sharp = await loadSharp();
    if (isJpeg(bytes) && hasMoreScans(bytes, MAX_SCANS)) throw new Error('too many scans');
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true });
    const { width, height, isProgressive } = await image.metadata();
    if (isProgressive && width * height > MAX_PROGRESSIVE_PIXELS) throw new Error('too many pixels');
    return image
      .timeout({ seconds: 1 })
      .autoOrient()
      .resize(PORTRAIT_PIXELS, PORTRAIT_PIXELS, { fit: 'cover' })
      .png({ compressionLevel: 2 })
      .toBuffer();
  };
  return (bytes, signal) => oneAtATime(() => slots(() => draw(bytes, signal)));
}
