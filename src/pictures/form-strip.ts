import type { Result } from '../brackets/results.ts';
import type { Translate } from '../words/words.ts';
import { palette } from './palette.ts';
import { element, rectangle, textIn } from './svg.ts';

export const outcomeWords = {
  win: 'pictures.wonLetter',
  loss: 'pictures.lostLetter',
  draw: 'pictures.drawnLetter',
} as const;

const SIZE = 40;
const GAP = 10;
const LABEL_WIDTH = 190;

/** The last results as letters, each in a shape of its own: won is filled, lost is a frame, drawn is a circle. */
export function formStrip(
  form: readonly Result[],
  at: { x: number; y: number; width: number },
  t: Translate,
): string {
  const label = textIn(
    { x: at.x, baseline: at.y + 35, width: LABEL_WIDTH - 10, size: 19, fill: palette.muted },
    t('pictures.form'),
  );
  const results = form.map((outcome, index) => {
    const x = at.x + LABEL_WIDTH + index * (SIZE + GAP);
    const letter = textIn(
      {
        x,
        baseline: at.y + 9 + SIZE * 0.68,
        width: SIZE,
        size: 22,
        weight: 'bold',
        align: 'middle',
        fill: outcome === 'win' ? palette.onBright : palette.text,
      },
      t(outcomeWords[outcome]),
    );
    return shapeOf(outcome, x, at.y + 9) + letter;
  });
  return label + results.join('');
}

function shapeOf(outcome: Result, x: number, y: number): string {
  const box = { x, y, width: SIZE, height: SIZE };
  switch (outcome) {
    case 'win':
      return rectangle(box, { class: 'win', fill: palette.accent, rx: 8 });
    case 'loss':
      return rectangle(
        { x: x + 1, y: y + 1, width: SIZE - 2, height: SIZE - 2 },
        { class: 'loss', fill: palette.panel, stroke: palette.line, 'stroke-width': 2, rx: 8 },
      );
    case 'draw':
      return element('circle', {
        class: 'draw',
        cx: x + SIZE / 2,
        cy: y + SIZE / 2,
        r: SIZE / 2 - 1,
        fill: palette.card,
        stroke: palette.muted,
        'stroke-width': 2,
      });
  }
}
