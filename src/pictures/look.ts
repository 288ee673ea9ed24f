import type { TagOf } from '../brackets/tags.ts';
import type { Translate } from '../words/words.ts';

/** The context for drawing one bracket. */
export interface Drawing {
  t: Translate;
  tagOf: TagOf;
  /** The player whose matches are highlighted. */
  playerId: string | undefined;
}

/** The size of matches in a picture, in its units. */
export interface Look {
  cardWidth: number;
  rowHeight: number;
  fontSize: number;
  /** Space between the matches of a round, and between rounds. */
  gapY: number;
  gapX: number;
}

/** A phone shows a picture about 300 pixels wide: in 510 units, letters of this size have ten. */
export const SMALLEST = 17;

export const looks = {
  large: { cardWidth: 212, rowHeight: 32, fontSize: SMALLEST, gapY: 26, gapX: 32 },
  /** For three rounds side by side. */
  narrow: { cardWidth: 153, rowHeight: 30, fontSize: SMALLEST, gapY: 26, gapX: 12 },
} as const satisfies Record<string, Look>;
