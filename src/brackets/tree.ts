import type { Match } from '../platform/records.ts';
import { isForLoser, playerKey, winnerSide } from './players.ts';
import type { Column } from './titles.ts';

/** A match of a tree with those that lead to it; `children` are in the order of the sides that they fill. */
export interface TreeNode {
  match: Match;
  column: number;
  children: TreeNode[];
  parent?: TreeNode;
}

/** The matches of each column, each tied to the one that its winner goes on to, as far as that can be told. */
export function growTree(columns: readonly Column[]): TreeNode[][] {
  const grown = columns.map(({ matches }, column) =>
    matches.map((match): TreeNode => ({ match, column, children: [] })),
  );
  for (const [at, parents] of grown.entries()) if (at > 0) tie(grown[at - 1] ?? [], parents);
  return grown;
}

/** Ties by what the records say first, and the rest by their order. */
function tie(children: readonly TreeNode[], parents: readonly TreeNode[]): void {
  const slots = parents.map((): (TreeNode | undefined)[] => [undefined, undefined]);
  const wanted = slotsByContent(parents);
  const untied: [TreeNode, number][] = [];
  for (const [at, child] of children.entries()) {
    const slot = contentKeys(child.match)
      .map((key) => wanted.get(key))
      .find((found) => found !== undefined && slots[found.parent]?.[found.side] === undefined);
    if (slot) slots[slot.parent]?.splice(slot.side, 1, child);
    else untied.push([child, at]);
  }
  for (const [child, at] of untied) {
    const nearest = Math.floor((at * parents.length) / children.length);
    const order = [nearest, ...parents.keys()];
    const parentAt = order.find((index) => openSide(parents[index], slots[index]) !== undefined);
    if (parentAt === undefined) continue;
    const side = openSide(parents[parentAt], slots[parentAt]);
    // With room on both sides, the order within the round decides.
    const isFree = (slots[parentAt] ?? []).every((taken) => taken === undefined);
    const preferred =
      isFree && children.length >= 2 * parents.length && side === 0 && isOpen(parents[parentAt], 1)
        ? at % 2
        : side;
    slots[parentAt]?.splice(preferred ?? 0, 1, child);
  }
  for (const [at, parent] of parents.entries()) {
    for (const child of slots[at] ?? []) {
      if (!child) continue;
      child.parent = parent;
      parent.children.push(child);
    }
  }
}

interface Slot {
  parent: number;
  side: 0 | 1;
}

/** Which slot a player stands in, or waits for a match, by the player's key or the match's id. */
function slotsByContent(parents: readonly TreeNode[]): Map<string, Slot> {
  const wanted = new Map<string, Slot>();
  for (const [parent, { match }] of parents.entries()) {
    for (const side of [0, 1] as const) {
      const { player, from } = match.sides[side];
      const key = playerKey(player);
      if (key !== undefined) wanted.set(key, { parent, side });
      if (from !== undefined && 'matchId' in from && from.outcome === 'winner')
        wanted.set(`match:${from.matchId}`, { parent, side });
    }
  }
  return wanted;
}

/** By what a match can be found in the next round, the surest first. */
function contentKeys(match: Match): string[] {
  const sides = [winnerSide(match), ...(match.winner === undefined ? match.sides : [])];
  const keys = sides.map((side) => playerKey(side?.player)).filter((key) => key !== undefined);
  return match.id === '' ? keys : [`match:${match.id}`, ...keys];
}

/** A side that nobody holds who is known to come from elsewhere. */
const isOpen = (node: TreeNode | undefined, side: 0 | 1): boolean => {
  const held = node?.match.sides[side];
  return held !== undefined && held.player === undefined && held.bye !== true && !isForLoser(held);
};

function openSide(
  node: TreeNode | undefined,
  taken: (TreeNode | undefined)[] | undefined,
): 0 | 1 | undefined {
  return ([0, 1] as const).find((side) => isOpen(node, side) && taken?.[side] === undefined);
}
