import { createHash } from 'node:crypto';
import type { Bracket, Match, PlayerName, Side } from '../platform/records.ts';

/** What tells a player from the others: the id, or where the platform gives none, the name. */
export function playerKey(player: PlayerName | undefined): string | undefined {
  if (player?.id !== undefined) return `id:${player.id}`;
  return player?.name === undefined ? undefined : `name:${player.name.toLowerCase()}`;
}

/** What tells a match's players from other pairs, whichever side each is on; `undefined` where they are not known. */
export function pairKey({ sides }: Pick<Match, 'sides'>): string | undefined {
  const keys = sides.flatMap(({ player }) => playerKey(player) ?? []);
  return keys.length < 2 ? undefined : keys.toSorted().join('\n');
}

export const isPlayer = (side: Side, playerId: string | undefined): boolean =>
  playerId !== undefined && side.player?.id === playerId;

export const hasPlayer = (match: Match, playerId: string | undefined): boolean =>
  match.sides.some((side) => isPlayer(side, playerId));

/** Whether a player is one of the two; `undefined` where the match does not tell who they are. */
export const isPlaying = (match: Match, playerId: string): boolean | undefined =>
  hasPlayer(match, playerId) ||
  (match.sides.some(({ player }) => player?.id === undefined) ? undefined : false);

/** Short for an id, to be compared with another's. */
const tagOf = (playerId: string): string =>
  createHash('sha256').update(playerId).digest('base64url').slice(0, 8);

/** What a component carries of a match's players, so that it can be told without a read who plays; none where an id is unknown. */
export function playersMark({ sides }: Match): string | undefined {
  const tags = sides.flatMap(({ player }) => (player?.id === undefined ? [] : [tagOf(player.id)]));
  return tags.length === 2 ? tags.join('.') : undefined;
}

/** Whether a mark is known to be of a match of others. */
export const isMarkOfOthers = (mark: string | undefined, playerId: string): boolean =>
  mark !== undefined && mark !== '' && !mark.split('.').includes(tagOf(playerId));

export const winnerSide = (match: Match): Side | undefined =>
  match.winner === undefined ? undefined : match.sides[match.winner - 1];

export const loserSide = (match: Match): Side | undefined =>
  match.winner === undefined ? undefined : match.sides[2 - match.winner];

/** Both players are known. */
export const hasPlayers = (match: Match): boolean => match.sides.every(({ player }) => player !== undefined);

/** A side that goes on without playing. */
export const hasBye = (match: Match): boolean => match.sides.some(({ bye }) => bye === true);

export const isPlayed = (match: Match): boolean =>
  match.phase === 'finished' || match.winner !== undefined || hasBye(match);

/** How many of the matches are played; byes are no matches that anybody plays. */
export function progressOf(matches: readonly Match[]): { played: number; total: number } {
  const real = matches.filter((match) => !hasBye(match));
  return { played: real.filter(isPlayed).length, total: real.length };
}

/** A slot for whoever loses another match: such a one is no step towards the final. */
export const isForLoser = ({ from }: Side): boolean =>
  from !== undefined && 'outcome' in from && from.outcome === 'loser';

/** The player as the bracket names them; a bare id where it does not. */
export const playerIn = (bracket: Bracket, playerId: string): PlayerName =>
  bracket.rounds
    .flatMap(({ matches }) => matches.flatMap(({ sides }) => sides))
    .find((side) => isPlayer(side, playerId) && side.player?.name !== undefined)?.player ?? { id: playerId };
