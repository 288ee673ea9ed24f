import { hasPlayer } from '../brackets/players.ts';
import type { Match } from '../platform/records.ts';
import { tagText } from '../brackets/texts.ts';
import type { Translate } from '../words/words.ts';
import type { Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import type { Look } from './look.ts';
import { textWidth } from './measure.ts';
import { palette } from './palette.ts';
import { sideRow } from './side-row.ts';
import type { Row } from './side-row.ts';
import { element, path, rectangle, textIn } from './svg.ts';
import type { Box } from './svg.ts';

export const cardHeight = (look: Look): number => 2 * look.rowHeight;

/** What people call a match, where anybody does. */
export function tagOfMatch({ id }: Match, { tagOf, t }: Drawing): string | undefined {
  const tag = tagOf(id);
  return tag === undefined ? undefined : tagText(tag, t);
}

/**
 * One match: two rows with name and score. The winner is bold behind a bar, an own match framed, a running one labelled. Above
 * it stands `caption`, or what the match is called.
 */
export function matchCard(match: Match, look: Look, drawing: Drawing, caption?: string): Block {
  const height = cardHeight(look);
  const rows = rowsOf(match, look, drawing, caption === undefined);
  return {
    width: look.cardWidth,
    height,
    draw(x, y) {
      const box = { x, y, width: look.cardWidth, height };
      const pieces = [
        frame(match, box, drawing),
        ...rows.map((row, at) =>
          sideRow(
            row,
            { ...box, y: y + at * look.rowHeight, height: look.rowHeight },
            look.fontSize,
            drawing,
          ),
        ),
        path(`M${x + 1} ${y + look.rowHeight}h${look.cardWidth - 2}`, { stroke: palette.border }),
        look.hasEdge ? above(caption ?? tagOfMatch(match, drawing) ?? '', match, box, look, drawing) : '',
        look.hasEdge ? statePill(match, box, look, drawing) : liveDot(match, box),
      ];
      return [pieces.join('')];
    },
  };
}

function rowsOf(match: Match, look: Look, drawing: Drawing, showsTag: boolean): Row[] {
  const scoreWidth = Math.max(
    0,
    ...match.sides.map(({ score }) =>
      score === undefined ? 0 : textWidth(drawing.t.number(score), look.fontSize, 'bold') + 1,
    ),
  );
  // A match that is waited for has no score yet as a rule: where there is no room above the card, its tag stands there.
  const tag = showsTag && !look.hasEdge && scoreWidth === 0 ? tagOfMatch(match, drawing) : undefined;
  const tagWidth = tag === undefined ? 0 : textWidth(tag, look.fontSize * 0.8, 'regular') + 1;
  return match.sides.map((side, at) => ({
    side,
    outcome: match.winner === undefined ? 'open' : match.winner === at + 1 ? 'won' : 'lost',
    ...(tag !== undefined && at === 0
      ? { aside: tag, asideWidth: tagWidth }
      : { asideWidth: Math.min(scoreWidth, look.cardWidth / 3) }),
  }));
}

function frame(match: Match, box: Box, { playerId }: Drawing): string {
  const isRunning = match.phase === 'running';
  const stroke = isRunning ? palette.live : hasPlayer(match, playerId) ? palette.own : palette.border;
  return rectangle(box, {
    class: 'match',
    fill: palette.card,
    stroke,
    rx: Math.min(6, box.height / 6),
    ...(stroke !== palette.border && { 'stroke-width': 2 }),
  });
}

const liveDot = ({ phase }: Match, box: Box): string =>
  phase === 'running'
    ? element('circle', { class: 'live', cx: box.x + box.width - 3, cy: box.y, r: 4, fill: palette.live })
    : '';

const edgeSize = (look: Look): number => Math.max(10, look.fontSize * 0.68);

function above(text: string, match: Match, box: Box, look: Look, { t }: Drawing): string {
  const width = box.width - 4 - (pillOf(match, box, look, t)?.width ?? 0);
  const place = { x: box.x + 2, baseline: box.y - 4, width, size: edgeSize(look) };
  return textIn({ ...place, fill: palette.muted }, text);
}

/** The word on the card's upper edge, that the match is running or cancelled, and how wide it is with its surroundings. */
function pillOf(
  { phase }: Match,
  box: Box,
  look: Look,
  t: Translate,
): { state: string; width: number } | undefined {
  if (!look.hasEdge || (phase !== 'running' && phase !== 'cancelled')) return undefined;
  const size = edgeSize(look);
  const state = t(phase === 'running' ? 'pictures.live' : 'pictures.cancelled');
  return { state, width: Math.min(box.width / 2, textWidth(state, size, 'bold') + size * 1.3) + 10 };
}

function statePill(match: Match, box: Box, look: Look, { t }: Drawing): string {
  const found = pillOf(match, box, look, t);
  if (found === undefined) return '';
  const size = edgeSize(look);
  const width = found.width - 10;
  const x = box.x + box.width - width - 6;
  const y = box.y - size * 1.1;
  const isRunning = match.phase === 'running';
  const colors = {
    class: isRunning ? 'live' : 'cancelled',
    fill: isRunning ? palette.live : palette.muted,
    rx: size * 0.75,
  };
  const words = { x: x + size * 0.3, baseline: y + size * 1.12, width: width - size * 0.6, size };
  return (
    rectangle({ x, y, width, height: size * 1.5 }, colors) +
    textIn({ ...words, fill: palette.onBright, weight: 'bold', align: 'middle' }, found.state)
  );
}
