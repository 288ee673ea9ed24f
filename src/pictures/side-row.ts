import { isPlayer } from '../brackets/players.ts';
import type { Side } from '../platform/records.ts';
import { slotText } from '../brackets/texts.ts';
import { scoreText, type Drawing } from './drawing.ts';
import { palette } from './palette.ts';
import { path, rectangle, textIn } from './svg.ts';
import type { Box } from './svg.ts';

export interface Row {
  side: Side;
  outcome: 'won' | 'lost' | 'open';
  /** The column at the right, for the score or for what stands there instead. */
  asideWidth: number;
  aside?: string;
}

/** One side of a match: its name, and its score at the right. */
export function sideRow(row: Row, box: Box, size: number, drawing: Drawing): string {
  const { side, outcome, asideWidth } = row;
  const pad = size * 0.65;
  const isOwn = isPlayer(side, drawing.playerId);
  const ownWidth = isOwn ? size : 0;
  const baseline = box.y + box.height / 2 + size * 0.36;
  const weight = outcome === 'won' ? 'bold' : 'regular';
  const right = asideWidth === 0 ? 0 : asideWidth + pad * 0.8;
  return [
    outcome === 'won' ? winnerMark(box, size) : '',
    isOwn ? diamond(box.x + pad + size * 0.35, box.y + box.height / 2, size * 0.36) : '',
    textIn(
      {
        x: box.x + pad + ownWidth,
        baseline,
        width: box.width - 2 * pad - ownWidth - right,
        // What a slot waits for is said in smaller letters, so that the number at its end is not cut.
        size: side.player === undefined ? size * 0.88 : size,
        fill: outcome === 'lost' || side.player === undefined ? palette.muted : palette.text,
        weight,
      },
      slotText(side, drawing.tagOf, drawing.t),
    ),
    textIn(
      {
        x: box.x + box.width - pad - asideWidth,
        baseline,
        width: asideWidth,
        size: row.aside === undefined ? size : size * 0.8,
        fill: outcome === 'lost' || row.aside !== undefined ? palette.muted : palette.text,
        weight,
        align: 'right',
      },
      row.aside ?? scoreText(side, drawing.t),
    ),
  ].join('');
}

/** A lighter row behind a bar. */
function winnerMark(box: Box, size: number): string {
  const bar = Math.max(2, size / 4);
  return (
    rectangle(
      { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 },
      { fill: palette.won, rx: 4 },
    ) +
    rectangle(
      { x: box.x, y: box.y + 2, width: bar, height: box.height - 4 },
      { class: 'won', fill: palette.accent, rx: bar / 2 },
    )
  );
}

/** The mark of the chosen player's rows: a shape, so that it is seen without its colour. */
const diamond = (x: number, y: number, radius: number): string =>
  path(`M${x} ${y - radius}l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}z`, {
    class: 'own',
    fill: palette.own,
  });
