const segment = (marker: number, body: number[]): Buffer => {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...body]);
};

/** Entropy-coded bits, padded with ones; a byte 0xff is stuffed. */
const coded = (bits: string): Buffer =>
  Buffer.from(
    (bits.match(/.{1,8}/g) ?? []).flatMap((byte) => {
      const value = Number.parseInt(byte.padEnd(8, '1'), 2);
      return value === 0xff ? [0xff, 0] : [value];
    }),
  );

/**
 * A progressive JPEG of `size` by `size` gray pixels with `scans` scans (ITU T.81). All but the first are a few bytes without
 * changes, but make the decoder pass over all blocks.
 */
export function manyScans(size: number, scans: number): Buffer {
  const blocks = Math.ceil(size / 8) ** 2;
  const runs = Math.ceil(blocks / 32_767);
  const category = Math.floor(Math.log2(Math.floor(blocks / runs)));
  const endOfBlocks = Array.from({ length: runs }, (_, at) => {
    const length = at === 0 ? blocks - Math.floor(blocks / runs) * (runs - 1) : Math.floor(blocks / runs);
    return `0${category === 0 ? '' : (length - 2 ** category).toString(2).padStart(category, '0')}`;
  }).join('');
  const emptyScan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), coded(endOfBlocks)]);
  const oneCode = [1, ...Array<number>(15).fill(0)];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, size >> 8, size & 0xff, size >> 8, size & 0xff, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, ...oneCode, 0]),
    segment(0xc4, [0x10, ...oneCode, category << 4]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    coded('0'.repeat(blocks)),
    ...Array<Buffer>(scans - 1).fill(emptyScan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
