import type { Match } from '../reading/records.ts';
import { isForLoser, playerKey, winnerSide } from './players.ts';
import type { Column } from './titles.ts';

/** A match with the matches that lead to it; `children` are in the order of the sides that they fill. */
export interface TreeNode {
  match: Match;
  column: number;
  children: TreeNode[];
  parent?: TreeNode;
}

/** The matches of each column, each linked to the one that its winner advances to, as far as that is known. */
export function growTree(columns: readonly Column[]): TreeNode[][] {
  const grown = columns.map(({ matches }, column) =>
    matches.map((match): TreeNode => ({ match, column, children: [] })),
  );
  for (const [at, parents] of grown.entries()) if (at > 0) tie(grown[at - 1] ?? [], parents);
  return grown;
}

/** Links by the records first, and the rest by order. */
function tie(children: readonly TreeNode[], parents: readonly TreeNode[]): void {
  const slots = parents.map((): (TreeNode | undefined)[] => [undefined, undefined]);
  const slotByContent = slotsByContent(parents);
  const untied: [TreeNode, number][] = [];
  for (const [at, child] of children.entries()) {
    const slot = contentKeys(child.match)
      .map((key) => slotByContent.get(key))
      .find((one) => one !== undefined && slots[one.parent]?.[one.side] === undefined);
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
    const isFree = (slots[parentAt] ?? []).every((node) => node === undefined);
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

interface ParentSlot {
  parent: number;
  side: 0 | 1;
}

/** The slots by the key of the player in them, or by the id of the match that they wait for. */
function slotsByContent(parents: readonly TreeNode[]): Map<string, ParentSlot> {
  const slotByContent = new Map<string, ParentSlot>();
  for (const [parent, { match }] of parents.entries()) {
    for (const side of [0, 1] as const) {
      const { player, from } = match.sides[side];
      const key = playerKey(player);
      if (key !== undefined) slotByContent.set(key, { parent, side });
      if (from !== undefined && 'matchId' in from && from.outcome === 'winner')
        slotByContent.set(`match:${from.matchId}`, { parent, side });
    }
  }
  return slotByContent;
}

/** The keys that may identify the next slot of a match, the most certain first. */
function contentKeys(match: Match): string[] {
  const sides = [winnerSide(match), ...(match.winner === undefined ? match.sides : [])];
  const keys = sides.map((side) => playerKey(side?.player)).filter((key) => key !== undefined);
  return match.id === '' ? keys : [`match:${match.id}`, ...keys];
}

/** Whether a winner of the previous round may fill this side. */
const isOpen = (node: TreeNode | undefined, side: 0 | 1): boolean => {
  const slot = node?.match.sides[side];
  return slot !== undefined && slot.player === undefined && slot.bye !== true && !isForLoser(slot);
};

function openSide(
  node: TreeNode | undefined,
  children: (TreeNode | undefined)[] | undefined,
): 0 | 1 | undefined {
  return ([0, 1] as const).find((side) => isOpen(node, side) && children?.[side] === undefined);
}
