import type { PlayerResult } from '../brackets/results.ts';
import type { Translate } from '../words/words.ts';
import { line, row, stack, type PictureBlock } from './block.ts';
import { palette } from './palette.ts';
import { SMALL_PRINT } from './rank-tiles.ts';
import { element, rectangle, textIn } from './svg.ts';

export const outcomeWords = {
  win: 'pictures.wonLetter',
  loss: 'pictures.lostLetter',
  draw: 'pictures.drawnLetter',
} as const;

const HEIGHT = 62;
const SIZE = 60;
const TOP = 1;
const GAP = 10;

const shapes: Record<PlayerResult, string> = {
  win: rectangle({ class: 'win', y: TOP, width: SIZE, height: SIZE, fill: palette.accent, rx: 8 }),
  loss: rectangle({
    class: 'loss',
    x: 1,
    y: TOP + 1,
    width: SIZE - 2,
    height: SIZE - 2,
    fill: palette.panel,
    stroke: palette.line,
    'stroke-width': 2,
    rx: 8,
  }),
  draw: element('circle', {
    class: 'draw',
    cx: SIZE / 2,
    cy: TOP + SIZE / 2,
    r: SIZE / 2 - 1,
    fill: palette.card,
    stroke: palette.muted,
    'stroke-width': 2,
  }),
};

/** The latest results as letters in distinct shapes: a filled square for a win, a frame for a loss, a circle for a draw. */
export function formStrip(form: readonly PlayerResult[], t: Translate, width: number): PictureBlock {
  const look = { width, height: 46, baseline: 34, size: SMALL_PRINT, fill: palette.muted };
  const letters = row(
    form.map((result) => letterBlock(result, t)),
    GAP,
  );
  return stack([line(t('rank.form'), look), letters], 0);
}

const letterBlock = (result: PlayerResult, t: Translate): PictureBlock => ({
  width: SIZE,
  height: HEIGHT,
  draw: () => [
    shapes[result],
    textIn(
      {
        x: 0,
        baseline: TOP + SIZE * 0.68,
        width: SIZE,
        size: SMALL_PRINT,
        fill: result === 'win' ? palette.onBright : palette.text,
        weight: 'bold',
        align: 'middle',
      },
      t(outcomeWords[result]),
    ),
  ],
});
