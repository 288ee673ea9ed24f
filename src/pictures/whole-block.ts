import type { BracketPart, BracketStage } from '../brackets/stages.ts';
import { stageText } from '../brackets/texts.ts';
import type { Column } from '../brackets/titles.ts';
import { line, stack, type PictureBlock } from './block.ts';
import { doubleBlock } from './double-block.ts';
import { leaguesBlock } from './league-block.ts';
import { lookFor, type Drawing } from './look.ts';
import { treeBlock } from './tree-block.ts';
import { layTree, type TreeGrid } from './tree-grid.ts';

/** More rows would not be readable in one picture. */
const MAX_ROWS = 72;

interface WholeBlock {
  block: PictureBlock;
  leavesOutRounds: boolean;
}

/** All stages of a bracket, each part as large as possible. `leavesOutRounds`: early rounds did not fit. */
export function wholeBlock(stages: readonly BracketStage[], drawing: Drawing): WholeBlock {
  let leavesOutRounds = false;
  const blocks = stages.flatMap(({ title, parts }) => {
    const partBlocks = parts.map((part) => partBlock(part, drawing));
    leavesOutRounds ||= partBlocks.some((one) => one.leavesOutRounds);
    const blocksOfStage = partBlocks.map(({ block }) => block);
    // A single stage is named by the picture's title.
    return stages.length === 1
      ? blocksOfStage
      : [stack([stageTitle(stageText(title, drawing.t)), ...blocksOfStage], 14)];
  });
  return { block: stack(blocks, 36), leavesOutRounds };
}

const stageTitle = (title: string): PictureBlock =>
  line(title, { width: 420, height: 30, baseline: 22, size: 22, weight: 'bold' });

function partBlock(part: BracketPart, drawing: Drawing): WholeBlock {
  switch (part.kind) {
    case 'leagues':
      return { block: leaguesBlock(part.leagues, drawing), leavesOutRounds: false };
    case 'tree': {
      const { winners: grid } = layLateRounds(part.columns, [], { maySplit: true });
      const look = lookFor(grid.rows, grid.rounds.length);
      return {
        block: treeBlock(grid, look, drawing, part.thirdPlace),
        leavesOutRounds: grid.rounds[0] !== part.columns[0],
      };
    }
    case 'double': {
      const { winners, losers } = layLateRounds(part.winners, part.losers, { maySplit: false });
      const columns = Math.max(winners.rounds.length, losers.rounds.length) + part.final.length;
      const look = lookFor(winners.rows + losers.rows, columns);
      return {
        block: doubleBlock({ winners, losers, final: part.final }, look, drawing),
        leavesOutRounds: winners.rounds[0] !== part.winners[0],
      };
    }
  }
}

/** The trees of a part, without early rounds if they are too tall. A single-elimination tree has no losers. */
function layLateRounds(
  winners: readonly Column[],
  losers: readonly Column[],
  options: { maySplit: boolean },
): { winners: TreeGrid; losers: TreeGrid } {
  const isLastRound = winners.length <= 1;
  // Each match of the first round has its own row, and counting them is cheaper than growing the tree.
  const rowsAtLeast = (winners[0]?.matches.length ?? 0) / (options.maySplit ? 2 : 1);
  if (isLastRound || rowsAtLeast <= MAX_ROWS) {
    const grids = { winners: layTree(winners, options), losers: layTree(losers) };
    if (isLastRound || grids.winners.rows + grids.losers.rows <= MAX_ROWS) return grids;
  }
  // Two rounds of the losers' bracket correspond to one of the winners'.
  return layLateRounds(winners.slice(1), losers.slice(2), options);
}
