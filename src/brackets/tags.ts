import type { Bracket, Side } from '../platform/records.ts';

/** What people call a match by its id: a bare number ("12") or a name ("Semifinal 1"). */
export type TagOf = (matchId: string) => string | undefined;

const SHORT_NUMBER = /^\d{1,4}$/;

/**
 * By what the platform calls its matches, where it tells them apart so; else by ids that are short numbers, else by
 * position in the bracket. Only matches that open slots wait for get a tag.
 */
export function tagMatches(bracket: Bracket): TagOf {
  const matches = bracket.rounds.flatMap((round) => round.matches);
  const waitedFor = new Set(matches.flatMap(({ sides }) => sides.map(waitsFor)));
  const tagged = matches.flatMap((match, at) =>
    match.id !== '' && waitedFor.has(match.id) ? [{ match, position: at + 1 }] : [],
  );
  const labels = new Set(tagged.map(({ match }) => match.label));
  const areLabelled = labels.size === tagged.length && !labels.has(undefined);
  const areNumbered = tagged.every(({ match }) => SHORT_NUMBER.test(match.id));
  const tags = new Map(
    tagged.map(({ match, position }) => {
      const name = areLabelled ? match.label : areNumbered ? match.id : undefined;
      return [match.id, name ?? String(position)];
    }),
  );
  return (matchId) => tags.get(matchId);
}

/** Of a match that stands alone: what its slots wait for may be anywhere. */
export const tagAlone: TagOf = (matchId) => (SHORT_NUMBER.test(matchId) ? matchId : undefined);

/** Only a slot that is still open waits. */
const waitsFor = ({ player, from }: Side): string | undefined =>
  player === undefined && from !== undefined && 'matchId' in from ? from.matchId : undefined;
