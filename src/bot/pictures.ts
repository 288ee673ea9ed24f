import type { Bracket, Player, PlayerRank } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import type { Rate } from './bucket.ts';
import type { ReplyFile } from './reply.ts';

/** A card costs as much as some twenty answers in words. */
export const CARDS: Rate = { burst: 20, perSecond: 5 };

/** Which part of a bracket is shown; stages, rounds and pages are counted from 0. */
type BracketWindow =
  | { kind: 'now' }
  | { kind: 'whole' }
  | { kind: 'stage'; stage: number }
  | { kind: 'round'; round: number; page?: number }
  | { kind: 'path'; playerId: string };

export interface BracketView {
  bracket: Bracket;
  /** The tournament's. */
  name: string;
  window: BracketWindow;
  /** Whose matches are marked. */
  playerId?: string;
  t: Translate;
}

interface CardView {
  player: Player;
  rank: PlayerRank;
  /** The newest first. */
  form: readonly ('win' | 'loss' | 'draw')[];
  t: Translate;
}

/**
 * Draws what people would rather look at than read. `undefined` where there is nothing to draw, or drawing failed: the
 * words beside a picture say it all, so an answer never fails for want of one.
 */
export interface Pictures {
  bracket(view: BracketView): Promise<ReplyFile | undefined>;
  /**
   * Whether a card may be drawn now; a yes is one card taken. Many at once would cost the community its answers, and the
   * words without a card say as much.
   */
  takeCard(): boolean;
  card(view: CardView): Promise<ReplyFile | undefined>;
}
