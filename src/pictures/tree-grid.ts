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
  /** The position of the last match, if the tree ends in one. */
  root: Cell | undefined;
}

/** Places each round to the right of the previous one. */
export function layTree(columns: readonly Column[]): TreeGrid {
  const rounds = growTree(columns);
  const last = rounds.at(-1) ?? [];
  const root = last.length === 1 ? last[0] : undefined;
  const roots = rounds.toReversed().flatMap((nodes) => nodes.filter(({ parent }) => parent === undefined));
  const cells = layRows(roots);
  return { cells, rounds: columns, root: root && cells.get(root) };
}

/** A match without predecessors gets its own row; every other match is centered on its predecessors. */
function layRows(roots: readonly TreeNode[]): Map<TreeNode, Cell> {
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
  return cells;
}
