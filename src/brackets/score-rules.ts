import type { Bracket, Match } from '../reading/records.ts';
import { present } from '../present.ts';
import { kindOfFormat } from './names.ts';
import { matchesIn, partsOf } from './parts.ts';
import type { Scores } from './results.ts';

/** The rule that a score breaks. `needed`: the score that wins; `draw`: each side's score in a draw, if draws are allowed. */
export type ScoreFault =
  | { rule: 'negative' }
  | { rule: 'bestOf'; bestOf: number; needed: number; draw?: number }
  | { rule: 'knockout' };

interface ScoreRules {
  bestOf: number | undefined;
  /** The match is known to need a winner. */
  isKnockout: boolean;
}

const winsNeeded = (bestOf: number): number => Math.floor(bestOf / 2) + 1;

/** Why a match cannot have this score, as far as its records show; the platform checks the rest. */
export function scoreFault(
  { player1, player2 }: Scores,
  { bestOf, isKnockout }: ScoreRules,
): ScoreFault | undefined {
  if (Math.min(player1, player2) < 0) return { rule: 'negative' };
  // The score of a single game is its points.
  if (bestOf !== undefined && bestOf > 1) {
    const needed = winsNeeded(bestOf);
    const draw = bestOf % 2 === 0 && !isKnockout ? bestOf / 2 : undefined;
    const isWon = Math.max(player1, player2) === needed && Math.min(player1, player2) <= bestOf - needed;
    const isDrawn = player1 === draw && player2 === draw;
    if (!isWon && !isDrawn) return { rule: 'bestOf', bestOf, needed, ...present({ draw }) };
  }
  return player1 === player2 && isKnockout ? { rule: 'knockout' } : undefined;
}

/** Discord's select takes 25 options. */
const MAX_RESULTS = 25;

/**
 * The results that a best-of allows: the first side's first, a draw last. Empty for a single game, and if there are more than a
 * select can show.
 */
export function legalScores(bestOf: number): Scores[] {
  if (bestOf < 2) return [];
  const needed = winsNeeded(bestOf);
  const losses = Array.from({ length: bestOf - needed + 1 }, (_, lost) => lost);
  const all = [
    ...losses.map((lost) => ({ player1: needed, player2: lost })),
    ...losses.map((lost) => ({ player1: lost, player2: needed })),
    ...(bestOf % 2 === 0 ? [{ player1: bestOf / 2, player2: bestOf / 2 }] : []),
  ];
  return all.length > MAX_RESULTS ? [] : all;
}

/** The score of a walkover: the shortest win of the match. */
export function walkover({ bestOf = 1 }: Pick<Match, 'bestOf'>, winner: 1 | 2): Scores {
  const needed = winsNeeded(bestOf);
  return winner === 1 ? { player1: needed, player2: 0 } : { player1: 0, player2: needed };
}

const waitsForWinner = ({ sides }: Match): boolean =>
  sides.some(({ from }) => from !== undefined && 'outcome' in from && from.outcome === 'winner');

/**
 * Whether a match is known to need a winner. A bracket that only looks like a tree may be a league: the tournament's format has to
 * name an elimination, or some slots have to wait for winners.
 */
export function isKnockout(matchId: string, bracket: Bracket, format: string | undefined): boolean {
  const part = partsOf({ ...bracket, record: present({ format }) }).find((one) =>
    matchesIn(one).some(({ id }) => id === matchId),
  );
  if (part === undefined || part.kind === 'leagues') return false;
  if (part.kind === 'double') return true;
  const kind = kindOfFormat(format);
  return (kind !== undefined && kind !== 'table') || matchesIn(part).some(waitsForWinner);
}
