import { hasPlayer, isPlayer, winnerSide } from '../brackets/players.ts';
import { roundText } from '../brackets/texts.ts';
import type { Match } from '../platform/records.ts';
import { arrange, line, overlay, stack, type Block, type Placed } from './block.ts';
import type { Drawing, Look } from './look.ts';
import { cardHeight, matchCard } from './match-card.ts';
import { palette } from './palette.ts';
import { path, rounded } from './svg.ts';
import type { Cell, TreeGrid } from './tree-grid.ts';

export const headingHeight = (look: Look): number => look.fontSize * (look.hasEdge ? 2.8 : 2);

/** A tree under the titles of its rounds, with the match for the third place beneath the final. */
export function treeBlock(grid: TreeGrid, look: Look, drawing: Drawing, thirdPlace?: Match): Block {
  const spots = new Map([...grid.cells].map(([node, cell]) => [node, spotOf(cell, look)]));
  const lines = [...spots].flatMap(([node, from]) => {
    const to = node.parent && spots.get(node.parent);
    return to ? [{ from, to, isOwn: isOwnWay(node.match, drawing.playerId) }] : [];
  });
  return arrange([
    ...grid.rounds.map(({ title }, column) => ({
      block: heading(roundText(title.round, drawing.t), look),
      x: spotOf({ column, row: 0 }, look).x,
      y: 0,
    })),
    linesBetween(lines, look),
    ...[...spots].map(([{ match }, { x, y }]) => ({ block: matchCard(match, look, drawing), x, y })),
    ...(thirdPlace ? [thirdPlaceBeneath(grid, thirdPlace, look, drawing)] : []),
  ]);
}

export interface Spot {
  x: number;
  y: number;
}

/** The upper left corner of a match, from that of its tree. */
export const spotOf = ({ column, row }: Cell, look: Look): Spot => ({
  x: column * (look.cardWidth + look.gapX),
  y: headingHeight(look) + row * (cardHeight(look) + look.gapY),
});

const heading = (title: string, look: Look): Block =>
  line(title, {
    width: look.cardWidth,
    height: headingHeight(look),
    baseline: look.fontSize,
    size: look.fontSize * 0.9,
    fill: palette.muted,
    weight: 'bold',
    align: 'middle',
  });

export const titledCard = (title: string, match: Match, look: Look, drawing: Drawing): Block =>
  stack([heading(title, look), matchCard(match, look, drawing)], 0);

/** Beneath the final, clear of whatever else stands in its column. */
function thirdPlaceBeneath(grid: TreeGrid, match: Match, look: Look, drawing: Drawing): Placed {
  const column = grid.root?.column ?? grid.rounds.length - 1;
  const inColumn = [...grid.cells.values()].filter((cell) => cell.column === column);
  const { x, y } = spotOf({ column, row: Math.max(0, ...inColumn.map(({ row }) => row)) }, look);
  const block = titledCard(drawing.t('pictures.thirdPlace'), match, look, drawing);
  return { block, x, y: y + cardHeight(look) + look.gapY };
}

/** The player goes on from here, or may yet. */
const isOwnWay = (match: Match, playerId: string | undefined): boolean => {
  const winner = winnerSide(match);
  return winner === undefined ? hasPlayer(match, playerId) : isPlayer(winner, playerId);
};

export interface Line {
  from: Spot;
  to: Spot;
  isOwn: boolean;
}

/** Lines from match to match, to be put beneath the cards, which lie over their ends; the own way over the others. */
export const linesBetween = (lines: readonly Line[], look: Look): Placed =>
  overlay(() => [
    linePath(
      lines.filter(({ isOwn }) => !isOwn),
      look,
      { stroke: palette.line, 'stroke-width': 1.5 },
    ),
    linePath(
      lines.filter(({ isOwn }) => isOwn),
      look,
      { stroke: palette.own, 'stroke-width': 3 },
    ),
  ]);

function linePath(
  lines: readonly Line[],
  look: Look,
  stroke: { stroke: string; 'stroke-width': number },
): string {
  if (lines.length === 0) return '';
  const d = lines.map((one) => connection(one, look)).join('');
  return path(d, { class: 'line', fill: 'none', ...stroke });
}

/** From the middle of one card's edge to the middle of the other's, with one step halfway before the target. */
function connection({ from, to }: Line, look: Look): string {
  const isMirrored = from.x > to.x;
  const half = cardHeight(look) / 2;
  const startX = from.x + (isMirrored ? 0 : look.cardWidth);
  const endX = to.x + (isMirrored ? look.cardWidth : 0);
  const bendX = endX + ((isMirrored ? 1 : -1) * look.gapX) / 2;
  const [startY, endY] = [from.y + half, to.y + half];
  return `M${rounded(startX)} ${rounded(startY)}H${rounded(bendX)}V${rounded(endY)}H${rounded(endX)}`;
}
