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
  /** Whether a tag ("M12") or "LIVE" fits on a card's upper edge; otherwise the tag is in the first row, and a dot means live. */
  hasEdge: boolean;
}

export const looks = {
  large: { cardWidth: 212, rowHeight: 32, fontSize: 17, gapY: 26, gapX: 32, hasEdge: true },
  medium: { cardWidth: 174, rowHeight: 27, fontSize: 15, gapY: 24, gapX: 24, hasEdge: true },
  small: { cardWidth: 160, rowHeight: 22, fontSize: 13, gapY: 20, gapX: 24, hasEdge: true },
  fine: { cardWidth: 132, rowHeight: 16, fontSize: 11.5, gapY: 8, gapX: 18, hasEdge: false },
  tiny: { cardWidth: 112, rowHeight: 13, fontSize: 10, gapY: 5, gapX: 14, hasEdge: false },
} as const satisfies Record<string, Look>;

/** The largest look in which a grid of this size stays readable. */
export function lookFor(rows: number, columns: number): Look {
  if (rows <= 4 && columns <= 3) return looks.large;
  if (rows <= 8 && columns <= 5) return looks.medium;
  if (rows <= 16 && columns <= 13) return looks.small;
  return rows <= 40 ? looks.fine : looks.tiny;
}
