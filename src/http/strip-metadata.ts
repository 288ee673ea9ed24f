import { imageTypeOf, type ImageType } from './image-type.ts';
import { stripJpeg } from './strip-jpeg.ts';

const PNG_HEAD = 8;
/** What draws the picture; text, time, Exif and color profiles are not among it. */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' '),
);

function stripPng(bytes: Buffer): Buffer[] | undefined {
  const pieces = [bytes.subarray(0, PNG_HEAD)];
  for (let at = PNG_HEAD; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return undefined;
    if (PNG_CHUNKS.has(name)) pieces.push(bytes.subarray(at, end));
    if (name === 'IEND') return pieces;
    at = end;
  }
  return undefined;
}

const WEBP_HEAD = 12;
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);
/** In a frame of an animation. */
const WEBP_FRAME_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH']);
const WEBP_FRAME_HEAD = 16;
/** In the flags of VP8X: the file has a color profile, Exif, and XMP. */
const WEBP_METADATA = 0x2c;

/** The chunks between two places that draw the picture; `undefined`: not readable to the end. */
function webpChunks(
  bytes: Buffer,
  from: number,
  to: number,
  names: ReadonlySet<string>,
): Buffer[] | undefined {
  const chunks: Buffer[] = [];
  for (let at = from; at < to;) {
    if (at + 8 > to) return undefined;
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > to) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    const view = bytes.subarray(at, Math.min(end, to));
    const chunk = name === 'VP8X' ? Buffer.from(view) : view;
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA;
    const kept = name === 'ANMF' ? webpFrame(chunk, size) : chunk;
    if (kept === undefined) return undefined;
    if (names.has(name)) chunks.push(kept);
    at = end;
  }
  return chunks;
}

/** A frame of an animation contains chunks. */
function webpFrame(chunk: Buffer, size: number): Buffer | undefined {
  const from = 8 + WEBP_FRAME_HEAD;
  const inner = size < WEBP_FRAME_HEAD ? undefined : webpChunks(chunk, from, 8 + size, WEBP_FRAME_CHUNKS);
  if (inner === undefined) return undefined;
  const frame = Buffer.concat([chunk.subarray(0, from), ...inner]);
  frame.writeUInt32LE(frame.length - 8, 4);
  return frame;
}

function stripWebp(bytes: Buffer): Buffer[] | undefined {
  const fileEnd = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const chunks = webpChunks(bytes, WEBP_HEAD, fileEnd, WEBP_CHUNKS);
  if (chunks === undefined || chunks.length === 0) return undefined;
  const head = Buffer.from(bytes.subarray(0, WEBP_HEAD));
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
  return [head, ...chunks];
}

const GIF = {
  image: 0x2c,
  extension: 0x21,
  end: 0x3b,
  control: 0xf9,
  text: 0x01,
  application: 0xff,
} as const;
/** The only applications' extensions that draw something: they repeat an animation. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
/** That extension, with the number of loops and nothing else. */
const GIF_LOOP_LENGTH = 19;

const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Where a GIF's row of data blocks ends. */
function blocksEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length;) {
    const size = bytes[at] ?? 0;
    at += size + 1;
    if (size === 0) return at;
  }
  return Infinity;
}

/** Without the further blocks that anything may stand in. */
const loopOf = (extension: Buffer): Buffer[] =>
  extension.length >= GIF_LOOP_LENGTH && extension[14] === 3
    ? [extension.subarray(0, GIF_LOOP_LENGTH - 1), Buffer.from([0])]
    : [];

function stripGif(bytes: Buffer): Buffer[] | undefined {
  let at = 13 + tableSize(bytes[10] ?? 0);
  const pieces = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === GIF.end) return [...pieces, bytes.subarray(at, at + 1)];
    const isImage = kind === GIF.image;
    if (!isImage && kind !== GIF.extension) return undefined;
    const end = blocksEnd(bytes, isImage ? at + 11 + tableSize(bytes[at + 9] ?? 0) : at + 2);
    if (end > bytes.length) return undefined;
    const code = bytes[at + 1];
    const isLoop = code === GIF.application && GIF_LOOPS.has(bytes.toString('latin1', at + 3, at + 14));
    if (isLoop) pieces.push(...loopOf(bytes.subarray(at, end)));
    else if (isImage || code === GIF.control || code === GIF.text) pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/**
 * Moves the pieces to the front of the memory that most of them are in. `undefined`: one of those that are not would overwrite another
 * that is still to be moved.
 */
function joinedInPlace(bytes: Buffer, pieces: readonly Buffer[]): Buffer | undefined {
  const startOf = ({ buffer, byteOffset }: Buffer): number | undefined => {
    const start = byteOffset - bytes.byteOffset;
    return buffer === bytes.buffer && start >= 0 && start < bytes.length ? start : undefined;
  };
  let free = bytes.length;
  let end = pieces.reduce((sum, { length }) => sum + length, 0);
  if (end > free) return undefined;
  for (const piece of pieces.toReversed()) {
    const start = startOf(piece);
    if (end > free && start === undefined) return undefined;
    end -= piece.length;
    if (start !== undefined && end > start) return undefined;
    free = start ?? free;
  }
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.subarray(0, at);
}

const STRIP = { jpg: stripJpeg, png: stripPng, webp: stripWebp, gif: stripGif } as const;

/**
 * A picture without what its camera and its programs wrote into it: place, time, device, texts, thumbnails. How it is turned stays.
 * Nothing is decoded, so that a picture of any size costs a copy, or `inPlace` none: then it takes the place of what it is made of.
 * `undefined`: not readable to its end.
 */
export function stripMetadata(
  bytes: Buffer,
  { inPlace = false }: { inPlace?: boolean } = {},
): { bytes: Buffer; extension: ImageType } | undefined {
  const extension = imageTypeOf(bytes);
  const pieces = extension && STRIP[extension](bytes);
  if (extension === undefined || pieces === undefined) return undefined;
  const joined = inPlace ? joinedInPlace(bytes, pieces) : undefined;
  return { bytes: joined ?? Buffer.concat(pieces), extension };
}
