import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Sharp from 'sharp';

/** The folder of the fonts, found above `src` or `dist`, since the build does not copy it. */
export function fontsFolder(): string {
  let folder = new URL('.', import.meta.url);
  for (;;) {
    const fonts = new URL('assets/fonts/', folder);
    if (existsSync(new URL('fonts.conf', fonts))) return fileURLToPath(fonts);
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('pictures: no folder assets/fonts above the code');
    folder = above;
  }
}

/**
 * Loads sharp with the fonts of this package. It uses fontconfig, which reads the file named by this variable once, so the
 * variable must be set before the library is loaded.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  // Set for the library and not a setting of ours.
  // oxlint-disable-next-line node/no-process-env
  process.env['FONTCONFIG_FILE'] = `${fontsFolder()}fonts.conf`;
  const { default: sharp } = await import('sharp');
  // The painter caches pictures, and each drawing uses one thread.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * A picture in the memory that it takes. sharp's own buffer has grown by doubling: kept, 37 MB of pictures took 57 MB, as copies 41.
 */
export const compact = (picture: Buffer): Buffer => Buffer.from(picture);
