import type { Column } from '../brackets/titles.ts';
import { hasPlayer, isPlayer, winnerSide } from '../brackets/players.ts';
import type { Match } from '../platform/records.ts';
import { roundText } from '../brackets/texts.ts';
import type { Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import type { Look } from './look.ts';
import { cardHeight, matchCard } from './match-card.ts';
import { palette } from './palette.ts';
import { placeTree } from './place-tree.ts';
import type { PlacedTree } from './place-tree.ts';
import { path, textIn } from './svg.ts';

export const headingHeight = (look: Look): number => look.fontSize * (look.hasEdge ? 2.8 : 2);

/** A tree under the titles of its rounds, with the match for the third place beneath the final. */
export function treeBlock(
  part: { columns: readonly Column[]; thirdPlace?: Match },
  look: Look,
  drawing: Drawing,
): Block {
  const tree = placeTree(part.columns, look);
  const third = part.thirdPlace && placeThird(tree, look);
  const top = headingHeight(look);
  return {
    width: tree.width,
    height: top + Math.max(tree.height, third ? third.y + cardHeight(look) : 0),
    *draw(x, y) {
      yield treeHeadings(tree, part.columns, { x, y }, look, drawing);
      yield* drawTree(tree, { x, y: y + top }, look, drawing);
      if (part.thirdPlace && third)
        yield* thirdPlace(part.thirdPlace, { x: x + third.x, y: y + top + third.y }, look, drawing);
    },
  };
}

interface Spot {
  x: number;
  y: number;
}

export function treeHeadings(
  tree: PlacedTree,
  columns: readonly Column[],
  at: Spot,
  look: Look,
  drawing: Drawing,
): string {
  return tree.headings
    .map(({ x, column }) => heading(titleOf(columns[column], drawing), { x: at.x + x, y: at.y }, look))
    .join('');
}

const titleOf = (column: Column | undefined, { t }: Drawing): string =>
  column === undefined ? '' : roundText(column.title.round, t);

export const heading = (title: string, at: Spot, look: Look): string =>
  textIn(
    {
      x: at.x,
      baseline: at.y + look.fontSize,
      width: look.cardWidth,
      size: look.fontSize * 0.9,
      fill: palette.muted,
      weight: 'bold',
      align: 'middle',
    },
    title,
  );

/** Lines first, so that the cards lie over their ends; the own way over the others. */
export function* drawTree(tree: PlacedTree, at: Spot, look: Look, drawing: Drawing): Iterable<string> {
  const lines: string[] = [];
  const ownLines: string[] = [];
  for (const [node, spot] of tree.spots) {
    const target = node.parent && tree.spots.get(node.parent);
    if (!target) continue;
    const line = connection(spot, target, at, look);
    (isOwnWay(node.match, drawing.playerId) ? ownLines : lines).push(line);
  }
  if (lines.length > 0)
    yield path(lines.join(''), { class: 'line', fill: 'none', stroke: palette.line, 'stroke-width': 1.5 });
  if (ownLines.length > 0)
    yield path(ownLines.join(''), { class: 'line', fill: 'none', stroke: palette.own, 'stroke-width': 3 });
  for (const [node, spot] of tree.spots)
    yield* matchCard(node.match, look, drawing).draw(at.x + spot.x, at.y + spot.y);
}

/** The player goes on from here, or may yet. */
const isOwnWay = (match: Match, playerId: string | undefined): boolean => {
  const winner = winnerSide(match);
  return winner === undefined ? hasPlayer(match, playerId) : isPlayer(winner, playerId);
};

/** From the middle of one card's edge to the middle of the other's, with one step halfway before the target. */
export function connection(from: Spot, to: Spot, at: Spot, look: Look): string {
  const isMirrored = from.x > to.x;
  const half = cardHeight(look) / 2;
  const startX = at.x + from.x + (isMirrored ? 0 : look.cardWidth);
  const endX = at.x + to.x + (isMirrored ? look.cardWidth : 0);
  const bendX = endX + ((isMirrored ? 1 : -1) * look.gapX) / 2;
  const round = (value: number): number => Math.round(value * 100) / 100;
  return `M${round(startX)} ${round(at.y + from.y + half)}H${round(bendX)}V${round(at.y + to.y + half)}H${round(endX)}`;
}

/** Beneath the final, clear of whatever else stands in its column. */
function placeThird(tree: PlacedTree, look: Look): Spot {
  const root = tree.root && tree.spots.get(tree.root);
  const x = root?.x ?? Math.max(0, tree.width - look.cardWidth);
  const lowest = Math.max(0, ...[...tree.spots.values()].filter((spot) => spot.x === x).map(({ y }) => y));
  return { x, y: lowest + cardHeight(look) + headingHeight(look) + look.gapY };
}

function* thirdPlace(match: Match, at: Spot, look: Look, drawing: Drawing): Iterable<string> {
  yield heading(drawing.t('pictures.thirdPlace'), { x: at.x, y: at.y - headingHeight(look) }, look);
  yield* matchCard(match, look, drawing).draw(at.x, at.y);
}
