import type { BracketRound, Match, Side, SlotSource } from './records.ts';

const WINNER = 'winner|sieger|gewinner|ganador|vencedor|vainqueur|gagnant';
const LOSER = 'loser|verlierer|perdedor|perdant';
const OF = 'of|from|von|vom|des|der|de|del|do|da|du';
const MATCH = 'match|game|spiel|partie|partida|partido|jogo|m';
const NUMBERED = new RegExp(`^(?:${MATCH})?[\\s#.]*(?=\\d+$)`);
/** "Winner of M12"; "of" is optional before a match number: "Winner Match 12". "W12" is the winner of match 12. */
const OUTCOME = new RegExp(
  `^(?:(${WINNER})|(?:${LOSER}))s?\\s+(?:(?:${OF})\\s+(\\S.*)|((?:${MATCH}|qf|sf|(?:quarter|semi)-?final)?\\s*#?\\s*\\d+))$`,
  'i',
);
const SHORT = /^(?:(W)|L)(\d{1,3})$/;

/** Longer text is not a source, and too long for the expression. */
const MAX_WORDS = 100;

/** Parses a platform's text for an open slot. Other text or languages stay as text. */
export function parseSource(text: string): SlotSource {
  const trimmed = text.trim();
  const found = text.length > MAX_WORDS ? null : (OUTCOME.exec(trimmed) ?? SHORT.exec(trimmed));
  const label = (found?.[2] ?? found?.[3])?.trim();
  return label === undefined ? { text } : { outcome: found?.[1] === undefined ? 'loser' : 'winner', label };
}

/** Whether a name is a source ("Winner of …") and not a player's, who may be called nearly so if they have an id. */
export function isSource(name: string, hasId: boolean): boolean {
  const source = parseSource(name);
  return 'label' in source && (!hasId || (/\d/.test(source.label) && !SHORT.test(name)));
}

/** Adds match ids to slots that refer to a match by its label. */
export function tieSources(rounds: readonly BracketRound[]): BracketRound[] {
  const matches = rounds.flatMap((round) => round.matches).filter(({ id }) => id !== '');
  const byLabel = idsBy(matches, ({ label }) => label);
  const byId = idsBy(matches, ({ id }) => id);
  const labeled = withSources(rounds, (label, own) => {
    const matchId = byLabel.has(label) ? byLabel.get(label) : byId.get(label);
    return matchId === own ? undefined : matchId;
  });
  return byLabel.size > 0 ? labeled : tieByPosition(labeled);
}

/**
 * Without labels, a number may be a match's position. It has to make sense for every slot: the match is in an earlier round and
 * undecided, and its winner goes to only one slot.
 */
function tieByPosition(rounds: readonly BracketRound[]): BracketRound[] {
  const inOrder = rounds.flatMap(({ matches }, round) => matches.map((match) => ({ match, round })));
  const at = (label: string) => (/^\d+$/.test(label) ? inOrder[Number(label) - 1] : undefined);
  const slots = inOrder.flatMap(({ match, round }) =>
    match.sides.flatMap(({ from }) =>
      from !== undefined && 'label' in from
        ? [{ round, outcome: from.outcome, label: foldLabel(from.label) }]
        : [],
    ),
  );
  const holds = slots.every(({ round, label }) => {
    const source = at(label);
    return source !== undefined && source.round < round && source.match.id !== '' && !source.match.winner;
  });
  const isOnce = new Set(slots.map(({ outcome, label }) => `${outcome} ${label}`)).size === slots.length;
  return holds && isOnce ? withSources(rounds, (label) => at(label)?.match.id) : [...rounds];
}

/** Replaces labels with the ids from `idOf`. `own`: the id of the match with the slot. */
function withSources(
  rounds: readonly BracketRound[],
  idOf: (label: string, own: string) => string | undefined,
): BracketRound[] {
  const withMatchId = (side: Side, own: string): Side => {
    const { from } = side;
    if (from === undefined || !('label' in from)) return side;
    const matchId = idOf(foldLabel(from.label), own);
    return matchId === undefined ? side : { ...side, from: { outcome: from.outcome, matchId } };
  };
  return rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => {
      const [first, second] = match.sides;
      return { ...match, sides: [withMatchId(first, match.id), withMatchId(second, match.id)] };
    }),
  }));
}

/** Match ids by label; `undefined` if a label is ambiguous. */
function idsBy(matches: readonly Match[], label: (match: Match) => string | undefined) {
  const ids = new Map<string, string | undefined>();
  for (const match of matches) {
    const name = label(match);
    if (name === undefined) continue;
    const folded = foldLabel(name);
    ids.set(folded, ids.has(folded) ? undefined : match.id);
  }
  return ids;
}

/** "Match #12", "M12" and "12" are equal. */
const foldLabel = (label: string): string => label.trim().toLowerCase().replace(NUMBERED, '');
