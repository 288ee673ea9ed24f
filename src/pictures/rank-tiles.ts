import type { Player, PlayerRank } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { palette } from './palette.ts';
import { path, rectangle, textIn } from './svg.ts';
import type { Box } from './svg.ts';

/** One figure of a rank card under its name. */
export interface Tile {
  label: string;
  value: string;
  /** Which way the figure has moved, drawn as a shape before it and by its color. */
  direction?: 'up' | 'down' | 'level';
}

/** The figures that are known, in the order in which they are drawn. */
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

export function drawTile(tile: Tile, { x, y, width, height }: Box): string {
  const inner = { x: x + 16, width: width - 32 };
  const shift = tile.direction === undefined ? 0 : 26;
  return (
    rectangle(
      { x, y, width, height },
      { class: 'tile', fill: palette.card, stroke: palette.border, rx: 12 },
    ) +
    textIn({ ...inner, baseline: y + 32, size: 19, fill: palette.muted }, tile.label) +
    (tile.direction === undefined ? '' : arrow(tile.direction, inner.x, y + 66)) +
    textIn(
      {
        x: inner.x + shift,
        width: inner.width - shift,
        baseline: y + 74,
        size: 32,
        fill: tile.direction === undefined ? palette.text : DIRECTION_COLORS[tile.direction],
        weight: 'bold',
      },
      tile.value,
    )
  );
}

const DIRECTION_COLORS = { up: palette.up, down: palette.down, level: palette.muted };

const arrows = { up: 'm0 6h18l-9 -16z', down: 'm0 -8h18l-9 16z', level: 'm0 -3h18v6h-18z' };

const arrow = (direction: keyof typeof arrows, x: number, y: number): string =>
  path(`M${x} ${y}${arrows[direction]}`, { class: direction, fill: DIRECTION_COLORS[direction] });
