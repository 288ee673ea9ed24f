import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { stripMetadata } from '../../src/http/strip-metadata.ts';

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
      // What a phone appends: a second picture, with a place of its own.
      bytes = Buffer.concat([bytes, Buffer.from(PLACE)]);
      expect(bytes.includes(PLACE)).toBe(true);
      const stripped = stripMetadata(bytes);
      expect(stripped?.extension).toBe(format === 'jpeg' ? 'jpg' : format);
      const left = stripped?.bytes ?? Buffer.alloc(0);
      expect(left.includes(PLACE)).toBe(false);
      expect(await pixels(left)).toEqual(await pixels(await picture(format)));
      const { exif, xmp } = await sharp(left).metadata();
      expect([exif, xmp]).toEqual([undefined, undefined]);
      expect(stripMetadata(left)?.bytes).toEqual(left);
    },
  );

  test('stays turned as the camera held it', async () => {
    for (const orientation of [3, 6, 8]) {
      const bytes = await picture('jpeg', orientation);
      const left = stripMetadata(bytes)?.bytes ?? Buffer.alloc(0);
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
      expect(await pixels(stripMetadata(bytes)?.bytes ?? Buffer.alloc(0))).toEqual(await pixels(bytes));
    }
  });

  test('is readable to its end, and nothing else is sent on', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const bytes = await picture(format);
      expect(stripMetadata(bytes.subarray(0, bytes.length - 30)), format).toBeUndefined();
    }
    expect(stripMetadata(Buffer.from('<svg/>'))).toBeUndefined();
    expect(stripMetadata(Buffer.alloc(0))).toBeUndefined();
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
          expect((stripMetadata(bytes)?.bytes.length ?? 0) <= bytes.length + 40).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
