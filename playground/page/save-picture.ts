import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** A few dozen kilobytes for what a phone shows, with letters that stay sharp. */
const QUALITY = 80;

/** Takes a picture of a page, or of a part of it, as a WebP file. */
export async function savePicture(part: Page | Locator, file: string): Promise<void> {
  await sharp(await part.screenshot())
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file);
}
