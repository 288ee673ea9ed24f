export type ImageType = 'png' | 'jpg' | 'webp' | 'gif';

/**
 * The kind of an image by its first bytes, not by its name or content type. Excludes SVG, which can reference files
 * and URLs.
 */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const signature = bytes.toString('latin1', 0, 12);
  if (signature.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (signature.startsWith('\xff\xd8\xff')) return 'jpg';
  if (/^RIFF.{4}WEBP/s.test(signature)) return 'webp';
  return /^GIF8[79]a/.test(signature) ? 'gif' : undefined;
}
