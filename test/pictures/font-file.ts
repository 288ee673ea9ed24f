import { readFileSync } from 'node:fs';

/** Reads the advance widths of a TrueType file by code point, in thousandths of an em (OpenType: head, hhea, hmtx, cmap 4 and 12). */
export function advanceWidths(path: string | URL): Map<number, number> {
  const file = readFileSync(path);
  const tables = new Map<string, number>();
  for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
    tables.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8));
  }
  const unitsPerEm = file.readUInt16BE(tables.get('head')! + 18);
  const metricCount = file.readUInt16BE(tables.get('hhea')! + 34);
  const widthOf = (glyph: number): number =>
    Math.round(
      (file.readUInt16BE(tables.get('hmtx')! + 4 * Math.min(glyph, metricCount - 1)) * 1000) / unitsPerEm,
    );
  const widths = new Map<number, number>();
  for (const [point, glyph] of glyphs(file, tables.get('cmap')!)) {
    if (glyph !== 0) widths.set(point, widthOf(glyph));
  }
  return widths;
}

function* glyphs(file: Buffer, cmap: number): Generator<[number, number]> {
  const formats = new Map<number, number>();
  for (let at = cmap + 4; at < cmap + 4 + 8 * file.readUInt16BE(cmap + 2); at += 8) {
    const table = cmap + file.readUInt32BE(at + 4);
    formats.set(file.readUInt16BE(table), table);
  }
  const wide = formats.get(12);
  if (wide !== undefined) {
    for (let at = wide + 16; at < wide + 16 + 12 * file.readUInt32BE(wide + 12); at += 12) {
      const first = file.readUInt32BE(at);
      const glyph = file.readUInt32BE(at + 8);
      for (let point = first; point <= file.readUInt32BE(at + 4); point++)
        yield [point, glyph + point - first];
    }
    return;
  }
  const table = formats.get(4)!;
  const segments = file.readUInt16BE(table + 6);
  for (let at = 0; at < segments; at += 2) {
    const last = file.readUInt16BE(table + 14 + at);
    const first = file.readUInt16BE(table + 16 + segments + at);
    const delta = file.readInt16BE(table + 16 + 2 * segments + at);
    const rangeAt = table + 16 + 3 * segments + at;
    const range = file.readUInt16BE(rangeAt);
    for (let point = first; point <= last && point < 0xffff; point++) {
      const glyph = range === 0 ? point : file.readUInt16BE(rangeAt + range + 2 * (point - first));
      yield [point, glyph === 0 ? 0 : (glyph + delta) & 0xffff];
    }
  }
}
