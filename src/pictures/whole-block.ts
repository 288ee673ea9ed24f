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

/** All parts of a bracket under each other, each as large as its size allows. */
export function wholeBlock(parts: readonly Part[], drawing: Drawing): Block {
  return stack(
    parts.map((part) => partBlock(part, drawing)),
    36,
  );
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
      const winners = extentOf(part.winners);
      const losers = extentOf(part.losers);
      const columns = Math.max(part.winners.length, part.losers.length) + part.final.length;
      return doubleBlock(part, lookFor(winners.rows + losers.rows, columns), drawing);
    }
  }
}

/** How many rows and columns a tree takes. */
function extentOf(columns: readonly Column[]): { rows: number; columns: number } {
  const grown = growTree(columns);
  const { count } = layRows(rootsOf(grown));
  return isTwoHalved(columns, grown)
    ? { rows: Math.ceil(count / 2), columns: 2 * columns.length - 1 }
    : { rows: count, columns: columns.length };
}
