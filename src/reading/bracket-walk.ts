import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { asGroup, groupInTitle, isGroupKey } from './bracket-groups.ts';
import {
  bracketKeys,
  isRoundName,
  sectionOfName,
  type BracketKeys,
  type BracketPlace,
} from './bracket-words.ts';
import { endingFields } from './ending-fields.ts';
import { rosters } from './envelopes.ts';
import { foldedSet, foldKey, joinPath } from './keys.ts';
import { rawSides } from './raw-sides.ts';
import type { RecordReader } from './reader.ts';
import { asId, asInteger, asWord, words } from './values.ts';

/** A raw match with the placement from the levels above it. */
export interface Leaf {
  value: unknown;
  at: string;
  around: BracketPlace;
  /** Beside the rounds or the list of matches: it may repeat one of them. */
  isBeside?: boolean;
}

/** A value in a response with its key; items of lists have none. */
interface Item {
  key?: string;
  value: unknown;
  at: string;
}

const DEEPEST = 8;
/** 512 players in double elimination. Larger brackets are never drawn. */
export const MAX_MATCHES = 1024;
/** The most entries to visit: a bracket of that size needs a quarter of them. */
const MAX_LOOKS = 40_000;
const MAX_ITEMS = 2048;

/** The keys of a walk, how many more entries it may visit, and the names of the stages and groups by their objects. */
interface Walk extends BracketKeys {
  reader: RecordReader;
  looks: number;
  parts: Map<unknown, string | undefined>;
}

/** All raw matches below `body` in order, at most one more than `MAX_MATCHES`. Finds them only by lists and keys. */
export function walkBracket(reader: RecordReader, body: unknown): { leaves: Leaf[]; parts: Walk['parts'] } {
  const walk: Walk = { ...reader.bracketKeys, reader, looks: MAX_LOOKS, parts: new Map() };
  const leaves = collect(walk, { value: body, at: '' }, {}, DEEPEST);
  return {
    leaves: (leaves.length > 0 ? leaves : included(walk, body)).slice(0, MAX_MATCHES + 1),
    parts: walk.parts,
  };
}

function collect(walk: Walk, { value, at }: Item, around: BracketPlace, depth: number): Leaf[] {
  if (depth === 0) return [];
  const list = listIn(walk, { value, at });
  if (list) return hasRounds(walk, list) ? rounds(walk, list, around, depth) : matches(list, around);
  const children = entriesIn(walk, { value, at });
  const ofKind = (keys: ReadonlySet<string>) => children.filter(({ key = '' }) => keys.has(foldKey(key)));
  const inRounds = ofKind(walk.rounds).find((child) => holdsMatches(walk, child.value));
  const inMatches = ofKind(walk.matches).find((child) => isList(child.value) || isRecordMap(child.value));
  const items = (child: Item) => listIn(walk, child) ?? entriesIn(walk, child);
  if (inRounds || inMatches) {
    const main = inRounds
      ? rounds(walk, items(inRounds), around, depth - 1)
      : inMatches
        ? matches(items(inMatches), around)
        : [];
    const others = children.filter(
      ({ key = '' }) => ![...walk.rounds, ...walk.around].includes(foldKey(key)),
    );
    const rest = others.filter((child) => child !== inMatches);
    return [...main, ...beside(walk, rest, around, depth).map((leaf) => ({ ...leaf, isBeside: true }))];
  }
  const namedRounds = children.filter(({ key = '', value: inner }) => isRoundName(key) && isList(inner));
  if (namedRounds.some(({ key = '' }) => sectionOfName(key) !== 'final')) {
    const rest = children.filter((child) => !namedRounds.includes(child));
    return [...rounds(walk, namedRounds, around, depth - 1), ...beside(walk, rest, around, depth)];
  }
  return beside(walk, children, around, depth);
}

