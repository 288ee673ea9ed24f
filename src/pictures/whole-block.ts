import type { ShownStage } from '../brackets/sheets.ts';
import type { BracketPart } from '../brackets/stages.ts';
import { stageText } from '../brackets/texts.ts';
import { present } from '../present.ts';
import { line, stack, type PictureBlock } from './block.ts';
import { leaguesBlock } from './league-block.ts';
import type { Drawing } from './look.ts';
import { treeBlock } from './tree-block.ts';
import { palette } from './palette.ts';

/** The pieces of a sheet below each other, under the titles of stages, and of the winners' and the losers' bracket. */
export const wholeBlock = (stages: readonly ShownStage[], drawing: Drawing): PictureBlock =>
  stack(
    stages.map(({ title, parts }) => {
      const titles = parts.map((part) => sectionOf(part));
      const blocks = parts.flatMap((part, at) => {
        const section = titles[at];
        const isNew = section !== undefined && section !== titles[at - 1];
        return [
          ...(isNew ? [titleLine(drawing.t(`pictures.${section}`), 18, palette.accent)] : []),
          partBlock(part, drawing),
        ];
      });
      return stack([...(title ? [titleLine(stageText(title, drawing.t), 22)] : []), ...blocks], 20);
    }),
    36,
  );

const titleLine = (title: string, size: number, fill?: string): PictureBlock =>
  line(title, {
    width: 420,
    height: size * 1.3,
    baseline: size,
    size,
    weight: 'bold',
    ...present({ fill }),
  });

const sectionOf = (part: BracketPart): 'winners' | 'losers' | undefined =>
  part.kind !== 'double'
    ? undefined
    : part.winners.length > 0
      ? 'winners'
      : part.losers.length > 0
        ? 'losers'
        : undefined;

function partBlock(part: BracketPart, drawing: Drawing): PictureBlock {
  switch (part.kind) {
    case 'leagues':
      return leaguesBlock(part.leagues, drawing);
    case 'tree':
      return treeBlock(part.columns, drawing, part.thirdPlace);
    case 'double':
      return treeBlock([...part.winners, ...part.losers, ...part.final], drawing);
  }
}
