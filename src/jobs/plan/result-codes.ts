import { higherOf, outcomeOf, type MatchResult } from '../../brackets/results.ts';
import { present } from '../../present.ts';
import type { Match } from '../../reading/records.ts';
import { inKeyOrder } from './match-keys.ts';

/**
 * A short code of a result, the same for either order of sides: the winner's place in the order of the players' keys (0 for a
 * draw), and their scores in that order if they are known: "1:3-1".
 */
function encodeResult(match: Match, { winner, scores }: MatchResult): string {
  const [first] = inKeyOrder(match, [1, 2] as const);
  const won = winner === undefined ? 0 : winner === first ? 1 : 2;
  if (scores === undefined) return String(won);
  return `${won}:${inKeyOrder(match, [scores.player1, scores.player2]).join('-')}`;
}

/** The code of a match's result; `undefined` while it is open. */
export function resultOf(match: Match): string | undefined {
  const outcome = outcomeOf(match);
  return outcome && encodeResult(match, outcome);
}

/** The code of a match with this result. Without a `winner`, the higher score won. */
export const resultWith = (match: Match, { scores, winner }: MatchResult): string =>
  encodeResult(match, present({ scores, winner: winner ?? (scores && higherOf(scores)) }));

/** The decoded result, with the sides in the order of the players' keys. */
export function decodeResult(result: string): MatchResult {
  const [won, points] = result.split(':');
  const [player1, player2] = points?.split(/(?<=\d)-/).map(Number) ?? [];
  return present({
    winner: won === '1' ? (1 as const) : won === '2' ? (2 as const) : undefined,
    scores: player1 === undefined || player2 === undefined ? undefined : { player1, player2 },
  });
}

/** The same result for the other order of the players' keys. What is no result has no order. */
export function turnedResult(code: string): string {
  const [won = '', points] = code.split(':');
  const turned = won === '1' ? '2' : won === '2' ? '1' : won;
  return points === undefined
    ? turned
    : `${turned}:${points
        .split(/(?<=\d)-/)
        .toReversed()
        .join('-')}`;
}

/** The part with the winner, which a platform may show before the scores. */
export const winnerAlone = (result: string): string => result.split(':')[0] ?? '';
