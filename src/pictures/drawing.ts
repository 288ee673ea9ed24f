import type { TagOf } from '../brackets/tags.ts';
import type { Side } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';

/** What every piece of one bracket's picture is drawn with. */
export interface Drawing {
  t: Translate;
  tagOf: TagOf;
  /** Whose matches are marked. */
  playerId: string | undefined;
}

export const scoreText = (side: Side, t: Translate): string =>
  side.score === undefined ? '' : t.number(side.score);
