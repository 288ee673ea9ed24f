import type { Suggest, SuggestContext, TextOption } from '../src/bot/options.ts';
import { linkedPlayer } from '../src/bot/self.ts';
import { hasPlayers } from '../src/brackets/players.ts';
import { scoringOf } from '../src/brackets/scoring.ts';
import type { Bracket, Match, Tournament } from '../src/platform/records.ts';
import { present } from '../src/present.ts';
import { hasNames, matchTitle, matchRoundText, stateMark } from '../src/replies/match.ts';
import { fit, fold } from '../src/words/fold.ts';
import type { Translate } from '../src/words/words.ts';
import { choiceName, matching, oncePerReading, SOON, type Candidate } from './choices.ts';

/** Brackets read for one keystroke, at the most; those that are kept cost nothing. */
const MAX_BRACKETS = 20;

/** A tournament with its bracket, as it was read. */
export interface ReadBracket {
  tournament: Tournament;
  bracket: Bracket;
}

/** What could be had counts: one source that fails leaves the others. */
export const orNone = <T>(found: Promise<T[]>): Promise<T[]> => found.catch(() => []);

/**
 * What `make` makes of the brackets of tournaments in these phases; those whose name fits what was typed are read first, among
 * equals in the order of the phases. Each is made when its bracket comes, not all in one go.
 */
export async function eachBracket<T>(
  { platform, typed }: Pick<SuggestContext, 'platform' | 'typed'>,
  phases: readonly Tournament['phase'][],
  make: (read: ReadBracket) => T,
): Promise<T[]> {
  const wanted = fold(typed);
  const { value } = await platform.tournaments({}, SOON);
  const read = value
    .filter(({ phase }) => phases.includes(phase))
    .map((tournament) => ({
      tournament,
      fits: fit(wanted, fold(tournament.name ?? '')),
      order: phases.indexOf(tournament.phase),
    }))
    .toSorted((a, b) => b.fits - a.fits || a.order - b.order)
    .slice(0, MAX_BRACKETS);
  const made = read.map(async ({ tournament }) => {
    const { value: bracket } = await platform.bracket(tournament.id, SOON);
    return [make({ tournament, bracket })];
  });
  return (await Promise.all(made.map(orNone))).flat();
}

async function ownMatches({ accounts, callerId, platform }: SuggestContext): Promise<Match[]> {
  const own = await linkedPlayer(accounts, callerId);
  return own === undefined ? [] : (await platform.userMatches(own.playerId, SOON)).value;
}

/** Open and live ones first, finished ones last; of equals the caller's own, whose next match is theirs to report at any time. */
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

/** "12" is written "M12" in the bracket, and people search for either. */
const labelText = ({ label }: Match, t: SuggestContext['t']): string | undefined =>
  label !== undefined && /^\d{1,4}$/.test(label) ? t('match.number', { number: label }) : label;

interface MatchCandidate extends Candidate {
  match: Match;
}

function candidateOf(match: Match, t: Translate, isOwn: boolean): MatchCandidate {
  // People may type what a choice reads ("ana vs chl").
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

const candidatesOf = oncePerReading<ReadonlyMap<string, MatchCandidate>>();

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
  // The bracket's record of an own match stands behind the own one, but knows the tournament.
  const ownCandidates = own
    .filter(({ id }) => id !== '')
    .map((match) => {
      const known = running.map((candidates) => candidates.get(match.id)?.match).find(Boolean);
      const tournament = { ...known?.tournament, ...match.tournament };
      return candidateOf({ ...known, ...match, tournament }, t, true);
    });
  const others = running.flatMap((candidates) => [...candidates.values()]);
  // Nobody looks for an undecided match without typing a word of it.
  const shown = typed === '' ? others.filter(({ match }) => hasPlayers(match)) : others;
  return matching([...ownCandidates, ...shown], context);
};

/** A match: by a player, a tournament or its number; a pasted id works too. */
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
