import { isPlayed } from '../brackets/players.ts';
import type { Match } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import type { Block } from './block.ts';
import { nothing } from './block.ts';
import { textWidth } from './measure.ts';
import { palette } from './palette.ts';
import { element, path, rectangle, textIn } from './svg.ts';

interface Title {
  title: string | undefined;
  subtitle: string | undefined;
  note: string | undefined;
  progress: readonly Match[];
}

/** The tournament's name, what is shown of it, and how much of that is played. Grows with the picture beneath it. */
export function titleBlock({ title, subtitle, note, progress }: Title, width: number, t: Translate): Block {
  const grow = Math.min(1.6, Math.max(1, width / 900));
  const size = 22 * grow;
  const small = 14 * grow;
  const lines = [
    ...(title === undefined ? [] : [{ text: title, size, fill: palette.text, bold: true }]),
    ...(subtitle === undefined
      ? []
      : [{ text: subtitle, size: small * 1.2, fill: palette.text, bold: title === undefined }]),
    { text: progressText(progress, t), size: small, fill: palette.muted, bold: false },
    { text: note ?? '', size: small, fill: palette.muted, bold: false },
  ].filter(({ text }) => text !== '');
  const wanted = Math.max(
    0,
    ...lines.map((line) => textWidth(line.text, line.size, line.bold ? 'bold' : 'regular')),
  );
  const ownWidth = Math.max(width, Math.min(wanted + 2, 420));
  return {
    width: ownWidth,
    height: lines.reduce((sum, line) => sum + line.size * 1.45, 0),
    draw(x, y) {
      let top = y;
      return lines.map((line) => {
        const baseline = top + line.size;
        top += line.size * 1.45;
        return textIn(
          {
            x,
            baseline,
            width: ownWidth,
            size: line.size,
            fill: line.fill,
            weight: line.bold ? 'bold' : 'regular',
          },
          line.text,
        );
      });
    },
  };
}

/** Byes are no matches that anybody plays. */
function progressText(matches: readonly Match[], t: Translate): string {
  const real = matches.filter(({ sides }) => sides.every(({ bye }) => bye !== true));
  if (real.length === 0) return '';
  return t('pictures.progress', { played: real.filter(isPlayed).length, total: real.length });
}

/** What the marks in this picture mean; only those that occur. `cards` are the matches that are drawn one by one. */
export function legendBlock(
  { matches, cards, hasOwn }: { matches: readonly Match[]; cards: readonly Match[]; hasOwn: boolean },
  t: Translate,
): Block {
  const size = 13;
  const entries: { text: string; mark: (x: number, y: number) => string }[] = [];
  if (cards.some(({ winner }) => winner !== undefined)) {
    entries.push({
      text: t('pictures.legendWinner'),
      mark: (x, y) =>
        rectangle({ x: x + 4, y: y - 11, width: 4, height: 14 }, { fill: palette.accent, rx: 2 }),
    });
  }
  if (matches.some(({ phase }) => phase === 'running')) {
    entries.push({
      text: t('pictures.legendLive'),
      mark: (x, y) => element('circle', { cx: x + 6, cy: y - 4.5, r: 5, fill: palette.live }),
    });
  }
  if (hasOwn) {
    entries.push({
      text: t('pictures.legendOwn'),
      mark: (x, y) => path(`M${x + 6} ${y - 10}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`, { fill: palette.own }),
    });
  }
  if (entries.length === 0) return nothing;
  const widths = entries.map(({ text }) => 18 + textWidth(text, size, 'regular') + 22);
  return {
    width: widths.reduce((sum, width) => sum + width, 0),
    height: size * 1.4,
    draw(x, y) {
      let left = x;
      return entries.map(({ text, mark }, at) => {
        const width = widths[at] ?? 0;
        const baseline = y + size;
        const drawn =
          mark(left, baseline) +
          textIn({ x: left + 18, baseline, width: width - 18, size, fill: palette.muted }, text);
        left += width;
        return drawn;
      });
    },
  };
}

/** Says that nothing is drawn yet. */
export const emptyBlock = (t: Translate): Block => ({
  width: 420,
  height: 48,
  draw: (x, y) => [
    textIn({ x, baseline: y + 32, width: 420, size: 18, fill: palette.text }, t('pictures.nothing')),
  ],
});
