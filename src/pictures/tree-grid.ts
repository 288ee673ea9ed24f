import type { Column } from '../brackets/titles.ts';
import { growTree, type TreeNode } from '../brackets/tree.ts';

export interface Cell {
  column: number;
  row: number;
}

/** A tree's matches on a grid, whatever size they are drawn in. */
export interface TreeGrid {
  cells: ReadonlyMap<TreeNode, Cell>;
  /** Which round stands in each column. */
  rounds: readonly Column[];
  /** What the size is chosen by; of a tree in two halves, the rows of both on average. */
  rows: number;
  /** Where the last match stands, if the tree ends in one. */
  root: Cell | undefined;
}

/** From this many rounds on, two halves meet in the middle: such a tree would be a tower. */
const ROUNDS_OF_TWO_HALVES = 6;

/** Each round stands to the right of the one before, unless the tree is large and its halves may meet in the middle. */
export function layTree(columns: readonly Column[], { mayMeet = false } = {}): TreeGrid {
  const grown = growTree(columns);
  const last = grown.at(-1) ?? [];
  const root = last.length === 1 ? last[0] : undefined;
  const roots = grown.toReversed().flatMap((nodes) => nodes.filter(({ parent }) => parent === undefined));
  const isLarge = columns.length >= ROUNDS_OF_TWO_HALVES;
  if (mayMeet && isLarge && root?.children.length === 2 && roots.length === 1)
    return layHalves(columns, root);
  const { cells, rows } = layRows(roots);
  return { cells, rounds: columns, rows, root: root && cells.get(root) };
}

/** The first half runs to the right, the second to the left, and the final stands between them. */
function layHalves(columns: readonly Column[], root: TreeNode): TreeGrid {
  const halves = root.children.map((half) => layRows([half]));
  const rows = Math.max(...halves.map((half) => half.rows));
  const final = { column: root.column, row: (rows - 1) / 2 };
  const cells = new Map([[root, final]]);
  for (const [at, half] of halves.entries())
    for (const [node, { column, row }] of half.cells)
      cells.set(node, {
        column: at === 0 ? column : 2 * root.column - column,
        row: (rows - half.rows) / 2 + row,
      });
  return {
    cells,
    rounds: [...columns, ...columns.slice(0, -1).toReversed()],
    rows: Math.ceil(halves.reduce((sum, half) => sum + half.rows, 0) / 2),
    root: final,
  };
}

/** A match that none leads to stands on a row of its own, every other one in the middle of those that lead to it. */
function layRows(roots: readonly TreeNode[]): { cells: Map<TreeNode, Cell>; rows: number } {
  const cells = new Map<TreeNode, Cell>();
  let rows = 0;
  const place = (node: TreeNode): number => {
    const children = node.children.map(place);
    const first = children[0] ?? rows++;
    const row = (first + (children.at(-1) ?? first)) / 2;
    cells.set(node, { column: node.column, row });
    return row;
  };
  for (const root of roots) place(root);
  return { cells, rows };
}
