import type { Translate } from '../words/words.ts';
import { cleanText } from './fit-text.ts';
import { formStrip } from './form-strip.ts';
import type { Outcome } from './form-strip.ts';
import { palette } from './palette.ts';
import type { Avatar } from './portrait.ts';
import { drawTile, tilesOf } from './rank-tiles.ts';
import { element, rectangle, svgDocument, textIn } from './svg.ts';
import type { Box } from './svg.ts';
import { graphemes, textWidth } from './measure.ts';

/** What a rank card says; what is absent is left out of the drawing. */
export interface RankCard {
  name: string;
  avatar?: Avatar;
  rankLabel?: string;
  rating?: number;
  globalPlace?: number;
  regionalPlace?: number;
  /** A signed whole number as text ("+3"). */
  trend?: string;
  /** The last results, the newest first. */
  form?: readonly Outcome[];
  t: Translate;
}

const WIDTH = 760;
const PAD = 32;
const AVATAR = 116;
const TILE = { height: 92, gap: 12 };
const SHOWN_RESULTS = 10;

/** A player's card as SVG: avatar or initials, name, rank, figures, and the form as letters in shapes. */
export function rankCardSvg(card: RankCard): string {
  const tiles = tilesOf(card);
  const form = card.form?.slice(0, SHOWN_RESULTS) ?? [];
  const tilesY = PAD + AVATAR + 22;
  const formY = tilesY + (tiles.length === 0 ? 0 : TILE.height + 22);
  const height = formY + (form.length === 0 ? -22 : 50) + PAD;
  return svgDocument(
    { width: WIDTH, height, scale: 1.5 },
    [
      rectangle({ x: 0, y: 0, width: WIDTH, height }, { class: 'panel', fill: palette.panel, rx: 20 }),
      portrait(card),
      nameLines(card),
      ...tiles.map((tile, at) => drawTile(tile, tileBox(at, tiles.length, tilesY))),
      form.length === 0 ? '' : formStrip(form, { x: PAD, y: formY, width: WIDTH - 2 * PAD }, card.t),
    ].join(''),
  );
}

function tileBox(at: number, count: number, y: number): Box {
  const width = (WIDTH - 2 * PAD - (count - 1) * TILE.gap) / count;
  return { x: PAD + at * (width + TILE.gap), y, width, height: TILE.height };
}

function portrait({ avatar, name }: RankCard): string {
  const radius = AVATAR / 2;
  const centre = { cx: PAD + radius, cy: PAD + radius };
  const ring = element('circle', {
    ...centre,
    r: radius,
    fill: avatar ? 'none' : palette.won,
    stroke: palette.accent,
    'stroke-width': 4,
  });
  if (!avatar) {
    const text = initialsOf(name);
    const place = { x: PAD + 12, baseline: PAD + radius + 16, width: AVATAR - 24, size: 46 };
    return ring + textIn({ ...place, fill: palette.text, weight: 'bold', align: 'middle' }, text);
  }
  return (
    element('clipPath', { id: 'portrait' }, element('circle', { ...centre, r: radius })) +
    element('image', {
      x: PAD,
      y: PAD,
      width: AVATAR,
      height: AVATAR,
      preserveAspectRatio: 'xMidYMid slice',
      'clip-path': 'url(#portrait)',
      href: `data:${avatar.type};base64,${avatar.bytes.toString('base64')}`,
    }) +
    ring
  );
}

/** The first letters of the first two words; of a single word, its first. */
function initialsOf(name: string): string {
  return cleanText(name)
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...graphemes(word)][0]?.toUpperCase() ?? '')
    .join('');
}

function nameLines({ name, rankLabel }: RankCard): string {
  const x = PAD + AVATAR + 26;
  const width = WIDTH - PAD - x;
  const hasRank = rankLabel !== undefined;
  const baseline = PAD + (hasRank ? 46 : 74);
  const drawn = textIn({ x, baseline, width, size: 42, fill: palette.text, weight: 'bold' }, name);
  if (rankLabel === undefined) return drawn;
  const size = 24;
  const pillWidth = Math.min(width, textWidth(cleanText(rankLabel), size, 'bold') + size * 1.4);
  const pill = { x, y: PAD + 73, width: pillWidth, height: size * 1.7 };
  return (
    drawn +
    rectangle(pill, { fill: palette.panel, stroke: palette.accent, 'stroke-width': 2, rx: pill.height / 2 }) +
    textIn(
      {
        x: x + size * 0.6,
        baseline: pill.y + size * 1.2,
        width: pillWidth - size * 1.2,
        size,
        fill: palette.accent,
        weight: 'bold',
        align: 'middle',
      },
      rankLabel,
    )
  );
}
