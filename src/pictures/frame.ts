import { progressOf } from '../brackets/players.ts';
import type { Match } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { line, row, stack, type PictureBlock } from './block.ts';
import { textWidth, type Weight } from './measure.ts';
import { palette } from './palette.ts';
import { diamond, liveDot, rectangle, textIn } from './svg.ts';

interface TitleContent {
  title?: string | undefined;
  subtitle?: string | undefined;
  note?: string | undefined;
  progress: readonly Match[];
}

/** The tournament's name, the part that is shown, and its progress. The text size grows with the width. */
export function titleBlock(
  { title, subtitle, note, progress }: TitleContent,
  width: number,
  t: Translate,
): PictureBlock {
  const grow = Math.min(1.6, Math.max(1, width / 900));
  const small = 14 * grow;
  const counts = progressOf(progress);
  const lines: { text: string; size: number; weight: Weight; fill?: string }[] = [
    { text: title ?? '', size: 22 * grow, weight: 'bold' },
    { text: subtitle ?? '', size: small * 1.2, weight: title === undefined ? 'bold' : 'regular' },
    {
      text: counts === undefined || counts.total === 0 ? '' : t('pictures.progress', counts),
      size: small,
      weight: 'regular',
      fill: palette.muted,
    },
    { text: note ?? '', size: small, weight: 'regular', fill: palette.muted },
  ];
  const filled = lines.filter(({ text }) => text !== '');
  const neededWidth = Math.max(0, ...filled.map(({ text, size, weight }) => textWidth(text, size, weight)));
  const ownWidth = Math.max(width, Math.min(neededWidth + 2, 420));
  const blocks = filled.map(({ text, size, ...look }) =>
    line(text, { ...look, size, width: ownWidth, height: size * 1.45, baseline: size }),
  );
  return stack(blocks, 0);
}

interface Legend {
  matches: readonly Match[];
  /** The matches drawn as cards. */
  cards: readonly Match[];
  hasOwn: boolean;
}

/** Explains the marks that occur in the picture. */
export function legendBlock({ matches, cards, hasOwn }: Legend, t: Translate): PictureBlock {
  const bar = rectangle({ x: 4, y: 2, width: 4, height: 14, fill: palette.accent, rx: 2 });
  const entries = [
    cards.some(({ winner }) => winner !== undefined) ? legendEntry(bar, t('pictures.legendWinner')) : [],
    matches.some(({ phase }) => phase === 'running')
      ? legendEntry(liveDot(6, 8.5, 5), t('pictures.legendLive'))
      : [],
    hasOwn ? legendEntry(diamond(6, 8.5, 5.5), t('pictures.legendOwn')) : [],
  ];
  return row(entries.flat(), 0);
}

function legendEntry(mark: string, text: string): PictureBlock {
  const size = 13;
  const width = textWidth(text, size, 'regular') + 22;
  return {
    width: 18 + width,
    height: size * 1.4,
    draw: () => [mark + textIn({ x: 18, baseline: size, width, size, fill: palette.muted }, text)],
  };
}

/** For a bracket without matches. */
export const emptyBlock = (t: Translate): PictureBlock =>
  line(t('pictures.nothing'), { width: 420, height: 48, baseline: 32, size: 18 });
