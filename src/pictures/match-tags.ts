import type { Bracket, Match, Side } from '../platform/records.ts';

/** Short names of the matches that open slots wait for: "M12". */
export interface MatchTags {
  tagOf(match: Match): string | undefined;
  /** The match that a slot's source names by its id, where the bracket holds it. */
  sourceOf(from: string): { tag: string; loser: boolean } | undefined;
}

const SOURCE = /^(winner|loser)s?\s+(?:of|from)\s+(.+)$/i;
const SHORT_NUMBER = /^\d{1,4}$/;

/** A match's own number where its id is a short one, else its position in the bracket. Only matches that are waited for get one. */
export function tagMatches(bracket: Bracket): MatchTags {
  const matches = bracket.rounds.flatMap((round) => round.matches);
  const waitedFor = new Set(matches.flatMap(({ sides }) => sides.map(waitsFor)));
  const referenced = matches.filter(({ id }) => id !== '' && waitedFor.has(id));
  const ownNumbers = referenced.every(({ id }) => SHORT_NUMBER.test(id));
  const tags = new Map(
    matches.flatMap(({ id }, at): [string, string][] =>
      waitedFor.has(id) && id !== '' ? [[id, `M${ownNumbers ? id : at + 1}`]] : [],
    ),
  );
  return {
    tagOf: ({ id }) => tags.get(id),
    sourceOf(from) {
      const tag = tags.get(sourceId(from) ?? '');
      return tag === undefined ? undefined : { tag, loser: /^loser/i.test(from) };
    },
  };
}

/** Only a slot that is still open waits. */
const waitsFor = ({ player, from }: Side): string | undefined =>
  player === undefined ? sourceId(from) : undefined;

const sourceId = (from: string | undefined): string | undefined => SOURCE.exec(from ?? '')?.[2]?.trim();
