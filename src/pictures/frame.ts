import { progressOf } from '../brackets/results.ts';
import type { Match } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { line, row, stack, type PictureBlock } from './block.ts';
import { SMALLEST } from './look.ts';
import { textWidth, type Weight } from './measure.ts';
import { palette } from './palette.ts';
import { diamond, liveDot, rectangle, textIn } from './svg.ts';

interface TitleContent {
  title?: string | undefined;
  subtitle?: string | undefined;
  progress: readonly Match[];
}

/** A narrower picture is too tall on a phone, which shows all as wide as the screen. */
const WIDTH_AT_LEAST = 450;

/** The tournament's name, the part that is shown, and its progress. */
export function titleBlock(
  { title, subtitle, progress }: TitleContent,
  width: number,
  t: Translate,
): PictureBlock {
  const counts = progressOf(progress);
  const lines: { text: string; size: number; weight: Weight; fill?: string }[] = [
    { text: title ?? '', size: 22, weight: 'bold' },
    { text: subtitle ?? '', size: SMALLEST * 1.1, weight: title === undefined ? 'bold' : 'regular' },
    {
      text: counts === undefined || counts.total === 0 ? '' : t('pictures.progress', counts),
      size: SMALLEST,
      weight: 'regular',
      fill: palette.muted,
    },
  ];
  const filled = lines.filter(({ text }) => text !== '');
  const ownWidth = Math.max(width, WIDTH_AT_LEAST);
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

/** Explains the marks that occur in the picture, in as many rows as the width asks for. */
export function legendBlock({ matches, cards, hasOwn }: Legend, width: number, t: Translate): PictureBlock {
  const bar = rectangle({ x: 4, y: 2, width: 4, height: 14, fill: palette.accent, rx: 2 });
  const entries = [
    cards.some(({ winner }) => winner !== undefined) ? legendEntry(bar, t('pictures.legendWinner')) : [],
    matches.some(({ phase }) => phase === 'running')
      ? legendEntry(liveDot(6, 8.5, 5), t('pictures.legendLive'))
      : [],
    hasOwn ? legendEntry(diamond(6, 8.5, 5.5), t('pictures.legendOwn')) : [],
  ];
  const rows: PictureBlock[][] = [];
  let used = Infinity;
  for (const entry of entries.flat()) {
    if (used + entry.width > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(entry);
    used += entry.width;
  }
  return stack(
    rows.map((some) => row(some, 0)),
    4,
  );
}

function legendEntry(mark: string, text: string): PictureBlock {
  const size = SMALLEST;
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
