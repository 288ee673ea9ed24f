import { stack } from './block.ts';
import type { Block } from './block.ts';
import type { Column, Part } from './bracket-parts.ts';
import { doubleBlock } from './double-block.ts';
import type { Drawing } from './drawing.ts';
import { leaguesBlock } from './league-block.ts';
import { lookFor } from './look.ts';
import { treeBlock } from './tree-block.ts';
import { growTree } from './tree.ts';
import { isTwoHalved } from './place-tree.ts';
import { layRows, rootsOf } from './tree-rows.ts';

/** More rows than these cannot be read in one picture. */
const MAX_ROWS = 72;

/** All parts of a bracket under each other, each as large as its size allows; whether early rounds had to be left out. */
export function wholeBlock(
  parts: readonly Part[],
  drawing: Drawing,
): { block: Block; leavesOutRounds: boolean } {
  const shown = parts.map(withoutEarlyRounds);
  return {
    block: stack(
      shown.map((part) => partBlock(part, drawing)),
      36,
    ),
    leavesOutRounds: shown.some((part, at) => part !== parts[at]),
  };
}

/** The later rounds of a tree that is too tall; of a losers' bracket, two rounds follow one of the winners'. */
function withoutEarlyRounds(part: Part): Part {
  if (rowsOf(part) <= MAX_ROWS) return part;
  if (part.kind === 'tree' && part.columns.length > 1) {
    return withoutEarlyRounds({ ...part, columns: part.columns.slice(1) });
  }
  if (part.kind === 'double' && part.winners.length > 1) {
    const { winners, losers } = part;
    return withoutEarlyRounds({ ...part, winners: winners.slice(1), losers: losers.slice(2) });
  }
  return part;
}

function rowsOf(part: Part): number {
  switch (part.kind) {
    case 'leagues':
      return 0;
    case 'tree':
      return extentOf(part.columns).rows;
    case 'double':
      return rowsOneWay(part.winners) + rowsOneWay(part.losers);
  }
}

function partBlock(part: Part, drawing: Drawing): Block {
  switch (part.kind) {
    case 'leagues':
      return leaguesBlock(part.leagues, drawing);
    case 'tree': {
      const { rows, columns } = extentOf(part.columns);
      return treeBlock(part, lookFor(rows, columns), drawing);
    }
    case 'double': {
      const columns = Math.max(part.winners.length, part.losers.length) + part.final.length;
      return doubleBlock(part, lookFor(rowsOf(part), columns), drawing);
    }
  }
}

/** How many rows and columns a tree takes that may meet in the middle. */
function extentOf(columns: readonly Column[]): { rows: number; columns: number } {
  const rows = rowsOneWay(columns);
  return isTwoHalved(columns, growTree(columns))
    ? { rows: Math.ceil(rows / 2), columns: 2 * columns.length - 1 }
    : { rows, columns: columns.length };
}

const rowsOneWay = (columns: readonly Column[]): number => layRows(rootsOf(growTree(columns))).count;
