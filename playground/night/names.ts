import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';

/** A name without marks and signs: markup and escapes change no more than those. */
export const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Whether a text names both players of a match. */
export function isAbout(text: string, { seats }: WorldMatch, { players }: World): boolean {
  const key = keyOf(text);
  return seats.every(({ playerId }) => {
    const name = players.get(playerId ?? '')?.name;
    return name !== undefined && key.includes(keyOf(name));
  });
}

export const matchesOf = (cups: readonly WorldTournament[], world: World): WorldMatch[] =>
  [...world.matches.values()].filter(({ tournamentId }) => cups.some(({ id }) => id === tournamentId));
