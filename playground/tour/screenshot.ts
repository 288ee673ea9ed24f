import sharp from 'sharp';
import type { OwnFile } from '../../tools/discord-stand-in/chat/files.ts';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A picture of a score, as a player takes one of their game. */
export async function takeScreenshot(score: string, filename = 'final-score.png'): Promise<OwnFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
    <rect width="640" height="360" fill="#123524"/>
    <rect x="20" y="20" width="600" height="320" rx="24" fill="none" stroke="#c9a227" stroke-width="6"/>
    <text x="320" y="200" font-family="sans-serif" font-size="72" fill="#fff" text-anchor="middle">${escapeXml(score)}</text>
  </svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return { filename, contentType: 'image/png', bytes };
}
