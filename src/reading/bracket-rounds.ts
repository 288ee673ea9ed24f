import { present } from '../present.ts';
import type { BracketPlace, BracketSection } from './bracket-words.ts';
import type { BracketRound, Match } from './records.ts';

/** A match with its place in the bracket. */
export interface PlacedMatch extends BracketPlace {
  match: Match;
  roundKey: string;
  /** Ids of the matches that this one waits for; `next` is the one that waits for it. */
  previous: string[];
  next?: string;
}

/**
 * Derives rounds from the links between matches: a match is in the round after the last one that it waits for. Without links, all
 * matches are in one round.
 */
export function roundsByLinks(matches: readonly PlacedMatch[]): PlacedMatch[] {
  const waitsFor = new Map(matches.map(({ match, previous }) => [match.id, new Set(previous)]));
  for (const { match, next } of matches) if (next !== undefined) waitsFor.get(next)?.add(match.id);
  const rounds = new Map<string, number>();
  const above = new Set<string>();
  // A cycle of links is cut at the match where it began.
  const roundOf = (id: string): number => {
    const cached = rounds.get(id);
    if (cached !== undefined) return cached;
    above.add(id);
    let round = 1;
    for (const earlier of waitsFor.get(id) ?? [])
      if (waitsFor.has(earlier) && !above.has(earlier)) round = Math.max(round, 1 + roundOf(earlier));
    above.delete(id);
    rounds.set(id, round);
    return round;
  };
  return matches.map((placed) => {
    const number = roundOf(placed.match.id);
    return { ...placed, match: { ...placed.match, round: number }, number, roundKey: String(number) };
  });
}

const SECTION_ORDER: readonly BracketSection[] = ['group', 'main', 'winners', 'losers', 'final'];

/** One round per stage, section, group and round, in playing order. */
export function roundsOf(placed: readonly PlacedMatch[], stagesInOrder: Iterable<string>): BracketRound[] {
  const byStage = new Map<string | undefined, PlacedMatch[]>();
  for (const key of stagesInOrder) byStage.set(key, []);
  for (const one of placed) {
    const stage = byStage.get(one.stage?.key);
    if (stage) stage.push(one);
    else byStage.set(one.stage?.key, [one]);
  }
  const stages = [...byStage.values()].filter((matches) => matches.length > 0);
  return stages.flatMap((matches) => {
    const name = matches[0]?.stage?.name;
    return roundsOfStage(matches).map((round) => ({ ...round, ...present({ stage: name }) }));
  });
}

function roundsOfStage(placed: readonly PlacedMatch[]): BracketRound[] {
  // Next to a losers bracket, the main bracket is the winners bracket.
  const isDouble = placed.some(({ section }) => section === 'losers');
  const groups = [
    ...new Set(placed.flatMap(({ section = 'group', group }) => (section === 'group' ? (group ?? []) : []))),
  ];
  const names = nameGroups(groups);
  const rounds = new Map<string, { round: BracketRound; group: number }>();
  for (const { match, group, roundKey, number, name, ...placement } of placed) {
    const section = placement.section ?? (names.has(group ?? '') ? 'group' : 'main');
    const part = isDouble && section === 'main' ? 'winners' : section;
    const key = JSON.stringify([part, group, roundKey]);
    const existing = rounds.get(key);
    if (existing) {
      existing.round.matches.push(match);
      continue;
    }
    const title = present({ number, name, group: names.get(group ?? '') });
    rounds.set(key, {
      round: { ...title, section: part, matches: [match] },
      group: groups.indexOf(group ?? ''),
    });
  }
  return [...rounds.values()]
    .toSorted(
      (a, b) =>
        SECTION_ORDER.indexOf(a.round.section) - SECTION_ORDER.indexOf(b.round.section) ||
        a.group - b.group ||
        (a.round.number === undefined || b.round.number === undefined ? 0 : a.round.number - b.round.number),
    )
    .map(({ round }) => round);
}

/** Longer numbers and ids of groups mean nothing to people. */
const MAX_NUMBER = 3;

/** Names for the groups of one stage. Long ids become "A", "B" and so on; a single group needs a real name. */
function nameGroups(groups: readonly string[]): ReadonlyMap<string, string> {
  const isUnnamed = (group: string) => /\d/.test(group) && !/\s/.test(group);
  if (groups.length === 1 && groups.every(isUnnamed)) return new Map();
  const ids = groups.filter((group) => isUnnamed(group) && group.length > MAX_NUMBER);
  return new Map(
    groups.map((group) => {
      const at = ids.indexOf(group);
      return [group, at === -1 || at >= 26 ? group : String.fromCodePoint(65 + at)];
    }),
  );
}
