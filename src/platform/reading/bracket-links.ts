import type { Section } from './bracket-words.ts';
import type { Match } from '../records.ts';

/** A match with the round it belongs to. */
export interface PlacedMatch {
  match: Match;
  section?: Section;
  /** Its name, number or id. */
  group?: string;
  stage?: { key: string; name?: string };
  round: { number?: number; name?: string; key: string };
  /** Ids of matches whose outcome this one waits for, and of the one that waits for it. */
  previous: string[];
  next?: string;
}

/**
 * Rounds of a flat list that names none: a match is played in the round after the last of those that it waits for. Where
 * nothing links the matches, all are one round.
 */
export function roundsByLinks(matches: readonly PlacedMatch[]): PlacedMatch[] {
  const byId = new Map(matches.map((placed) => [placed.match.id, placed]));
  const waitsFor = new Map(matches.map(({ match, previous }) => [match.id, new Set(previous)]));
  for (const { match, next } of matches) if (next !== undefined) waitsFor.get(next)?.add(match.id);
  const rounds = new Map<string, number>();
  const above = new Set<string>();
  // Links that lead in a circle end at the match where they began.
  const roundOf = (id: string): number => {
    const known = rounds.get(id);
    if (known !== undefined) return known;
    above.add(id);
    let round = 1;
    for (const earlier of waitsFor.get(id) ?? [])
      if (byId.has(earlier) && !above.has(earlier)) round = Math.max(round, 1 + roundOf(earlier));
    above.delete(id);
    rounds.set(id, round);
    return round;
  };
  return matches.map((placed) => {
    const number = roundOf(placed.match.id);
    return {
      ...placed,
      match: { ...placed.match, round: number },
      round: { ...placed.round, number, key: String(number) },
    };
  });
}
