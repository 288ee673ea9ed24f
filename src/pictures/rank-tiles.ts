import type { Player, PlayerRank } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { row, stack, type PictureBlock } from './block.ts';
import { palette } from './palette.ts';
import { path, rectangle, textIn } from './svg.ts';

/** A phone shows 760 units on about 296 px: these are 13 px. */
export const SMALL_PRINT = 34;

const HEIGHT = 118;
const GAP = 12;
const PAD = 16;
const VALUE = 46;
/** More in a row would cut their labels. */
const IN_A_ROW = 2;

const directions = {
  up: { color: palette.up, shape: 'm0 8h26l-13 -23z' },
  down: { color: palette.down, shape: 'm0 -14h26l-13 23z' },
  level: { color: palette.muted, shape: 'm0 -6h26v8h-26z' },
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

/** Tiles two by two, which share the width; a last one alone has all of it. */
export function tilesBlock(tiles: readonly Tile[], width: number): PictureBlock {
  const rows = tiles.flatMap((_, at) => (at % IN_A_ROW === 0 ? [tiles.slice(at, at + IN_A_ROW)] : []));
  return stack(
    rows.map((some) => {
      const tileWidth = (width - (some.length - 1) * GAP) / some.length;
      return row(
        some.map((tile) => tileBlock(tile, tileWidth)),
        GAP,
      );
    }),
    GAP,
  );
}

function tileBlock({ label, value, direction }: Tile, width: number): PictureBlock {
  const arrow = direction && directions[direction];
  const valueX = PAD + (arrow ? 38 : 0);
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
      textIn({ x: PAD, baseline: 44, width: width - 2 * PAD, size: SMALL_PRINT, fill: palette.muted }, label),
      arrow ? path(`M${PAD} 84${arrow.shape}`, { class: direction, fill: arrow.color }) : '',
      textIn(
        {
          x: valueX,
          baseline: 96,
          width: width - PAD - valueX,
          size: VALUE,
          fill: arrow?.color ?? palette.text,
          weight: 'bold',
        },
        value,
      ),
    ],
  };
}