/** The parts of a bracket by their keys, in order; an unknown key that holds matches gives its part its name. */
function beside(walk: Walk, children: readonly Item[], around: BracketPlace, depth: number): Leaf[] {
  const unknown = children.filter(({ key = '' }) => !isKnownKey(walk, foldKey(key)) && mayBePart(key));
  const asRounds = unknown.filter((child) => matchesOf(walk, child) ?? matchesIn(walk, child));
  return children.flatMap((child) => {
    const { key = '' } = child;
    const name = foldKey(key);
    const section = sectionOfName(name);
    if (bracketKeys.parts.has(name)) return parts(walk, child, around, depth - 1);
    if (section && section !== 'group') return part(walk, child, { ...around, section }, depth - 1);
    if (walk.around.has(name)) return collect(walk, child, around, depth - 1);
    if (child === asRounds[0]) return rounds(walk, asRounds, around, depth - 1);
    if (!unknown.includes(child) || asRounds.includes(child) || !holdsMatches(walk, child.value)) return [];
    const stage = around.stage ?? { key: child.at, name: nameIn(walk, child.value) ?? titleOfKey(key) };
    return collect(walk, child, { ...around, stage }, depth - 1);
  });
}

function isKnownKey(walk: Walk, name: string): boolean {
  const section = sectionOfName(name);
  return (
    bracketKeys.parts.has(name) || (section !== undefined && section !== 'group') || walk.around.has(name)
  );
}

/** Excludes lists of people, tables, and selections of matches that the bracket has elsewhere. */
const mayBePart = (key = ''): boolean =>
  !NO_PARTS.has(foldKey(key)) && !/^(?:live|upcoming|recent|current|next|prev|last|my|today)/i.test(key);
const NO_PARTS = foldedSet([
  ...rosters,
  ...endingFields.ending.standings.names,
  ...endingFields.ending.placements.names,
  ...words('winner champion organizer settings meta links user users me history'),
]);

