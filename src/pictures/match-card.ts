import { hasPlayer, isPlayer } from '../brackets/players.ts';
import { scoreOf } from '../brackets/results.ts';
import { slotText, tagText } from '../brackets/texts.ts';
import type { Match, Side } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { grid, type PictureBlock } from './block.ts';
import { looks, type Drawing, type Look } from './look.ts';
import { textWidth } from './measure.ts';
import { palette } from './palette.ts';
import { diamond, liveDot, path, rectangle, textIn } from './svg.ts';

/** On a phone, two of these fit side by side, with letters of 13 pixels. */
const PAIRED = looks.large;
const SINGLE = { ...looks.large, cardWidth: 380 };

/** Matches in one or two columns, with captions if there are any. */
export function matchesBlock(
  matches: readonly Match[],
  drawing: Drawing,
  captions: readonly string[] = [],
): PictureBlock {
  const look = matches.length <= 4 ? SINGLE : PAIRED;
  const cards = matches.map((match, at) => matchCard(match, look, drawing, captions[at]));
  return grid(cards, look === SINGLE ? 1 : 2, look.gapY);
}

export const cardHeight = (look: Look): number => 2 * look.rowHeight;

/** The name of a match, if it has one. */
export function tagOfMatch({ id }: Match, { tagOf, t }: Drawing): string | undefined {
  const tag = tagOf(id);
  return tag === undefined ? undefined : tagText(tag, t);
}

export function sideScore(side: Side, t: Translate): string {
  const score = scoreOf(side);
  return score === undefined ? '' : t.number(score);
}

/**
 * One match: two rows with name and score. The winner is bold behind a bar, a highlighted match has a frame, a running one a
 * label. Above it is the `caption`, or the tag of the match.
 */
export function matchCard(match: Match, look: Look, drawing: Drawing, caption?: string): PictureBlock {
  return {
    width: look.cardWidth,
    height: cardHeight(look),
    draw: () => [
      frame(match, look, drawing) +
        sideRows(match, look, drawing) +
        path(`M1 ${look.rowHeight}h${look.cardWidth - 2}`, { stroke: palette.border }) +
        edge(match, caption ?? tagOfMatch(match, drawing) ?? '', look, drawing.t),
    ],
  };
}

function frame(match: Match, look: Look, { playerId }: Drawing): string {
  const isOwn = hasPlayer(match, playerId);
  const stroke = match.phase === 'running' ? palette.live : isOwn ? palette.own : palette.border;
  return rectangle({
    class: 'match',
    width: look.cardWidth,
    height: cardHeight(look),
    rx: Math.min(6, cardHeight(look) / 6),
    fill: palette.card,
    stroke,
    'stroke-width': stroke === palette.border ? undefined : 2,
  });
}

function sideRows(match: Match, look: Look, drawing: Drawing): string {
  const { cardWidth, fontSize } = look;
  const widths = match.sides.map((side) => {
    const text = sideScore(side, drawing.t);
    return text === '' ? 0 : textWidth(text, fontSize, 'bold') + 1;
  });
  const width = Math.min(Math.max(...widths), cardWidth / 3);
  return sideRow(match, 0, width, look, drawing) + sideRow(match, 1, width, look, drawing);
}

/** A player, or how a slot gets filled, where that fits: cut off, it tells nothing. */
function sideText(side: Side, width: number, size: number, { tagOf, t }: Drawing): string {
  const text = slotText(side, tagOf, t);
  const isOwnWords = side.player === undefined && side.from !== undefined && !('text' in side.from);
  return isOwnWords && textWidth(text, size, 'regular') > width ? t('match.open') : text;
}

/** One side of a match: its name, and its score at the right. */
function sideRow(match: Match, at: 0 | 1, scoreWidth: number, look: Look, drawing: Drawing): string {
  const side = match.sides[at];
  const { fontSize: size, rowHeight, cardWidth } = look;
  const top = at * rowHeight;
  const pad = size * 0.4;
  const hasWon = match.winner === at + 1;
  const hasLost = match.winner !== undefined && !hasWon;
  const isOpen = side.player === undefined;
  const isOwn = isPlayer(side, drawing.playerId);
  const left = pad + (isOwn ? size : 0);
  const right = pad + (scoreWidth === 0 ? 0 : scoreWidth + pad * 0.8);
  const baseline = top + rowHeight / 2 + size * 0.36;
  const weight = hasWon ? 'bold' : 'regular';
  return (
    (hasWon ? winnerMark(top, look) : '') +
    (isOwn ? diamond(pad + size * 0.35, top + rowHeight / 2, size * 0.36) : '') +
    textIn(
      {
        x: left,
        baseline,
        width: cardWidth - left - right,
        size,
        fill: hasLost || isOpen ? palette.muted : palette.text,
        weight,
      },
      sideText(side, cardWidth - left - right, size, drawing),
    ) +
    textIn(
      {
        x: cardWidth - pad - scoreWidth,
        baseline,
        width: scoreWidth,
        size,
        fill: hasLost ? palette.muted : palette.text,
        weight,
        align: 'right',
      },
      sideScore(side, drawing.t),
    )
  );
}

/** A lighter background with a bar at its left. */
function winnerMark(top: number, { cardWidth, rowHeight, fontSize }: Look): string {
  const bar = Math.max(2, fontSize / 4);
  const row = { x: 1, y: top + 1, width: cardWidth - 2, height: rowHeight - 2, fill: palette.won, rx: 4 };
  return (
    rectangle(row) +
    rectangle({
      class: 'won',
      y: top + 2,
      width: bar,
      height: rowHeight - 4,
      fill: palette.accent,
      rx: bar / 2,
    })
  );
}

/** The card's upper edge: its tag or caption, and at the right whether the match is running or canceled, running as a dot where there is no room. */
function edge({ phase }: Match, text: string, { cardWidth, fontSize }: Look, t: Translate): string {
  const size = fontSize;
  const state =
    phase === 'running' ? t('pictures.live') : phase === 'cancelled' ? t('pictures.cancelled') : '';
  const width = state === '' ? 0 : Math.min(cardWidth - 12, textWidth(state, size, 'bold') + size * 1.3);
  const isDot = phase === 'running' && textWidth(text, size, 'regular') + width + 14 > cardWidth;
  const room = cardWidth - 4 - (state === '' ? 0 : isDot ? size : width + 10);
  const label = textIn({ x: 2, baseline: -4, width: room, size, fill: palette.muted }, text);
  if (state === '') return label;
  if (isDot) return label + liveDot(cardWidth - size / 2, 0, size * 0.35);
  const pill = { x: cardWidth - width - 6, y: -size * 1.1, width, height: size * 1.5 };
  const look =
    phase === 'running' ? { class: 'live', fill: palette.live } : { class: 'cancelled', fill: palette.muted };
  const words = { x: pill.x + size * 0.3, baseline: size * 0.02, width: width - size * 0.6, size };
  return (
    label +
    rectangle({ ...pill, ...look, rx: size * 0.75 }) +
    textIn({ ...words, fill: palette.onBright, weight: 'bold', align: 'middle' }, state)
  );
}
