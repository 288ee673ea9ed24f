import type { Suggest, SuggestContext, TextOption } from '../../src/bot/options.ts';
import { linkedPlayer } from '../../src/bot/self.ts';
import { hasPlayers } from '../../src/brackets/players.ts';
import { scoringOf } from '../../src/brackets/scoring.ts';
import type { Bracket, Match, Tournament } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { hasNames, matchTitle, matchRoundText, stateMark } from '../../src/replies/match.ts';
import { fit, fold } from '../../src/words/fold.ts';
import type { Translate } from '../../src/words/words.ts';
import { choiceName, matching, createReadingCache, FAST_READ, type SearchCandidate } from './choices.ts';

/** The most brackets to read for one keystroke; most are cached. */
const MAX_BRACKETS = 20;

/** A tournament with its bracket. */
export interface ReadBracket {
  tournament: Tournament;
  bracket: Bracket;
}

/** An empty list if the source fails, so that the other sources still count. */
export const orNone = <T>(list: Promise<T[]>): Promise<T[]> => list.catch(() => []);

/**
 * Maps the brackets of tournaments in these phases, best name match first, ties in the order of the phases. Each is mapped when
 * it arrives, to spread the work.
 */
export async function eachBracket<T>(
  { platform, typed }: Pick<SuggestContext, 'platform' | 'typed'>,
  phases: readonly Tournament['phase'][],
  make: (read: ReadBracket) => T,
): Promise<T[]> {
  const query = fold(typed);
  const { value } = await platform.tournaments({}, FAST_READ);
  const tournaments = value
    .filter(({ phase }) => phases.includes(phase))
    .map((tournament) => ({
      tournament,
      fits: fit(query, fold(tournament.name ?? '')),
      order: phases.indexOf(tournament.phase),
    }))
    .toSorted((a, b) => b.fits - a.fits || a.order - b.order)
    .slice(0, MAX_BRACKETS);
  const results = tournaments.map(async ({ tournament }) => {
    const { value: bracket } = await platform.bracket(tournament.id, FAST_READ);
    return [make({ tournament, bracket })];
  });
  return (await Promise.all(results.map(orNone))).flat();
}

async function ownMatches({ accounts, callerId, platform }: SuggestContext): Promise<Match[]> {
  const own = await linkedPlayer(accounts, callerId);
  return own === undefined ? [] : (await platform.userMatches(own.playerId, FAST_READ)).value;
}

/** Open and running matches first, decided ones last, the caller's own before others. The caller may report their own at any time. */
function orderOf(match: Match, isOwn: boolean): number {
  switch (scoringOf(match)) {
    case 'open':
      if (isOwn) return 0;
      return match.phase === 'open' || match.phase === 'running' ? 1 : 2;
    case 'bye':
    case 'unknownPlayers':
      return 3;
    case 'decided':
      return isOwn ? 4 : 5;
    case 'cancelled':
      return 6;
  }
}

/** "M12" for a bare "12", as in the bracket. */
const labelText = ({ label }: Match, t: SuggestContext['t']): string | undefined =>
  label !== undefined && /^\d{1,4}$/.test(label) ? t('match.number', { number: label }) : label;

interface MatchCandidate extends SearchCandidate {
  match: Match;
}

function candidateOf(match: Match, t: Translate, isOwn: boolean): MatchCandidate {
  // People may type the text of a choice ("ana vs chl").
  const title = (own: Translate): string => matchTitle(match, own, (name) => name);
  const tag = hasNames(match) ? labelText(match, t) : undefined;
  const facts = [tag, matchRoundText(match, t), match.tournament?.name];
  return {
    match,
    value: match.id,
    folded: fold([title(t), ...facts].filter(Boolean).join(' ')),
    order: orderOf(match, isOwn),
    name: ({ now, t: own }) => choiceName(title(own), [stateMark(match, now(), own), ...facts]),
  };
}

const candidatesOf = createReadingCache<ReadonlyMap<string, MatchCandidate>>();

/** A bracket's matches by their ids. */
const candidatesIn = ({ bracket, tournament: { id, name } }: ReadBracket, t: Translate) =>
  candidatesOf(bracket, JSON.stringify([t.locale, id, name]), () => {
    const matches = bracket.rounds.flatMap((round) => round.matches).filter((match) => match.id !== '');
    return new Map(
      matches.map((match) => {
        const tournament = { ...match.tournament, ...present({ id, name }) };
        return [match.id, candidateOf({ ...match, tournament }, t, false)];
      }),
    );
  });

/** Matches of the caller and of all running tournaments. */
const suggestMatches: Suggest = async (context) => {
  const { t, typed } = context;
  const [own, running] = await Promise.all([
    orNone(ownMatches(context)),
    orNone(eachBracket(context, ['running'], (one) => candidatesIn(one, t))),
  ]);
  // The bracket's record of an own match is sorted after the own one, but has the tournament.
  const ownCandidates = own
    .filter(({ id }) => id !== '')
    .map((match) => {
      const bracketMatch = running.map((candidates) => candidates.get(match.id)?.match).find(Boolean);
      const tournament = { ...bracketMatch?.tournament, ...match.tournament };
      return candidateOf({ ...bracketMatch, ...match, tournament }, t, true);
    });
  const others = running.flatMap((candidates) => [...candidates.values()]);
  // Without input, matches without both players are left out.
  const suggestions = typed === '' ? others.filter(({ match }) => hasPlayers(match)) : others;
  return matching([...ownCandidates, ...suggestions], context);
};

/** A match, by player, tournament or number; a pasted id works too. */
export const match = <const R extends boolean>({
  required,
}: {
  required: R;
}): TextOption & { required: R } => ({
  type: 'text',
  required,
  maxLength: 200,
  suggest: suggestMatches,
});