/** "knockout_stage" and "knockoutStage" are "Knockout stage"; "Semi-Finals" stays. */
function titleOfKey(key: string): string {
  if (!/^[a-z]\w*$/.test(key)) return key;
  const text = key
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The matches of an item that is a list of matches, or a single one. */
function matchesIn(walk: Walk, item: Item): Item[] | undefined {
  if (hasBothSides(walk, item.value)) return [{ value: item.value, at: item.at }];
  const list = isList(item.value) ? listIn(walk, item) : undefined;
  return list?.some(({ value }) => hasBothSides(walk, value)) === true ? list : undefined;
}

/**
 * Whether it is a match because it has both sides, even if they are open. Rounds and groups may have the same numbers or letters as
 * sides.
 */
function hasBothSides({ reader }: Pick<Walk, 'reader'>, value: unknown): boolean {
  if (!isObject(value)) return false;
  const pairs = new Map<number, Set<0 | 1>>();
  for (const [name, inner] of reader.viewOf(value)) {
    for (const { pair, side, field } of reader.sides.keys.get(name) ?? []) {
      if (!SIDE_FIELDS.has(field) || (field === undefined && !isSide(reader, inner))) continue;
      const found = pairs.get(pair) ?? new Set();
      pairs.set(pair, found.add(side));
      if (found.size === 2) return true;
    }
  }
  const listed = reader.own(value, 'match');
  return listed !== undefined && rawSides(reader, listed).every((side) => isObject(side.value));
}

const SIDE_FIELDS: ReadonlySet<string | undefined> = new Set([undefined, 'id', 'name']);

/** A number is a score, a longer list is not a side, and an object with rounds or matches is a round or a group. */
function isSide(reader: RecordReader, value: unknown): boolean {
  if (isObject(value))
    return [...reader.viewOf(value)].every(([name, inner]) => !WITHIN_STAGES.has(name) || !isFilled(inner));
  return Array.isArray(value) ? value.length === 1 : typeof value !== 'number';
}

/** The winners or losers bracket, or a final, which may be a single match. */
function part(walk: Walk, item: Item, around: BracketPlace, depth: number): Leaf[] {
  if (isObject(item.value) && !holdsMatches(walk, item.value))
    return around.section === 'final' || hasBothSides(walk, item.value) ? matches([item], around) : [];
  const list = listIn(walk, item);
  return list && !hasRounds(walk, list) ? matches(list, around) : collect(walk, item, around, depth);
}

/** Groups, stages or pools, each with a name and its own bracket; winners and losers brackets may be here, too. */
function parts(walk: Walk, item: Item, around: BracketPlace, depth: number): Leaf[] {
  return (listIn(walk, item) ?? entriesIn(walk, item)).flatMap((inner, index) => {
    const name = nameIn(walk, inner.value) ?? inner.key;
    const byName = sectionOfName(name);
    // "Finals" may be a whole stage.
    const section =
      walk.reader.get(walk.reader.own(inner.value, 'round'), 'section') ??
      (byName === 'final' && !isGroupKey(item.key) ? undefined : byName);
    const isSide = section === 'winners' || section === 'losers' || section === 'final';
    const own: BracketPlace = isSide
      ? { section }
      : isGroupKey(item.key)
        ? { section: 'group', group: name ?? String(index + 1) }
        : { stage: { key: inner.at, ...present({ name }) }, ...present({ section }) };
    walk.parts.set(inner.value, name);
    return collect(walk, inner, { ...around, ...own }, depth - 1);
  });
}

function nameIn({ reader }: Walk, part: unknown): string | undefined {
  const own = reader.own(part, 'round');
  return (
    reader.get(own, 'name', asGroup) ??
    reader.get(own, 'group') ??
    reader.get(own, 'stageName') ??
    reader.get(own, 'number', asId)
  );
}

function rounds(walk: Walk, items: readonly Item[], around: BracketPlace, depth: number): Leaf[] {
  const numbers = items.map(({ key }) => asInteger(key?.replace(/^\D*/, '')));
  // "round_8", "round_4", "round_2" are rounds of so many players.
  const isAscending = numbers.every(
    (number, index) => index === 0 || (number ?? 0) > (numbers[index - 1] ?? 0),
  );
  return items.flatMap((item, index) => {
    const inner = { ...around, ...titleOf(walk, item, index + 1, isAscending) };
    const list = listIn(walk, item) ?? matchesOf(walk, item) ?? matchesIn(walk, item);
    // Rounds that contain rounds are parts of a bracket.
    return list && !hasRounds(walk, list) ? matches(list, inner) : collect(walk, item, around, depth - 1);
  });
}

function matches(items: readonly Item[], around: BracketPlace): Leaf[] {
  return items.flatMap(({ key, value, at }) => {
    // A placeholder for a future match.
    if (value === null) return [];
    // Only an id, or only two names.
    if (typeof value === 'string' || typeof value === 'number') return [{ value: { id: value }, at, around }];
    if (Array.isArray(value)) return [{ value: { sides: value }, at, around }];
    return [{ value: key === undefined || !isObject(value) ? value : { id: key, ...value }, at, around }];
  });
}

/** In JSON:API, the matches may be in the included resources only. */
function included(walk: Walk, body: unknown): Leaf[] {
  const resources = isObject(body) ? (listIn(walk, { value: body['included'], at: 'included' }) ?? []) : [];
  return resources.flatMap(({ value, at }) => {
    const type = isObject(value) ? asWord(value['type']) : undefined;
    const isMatch = type !== undefined && walk.matches.has(foldKey(type));
    return isMatch ? [{ value, at, around: {} }] : [];
  });
}

/** A list with its path, also in an envelope (`{ "nodes": [] }`, `{ "edges": [{ "node": {} }] }`). */
function listAt(value: unknown, at = ''): { list: readonly unknown[]; at: string } | undefined {
  if (Array.isArray(value)) return { list: value, at };
  if (!isObject(value)) return undefined;
  for (const key of ['data', 'nodes', 'items', 'results']) {
    const list = value[key];
    if (Array.isArray(list)) return { list, at: joinPath(at, key) };
  }
  const edges = value['edges'];
  return Array.isArray(edges) && edges.length > 0 ? { list: edges, at: joinPath(at, 'edges') } : undefined;
}

const isList = (value: unknown): boolean => listAt(value) !== undefined;

/** Deducts from the remaining looks, and returns how many of `wish` are granted. */
function spend(walk: Walk, wish: number): number {
  const count = Math.min(wish, MAX_ITEMS, walk.looks);
  walk.looks -= count;
  return count;
}

function listIn(walk: Walk, { value, at }: Item): Item[] | undefined {
  const location = listAt(value, at);
  return location?.list.slice(0, spend(walk, location.list.length)).map((inner, index) => ({
    value: isObject(inner) && 'node' in inner && location.at.endsWith('edges') ? inner['node'] : inner,
    at: joinPath(location.at, index),
  }));
}

/** The entries of an object by number, name or id, instead of a list. */
function entriesIn(walk: Walk, { value, at }: Item): Item[] {
  const all = isObject(value) ? Object.entries(value) : [];
  return all
    .slice(0, spend(walk, all.length))
    .map(([key, inner]) => ({ key, value: inner, at: joinPath(at, key) }));
}

function isRecordMap(value: unknown): boolean {
  const all = isObject(value) ? Object.values(value) : [];
  return all.length > 0 && all.every(isObject);
}

/** The matches of a round, under one of the known keys, or under the only one that holds matches. */
function matchesOf(walk: Walk, round: Item): Item[] | undefined {
  if (!isObject(round.value) || isMatchLike(walk, round.value)) return undefined;
  const lists = entriesIn(walk, round).filter(({ value }) => isList(value));
  const known = lists.find(({ key = '' }) => walk.matches.has(foldKey(key)));
  if (known) return listIn(walk, known);
  const unknown = lists.filter(({ key = '' }) => !isKnownKey(walk, foldKey(key)) && mayBePart(key));
  const [only, ...more] = unknown.flatMap((child) => (matchesIn(walk, child) ? [child] : []));
  return only && more.length === 0 ? listIn(walk, only) : undefined;
}

const hasRounds = (walk: Walk, list: readonly Item[]): boolean =>
  list.some(({ value }) => isRound(walk, value));

/** Whether an entry of a list is a round rather than a match. Two bare names are a match. */
function isRound(walk: Walk, value: unknown, depth = 6): boolean {
  if (!Array.isArray(value)) return holdsMatches(walk, value, depth);
  return value.length === 0 || value.some((inner) => typeof inner === 'object' && inner !== null);
}

/** Whether there are matches at any level below. */
function holdsMatches(walk: Walk, value: unknown, depth = 6): boolean {
  if (depth <= 0 || spend(walk, 1) === 0) return false;
  const list = listAt(value)?.list;
  if (list)
    return list
      .slice(0, MAX_ITEMS)
      .some((item) => hasBothSides(walk, item) || isRound(walk, item, depth - 1));
  if (!isObject(value) || isMatchLike(walk, value)) return false;
  for (const [name, inner] of walk.reader.viewOf(value)) {
    if (typeof inner !== 'object' || inner === null) continue;
    if ((walk.matches.has(name) || isRoundName(name)) && isList(inner)) return true;
    // An envelope of one match.
    if (walk.matches.has(name)) continue;
    if (mayBePart(name) && (hasBothSides(walk, inner) || holdsMatches(walk, inner, depth - 1))) return true;
  }
  return false;
}

/** By its two sides, or by a key that a round does not have, unless it has rounds or matches itself. */
function isMatchLike(walk: Walk, value: unknown): boolean {
  if (!isObject(value)) return false;
  const view = walk.reader.viewOf(value);
  const hasSideKey = [...view.keys()].some((name) => bracketKeys.sides.has(name));
  if (!hasSideKey) return hasBothSides(walk, value);
  const isAround = [...view].some(([name, inner]) => WITHIN_STAGES.has(name) && isFilled(inner));
  return !isAround || hasBothSides(walk, value);
}

/** A match has games and sets, but never these. */
const WITHIN_STAGES: ReadonlySet<string> = new Set([...bracketKeys.rounds, ...bracketKeys.parts, 'matches']);

export const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** The placement that a round gives its matches. */
function titleOf(
  { reader }: Walk,
  { key, value }: Item,
  position: number,
  hasNumberedKey: boolean,
): BracketPlace {
  const own = hasBothSides({ reader }, value) ? undefined : reader.own(value, 'round');
  const title = reader.get(own, 'name', asWord) ?? asWord(key && titleOfKey(key));
  const titleParts = groupInTitle(title);
  const keyNumber = hasNumberedKey ? asInteger(key?.replace(/^\D*/, '')) : undefined;
  const number = reader.get(own, 'number') ?? keyNumber ?? titleParts?.number;
  const stageTitle = reader.get(own, 'stageName');
  const stageName = stageTitle === title ? undefined : stageTitle;
  const stageKey = reader.get(own, 'stageId') ?? stageName;
  return present({
    number: Math.abs(number ?? position),
    name: titleParts ? titleParts.name : title,
    roundKey: key ?? String(position),
    section: reader.get(own, 'section'),
    group: reader.get(own, 'group') ?? titleParts?.group,
    stage: stageKey === undefined ? undefined : { key: stageKey, ...present({ name: stageName }) },
  });
}
