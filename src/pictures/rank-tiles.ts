import type { Player, PlayerRank } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { row, type PictureBlock } from './block.ts';
import { palette } from './palette.ts';
import { path, rectangle, textIn } from './svg.ts';

const HEIGHT = 92;
const GAP = 12;
const PAD = 16;

const directions = {
  up: { color: palette.up, shape: 'm0 6h18l-9 -16z' },
  down: { color: palette.down, shape: 'm0 -8h18l-9 16z' },
  level: { color: palette.muted, shape: 'm0 -3h18v6h-18z' },
};

/** One figure of a rank card, with its label. */
export interface Tile {
  label: string;
  value: string;
  /** The trend, shown as a shape and a color. */
  direction?: keyof typeof directions;
}

/** The known figures, in the order of the card. */
export function tilesOf({ player, rank, t }: { player: Player; rank: PlayerRank; t: Translate }): Tile[] {
  const rating = rank.elo ?? player.elo;
  const { globalRank, regionalRank, trend } = rank;
  const place = (value: number): string => t('rank.place', { place: t.number(value) });
  return [
    rating === undefined ? [] : { label: t('rank.rating'), value: t.number(rating) },
    globalRank === undefined ? [] : { label: t('rank.global'), value: place(globalRank) },
    regionalRank === undefined ? [] : { label: t('rank.regional'), value: place(regionalRank) },
    trend === undefined ? [] : trendTile(trend, t),
  ].flat();
}

function trendTile(trend: string, t: Translate): Tile {
  const change = Number(trend);
  const label = t('rank.trend');
  if (!Number.isFinite(change)) return { label, value: trend };
  const amount = t.number(Math.abs(change));
  if (change === 0) return { label, value: amount, direction: 'level' };
  return change > 0
    ? { label, value: `+${amount}`, direction: 'up' }
    : { label, value: `−${amount}`, direction: 'down' };
}

/** Tiles side by side, which share the width. */
export function tilesBlock(tiles: readonly Tile[], width: number): PictureBlock {
  const tileWidth = (width - (tiles.length - 1) * GAP) / tiles.length;
  return row(
    tiles.map((tile) => tileBlock(tile, tileWidth)),
    GAP,
  );
}

function tileBlock({ label, value, direction }: Tile, width: number): PictureBlock {
  const arrow = direction && directions[direction];
  const valueX = PAD + (arrow ? 26 : 0);
  return {
    width,
    height: HEIGHT,
    draw: () => [
      rectangle({
        class: 'tile',
        width,
        height: HEIGHT,
        fill: palette.card,
        stroke: palette.border,
        rx: 12,
      }),
      textIn({ x: PAD, baseline: 32, width: width - 2 * PAD, size: 19, fill: palette.muted }, label),
      arrow ? path(`M${PAD} 66${arrow.shape}`, { class: direction, fill: arrow.color }) : '',
      textIn(
        {
          x: valueX,
          baseline: 74,
          width: width - PAD - valueX,
          size: 32,
          fill: arrow?.color ?? palette.text,
          weight: 'bold',
        },
        value,
      ),
    ],
  };
}
