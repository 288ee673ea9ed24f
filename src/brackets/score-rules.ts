import type { Bracket, Match } from '../platform/records.ts';
import { matchesIn, partsOf } from './parts.ts';
import type { Scores } from './results.ts';

/** The rule that a score breaks. `needed`: what wins a match; `draw`: each side's score in a drawn one, where it may be drawn. */
export type ScoreFault =
  | { rule: 'negative' }
  | { rule: 'bestOf'; bestOf: number; needed: number; draw?: number }
  | { rule: 'knockout' };

interface ScoredMatch {
  bestOf: number | undefined;
  /** Known to be one that has to have a winner. */
  isKnockout: boolean;
}

/** Why a match cannot have this score, as far as its records say; the rest is the platform's to refuse. */
export function scoreFault(
  { player1, player2 }: Scores,
  { bestOf, isKnockout }: ScoredMatch,
): ScoreFault | undefined {
  if (Math.min(player1, player2) < 0) return { rule: 'negative' };
  // The score of a single game is its points.
  if (bestOf !== undefined && bestOf > 1) {
    const needed = Math.floor(bestOf / 2) + 1;
    const draw = bestOf % 2 === 0 && !isKnockout ? bestOf / 2 : undefined;
    const isWon = Math.max(player1, player2) === needed && Math.min(player1, player2) <= bestOf - needed;
    const isDrawn = player1 === draw && player2 === draw;
    if (!isWon && !isDrawn) return { rule: 'bestOf', bestOf, needed, ...(draw !== undefined && { draw }) };
  }
  return player1 === player2 && isKnockout ? { rule: 'knockout' } : undefined;
}

const KNOCKOUT = /elimination|knock.?out/i;

const waitsForWinner = ({ sides }: Match): boolean =>
  sides.some(({ from }) => from !== undefined && 'outcome' in from && from.outcome === 'winner');

/**
 * Whether a match is known to be one that has to have a winner. A bracket that only looks like a tree is none for sure: its
 * tournament's format has to say so, or its matches that they wait for winners.
 */
export function isKnockout(matchId: string, bracket: Bracket, format: string | undefined): boolean {
  const part = partsOf(bracket).find((one) => matchesIn(one).some(({ id }) => id === matchId));
  if (part === undefined || part.kind === 'leagues') return false;
  if (part.kind === 'double') return true;
  return KNOCKOUT.test(format ?? '') || matchesIn(part).some(waitsForWinner);
}
