import type { Match, Side } from '../platform/records.ts';
import type { Block } from './block.ts';
import { numberText, scoreText, slotText, tagOf } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import type { Look } from './look.ts';
import { textWidth } from './measure.ts';
import { palette } from './palette.ts';
import { hasPlayer, isPlayer } from './players.ts';
import { element, path, rectangle, textIn } from './svg.ts';
import type { Box } from './svg.ts';

export const cardHeight = (look: Look): number => 2 * look.rowHeight;

/** One match: two rows with name and score. The winner is bold behind a bar, an own match framed, a running one labelled. */
export function matchCard(match: Match, look: Look, drawing: Drawing): Block {
  const height = cardHeight(look);
  const scoreWidth = widthOfScores(match, look, drawing);
  return {
    width: look.cardWidth,
    height,
    draw(x, y) {
      const box = { x, y, width: look.cardWidth, height };
      const rows = match.sides.map((side, at) =>
        sideRow(
          { side, won: match.winner === at + 1, lost: match.winner !== undefined && match.winner !== at + 1 },
          { ...box, y: y + at * look.rowHeight, height: look.rowHeight },
          { look, drawing, scoreWidth },
        ),
      );
      return (
        frame(match, box, drawing) +
        rows.join('') +
        path(`M${x + 1} ${y + look.rowHeight}H${x + look.cardWidth - 1}`, { stroke: palette.border }) +
        marks(match, box, look, drawing)
      );
    },
  };
}

function widthOfScores(match: Match, look: Look, { t }: Drawing): number {
  const widths = match.sides
    .filter(({ score }) => score !== undefined)
    .map(({ score }) => textWidth(numberText(score ?? 0, t), look.fontSize, 'bold'));
  return widths.length === 0 ? 0 : Math.min(look.cardWidth / 3, Math.max(...widths));
}

function frame(match: Match, box: Box, { playerId }: Drawing): string {
  const isRunning = match.phase === 'running';
  const stroke = isRunning ? palette.live : hasPlayer(match, playerId) ? palette.own : palette.border;
  const isMarked = stroke !== palette.border;
  return rectangle(box, {
    class: 'match',
    fill: palette.card,
    stroke,
    rx: Math.min(6, box.height / 6),
    ...(isMarked && { 'stroke-width': 2 }),
  });
}

interface RowLook {
  look: Look;
  drawing: Drawing;
  scoreWidth: number;
}

function sideRow(
  { side, won, lost }: { side: Side; won: boolean; lost: boolean },
  box: Box,
  { look, drawing, scoreWidth }: RowLook,
): string {
  const pad = look.fontSize * 0.65;
  const isOwn = isPlayer(side, drawing.playerId);
  const baseline = box.y + box.height / 2 + look.fontSize * 0.36;
  const ownWidth = isOwn ? look.fontSize * 0.8 : 0;
  const weight = won ? 'bold' : 'regular';
  const isFaint = lost || side.player === undefined;
  const bar = Math.max(2, look.fontSize / 4);
  return [
    won
      ? rectangle(
          { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 },
          { fill: palette.won, rx: 4 },
        )
      : '',
    won
      ? rectangle(
          { x: box.x, y: box.y + 2, width: bar, height: box.height - 4 },
          { class: 'won', fill: palette.accent, rx: bar / 2 },
        )
      : '',
    isOwn ? diamond(box.x + pad + look.fontSize * 0.35, box.y + box.height / 2, look.fontSize * 0.36) : '',
    textIn(
      {
        x: box.x + pad + ownWidth,
        baseline,
        width: box.width - 2 * pad - ownWidth - (scoreWidth === 0 ? 0 : scoreWidth + pad * 0.8),
        size: look.fontSize,
        fill: isFaint ? palette.muted : palette.text,
        weight,
      },
      slotText(side, drawing),
    ),
    textIn(
      {
        x: box.x + box.width - pad - scoreWidth,
        baseline,
        width: scoreWidth + 1,
        size: look.fontSize,
        fill: lost ? palette.muted : palette.text,
        weight,
        align: 'right',
      },
      scoreText(side, drawing.t),
    ),
  ].join('');
}

/** The mark of the member's own rows: a shape, so that it is seen without its colour. */
const diamond = (x: number, y: number, radius: number): string =>
  path(`M${x} ${y - radius}l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}z`, {
    class: 'own',
    fill: palette.own,
  });

/** Words on the card's upper edge: what the match is called, and that it is running or cancelled. */
function marks(match: Match, box: Box, look: Look, drawing: Drawing): string {
  const state = stateText(match, drawing);
  if (!look.hasTags) {
    return match.phase === 'running'
      ? element('circle', { class: 'live', cx: box.x + box.width - 3, cy: box.y, r: 4, fill: palette.live })
      : '';
  }
  const size = Math.max(10, look.fontSize * 0.68);
  const tag = tagOf(match, drawing);
  const called =
    tag === undefined
      ? ''
      : textIn({ x: box.x + 2, baseline: box.y - 4, width: box.width / 2, size, fill: palette.muted }, tag);
  if (state === undefined) return called;
  const width = Math.min(box.width * 0.6, textWidth(state, size, 'bold') + size * 1.2);
  const pill = { x: box.x + box.width - width - 6, y: box.y - size * 0.75, width, height: size * 1.5 };
  return (
    called +
    rectangle(pill, {
      class: match.phase === 'running' ? 'live' : 'state',
      fill: match.phase === 'running' ? palette.live : palette.muted,
      rx: pill.height / 2,
    }) +
    textIn(
      {
        x: pill.x + size * 0.3,
        baseline: pill.y + size * 1.1,
        width: width - size * 0.6,
        size,
        weight: 'bold',
        fill: palette.onBright,
        align: 'middle',
      },
      state,
    )
  );
}

function stateText({ phase }: Match, { t }: Drawing): string | undefined {
  if (phase === 'running') return t('pictures.live');
  return phase === 'cancelled' ? t('pictures.cancelled') : undefined;
}
