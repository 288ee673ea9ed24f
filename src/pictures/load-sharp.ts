import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Sharp from 'sharp';

/** Where the fonts and their settings are: the compiler copies none, so that they lie above `src` and above `dist`. */
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
 * sharp, with the fonts of this package. The library knows no fonts but fontconfig's, which reads its settings once, from
 * the file that this variable names, when the first letter is drawn: it has to be set before the library is loaded.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  // Set for the library, never read: no setting of ours.
  // oxlint-disable-next-line node/no-process-env
  process.env['FONTCONFIG_FILE'] = `${fontsFolder()}fonts.conf`;
  const { default: sharp } = await import('sharp');
  // Every picture is drawn once and kept by the painter; one drawing runs on one thread.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
