import type { Suggest, TextOption } from '../src/bot/options.ts';
import type { PlayerName, RankingEntry, Tournament } from '../src/platform/records.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { fold } from '../src/words/fold.ts';
import type { Translate } from '../src/words/words.ts';
import { choiceName, matching, oncePerReading, SOON, type Candidate } from './choices.ts';
import { orNone, eachRunning, type RunningBracket } from './match-option.ts';

/** Choices draw no Discord timestamps, so a date is written out. */
const dayOf = (tournament: Tournament, locale: string): string | undefined =>
  tournament.startsAt &&
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    tournament.startsAt.epochMs,
  );

const suggestTournaments =
  (status: string | undefined): Suggest =>
  async (context) => {
    const { platform, t } = context;
    const { value } = await platform.tournaments(status === undefined ? {} : { status }, SOON);
    const candidates = value.map((tournament) => {
      const name = tournamentTitle(tournament, t);
      return {
        value: tournament.id,
        folded: fold(name),
        name: () => choiceName(name, [dayOf(tournament, t.locale)]),
      };
    });
    return matching(candidates, context);
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
  suggest: (context) => {
    const { regions, platform } = context;
    const set = regions.map(({ slug, label }) => ({ slug, name: label ?? regionName(slug) }));
    const seen = platform
      .seenRegions()
      .filter((slug) => !regions.some((known) => known.slug === slug))
      .map((slug) => ({ slug, name: regionName(slug) }));
    const candidates = [...set, ...seen].map(({ slug, name }) => ({
      value: slug,
      folded: fold(`${name} ${slug}`),
      name: () => name,
    }));
    return Promise.resolve(matching(candidates, context));
  },
};

/** "sao-paulo" as people read it: "Sao Paulo". */
export const regionName = (slug: string): string =>
  slug.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/** None for who has no id or no name. */
const playerCandidate = (
  player: PlayerName | undefined,
  fact: (t: Translate) => string | undefined,
): Candidate[] => {
  const { id, name } = player ?? {};
  if (id === undefined || name === undefined) return [];
  return [{ value: id, folded: fold(name), name: ({ t }) => choiceName(name, [fact(t)]) }];
};

const playersOf = oncePerReading<Candidate[]>();

const playersIn = ({ bracket, tournament: { name } }: RunningBracket) =>
  playersOf(bracket, name ?? '', () => {
    const sides = bracket.rounds.flatMap(({ matches }) => matches.flatMap((match) => match.sides));
    return sides.flatMap(({ player }) => playerCandidate(player, () => name));
  });

const rankedIn = (ranking: RankingEntry[]) =>
  playersOf(ranking, '', () =>
    ranking.flatMap(({ player, place }) =>
      playerCandidate(player, (t) => t('rank.place', { place: t.number(place) })),
    ),
  );

/** Players of the leaderboard, and of running tournaments. */
const suggestPlayers: Suggest = async (context) => {
  const [ranked, playing] = await Promise.all([
    orNone(context.platform.rankings({}, SOON).then(({ value }) => rankedIn(value))),
    orNone(eachRunning(context, playersIn)),
  ]);
  return matching([...ranked, ...playing.flat()], context);
};

/** A player of the platform: by name; a pasted id works too. */
export const playerId: TextOption = { type: 'text', maxLength: 200, suggest: suggestPlayers };
