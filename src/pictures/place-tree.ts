import type { Column } from '../brackets/titles.ts';
import { cardHeight } from './match-card.ts';
import type { Look } from './look.ts';
import { familyOf, layRows, rootsOf } from './tree-rows.ts';
import { growTree } from '../brackets/tree.ts';
import type { TreeNode } from '../brackets/tree.ts';

/** Where the matches of a tree stand, from the tree's own upper left corner. */
export interface PlacedTree {
  width: number;
  height: number;
  spots: ReadonlyMap<TreeNode, { x: number; y: number }>;
  headings: { x: number; column: number }[];
  /** The last match, where the tree ends in one. */
  root: TreeNode | undefined;
}

/** From this many rounds on, two halves meet in the middle: such a tree would be a tower. */
const ROUNDS_OF_TWO_HALVES = 6;

export const isTwoHalved = (columns: readonly Column[], grown: readonly (readonly TreeNode[])[]): boolean =>
  columns.length >= ROUNDS_OF_TWO_HALVES &&
  grown.at(-1)?.length === 1 &&
  grown.at(-1)?.[0]?.children.length === 2 &&
  rootsOf(grown).length === 1;

export function placeTree(columns: readonly Column[], look: Look): PlacedTree {
  const grown = growTree(columns);
  return isTwoHalved(columns, grown) ? placeHalves(grown, look) : placeOneWay(grown, look);
}

const sizeOf = (count: number, size: number, gap: number): number => Math.max(0, count * (size + gap) - gap);

/** Every round to the right of the one before, whatever shape the tree has. */
export function placeOneWay(grown: readonly (readonly TreeNode[])[], look: Look): PlacedTree {
  const rows = layRows(rootsOf(grown));
  const stepX = look.cardWidth + look.gapX;
  const stepY = cardHeight(look) + look.gapY;
  const last = grown.at(-1) ?? [];
  return {
    width: sizeOf(grown.length, look.cardWidth, look.gapX),
    height: sizeOf(rows.count, cardHeight(look), look.gapY),
    spots: new Map([...rows.rowOf].map(([node, row]) => [node, { x: node.column * stepX, y: row * stepY }])),
    headings: grown.map((_, column) => ({ x: column * stepX, column })),
    root: last.length === 1 ? last[0] : undefined,
  };
}

/** The first half runs to the right, the second to the left, and the final stands between them. */
function placeHalves(grown: readonly (readonly TreeNode[])[], look: Look): PlacedTree {
  const root = grown.at(-1)?.[0];
  const halves = root?.children ?? [];
  const last = grown.length - 1;
  const stepX = look.cardWidth + look.gapX;
  const stepY = cardHeight(look) + look.gapY;
  const rows = halves.map((half) => layRows([half]));
  const count = Math.max(1, ...rows.map((half) => half.count));
  const spots = new Map<TreeNode, { x: number; y: number }>();
  for (const [at, half] of halves.entries()) {
    const own = rows[at];
    if (!own) continue;
    const top = (count - own.count) / 2;
    for (const node of familyOf(half)) {
      const column = at === 0 ? node.column : 2 * last - node.column;
      spots.set(node, { x: column * stepX, y: (top + (own.rowOf.get(node) ?? 0)) * stepY });
    }
  }
  if (root) spots.set(root, { x: last * stepX, y: ((count - 1) / 2) * stepY });
  return {
    width: sizeOf(2 * last + 1, look.cardWidth, look.gapX),
    height: sizeOf(count, cardHeight(look), look.gapY),
    spots,
    headings: Array.from({ length: 2 * last + 1 }, (_, at) => ({
      x: at * stepX,
      column: at <= last ? at : 2 * last - at,
    })),
    root,
  };
}
