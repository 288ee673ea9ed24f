import { notUnderstood } from './answer.ts';
import type { RawAnswer } from './answer.ts';
import { roundsByLinks } from './bracket-links.ts';
import { sectionOf, walkBracket } from './bracket-walk.ts';
import type { Around } from './bracket-walk.ts';
import { sectionOfName } from './bracket-words.ts';
import type { Section } from './bracket-words.ts';
import { matchAt } from './read-match.ts';
import { readRoster } from './read-player.ts';
import type { SideContext } from './read-sides.ts';
import type { Place, Reader } from './reader.ts';
import type { Bracket, BracketRound, Match } from './records.ts';
import { tieSources } from './slot-sources.ts';
import { asId, asInteger, asName, asTrue, asWord, isObject, present } from './values.ts';

/**
 * GET /v1/tournaments/:id/bracket: rounds of matches, rounds of bare arrays, rounds by number or name, parts (winners,
 * losers, groups, stages) of any of these, or a flat list with round numbers, round ids or links between matches. An
 * object without matches is a bracket that has not been drawn yet.
 */
export function readBracket(reader: Reader, answer: RawAnswer): Bracket {
  if (typeof answer.body !== 'object' || answer.body === null) throw notUnderstood(answer, '');
  const matches = walkBracket(reader.bracketKeys, answer.body).map((leaf) => ({
    ...leaf,
    place: reader.record(leaf.value, 'match', leaf.at),
  }));
  const lost = matches.find(({ place }) => !place);
  if (lost) throw notUnderstood(answer, lost.at);
  const context = { roster: readRoster(reader, answer.body) };
  const titles = roundTitles(reader, answer.body);
  const placed = matches.flatMap(({ place, around }) =>
    place ? [placeMatch(reader, place, around, titles, context)] : [],
  );
  const linked = placed.some(({ round }) => round.number !== undefined || round.key !== '')
    ? placed
    : roundsByLinks(placed);
  return {
    ...present({ tournamentId: tournamentIdOf(reader, answer.body) }),
    rounds: tieSources(group(linked)),
  };
}

/** A match with the round it belongs to. */
export interface PlacedMatch {
  match: Match;
  section: Section;
  group?: string;
  stage?: string;
  round: { number?: number; name?: string; key: string };
  /** Ids of matches whose outcome this one waits for, and of the one that waits for it. */
  previous: string[];
  next?: string;
}

function placeMatch(
  reader: Reader,
  place: Place,
  around: Around,
  titles: Map<string, Title>,
  context: SideContext,
): PlacedMatch {
  const match = matchAt(reader, place, '', context);
  const roundNumber = reader.field(place, 'match', 'round', asInteger);
  const roundId = reader.field(place, 'match', 'roundId', asId);
  const title = roundId === undefined ? undefined : titles.get(roundId);
  const own = reader.field(place, 'match', 'section', sectionOfName);
  const losers =
    (reader.field(place, 'match', 'losers', asTrue) ?? (roundNumber !== undefined && roundNumber < 0))
      ? 'losers'
      : undefined;
  const group = around.group ?? reader.field(place, 'match', 'group', asName) ?? title?.group;
  const number = around.round?.number ?? match.round ?? title?.number;
  const name = around.round?.name ?? match.roundName ?? title?.name;
  const named = present({ number: number === undefined ? undefined : Math.abs(number), name });
  return {
    match: {
      ...match,
      ...present({ round: match.round ?? named.number, roundName: match.roundName ?? named.name }),
    },
    section: around.section ?? losers ?? own ?? title?.section ?? (group === undefined ? 'main' : 'group'),
    ...present({ group, stage: around.stage, next: reader.field(place, 'match', 'next', asId) }),
    round: {
      ...named,
      key: around.round?.key ?? (number === undefined ? (roundId ?? name ?? '') : String(Math.abs(number))),
    },
    previous: reader.field(place, 'match', 'previous', (value) => previousIds(reader, value)) ?? [],
  };
}

function previousIds(reader: Reader, value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((source: unknown) => {
    const place = reader.record(source, 'side');
    return asId(source) ?? (place && reader.field(place, 'side', 'sourceMatch', asId)) ?? [];
  });
}

interface Title {
  number?: number;
  name?: string;
  section?: Section;
  group?: string;
}

/** Rounds described apart from the matches that name them by id (brackets-manager). */
function roundTitles(reader: Reader, body: unknown): Map<string, Title> {
  const titles = new Map<string, Title>();
  for (const { value, at } of reader.list(body, 'round') ?? []) {
    const place = isObject(value) ? reader.record(value, 'round', at) : undefined;
    const id = place && reader.field(place, 'round', 'id', asId);
    if (!place || id === undefined) continue;
    titles.set(
      id,
      present({
        number: reader.field(place, 'round', 'number', asInteger),
        name: reader.field(place, 'round', 'name', asWord),
        section: sectionOf(value),
      }),
    );
  }
  return titles;
}

function tournamentIdOf(reader: Reader, body: unknown): string | undefined {
  const place = isObject(body) ? reader.record(body, 'round') : undefined;
  return place && reader.field(place, 'round', 'tournamentId', asId);
}

const sectionOrder: readonly Section[] = ['group', 'main', 'winners', 'losers', 'final'];

/** One round per stage, section, group and round, in playing order. */
function group(placed: readonly PlacedMatch[]): BracketRound[] {
  // Beside a losers' bracket, the other is the winners'.
  const isDouble = placed.some(({ section }) => section === 'losers');
  const stages = [...new Set(placed.map(({ stage }) => stage))];
  const rounds = new Map<string, { stage: number; round: BracketRound }>();
  for (const { match, section, group: groupName, stage, round } of placed) {
    const part = isDouble && section === 'main' ? 'winners' : section;
    const key = JSON.stringify([stage, part, groupName, round.key]);
    const known = rounds.get(key);
    if (known) {
      known.round.matches.push(match);
      continue;
    }
    const title = present({ number: round.number, name: round.name, group: groupName });
    rounds.set(key, { stage: stages.indexOf(stage), round: { ...title, section: part, matches: [match] } });
  }
  const groups = [...new Set(placed.map((match) => match.group))];
  return [...rounds.values()]
    .toSorted(
      ({ stage: stageA, round: a }, { stage: stageB, round: b }) =>
        stageA - stageB ||
        sectionOrder.indexOf(a.section) - sectionOrder.indexOf(b.section) ||
        groups.indexOf(a.group) - groups.indexOf(b.group) ||
        (a.number === undefined || b.number === undefined ? 0 : a.number - b.number),
    )
    .map(({ round }) => round);
}
