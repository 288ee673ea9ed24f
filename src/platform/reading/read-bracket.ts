import { present } from '../../present.ts';
import { notUnderstood, type RawAnswer } from '../error.ts';
import { groupInTitle, nameGroups } from './bracket-groups.ts';
import { roundsByLinks, type PlacedMatch } from './bracket-links.ts';
import { partOf, readTitles, type BracketTitles } from './bracket-titles.ts';
import { walkBracket, type Around } from './bracket-walk.ts';
import type { Section } from './bracket-words.ts';
import { matchOf } from './read-match.ts';
import { readRoster, type Roster } from './read-player.ts';
import type { Reader, Place } from './reader.ts';
import type { Bracket, BracketRound } from '../records.ts';
import type { Slices } from '../../slices.ts';
import { tieSources } from './slot-sources.ts';
import { asId, asList, isObject } from './values.ts';

/**
 * GET /v1/tournaments/:id/bracket: rounds of matches, rounds of bare arrays, rounds by number or name, parts (winners,
 * losers, groups, stages) of any of these, or a flat list with round numbers, round ids or links between matches. An
 * object without matches is a bracket that has not been drawn yet.
 */
export function* readBracket(reader: Reader, answer: RawAnswer): Slices<Bracket> {
  if (typeof answer.body !== 'object' || answer.body === null) throw notUnderstood(answer, '');
  const leaves = walkBracket(reader, answer.body);
  yield;
  const roster = yield* readRoster(reader, answer.body);
  const titles = yield* readTitles(reader, answer.body);
  const placed: PlacedMatch[] = [];
  for (const { value, at, around } of leaves) {
    const record = reader.record(value, 'match', at);
    if (!record) throw notUnderstood(answer, at);
    placed.push(placeMatch(reader, record, around, titles, roster));
    yield;
  }
  const linked = placed.some(({ round }) => round.number !== undefined || round.key !== '')
    ? placed
    : roundsByLinks(placed);
  const whole = isObject(answer.body) ? reader.record(answer.body, 'round') : undefined;
  return {
    ...(whole && reader.pick(whole, 'tournamentId')),
    rounds: tieSources(group(linked, titles)),
  };
}

function placeMatch(
  reader: Reader,
  record: Place<'match'>,
  around: Around,
  titles: BracketTitles,
  roster: Roster,
): PlacedMatch {
  const match = matchOf(reader, record, '', roster);
  const roundNumber = reader.get(record, 'round');
  const roundId = reader.get(record, 'roundId');
  const title = roundId === undefined ? undefined : titles.rounds.get(roundId);
  const own = reader.get(record, 'section');
  const losers =
    (reader.get(record, 'losers') ?? (roundNumber !== undefined && roundNumber < 0)) ? 'losers' : undefined;
  const roundName = around.round?.name ?? match.roundName ?? title?.name;
  const titled = groupInTitle(roundName);
  const called = around.group ?? reader.get(record, 'group') ?? title?.group;
  const part = called === undefined ? undefined : partOf(titles, called);
  const group = part ? part.group : (called ?? titled?.group);
  const stageId = reader.get(record, 'stageId') ?? title?.stage ?? titles.groups.get(called ?? '')?.stage;
  const stageName = reader.get(record, 'stageName');
  const stage =
    around.stage ?? stageOf(titles, stageId, stageName === match.roundName ? undefined : stageName);
  const number = around.round?.number ?? match.round ?? title?.number ?? titled?.number;
  const named = present({
    number: number === undefined ? undefined : Math.abs(number),
    name: titled ? titled.name : roundName,
  });
  return {
    match: {
      ...match,
      ...present({ round: match.round ?? named.number, roundName: match.roundName ?? roundName }),
    },
    ...present({
      section:
        around.section ??
        losers ??
        own ??
        title?.section ??
        part?.section ??
        titles.stages.get(stageId ?? '')?.section,
      group,
      stage,
      next: reader.get(record, 'next'),
    }),
    round: {
      ...named,
      key:
        around.round?.key ?? (number === undefined ? (roundId ?? roundName ?? '') : String(Math.abs(number))),
    },
    previous: previousIds(reader, record),
  };
}

/** Of the stage that is listed under the id, or of one that each match names. */
function stageOf(
  titles: BracketTitles,
  id: string | undefined,
  name: string | undefined,
): PlacedMatch['stage'] {
  const key = id ?? name;
  if (key === undefined) return undefined;
  return { key, ...present({ name: titles.stages.get(key)?.name ?? name }) };
}

/** A match follows two; a few more where a platform counts byes. */
const MAX_PREVIOUS = 16;

function previousIds(reader: Reader, record: Place<'match'>): string[] {
  const previous = reader.get(record, 'previous', asList) ?? [];
  return previous
    .slice(0, MAX_PREVIOUS)
    .flatMap((source) => asId(source) ?? reader.get(reader.record(source, 'side'), 'sourceMatch') ?? []);
}

const SECTION_ORDER: readonly Section[] = ['group', 'main', 'winners', 'losers', 'final'];

/** One round per stage, section, group and round, in playing order. */
function group(placed: readonly PlacedMatch[], titles: BracketTitles): BracketRound[] {
  const byStage = new Map<string | undefined, PlacedMatch[]>();
  // Stages come in the order in which they are listed, where they are.
  for (const key of titles.stages.keys()) byStage.set(key, []);
  for (const one of placed) {
    const stage = byStage.get(one.stage?.key);
    if (stage) stage.push(one);
    else byStage.set(one.stage?.key, [one]);
  }
  const stages = [...byStage.values()].filter((matches) => matches.length > 0);
  return stages.flatMap((matches) => {
    const name = stages.length > 1 ? matches[0]?.stage?.name : undefined;
    return roundsOfStage(matches).map((round) => ({ ...round, ...present({ stage: name }) }));
  });
}

function roundsOfStage(placed: readonly PlacedMatch[]): BracketRound[] {
  // Beside a losers' bracket, the other is the winners'.
  const isDouble = placed.some(({ section }) => section === 'losers');
  const groups = [
    ...new Set(placed.flatMap(({ section = 'group', group }) => (section === 'group' ? (group ?? []) : []))),
  ];
  const names = nameGroups(groups);
  const rounds = new Map<string, { round: BracketRound; group: number }>();
  for (const { match, group, round, ...placement } of placed) {
    const section = placement.section ?? (names.has(group ?? '') ? 'group' : 'main');
    const part = isDouble && section === 'main' ? 'winners' : section;
    const key = JSON.stringify([part, group, round.key]);
    const known = rounds.get(key);
    if (known) {
      known.round.matches.push(match);
      continue;
    }
    const title = present({ number: round.number, name: round.name, group: names.get(group ?? '') });
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
