import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { ShapeError } from './shape-error.ts';
import { groupInTitle } from './bracket-groups.ts';
import { roundsByLinks, roundsOf, type PlacedMatch } from './bracket-rounds.ts';
import { partOf, readTitles, type BracketTitles } from './bracket-titles.ts';
import { isFilled } from './bracket-shapes.ts';
import { MAX_MATCHES, walkBracket } from './bracket-walk.ts';
import { holdsRecords } from './holds-records.ts';
import { bracketKeys, type BracketPlace } from './bracket-words.ts';
import { readEnding, readStage, readTables } from './read-ending.ts';
import { matchOf } from './read-match.ts';
import { readRoster, type Roster } from './read-player.ts';
import type { RecordReader, RecordPlace } from './reader.ts';
import type { Bracket, Stage } from './records.ts';
import type { Slices } from '../async/slices.ts';
import { tieSources } from './slot-sources.ts';
import { asId, asList } from './values.ts';

const MAX_STAGES = 128;
const MAX_AROUND = 5;

/**
 * GET /v1/tournaments/:id/bracket: rounds of matches, rounds of bare arrays, rounds by number or name, parts (winners,
 * losers, groups, stages) of any of these, or a flat list with round numbers, round ids or links between matches. An
 * object without matches is a bracket that is not drawn yet.
 */
export function* readBracket(reader: RecordReader, body: unknown): Slices<Bracket> {
  if (typeof body !== 'object' || body === null) throw new ShapeError('');
  const { leaves, parts } = walkBracket(reader, body);
  yield;
  const roster = yield* readRoster(reader, body);
  const titles = yield* readTitles(reader, body);
  const placed: PlacedMatch[] = [];
  const seen = new Map<string, PlacedMatch[]>();
  let isKnown = false;
  for (const { value, at, around, isBeside } of leaves.slice(0, MAX_MATCHES)) {
    const record = reader.record(value, 'match', at);
    if (!record) throw new ShapeError(at);
    isKnown ||= reader.isKnown(record);
    const match = placeMatch(reader, record, around, titles, roster);
    const { id } = match.match;
    const same = seen.get(id) ?? [];
    yield;
    if (isBeside === true ? id === '' || same.length > 0 : same.some((other) => isSame(match, other)))
      continue;
    placed.push(match);
    if (id !== '') seen.set(id, [...same, match]);
  }
  if (placed.length > 0 ? !isKnown : !isEmpty(reader, body)) throw new ShapeError('');
  const hasRounds = placed.some(({ number, roundKey }) => number !== undefined || roundKey !== '');
  const whole = isObject(body) ? reader.record(body, 'round') : undefined;
  const stages: Stage[] = [];
  for (const [value, name] of [...new Map([...titles.parts, ...parts])].slice(0, MAX_STAGES)) {
    for (const stage of readStage(reader, value, roster)) stages.push({ ...stage, ...present({ name }) });
    yield;
  }
  const around = wholeOf(reader, body);
  stages.push(...readTables(reader, around, roster));
  return {
    ...present({
      tournamentId: whole && reader.get(whole, 'tournamentId'),
      ending: readEnding(reader, around, roster),
      stages: stages.length > 0 ? stages : undefined,
      isCut: leaves.length > MAX_MATCHES || undefined,
    }),
    rounds: tieSources(roundsOf(hasRounds ? placed : roundsByLinks(placed), titles.stages.keys())),
  };
}

/**
 * Whether two matches with one id are the same match: in the same round, or with the same players. Some platforms restart ids in
 * each round.
 */
function isSame(one: PlacedMatch, other: PlacedMatch): boolean {
  const [a, b] = [one, other].map(({ match }) => match.sides.map(({ player }) => player?.id ?? player?.name));
  const isOfSamePair = a?.every((player, side) => player !== undefined && player === b?.[side]) === true;
  return isOfSamePair || ROUND_KEYS.every((key) => placeKey(one[key]) === placeKey(other[key]));
}
const ROUND_KEYS = ['stage', 'section', 'group', 'roundKey'] as const;
const placeKey = (place: string | { key: string } | undefined): string | undefined =>
  typeof place === 'object' ? place.key : place;

