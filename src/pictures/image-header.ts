type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

/**
 * What an image is by its first bytes, whatever its server calls it. SVG is none of these: it could name files and
 * addresses of its own.
 */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const starts = (signature: string, at = 0): boolean =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('\xff\xd8\xff')) return 'jpeg';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  return starts('GIF87a') || starts('GIF89a') ? 'gif' : undefined;
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Whether a JPEG passes over its pixels more often than `max` times. The marker cannot occur inside a scan (ITU T.81 B.1.1.5). */
export function hasMoreScans(jpeg: Buffer, max: number): boolean {
  let at = -1;
  for (let count = 0; count <= max; count++) {
    at = jpeg.indexOf(START_OF_SCAN, at + 1);
    if (at === -1) return false;
  }
  return true;
}
