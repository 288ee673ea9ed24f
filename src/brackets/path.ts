import type { Bracket, Match } from '../reading/records.ts';
import { partsOf, titledMatches, type TitledMatch } from './parts.ts';
import { isPlayerOrKey, loserSide } from './players.ts';
import type { BracketPart } from './stages.ts';
import { growTree } from './tree.ts';

/** A match on a player's path. `ahead`: the player reaches it by winning. */
export interface PathStep extends TitledMatch {
  ahead: boolean;
}

/**
 * A player's matches in playing order, then those from the last one to the final. Empty if the player is not in the bracket.
 * `playerId`: an id, or the key of a player without one.
 */
export function pathOf(bracket: Bracket, playerId: string): PathStep[] {
  const all = titledMatches(bracket);
  const isOwn = ({ sides }: Match) => sides.some((side) => isPlayerOrKey(side, playerId));
  const own = all.filter(({ match }) => isOwn(match));
  const last = own.at(-1)?.match;
  const loser = last && loserSide(last);
  const isOut = last === undefined || (loser !== undefined && isPlayerOrKey(loser, playerId));
  const ahead = (isOut ? [] : aheadOf(last, partsOf(bracket)))
    .filter((match) => !isOwn(match))
    .flatMap((match) => all.filter((one) => one.match === match));
  return [...own.map((one) => ({ ...one, ahead: false })), ...ahead.map((one) => ({ ...one, ahead: true }))];
}

/** The matches that the winner of this match advances to. Unknown from a group; the path of a loser is not followed. */
function aheadOf(match: Match, parts: readonly BracketPart[]): Match[] {
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
