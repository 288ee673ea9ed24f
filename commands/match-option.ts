import type { Suggest, SuggestContext, TextOption } from '../src/bot/options.ts';
import { linkedPlayer } from '../src/bot/self.ts';
import type { Match, Tournament } from '../src/platform/records.ts';
import { present } from '../src/present.ts';
import { roundText, sideTitles, stateMark } from '../src/replies/match.ts';
import { fit, fold } from '../src/words/fold.ts';
import { choiceName, matching, SOON } from './choices.ts';

/** Brackets read for one keystroke, at the most; those that are kept cost nothing. */
const MAX_BRACKETS = 20;

type Reading = Pick<SuggestContext, 'platform' | 'typed'>;

/** What could be had counts: one source that fails leaves the others. */
const orNone = <T>(found: Promise<T[]>): Promise<T[]> => found.catch(() => []);

async function bracketMatches({ platform }: Reading, { id, name }: Tournament): Promise<Match[]> {
  const { rounds } = (await platform.bracket(id, SOON)).value;
  return rounds
    .flatMap((round) => round.matches)
    .map((match) => ({ ...match, tournament: { ...match.tournament, ...present({ id, name }) } }));
}

/** Matches of the running tournaments; those whose name fits what was typed are read first. */
export async function runningMatches(reading: Reading): Promise<Match[]> {
  const wanted = fold(reading.typed);
  const { value } = await reading.platform.tournaments({}, SOON);
  const running = value
    .filter(({ phase }) => phase === 'running')
    .toSorted((a, b) => fit(wanted, fold(b.name ?? '')) - fit(wanted, fold(a.name ?? '')))
    .slice(0, MAX_BRACKETS);
  const brackets = await Promise.all(running.map((one) => orNone(bracketMatches(reading, one))));
  return brackets.flat();
}

async function ownMatches({ accounts, callerId, platform }: SuggestContext): Promise<Match[]> {
  const own = await linkedPlayer(accounts, callerId);
  return own === undefined ? [] : (await platform.userMatches(own.playerId, SOON)).value;
}

const hasPlayers = (match: Match): boolean => match.sides.every(({ player }) => player !== undefined);

/** Whether a score can be reported now, as far as the record tells. */
export const isOpen = (match: Match): boolean =>
  (match.phase === 'open' || match.phase === 'running') && hasPlayers(match);

/** Open and live ones first, finished ones last; of equals the caller's own, whose next match is theirs to report at any time. */
function orderOf(match: Match, isOwn: boolean): number {
  if (match.phase === 'cancelled') return 6;
  if (match.phase === 'finished' || match.winner !== undefined) return isOwn ? 4 : 5;
  if (!hasPlayers(match)) return 3;
  if (isOwn) return 0;
  return isOpen(match) ? 1 : 2;
}

/** "12" is written "M12" in the bracket, and people search for either. */
const labelText = ({ label }: Match, t: SuggestContext['t']): string | undefined =>
  label !== undefined && /^\d{1,4}$/.test(label) ? t('match.number', { number: label }) : label;

/** Matches of the caller and of all running tournaments. */
const suggestMatches: Suggest = async (context) => {
  const { t, typed, now } = context;
  const [own, running] = await Promise.all([orNone(ownMatches(context)), orNone(runningMatches(context))]);
  const ownIds = new Set(own.map(({ id }) => id));
  // The bracket's record of an own match stands behind the own one, but knows the tournament.
  const byId = new Map<string, Match>();
  // Nobody looks for an undecided match without typing a word of it.
  const shown = typed === '' ? running.filter(hasPlayers) : running;
  for (const match of [...own, ...shown]) {
    if (match.id === '') continue;
    const known = byId.get(match.id);
    byId.set(
      match.id,
      known === undefined
        ? match
        : { ...match, ...known, tournament: { ...match.tournament, ...known.tournament } },
    );
  }
  // People may type what a choice reads ("ana vs chl"). Made once: a sentence for each of hundreds takes its time.
  const between = t('match.versus', { first: '', second: '' }).trim();
  const candidates = [...byId.values()].map((match) => {
    const [first, second] = sideTitles(match, t);
    const tag = labelText(match, t);
    const round = roundText(match, t);
    return {
      value: match.id,
      searched: [first, between, second, tag, round, match.tournament?.name].filter(Boolean).join(' '),
      order: orderOf(match, ownIds.has(match.id)),
      name: () =>
        choiceName(t('match.versus', { first, second }), [
          stateMark(match, now(), t),
          tag,
          round,
          match.tournament?.name,
        ]),
    };
  });
  return matching(candidates, typed);
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
