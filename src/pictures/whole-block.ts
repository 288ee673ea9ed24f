import type { Part, Stage } from '../brackets/stages.ts';
import type { Column } from '../brackets/titles.ts';
import { growTree } from '../brackets/tree.ts';
import { stageText } from '../brackets/texts.ts';
import { stack, type Block } from './block.ts';
import { doubleBlock } from './double-block.ts';
import type { Drawing } from './drawing.ts';
import { leaguesBlock } from './league-block.ts';
import { lookFor } from './look.ts';
import { palette } from './palette.ts';
import { treeBlock } from './tree-block.ts';
import { isTwoHalved } from './place-tree.ts';
import { textIn } from './svg.ts';
import { layRows, rootsOf } from './tree-rows.ts';

/** More rows than these cannot be read in one picture. */
const MAX_ROWS = 72;

/** All stages of a bracket under each other, each part as large as its size allows; whether early rounds had to be left out. */
export function wholeBlock(
  stages: readonly Stage[],
  drawing: Drawing,
): { block: Block; leavesOutRounds: boolean } {
  let leavesOutRounds = false;
  const blocks = stages.flatMap(({ title, parts }) => {
    const shown = parts.map(withoutEarlyRounds);
    leavesOutRounds ||= shown.some((part, at) => part !== parts[at]);
    const drawn = shown.map((part) => partBlock(part, drawing));
    // A stage alone is named by the picture's own title.
    return stages.length === 1 ? drawn : [stack([stageTitle(stageText(title, drawing.t)), ...drawn], 14)];
  });
  return { block: stack(blocks, 36), leavesOutRounds };
}

const stageTitle = (title: string): Block => ({
  width: 420,
  height: 30,
  draw: (x, y) => [
    textIn({ x, baseline: y + 22, width: 420, size: 22, fill: palette.text, weight: 'bold' }, title),
  ],
});

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
      return rowsOfTree(part.columns);
    case 'double':
      return rowsAtLeast(part.winners) > MAX_ROWS
        ? rowsAtLeast(part.winners)
        : rowsOneWay(part.winners) + rowsOneWay(part.losers);
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

/** Nothing leads to a match of the first round: it stands on a row of its own. Counting these is cheaper than growing the tree. */
const rowsAtLeast = (columns: readonly Column[]): number => columns[0]?.matches.length ?? 0;

function rowsOfTree(columns: readonly Column[]): number {
  const halved = rowsAtLeast(columns) / 2;
  return halved > MAX_ROWS ? halved : extentOf(columns).rows;
}

/** How many rows and columns a tree takes that may meet in the middle. */
function extentOf(columns: readonly Column[]): { rows: number; columns: number } {
  const grown = growTree(columns);
  const rows = layRows(rootsOf(grown)).count;
  return isTwoHalved(columns, grown)
    ? { rows: Math.ceil(rows / 2), columns: 2 * columns.length - 1 }
    : { rows, columns: columns.length };
}

const rowsOneWay = (columns: readonly Column[]): number => layRows(rootsOf(growTree(columns))).count;
