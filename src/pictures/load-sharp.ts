import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Sharp from 'sharp';

/** The fonts lie beside `src` in a checkout, and beside `dist` once built: the compiler copies no fonts. */
const FOLDERS = ['../../assets/fonts/', '../../../assets/fonts/'];

/** Where the fonts of the package and their fontconfig file are. */
export function fontsFolder(): string {
  const folder = FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
  if (folder === undefined)
    throw new Error('pictures: the folder assets/fonts is missing beside src or dist');
  return folder;
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
