import type { Translate } from '../words/words.ts';
import { arrange, type PictureBlock } from './block.ts';
import { cleanText, wrapText } from './fit-text.ts';
import { palette, tierColor } from './palette.ts';
import { rectangle, svgDocument, textIn } from './svg.ts';

/** One of the first three of a ranking. */
interface PodiumEntry {
  place: number;
  name: string;
  /** What they are ranked by, and how high that is. */
  facts: readonly string[];
  rank?: string;
}

export interface PodiumPicture {
  title: string;
  /** The best first, three at most. */
  entries: readonly PodiumEntry[];
  t: Translate;
}

const PAD = 22;
const COLUMN = 196;
const GAP = 10;
/** The heights of the steps, the highest in the middle. */
const STEPS = [126, 92, 64] as const;
const ORDER = [1, 0, 2] as const;
/** The picture is about half as wide on a phone: nothing is smaller than 20. */
const NAME = 25;
const FACT = 22;
const LINE = 1.25;
const HEIGHT = STEPS[0] + (2 * NAME + 2 * FACT) * LINE + 16;

/** Renders the first three of a ranking as SVG: a step for each, with name and rating above it. */
export function podiumSvg({ entries, t }: PodiumPicture): string {
  const shown = ORDER.flatMap((at) => {
    const entry = entries[at];
    return entry === undefined ? [] : [columnBlock(entry, STEPS[at], t)];
  });
  const pieces = shown.map((block, at) => ({ block, x: PAD + at * (COLUMN + GAP), y: PAD }));
  const width = 2 * PAD + shown.length * (COLUMN + GAP) - GAP;
  const height = HEIGHT + 2 * PAD;
  const panel = rectangle({ class: 'panel', width, height, fill: palette.panel, rx: 16 });
  return svgDocument({ width, height, scale: 1.5 }, panel + [...arrange(pieces).draw()].join(''));
}

function columnBlock({ place, name, facts, rank }: PodiumEntry, step: number, t: Translate): PictureBlock {
  const color = rank === undefined ? palette.accent : tierColor(rank);
  const texts = [
    ...wrapText(cleanText(name), COLUMN - 8, NAME, 'bold').map((text) => ({
      text,
      size: NAME,
      weight: 'bold' as const,
      fill: palette.text,
    })),
    ...facts.map((text) => ({ text, size: FACT, weight: 'regular' as const, fill: palette.text })),
    ...(rank === undefined ? [] : [{ text: rank, size: FACT, weight: 'regular' as const, fill: color }]),
  ];
  const top = HEIGHT - step;
  return {
    width: COLUMN,
    height: HEIGHT,
    *draw() {
      yield rectangle({ class: 'step', y: top, width: COLUMN, height: step, fill: palette.won, rx: 8 });
      yield rectangle({ y: top, width: COLUMN, height: 6, fill: color, rx: 3 });
      const number = { x: 0, width: COLUMN, size: 40, weight: 'bold', align: 'middle' } as const;
      yield textIn({ ...number, baseline: top + 50 }, t('rank.place', { place: t.number(place) }));
      let baseline = top - 14;
      for (const { text, ...look } of texts.toReversed()) {
        yield textIn({ ...look, x: 4, width: COLUMN - 8, baseline, align: 'middle' }, text);
        baseline -= look.size * LINE;
      }
    },
  };
}
