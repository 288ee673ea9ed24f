import type { BracketPart, BracketStage } from '../brackets/stages.ts';
import { stageText } from '../brackets/texts.ts';
import type { Column } from '../brackets/titles.ts';
import { line, stack, type Block } from './block.ts';
import { doubleBlock } from './double-block.ts';
import { leaguesBlock } from './league-block.ts';
import { lookFor, type Drawing } from './look.ts';
import { treeBlock } from './tree-block.ts';
import { layTree, type TreeGrid } from './tree-grid.ts';

/** More rows than these cannot be read in one picture. */
const MAX_ROWS = 72;

interface Shown {
  block: Block;
  leavesOutRounds: boolean;
}

/** All stages of a bracket under each other, each part as large as its size allows; whether early rounds had to be left out. */
export function wholeBlock(stages: readonly BracketStage[], drawing: Drawing): Shown {
  let leavesOutRounds = false;
  const blocks = stages.flatMap(({ title, parts }) => {
    const shown = parts.map((part) => partBlock(part, drawing));
    leavesOutRounds ||= shown.some((one) => one.leavesOutRounds);
    const drawn = shown.map(({ block }) => block);
    // A stage alone is named by the picture's own title.
    return stages.length === 1 ? drawn : [stack([stageTitle(stageText(title, drawing.t)), ...drawn], 14)];
  });
  return { block: stack(blocks, 36), leavesOutRounds };
}

const stageTitle = (title: string): Block =>
  line(title, { width: 420, height: 30, baseline: 22, size: 22, weight: 'bold' });

function partBlock(part: BracketPart, drawing: Drawing): Shown {
  switch (part.kind) {
    case 'leagues':
      return { block: leaguesBlock(part.leagues, drawing), leavesOutRounds: false };
    case 'tree': {
      const { winners: grid } = layLateRounds(part.columns, [], { mayMeet: true });
      const look = lookFor(grid.rows, grid.rounds.length);
      return {
        block: treeBlock(grid, look, drawing, part.thirdPlace),
        leavesOutRounds: grid.rounds[0] !== part.columns[0],
      };
    }
    case 'double': {
      const { winners, losers } = layLateRounds(part.winners, part.losers, { mayMeet: false });
      const columns = Math.max(winners.rounds.length, losers.rounds.length) + part.final.length;
      const look = lookFor(winners.rows + losers.rows, columns);
      return {
        block: doubleBlock({ winners, losers, final: part.final }, look, drawing),
        leavesOutRounds: winners.rounds[0] !== part.winners[0],
      };
    }
  }
}

/** The trees of a part, without the early rounds of one that is too tall; a tree alone has no losers. */
function layLateRounds(
  winners: readonly Column[],
  losers: readonly Column[],
  options: { mayMeet: boolean },
): { winners: TreeGrid; losers: TreeGrid } {
  const isLastRound = winners.length <= 1;
  // Nothing leads to a match of the first round: it stands on a row of its own. Counting these is cheaper than growing the tree.
  const rowsAtLeast = (winners[0]?.matches.length ?? 0) / (options.mayMeet ? 2 : 1);
  if (isLastRound || rowsAtLeast <= MAX_ROWS) {
    const grids = { winners: layTree(winners, options), losers: layTree(losers) };
    if (isLastRound || grids.winners.rows + grids.losers.rows <= MAX_ROWS) return grids;
  }
  // Of a losers' bracket, two rounds follow one of the winners'.
  return layLateRounds(winners.slice(1), losers.slice(2), options);
}
