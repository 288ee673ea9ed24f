import type { Suggest, TextOption } from '../src/bot/options.ts';
import type { PlayerName, Tournament } from '../src/platform/records.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { choiceName, matching, SOON } from './choices.ts';
import { runningMatches } from './match-option.ts';

/** Choices draw no Discord timestamps, so a date is written out. */
const dayOf = (tournament: Tournament, locale: string): string | undefined =>
  tournament.startsAt &&
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    tournament.startsAt.epochMs,
  );

const suggestTournaments =
  (status: string | undefined): Suggest =>
  async ({ typed, platform, t }) => {
    const { value } = await platform.tournaments(status === undefined ? {} : { status }, SOON);
    const candidates = value.map((tournament) => {
      const name = tournamentTitle(tournament, t);
      return {
        value: tournament.id,
        searched: name,
        name: () => choiceName(name, [dayOf(tournament, t.locale)]),
      };
    });
    return matching(candidates, typed);
  };

/** A tournament: names for people, ids for the platform; a pasted id works too. */
export const tournament = <const R extends boolean>(options: {
  required: R;
  status?: string;
}): TextOption & { required: R } => ({
  type: 'text',
  required: options.required,
  maxLength: 200,
  suggest: suggestTournaments(options.status),
});

/** A region of the settings or of what records have shown; any slug may be typed. */
export const region: TextOption = {
  type: 'text',
  maxLength: 100,
  suggest: ({ typed, regions, platform }) => {
    const set = regions.map(({ slug, label }) => ({ slug, name: label ?? regionName(slug) }));
    const seen = platform
      .seenRegions()
      .filter((slug) => !regions.some((known) => known.slug === slug))
      .map((slug) => ({ slug, name: regionName(slug) }));
    const candidates = [...set, ...seen].map(({ slug, name }) => ({
      value: slug,
      searched: `${name} ${slug}`,
      name: () => name,
    }));
    return Promise.resolve(matching(candidates, typed));
  },
};

/** "sao-paulo" as people read it: "Sao Paulo". */
export const regionName = (slug: string): string =>
  slug.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

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
