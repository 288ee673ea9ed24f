import type { Bracket, Match, PlayerName, Side } from '../reading/records.ts';
import { sha256 } from '../sha256.ts';

/** Identifies a player: by id, or by name if the platform gives no id. */
export function playerKey(player: PlayerName | undefined): string | undefined {
  if (player?.id !== undefined) return `id:${player.id}`;
  return player?.name === undefined ? undefined : `name:${player.name.toLowerCase()}`;
}

/** Identifies a match's two players, in either order; `undefined` if they are unknown. */
export function pairKey({ sides: [one, other] }: Pick<Match, 'sides'>): string | undefined {
  const [first, second] = [playerKey(one.player), playerKey(other.player)];
  if (first === undefined || second === undefined) return undefined;
  return first < second ? `${first}\n${second}` : `${second}\n${first}`;
}

export const isPlayer = (side: Side, playerId: string | undefined): boolean =>
  playerId !== undefined && side.player?.id === playerId;

/** The same, also by the key of a player to whom the platform gives no id. */
export const isPlayerOrKey = (side: Side, id: string): boolean =>
  isPlayer(side, id) || (side.player?.id === undefined && playerKey(side.player) === id);

export const hasPlayer = (match: Match, playerId: string | undefined): boolean =>
  match.sides.some((side) => isPlayer(side, playerId));

/** The platform's ids of its players, as far as it shows them. */
export const playerIdsOf = ({ sides }: Pick<Match, 'sides'>): string[] =>
  sides.flatMap(({ player }) => player?.id ?? []);

/** Whether a player is one of the two; `undefined` if the match does not identify both. */
export const isPlaying = (match: Match, playerId: string): boolean | undefined =>
  hasPlayer(match, playerId) ||
  (match.sides.some(({ player }) => player?.id === undefined) ? undefined : false);

/** A short hash of an id, to compare with another's. */
const tagOf = (playerId: string): string => sha256(playerId, 8);

/** A mark for a component that identifies both players without a read of the match; `undefined` if an id is unknown. */
export function playersMark(match: Match): string | undefined {
  const tags = playerIdsOf(match).map(tagOf);
  return tags.length === 2 ? tags.join('.') : undefined;
}

/** How the players of a mark relate to a match now: on swapped sides, or not in it. If that is unknown, they count as the same. */
export function seatsOf(mark: string | undefined, match: Match): 'same' | 'turned' | 'others' {
  const now = playersMark(match);
  if (mark === undefined || mark === '' || now === undefined || now === mark) return 'same';
  return now.split('.').toReversed().join('.') === mark ? 'turned' : 'others';
}

/** Whether a mark is of a match that this player is in. */
export const isMarkOf = (mark: string | undefined, playerId: string): boolean =>
  mark !== undefined && mark.split('.').includes(tagOf(playerId));

/** Whether a mark is of a match that this player is not in. */
export const isMarkOfOthers = (mark: string | undefined, playerId: string): boolean =>
  mark !== undefined && mark !== '' && !isMarkOf(mark, playerId);

export const winnerSide = (match: Match): Side | undefined =>
  match.winner === undefined ? undefined : match.sides[match.winner - 1];

export const loserSide = (match: Match): Side | undefined =>
  match.winner === undefined ? undefined : match.sides[2 - match.winner];

/** Both players are known. */
export const hasPlayers = (match: Match): boolean => match.sides.every(({ player }) => player !== undefined);

/** One side advances without playing. */
export const hasBye = (match: Match): boolean => match.sides.some(({ bye }) => bye === true);

/** Two players meet. */
export const isBetweenTwo = (match: Match): boolean => !hasBye(match) && hasPlayers(match);

/** A slot for the loser of another match, which is no step toward the final. */
export const isForLoser = ({ from }: Side): boolean =>
  from !== undefined && 'outcome' in from && from.outcome === 'loser';

/** The player, by id or key, as the bracket names them, or with only the id. */
export const playerIn = (bracket: Bracket, playerId: string): PlayerName =>
  bracket.rounds
    .flatMap(({ matches }) => matches.flatMap(({ sides }) => sides))
    .find((side) => isPlayerOrKey(side, playerId) && side.player?.name !== undefined)?.player ?? {
    id: playerId,
  };
