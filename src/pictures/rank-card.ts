import type { PlayerResult } from '../brackets/results.ts';
import type { Player, PlayerRank } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { arrange, stack } from './block.ts';
import { cleanText, wrapText } from './fit-text.ts';
import { formStrip } from './form-strip.ts';
import { graphemes, textWidth } from './measure.ts';
import { palette, tierColor } from './palette.ts';
import { SMALL_PRINT, tilesBlock, tilesOf } from './rank-tiles.ts';
import { element, rectangle, svgDocument, textIn } from './svg.ts';

/** The content of a rank card; absent values are left out. */
export interface RankCard {
  player: Player;
  rank: PlayerRank;
  /** PNG. */
  avatar?: Buffer;
  /** The latest results, newest first. */
  form: readonly PlayerResult[];
  t: Translate;
}

const PAD = 32;
const WIDTH = 760 - 2 * PAD;
const AVATAR = 134;
const GAP = 22;
const RESULTS_MAX = 10;

/** Renders a player's card as SVG: avatar or initials, name, rank, figures and form. */
export function rankCardSvg(card: RankCard): string {
  const form = card.form.slice(0, RESULTS_MAX);
  const content = stack(
    [
      { width: WIDTH, height: AVATAR, draw: () => [portrait(card), nameLines(card)] },
      tilesBlock(tilesOf(card), WIDTH),
      ...(form.length === 0 ? [] : [formStrip(form, card.t, WIDTH)]),
    ],
    GAP,
  );
  const [width, height] = [WIDTH + 2 * PAD, content.height + 2 * PAD];
  const panel = rectangle({ class: 'panel', width, height, fill: palette.panel, rx: 20 });
  const contentSvg = [...arrange([{ block: content, x: PAD, y: PAD }]).draw()].join('');
  return svgDocument({ width, height, scale: 1.5 }, panel + contentSvg);
}

export const nameOf = ({ player }: Pick<RankCard, 'player'>): string => player.name ?? player.id;

/** The color of the ring and of the rank's frame, by the player's tier. */
const colorOf = ({ player }: RankCard): string =>
  player.rank === undefined ? palette.accent : tierColor(player.rank);

function portrait(card: RankCard): string {
  const { avatar } = card;
  const radius = AVATAR / 2;
  const center = { cx: radius, cy: radius };
  const ring = element('circle', {
    ...center,
    r: radius,
    fill: avatar ? 'none' : palette.won,
    stroke: colorOf(card),
    'stroke-width': 4,
  });
  if (!avatar) {
    const text = initialsOf(nameOf(card));
    const place = { x: 12, baseline: radius + 16, width: AVATAR - 24, size: 46 };
    return ring + textIn({ ...place, weight: 'bold', align: 'middle' }, text);
  }
  return (
    element('clipPath', { id: 'portrait' }, element('circle', { ...center, r: radius })) +
    element('image', {
      width: AVATAR,
      height: AVATAR,
      preserveAspectRatio: 'xMidYMid slice',
      'clip-path': 'url(#portrait)',
      href: `data:image/png;base64,${avatar.toString('base64')}`,
    }) +
    ring
  );
}

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  return cleanText(name)
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...graphemes(word)][0]?.toUpperCase() ?? '')
    .join('');
}

/** The name on one line, or smaller on two, next to the avatar in either text direction. */
function nameLines(card: RankCard): string {
  const { rank } = card.player;
  const x = AVATAR + 26;
  const width = WIDTH - x;
  const name = cleanText(nameOf(card));
  const isLong = textWidth(name, 42, 'bold') > width;
  const size = isLong ? SMALL_PRINT : 42;
  const top = (isLong ? 26 : 42) + (rank === undefined ? 30 : 0);
  const lines = isLong ? wrapText(name, width, size, 'bold') : [name];
  const texts = lines.map((text, at) =>
    textIn({ x, baseline: top + at * 38, width, size, weight: 'bold', align: 'left' }, text),
  );
  return (
    texts.join('') +
    (rank === undefined ? '' : rankPill(rank, { x, y: isLong ? 76 : 64, width }, colorOf(card)))
  );
}

function rankPill(rank: string, at: { x: number; y: number; width: number }, color: string): string {
  const size = SMALL_PRINT;
  const width = Math.min(at.width, textWidth(cleanText(rank), size, 'bold') + size * 1.4);
  const pill = { x: at.x, y: at.y, width, height: size * 1.7 };
  const words = { x: at.x + size * 0.6, baseline: at.y + size * 1.2, width: width - size * 1.2, size };
  return (
    rectangle({ ...pill, fill: palette.panel, stroke: color, 'stroke-width': 2, rx: pill.height / 2 }) +
    textIn({ ...words, fill: color, weight: 'bold', align: 'middle' }, rank)
  );
}
