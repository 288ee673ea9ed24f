import type { Bracket, Match } from '../platform/records.ts';
import { partsOf, type Part } from './parts.ts';
import { hasPlayer, isPlayed, isPlayer, loserSide } from './players.ts';
import { growTree } from './tree.ts';

/** One match on a player's way; `ahead` means that the player is not in it yet, but gets there by winning. */
export interface Step {
  match: Match;
  roundIndex: number;
  ahead: boolean;
}

/** A player's matches in playing order, and the way from the last one to the final. Empty for whoever is not in the bracket. */
export function pathOf(bracket: Bracket, playerId: string): Step[] {
  const parts = partsOf(bracket);
  const steps = bracket.rounds.flatMap((round, roundIndex) =>
    round.matches
      .filter((match) => hasPlayer(match, playerId))
      .map((match): Step => ({ match, roundIndex, ahead: false })),
  );
  const last = steps.at(-1);
  if (!last || (isPlayed(last.match) && lost(last.match, playerId))) return steps;
  const known = new Set(steps.map(({ match }) => match));
  return [...steps, ...aheadOf(last.match, parts).filter(({ match }) => !known.has(match))];
}

const lost = (match: Match, playerId: string): boolean => {
  const loser = loserSide(match);
  return loser !== undefined && isPlayer(loser, playerId);
};

/** What a winner of this match goes on to. Out of a group nobody can tell, nor what a defeat leads to. */
function aheadOf(match: Match, parts: readonly Part[]): Step[] {
  for (const part of parts) {
    const sequences =
      part.kind === 'tree' ? [part.columns] : part.kind === 'double' ? [part.winners, part.losers] : [];
    for (const columns of sequences) {
      let node = growTree(columns)
        .flat()
        .find((one) => one.match === match);
      if (!node) continue;
      const steps: Step[] = [];
      while (node?.parent) {
        node = node.parent;
        steps.push({ match: node.match, roundIndex: columns[node.column]?.index ?? 0, ahead: true });
      }
      const [final] = part.kind === 'double' ? part.final : [];
      const [finalMatch] = final?.matches ?? [];
      return final && finalMatch
        ? [...steps, { match: finalMatch, roundIndex: final.index, ahead: true }]
        : steps;
    }
  }
  return [];
}
