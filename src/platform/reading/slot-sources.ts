import type { BracketRound, Match, Side, SlotSource } from '../records.ts';

/** "Winner of M12", and without "of" where what follows can only be a match: "Winner Match 12". */
const OUTCOME = /^(winner|loser)s?\s+(?:(?:of|from)\s+(.+)|((?:match|game|m)?\s*#?\s*\d+))$/i;

/** Longer text is no such words, and expressions must not see it. */
const MAX_WORDS = 100;

/** What a platform's words say of an open slot; those of another kind or language stay its own. */
export function parseSource(text: string): SlotSource {
  const [, word, named, numbered] = text.length > MAX_WORDS ? [] : (OUTCOME.exec(text.trim()) ?? []);
  const label = (named ?? numbered)?.trim();
  if (word === undefined || label === undefined) return { text };
  return { outcome: word.toLowerCase() === 'winner' ? 'winner' : 'loser', label };
}

/** Whether a name is no player's but says which match decides who it will be. */
export const isSource = (name: string): boolean => /^(winner|loser)s? (of|from)\b/i.test(name);

/** The same rounds, where slots that name their match by what it is called have its id. */
export function tieSources(rounds: readonly BracketRound[]): BracketRound[] {
  const matches = rounds.flatMap((round) => round.matches).filter(({ id }) => id !== '');
  const byLabel = idsBy(matches, ({ label }) => label);
  const byId = idsBy(matches, ({ id }) => id);
  const named = withSources(rounds, (called, own) => {
    const matchId = byLabel.has(called) ? byLabel.get(called) : byId.get(called);
    return matchId === own ? undefined : matchId;
  });
  return byLabel.size > 0 ? named : tiedByPosition(named);
}

/**
 * Where matches are not called anything, a number is a match's position, if that holds for every slot: the match is in an
 * earlier round, is not decided yet, and its winner goes to one slot alone.
 */
function tiedByPosition(rounds: readonly BracketRound[]): BracketRound[] {
  const inOrder = rounds.flatMap(({ matches }, round) => matches.map((match) => ({ match, round })));
  const at = (called: string) => (/^\d+$/.test(called) ? inOrder[Number(called) - 1] : undefined);
  const slots = inOrder.flatMap(({ match, round }) =>
    match.sides.flatMap(({ from }) =>
      from !== undefined && 'label' in from
        ? [{ round, outcome: from.outcome, called: foldLabel(from.label) }]
        : [],
    ),
  );
  const holds = slots.every(({ round, called }) => {
    const source = at(called);
    return source !== undefined && source.round < round && source.match.id !== '' && !source.match.winner;
  });
  const isOnce = new Set(slots.map(({ outcome, called }) => `${outcome} ${called}`)).size === slots.length;
  return holds && isOnce ? withSources(rounds, (called) => at(called)?.match.id) : [...rounds];
}

/** The rounds with an id for every label that `idOf` knows; `own` is the id of the match that the slot is in. */
function withSources(
  rounds: readonly BracketRound[],
  idOf: (called: string, own: string) => string | undefined,
): BracketRound[] {
  const tied = (side: Side, own: string): Side => {
    const { from } = side;
    if (from === undefined || !('label' in from)) return side;
    const matchId = idOf(foldLabel(from.label), own);
    return matchId === undefined ? side : { ...side, from: { outcome: from.outcome, matchId } };
  };
  return rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => {
      const [first, second] = match.sides;
      return { ...match, sides: [tied(first, match.id), tied(second, match.id)] };
    }),
  }));
}

/** Ids by what their matches are called; `undefined` where several are called the same: then nobody knows which is meant. */
function idsBy(matches: readonly Match[], called: (match: Match) => string | undefined) {
  const ids = new Map<string, string | undefined>();
  for (const match of matches) {
    const name = called(match);
    if (name === undefined) continue;
    const folded = foldLabel(name);
    ids.set(folded, ids.has(folded) ? undefined : match.id);
  }
  return ids;
}

/** "Match #12", "M12" and "12" are one. */
const foldLabel = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/^(?:match|game|m)?[\s#.]*(?=\d+$)/, '');
