export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

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
