const MARKER = 0xff;
const [SOI, EOI, SOS, APP0, APP1, APP14, COMMENT] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xee, 0xfe];
/** With its marker, without the thumbnail. */
const JFIF_LENGTH = 18;
const isApp = (code: number): boolean => (code & 0xf0) === 0xe0;
/** Restart markers and stuffed bytes belong to the picture's data. */
const isData = (code: number): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7);

/** How an Exif segment says that the picture is turned (2 to 8); `undefined` for an upright one. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(10);
  if (tiff.length < 8) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const count = read16(start);
  for (let at = start + 2; at + 12 <= tiff.length && at < start + 2 + count * 12; at += 12) {
    const value = read16(at + 8);
    if (read16(at) === 0x01_12) return value > 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An Exif segment that says how the picture is turned, and nothing else. */
const orientationSegment = (orientation: number): Buffer => {
  const tiff =
    '4d4d002a00000008' +
    '0001' +
    `011200030000000100${orientation.toString(16).padStart(2, '0')}0000` +
    '00000000';
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(tiff, 'hex')]);
  return Buffer.concat([Buffer.from([MARKER, APP1, 0, body.length + 2]), body]);
};

/**
 * A segment as it stays; `undefined`: it goes. Thumbnails, comments, places and further pictures are metadata too, and so are color
 * profiles, which name the display and its date.
 */
function jpegSegment(code: number, segment: Buffer): Buffer | undefined {
  const starts = (text: string): boolean => segment.toString('latin1', 4, 4 + text.length) === text;
  if (code === APP1) {
    const orientation = orientationOf(segment);
    return orientation === undefined ? undefined : orientationSegment(orientation);
  }
  if (code === COMMENT) return undefined;
  if (!isApp(code)) return segment;
  if (code === APP0 && starts('JFIF\0')) return jfifWithoutThumbnail(segment);
  return code === APP14 && starts('Adobe') ? segment : undefined;
}

/** Its density, and a thumbnail of no size: the one there may be the picture before it was cropped. */
function jfifWithoutThumbnail(segment: Buffer): Buffer | undefined {
  if (segment.length < JFIF_LENGTH) return undefined;
  const kept = Buffer.from(segment.subarray(0, JFIF_LENGTH));
  kept.writeUInt16BE(JFIF_LENGTH - 2, 2);
  kept.fill(0, JFIF_LENGTH - 2);
  return kept;
}

/** A JPEG without metadata, in pieces; `undefined`: not readable to its end. */
export function stripJpeg(bytes: Buffer): Buffer[] | undefined {
  const pieces: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === EOI;) {
    if (bytes[at] !== MARKER) return undefined;
    const code = bytes[at + 1] ?? 0;
    if (code === MARKER) {
      at++;
      continue;
    }
    if (code === EOI) return [...pieces, bytes.subarray(at, at + 2)];
    if (code === SOI || isData(code)) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const kept = jpegSegment(code, bytes.subarray(at, end));
    if (kept !== undefined) pieces.push(kept);
    at = code === SOS ? dataEnd(bytes, end) : end;
    if (code === SOS) pieces.push(bytes.subarray(end, at));
  }
  return undefined;
}

/** Where the data of a JPEG's scan ends. */
function dataEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARKER, from); at !== -1; at = bytes.indexOf(MARKER, at + 2))
    if (!isData(bytes[at + 1] ?? 0)) return at;
  return bytes.length;
}
