import type { Bracket, Side } from '../reading/records.ts';
import { onceFor } from '../once-for.ts';

/** Maps a match id to what people call the match: a bare number ("12") or a name ("Semifinal 1"). */
export type TagOf = (matchId: string) => string | undefined;

const SHORT_NUMBER = /^\d{1,4}$/;

/**
 * Tags matches by the platform's labels if these are unique; else by id if all ids are short numbers; else by position in the
 * bracket. Only matches that open slots wait for get a tag.
 */
export const tagMatches = onceFor((bracket: Bracket): TagOf => {
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
});

/** For a match without its bracket: the matches that its slots wait for are unknown. */
export const tagAlone: TagOf = (matchId) => (SHORT_NUMBER.test(matchId) ? matchId : undefined);

/** The match that a slot waits for; `undefined` once it has a player. */
const waitsFor = ({ player, from }: Side): string | undefined =>
  player === undefined && from !== undefined && 'matchId' in from ? from.matchId : undefined;
