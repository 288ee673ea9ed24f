import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { stripMetadata } from '../../src/http/strip-metadata.ts';

/** Also in its own memory, with the same result. */
function strip(bytes: Buffer) {
  const own = Buffer.alloc(bytes.length);
  bytes.copy(own);
  const copied = stripMetadata(bytes);
  const inPlace = stripMetadata(own, { inPlace: true });
  expect(inPlace).toEqual(copied);
  expect(inPlace?.bytes.buffer).toBe(copied && own.buffer);
  return copied;
}

const PLACE = 'N 48 51 24';
/** A picture of four colors, twice as wide as high, with a place, a text and a profile in it. */
const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif', orientation = 1): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg width="40" height="20"><rect width="20" height="10" fill="red"/><rect x="20" y="10" width="20" height="10" fill="blue"/></svg>',
    ),
  )
    .flatten({ background: 'white' })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: PLACE }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PLACE}</x:xmpmeta>`)
    .toFormat(format)
    .toBuffer();

const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).autoOrient().raw().toBuffer();

describe('a picture that is sent on', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    '%s keeps its pixels and loses its metadata',
    async (format) => {
      let bytes = await picture(format);
      if (format === 'gif') {
        const comment = Buffer.concat([
          Buffer.from([0x21, 0xfe, PLACE.length]),
          Buffer.from(PLACE),
          Buffer.from([0]),
        ]);
        bytes = Buffer.concat([bytes.subarray(0, -1), comment, bytes.subarray(-1)]);
      }
      // What a phone appends: a second picture, with its place.
      bytes = Buffer.concat([bytes, Buffer.from(PLACE)]);
      expect(bytes.includes(PLACE)).toBe(true);
      const stripped = strip(bytes);
      expect(stripped?.extension).toBe(format === 'jpeg' ? 'jpg' : format);
      const left = stripped?.bytes ?? Buffer.alloc(0);
      expect(left.includes(PLACE)).toBe(false);
      expect(await pixels(left)).toEqual(await pixels(await picture(format)));
      const { exif, xmp } = await sharp(left).metadata();
      expect([exif, xmp]).toEqual([undefined, undefined]);
      expect(strip(left)?.bytes).toEqual(left);
    },
  );

  test('keeps no thumbnail, color profile, or tail of a block', () => {
    const HIDDEN = 'before the crop';
    const jpegPart = (marker: number, body: Buffer): Buffer =>
      Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body]);
    const scan = [jpegPart(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1, 2, 3, 0xff, 0xd9])];
    const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, ...scan]);
    const jfif = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02', 'latin1');
    const pngPart = (name: string, body: string): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      return Buffer.concat([length, Buffer.from(name + body, 'latin1'), Buffer.alloc(4)]);
    };
    const webpPart = (name: string, body: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(body.length);
      return Buffer.concat([Buffer.from(name, 'latin1'), length, body, Buffer.alloc(body.length % 2)]);
    };
    const frame = Buffer.concat([
      Buffer.alloc(16),
      webpPart('VP8L', Buffer.from('pixels')),
      webpPart('EXIF', Buffer.from(HIDDEN)),
    ]);
    const webp = Buffer.concat([
      webpPart('VP8X', Buffer.from([0x22, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
      webpPart('ICCP', Buffer.from(HIDDEN)),
      webpPart('ANMF', frame),
    ]);
    const riff = Buffer.concat([webpPart('RIFF', Buffer.concat([Buffer.from('WEBP'), webp]))]);
    const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x05\0', 'latin1');
    const gif = Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
      loop,
      Buffer.from([HIDDEN.length]),
      Buffer.from(`${HIDDEN}\0`),
      Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0, 0x3b]),
    ]);
    const cases = {
      'a thumbnail': jpeg(jpegPart(0xe0, Buffer.concat([jfif, Buffer.from(HIDDEN)]))),
      'a profile in a JPEG': jpeg(jpegPart(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${HIDDEN}`, 'latin1'))),
      'a profile in a PNG': Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        pngPart('IHDR', '0123456789abc'),
        pngPart('iCCP', `${HIDDEN}\0\0z`),
        pngPart('IDAT', 'x'),
        pngPart('IEND', ''),
      ]),
      'a profile, and a chunk in a frame of a WebP': riff,
      'the tail of a loop': gif,
    };
    for (const [what, bytes] of Object.entries(cases)) {
      const left = strip(bytes)?.bytes ?? Buffer.from(`${HIDDEN}: unreadable`);
      expect(left.includes(HIDDEN), what).toBe(false);
      expect(strip(left)?.bytes, what).toEqual(left);
    }
    expect(strip(gif)?.bytes.includes(Buffer.concat([loop, Buffer.from([0])]))).toBe(true);
    expect(strip(riff)?.bytes.includes('pixels')).toBe(true);
    expect(strip(riff)?.bytes[20]).toBe(0x02);
  });

  test('stays turned as the camera held it', async () => {
    for (const orientation of [3, 6, 8]) {
      const bytes = await picture('jpeg', orientation);
      const left = strip(bytes)?.bytes ?? Buffer.alloc(0);
      expect(left.includes(PLACE)).toBe(false);
      expect((await sharp(left).metadata()).orientation).toBe(orientation);
      expect(await pixels(left)).toEqual(await pixels(bytes));
    }
  });

  test('progressive pictures and those with restarts keep their pixels', async () => {
    const raw = sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } });
    const noisy = raw.composite([{ input: await picture('png'), tile: true }]);
    for (const options of [
      { progressive: true },
      { mozjpeg: true },
      { progressive: true, chromaSubsampling: '4:4:4' },
    ]) {
      const bytes = await noisy.clone().jpeg(options).toBuffer();
      expect(await pixels(strip(bytes)?.bytes ?? Buffer.alloc(0))).toEqual(await pixels(bytes));
    }
  });

  test('is readable to its end, and nothing else is sent on', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const bytes = await picture(format);
      expect(strip(bytes.subarray(0, bytes.length - 30)), format).toBeUndefined();
    }
    expect(strip(Buffer.from('<svg/>'))).toBeUndefined();
    expect(strip(Buffer.alloc(0))).toBeUndefined();
  });

  test('hostile bytes end in time, never longer than they came', async () => {
    const heads = await Promise.all(
      (['jpeg', 'png', 'webp', 'gif'] as const).map((format) => picture(format)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...heads),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
        (head, changes) => {
          const bytes = Buffer.from(head);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          expect((strip(bytes)?.bytes.length ?? 0) <= bytes.length + 40).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