/** Whether a response without matches is a bracket that is not drawn yet, rather than one that the bot does not understand. */
function isEmpty(reader: RecordReader, body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0 || !holdsRecords(body);
  const { holders } = wholeOf(reader, body);
  const keys = holders.flatMap(({ view }) => [...view]).filter(([name]) => isBracketKey(reader, name));
  // An empty list of matches says so, regardless of other lists.
  if (keys.some(([, value]) => !isFilled(value))) return true;
  const isRecord = holders.some(({ object }) => {
    const own = reader.own(object, 'tournament');
    return own !== undefined && reader.isKnown(own);
  });
  const isBlank = holders.every(({ view }) => view.size === 0);
  return isBlank || ((keys.length > 0 || isRecord) && !holdsRecords(body));
}

const isBracketKey = ({ bracketKeys: { rounds, matches, around } }: RecordReader, name: string): boolean =>
  rounds.has(name) || matches.has(name) || bracketKeys.parts.has(name) || around.has(name);

/** The objects around the matches, which may state the winner. */
function wholeOf(reader: RecordReader, body: unknown): RecordPlace<'ending'> {
  const holders: RecordPlace<'ending'>['holders'][number][] = [];
  for (let here = body; isObject(here) && holders.length < MAX_AROUND;) {
    const view = reader.viewOf(here);
    holders.push({ object: here, view, at: '' });
    here = [...view].find(([name, inner]) => reader.bracketKeys.around.has(name) && isObject(inner))?.[1];
  }
  return { record: 'ending', at: '', holders };
}

function placeMatch(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  around: BracketPlace,
  titles: BracketTitles,
  roster: Roster,
): PlacedMatch {
  const match = matchOf(reader, record, '', roster);
  const roundId = reader.get(record, 'roundId');
  const title = titles.rounds.get(roundId ?? '');
  const section = reader.get(record, 'section');
  const isLosers = reader.get(record, 'losers') ?? (reader.get(record, 'round') ?? 0) < 0;
  const own: BracketPlace = present({
    section: isLosers ? 'losers' : section,
    group: around.group ?? reader.get(record, 'group'),
    number: match.round,
    name: match.roundName,
  });
  const placement: BracketPlace = { ...title, ...own, ...around };
  const titleParts = groupInTitle(placement.name);
  const part = partOf(titles, placement.group);
  const stageId =
    reader.get(record, 'stageId') ?? title?.stageId ?? titles.groups.get(placement.group ?? '')?.stageId;
  const stageName = reader.get(record, 'stageName');
  const anyNumber = placement.number ?? titleParts?.number;
  const number = anyNumber === undefined ? undefined : Math.abs(anyNumber);
  return {
    match: {
      ...match,
      ...present({ round: match.round ?? number, roundName: match.roundName ?? placement.name }),
    },
    ...present({
      section: placement.section ?? part?.section ?? titles.stages.get(stageId ?? '')?.section,
      group: part ? part.group : (placement.group ?? titleParts?.group),
      stage: around.stage ?? stageOf(titles, stageId, stageName === match.roundName ? undefined : stageName),
      number,
      name: titleParts ? titleParts.name : placement.name,
      next: reader.get(record, 'next'),
    }),
    roundKey: around.roundKey ?? (number === undefined ? (roundId ?? placement.name ?? '') : String(number)),
    previous: previousIds(reader, record),
  };
}

/** The stage in the list by id, or the one that the match names. */
function stageOf(
  titles: BracketTitles,
  id: string | undefined,
  name: string | undefined,
): BracketPlace['stage'] {
  const key = id ?? name;
  if (key === undefined) return undefined;
  return { key, ...present({ name: titles.stages.get(key)?.name ?? name }) };
}

/** A match follows two others, or a few more if a platform counts byes. */
const MAX_PREVIOUS = 16;

function previousIds(reader: RecordReader, record: RecordPlace<'match'>): string[] {
  const previous = reader.get(record, 'previous', asList) ?? [];
  return previous
    .slice(0, MAX_PREVIOUS)
    .flatMap((source) => asId(source) ?? reader.get(reader.record(source, 'side'), 'sourceMatch') ?? []);
}
