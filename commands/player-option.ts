import type { Suggest, TextOption } from '../src/bot/options.ts';
import type { PlayerName } from '../src/platform/records.ts';
import { choiceName, matching, SOON } from './choices.ts';
import { runningMatches } from './match-option.ts';

/** Players of the leaderboard, and of running tournaments. */
const suggestPlayers: Suggest = async ({ platform, typed, t }) => {
  const [ranking, matches] = await Promise.all([
    platform.rankings({}, SOON).then(
      ({ value }) => value,
      () => [],
    ),
    runningMatches({ platform, typed }).catch(() => []),
  ]);
  const ranked = ranking.map(({ player, place }) => ({
    player,
    facts: [t('rank.place', { place: t.number(place) })],
  }));
  const playing = matches.flatMap(({ sides, tournament }) =>
    sides.map(({ player }) => ({ player, facts: [tournament?.name] })),
  );
  const found = new Map<string, { player: PlayerName & { name: string }; facts: (string | undefined)[] }>();
  for (const { player, facts } of [...ranked, ...playing]) {
    if (player?.id === undefined || player.name === undefined || found.has(player.id)) continue;
    found.set(player.id, { player: { ...player, name: player.name }, facts });
  }
  const candidates = [...found].map(([value, { player, facts }]) => ({
    value,
    searched: player.name,
    name: () => choiceName(player.name, facts),
  }));
  return matching(candidates, typed);
};

/** A player of the platform: by name; a pasted id works too. */
export const playerId: TextOption = { type: 'text', maxLength: 200, suggest: suggestPlayers };
