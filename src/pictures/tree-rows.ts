import type { TreeNode } from '../brackets/tree.ts';

/** A tree's matches with the row of each: leaves stand on whole rows, every other match in the middle of its children. */
export interface Rows {
  count: number;
  rowOf: ReadonlyMap<TreeNode, number>;
}

export function layRows(roots: readonly TreeNode[]): Rows {
  const rowOf = new Map<TreeNode, number>();
  let next = 0;
  const place = (node: TreeNode): number => {
    const rows = node.children.map(place);
    const first = rows[0] ?? next++;
    const row = (first + (rows.at(-1) ?? first)) / 2;
    rowOf.set(node, row);
    return row;
  };
  for (const root of roots) place(root);
  return { count: next, rowOf };
}

/** The matches that lead to no other one, the last round first. */
export const rootsOf = (grown: readonly (readonly TreeNode[])[]): TreeNode[] =>
  grown.toReversed().flatMap((nodes) => nodes.filter(({ parent }) => parent === undefined));

/** A match with everything that leads to it. */
export const familyOf = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(familyOf)];
