import type { Bracket, Match, Side, SlotSource } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';

/** Short names of the matches that open slots wait for: "M12". */
export interface MatchTags {
  tagOf(match: Match): string | undefined;
  /** What a slot waits for: "Winner of M12". */
  sourceText(from: SlotSource): string;
}

const SHORT_NUMBER = /^\d{1,4}$/;
const NUMBER = /^\d+$/;

/**
 * By what the platform calls its matches, where it tells them apart so; else by ids that are short numbers, else by
 * position in the bracket. Only matches that are waited for get one.
 */
export function tagMatches(bracket: Bracket, t: Translate): MatchTags {
  const matches = bracket.rounds.flatMap((round) => round.matches);
  const waitedFor = new Set(matches.flatMap(({ sides }) => sides.map(waitsFor)));
  const named = matches.flatMap((match, at) =>
    match.id !== '' && waitedFor.has(match.id) ? [{ match, position: at + 1 }] : [],
  );
  const labels = new Set(named.map(({ match }) => match.label));
  const areLabelled = labels.size === named.length && !labels.has(undefined);
  const areNumbered = named.every(({ match }) => SHORT_NUMBER.test(match.id));
  const tags = new Map(
    named.map(({ match, position }) => {
      const name = areLabelled ? match.label : areNumbered ? match.id : undefined;
      return [match.id, tagText(name ?? String(position), t)];
    }),
  );
  return {
    tagOf: ({ id }) => tags.get(id),
    sourceText: (from) => sourceText(from, t, (matchId) => tags.get(matchId)),
  };
}

/** Of a match that stands alone: what its slots wait for may be anywhere. */
export const untagged = (t: Translate): MatchTags => ({
  tagOf: () => undefined,
  sourceText: (from) =>
    sourceText(from, t, (matchId) => (SHORT_NUMBER.test(matchId) ? tagText(matchId, t) : undefined)),
});

function sourceText(
  from: SlotSource,
  t: Translate,
  tagOfId: (matchId: string) => string | undefined,
): string {
  if ('text' in from) return from.text;
  const isLoser = from.outcome === 'loser';
  const match = 'label' in from ? tagText(from.label, t) : tagOfId(from.matchId);
  // An id that nobody has seen is nothing to people.
  if (match === undefined) return t(isLoser ? 'match.loserOfAnother' : 'match.winnerOfAnother');
  return t(isLoser ? 'match.loserOf' : 'match.winnerOf', { match });
}

/** "M12" of a bare number; what has letters is a name already. */
const tagText = (label: string, t: Translate): string =>
  NUMBER.test(label) ? t('match.number', { number: label }) : label;

/** Only a slot that is still open waits. */
const waitsFor = ({ player, from }: Side): string | undefined =>
  player === undefined && from !== undefined && 'matchId' in from ? from.matchId : undefined;
