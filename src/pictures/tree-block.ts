import { hasPlayer, isPlayer, winnerSide } from '../brackets/players.ts';
import { roundText } from '../brackets/texts.ts';
import type { Column } from '../brackets/titles.ts';
import type { Match } from '../reading/records.ts';
import { arrange, line, overlay, stack, type PictureBlock, type Placed } from './block.ts';
import { looks, type Drawing, type Look } from './look.ts';
import { cardHeight, matchCard } from './match-card.ts';
import { palette } from './palette.ts';
import { path, rounded } from './svg.ts';
import { layTree, type Cell, type TreeGrid } from './tree-grid.ts';

const headingHeight = (look: Look): number => look.fontSize * 2.7;

/** A tree under its round titles, with the third-place match below the final. */
export function treeBlock(columns: readonly Column[], drawing: Drawing, thirdPlace?: Match): PictureBlock {
  const grid = layTree(columns);
  const look = columns.length > 2 ? looks.narrow : looks.large;
  const spots = new Map([...grid.cells].map(([node, cell]) => [node, spotOf(cell, look)]));
  const lines = [...spots].flatMap(([node, from]) => {
    const to = node.parent && spots.get(node.parent);
    return to ? [{ from, to, isOwn: isOwnPath(node.match, drawing.playerId) }] : [];
  });
  return arrange([
    ...grid.rounds.map(({ title }, column) => ({
      block: heading(roundText(title.round, drawing.t), look),
      x: spotOf({ column, row: 0 }, look).x,
      y: 0,
    })),
    linesBetween(lines, look),
    ...[...spots].map(([{ match }, { x, y }]) => ({ block: matchCard(match, look, drawing), x, y })),
    ...(thirdPlace ? [placeThirdPlace(grid, thirdPlace, look, drawing)] : []),
  ]);
}

interface Spot {
  x: number;
  y: number;
}

/** The upper left corner of a match, relative to its tree. */
const spotOf = ({ column, row }: Cell, look: Look): Spot => ({
  x: column * (look.cardWidth + look.gapX),
  y: headingHeight(look) + row * (cardHeight(look) + look.gapY),
});

const heading = (title: string, look: Look): PictureBlock =>
  line(title, {
    width: look.cardWidth,
    height: headingHeight(look),
    baseline: look.fontSize,
    size: look.fontSize,
    fill: palette.muted,
    weight: 'bold',
    align: 'middle',
  });

const titledCard = (title: string, match: Match, look: Look, drawing: Drawing): PictureBlock =>
  stack([heading(title, look), matchCard(match, look, drawing)], 0);

/** Below the final and everything else in its column. */
function placeThirdPlace(grid: TreeGrid, match: Match, look: Look, drawing: Drawing): Placed {
  const column = grid.root?.column ?? grid.rounds.length - 1;
  const inColumn = [...grid.cells.values()].filter((cell) => cell.column === column);
  const { x, y } = spotOf({ column, row: Math.max(0, ...inColumn.map(({ row }) => row)) }, look);
  const block = titledCard(drawing.t('pictures.thirdPlace'), match, look, drawing);
  return { block, x, y: y + cardHeight(look) + look.gapY };
}

/** Whether the player advances from this match, or still can. */
const isOwnPath = (match: Match, playerId: string | undefined): boolean => {
  const winner = winnerSide(match);
  return winner === undefined ? hasPlayer(match, playerId) : isPlayer(winner, playerId);
};

interface Connector {
  from: Spot;
  to: Spot;
  isOwn: boolean;
}

/** Lines between matches, drawn under the cards, which cover their ends; the highlighted path is drawn last. */
const linesBetween = (lines: readonly Connector[], look: Look): Placed =>
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
  lines: readonly Connector[],
  look: Look,
  stroke: { stroke: string; 'stroke-width': number },
): string {
  if (lines.length === 0) return '';
  const d = lines.map((one) => connection(one, look)).join('');
  return path(d, { class: 'line', fill: 'none', ...stroke });
}

/** A line from the middle of one card's edge to the other's, with a bend in the gap before the target. */
function connection({ from, to }: Connector, look: Look): string {
  const half = cardHeight(look) / 2;
  const startX = from.x + look.cardWidth;
  const endX = to.x;
  const bendX = endX - look.gapX / 2;
  const [startY, endY] = [from.y + half, to.y + half];
  return `M${rounded(startX)} ${rounded(startY)}H${rounded(bendX)}V${rounded(endY)}H${rounded(endX)}`;
}
