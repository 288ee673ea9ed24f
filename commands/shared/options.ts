import type { Suggest, SuggestContext, TextOption } from '../../src/bot/options.ts';
import { linkedPlayer } from '../../src/bot/self.ts';
import { isEntrant, registrationOf } from '../../src/brackets/registration.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { present } from '../../src/present.ts';
import { fold } from '../../src/words/fold.ts';
import { regionName, type Translate } from '../../src/words/words.ts';
import { choiceName, matching, FAST_READ } from './choices.ts';
import { suggestedPlayers } from './known-players.ts';

/** Why a tournament takes no players, in a word. */
function registrationWord(tournament: Tournament, now: number, t: Translate): string | undefined {
  const registration = registrationOf(tournament, now);
  if (registration === 'open') return undefined;
  return registration === 'closed'
    ? t('register.closedChoice')
    : t(`tournaments.registration.${registration}`);
}

const isNobodys = (): boolean => false;

/** Which tournaments the caller is registered for. */
async function ownTournaments({
  accounts,
  callerId,
  registrations,
}: SuggestContext): Promise<(tournament: Tournament) => boolean> {
  const caller = await linkedPlayer(accounts, callerId);
  if (caller === undefined) return isNobodys;
  const { playerId } = caller;
  const noted = await registrations.read({ discordId: callerId, playerId }).catch((): string[] => []);
  return (tournament) => isEntrant(tournament, playerId, noted);
}

/** If the platform does not answer, the upcoming tournaments that it last showed. */
async function suggestedTournaments(
  { platform }: SuggestContext,
  forRegistration: boolean,
): Promise<Tournament[]> {
  const upcoming = () => platform.tournaments({ status: 'upcoming' }, FAST_READ);
  const answer = forRegistration ? upcoming() : platform.tournaments({}, FAST_READ).catch(upcoming);
  return (await answer).value;
}

const suggestTournaments =
  (forRegistration: boolean): Suggest =>
  async (context) => {
    const { now, t } = context;
    const [value, isOwnIn] = await Promise.all([
      suggestedTournaments(context, forRegistration),
      forRegistration ? ownTournaments(context).catch(() => isNobodys) : isNobodys,
    ]);
    const candidates = value.map((tournament) => {
      const name = tournamentTitle(tournament, t);
      const isOwn = isOwnIn(tournament);
      const word = isOwn ? t('tournaments.own') : registrationWord(tournament, now(), t);
      return {
        value: tournament.id,
        folded: fold(name),
        // Open ones first, the caller's own last.
        ...present({ order: forRegistration ? (isOwn ? 2 : word === undefined ? 0 : 1) : undefined }),
        name: () =>
          choiceName(name, [
            tournament.startsAt && t.date(tournament.startsAt.epochMs, 'day'),
            forRegistration ? word : undefined,
          ]),
      };
    });
    return matching(candidates, context);
  };

/** A tournament, by name; a pasted id works too. */
export const tournament = <const R extends boolean>({
  required,
  forRegistration = false,
}: {
  required: R;
  /** Suggests upcoming ones, and shows which of them take no players. */
  forRegistration?: boolean;
}): TextOption & { required: R } => ({
  type: 'text',
  required,
  maxLength: 200,
  suggest: suggestTournaments(forRegistration),
});

/** A region from the settings or from records; any slug is accepted. */
export const region: TextOption = {
  type: 'text',
  isKnown: true,
  maxLength: 100,
  suggest: (context) => {
    const { regions, platform } = context;
    const settingRegions = regions.map(({ slug, label }) => ({ slug, name: label ?? regionName(slug) }));
    const recordRegions = platform
      .seenRegions()
      .filter((slug) => !regions.some((region) => region.slug === slug))
      .map((slug) => ({ slug, name: regionName(slug) }));
    const candidates = [...settingRegions, ...recordRegions].map(({ slug, name }) => ({
      value: slug,
      folded: fold(`${name} ${slug}`),
      name: () => name,
    }));
    return Promise.resolve(matching(candidates, context));
  },
};

/** A player, by name; a pasted id works too. */
export const playerId: TextOption = {
  type: 'text',
  maxLength: 200,
  suggest: async (context) => matching(await suggestedPlayers(context), context),
};
