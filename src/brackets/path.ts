import type { Bracket, Match } from '../platform/records.ts';
import { partsOf, titledMatches, type TitledMatch } from './parts.ts';
import { hasPlayer, isPlayed, isPlayer, loserSide } from './players.ts';
import type { Part } from './stages.ts';
import { growTree } from './tree.ts';

/** One match on a player's way; `ahead` means that the player is not in it yet, but gets there by winning. */
export interface Step extends TitledMatch {
  ahead: boolean;
}

/** A player's matches in playing order, and the way from the last one to the final. Empty for whoever is not in the bracket. */
export function pathOf(bracket: Bracket, playerId: string): Step[] {
  const all = titledMatches(bracket);
  const own = all.filter(({ match }) => hasPlayer(match, playerId));
  const last = own.at(-1)?.match;
  const isOut = last === undefined || (isPlayed(last) && hasLost(last, playerId));
  const ahead = (isOut ? [] : aheadOf(last, partsOf(bracket)))
    .filter((match) => !hasPlayer(match, playerId))
    .flatMap((match) => all.filter((one) => one.match === match));
  return [...own.map((one) => ({ ...one, ahead: false })), ...ahead.map((one) => ({ ...one, ahead: true }))];
}

const hasLost = (match: Match, playerId: string): boolean => {
  const loser = loserSide(match);
  return loser !== undefined && isPlayer(loser, playerId);
};

/** What a winner of this match goes on to. Out of a group nobody can tell, nor what a defeat leads to. */
function aheadOf(match: Match, parts: readonly Part[]): Match[] {
  for (const part of parts) {
    if (part.kind === 'leagues') continue;
    const trees = part.kind === 'tree' ? [part.columns] : [part.winners, part.losers];
    const nodes = trees.flatMap((columns) => growTree(columns).flat());
    const start = nodes.find((one) => one.match === match);
    if (!start) continue;
    const ahead: Match[] = [];
    for (let node = start.parent; node; node = node.parent) ahead.push(node.match);
    const final = part.kind === 'double' ? part.final[0]?.matches[0] : undefined;
    return final ? [...ahead, final] : ahead;
  }
  return [];
}
