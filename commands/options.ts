import type { Suggest, TextOption } from '../src/bot/options.ts';
import { registrationOf } from '../src/brackets/registration.ts';
import type { Tournament } from '../src/platform/records.ts';
import { dayText, tournamentTitle } from '../src/replies/format.ts';
import { fold } from '../src/words/fold.ts';
import type { Translate } from '../src/words/words.ts';
import { choiceName, matching, regionName, SOON } from './choices.ts';
import { suggestedPlayers } from './known-players.ts';

/** That a tournament takes nobody, in a word. */
function registrationWord(tournament: Tournament, now: number, t: Translate): string | undefined {
  const registration = registrationOf(tournament, now);
  if (registration === 'open') return undefined;
  return registration === 'closed'
    ? t('register.closedChoice')
    : t(`tournaments.registration.${registration}`);
}

const suggestTournaments =
  (forRegistration: boolean): Suggest =>
  async (context) => {
    const { now, platform, t } = context;
    const { value } = await platform.tournaments(forRegistration ? { status: 'upcoming' } : {}, SOON);
    const candidates = value.map((tournament) => {
      const name = tournamentTitle(tournament, t);
      return {
        value: tournament.id,
        folded: fold(name),
        name: () =>
          choiceName(name, [
            tournament.startsAt && dayText(tournament.startsAt, t),
            forRegistration ? registrationWord(tournament, now(), t) : undefined,
          ]),
      };
    });
    return matching(candidates, context);
  };

/** A tournament: names for people, ids for the platform; a pasted id works too. */
export const tournament = <const R extends boolean>({
  required,
  forRegistration = false,
}: {
  required: R;
  /** Suggests upcoming ones, and says which of them take nobody. */
  forRegistration?: boolean;
}): TextOption & { required: R } => ({
  type: 'text',
  required,
  maxLength: 200,
  suggest: suggestTournaments(forRegistration),
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

/** A player of the platform: by name; a pasted id works too. */
export const playerId: TextOption = {
  type: 'text',
  maxLength: 200,
  suggest: async (context) => matching(await suggestedPlayers(context), context),
};
