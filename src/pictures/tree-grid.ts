import type { Column } from '../brackets/titles.ts';
import { growTree, type TreeNode } from '../brackets/tree.ts';

export interface Cell {
  column: number;
  row: number;
}

/** A tree's matches on a grid, independent of their size. */
export interface TreeGrid {
  cells: ReadonlyMap<TreeNode, Cell>;
  /** The round of each column. */
  rounds: readonly Column[];
  /** Determines the size; for a tree in two halves, the average of both. */
  rows: number;
  /** The position of the last match, if the tree ends in one. */
  root: Cell | undefined;
}

/** With this many rounds, a tree is split into two halves that meet in the middle, or it would be too tall. */
const ROUNDS_OF_TWO_HALVES = 6;

/** Places each round to the right of the previous one, or splits a large tree into two halves if it may. */
export function layTree(columns: readonly Column[], { maySplit = false } = {}): TreeGrid {
  const rounds = growTree(columns);
  const last = rounds.at(-1) ?? [];
  const root = last.length === 1 ? last[0] : undefined;
  const roots = rounds.toReversed().flatMap((nodes) => nodes.filter(({ parent }) => parent === undefined));
  const isLarge = columns.length >= ROUNDS_OF_TWO_HALVES;
  if (maySplit && isLarge && root?.children.length === 2 && roots.length === 1)
    return layHalves(columns, root);
  const { cells, rows } = layRows(roots);
  return { cells, rounds: columns, rows, root: root && cells.get(root) };
}

/** The first half runs to the right, the second to the left, with the final in between. */
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

/** A match without predecessors gets its own row; every other match is centered on its predecessors. */
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
