import { isObject } from '../json.ts';
import { bracketKeys, isRoundName, sectionOfName, type BracketKeys } from './bracket-words.ts';
import { endingFields } from './ending-fields.ts';
import { rosters } from './envelopes.ts';
import { foldedSet, foldKey, joinPath } from './keys.ts';
import { rawSides } from './raw-sides.ts';
import type { RecordReader } from './reader.ts';
import { words } from './values.ts';

/** The most entries to visit in one list or object. */
const MAX_ITEMS = 2048;

/** A value in a response with its key; items of lists have none. */
export interface Item {
  key?: string;
  value: unknown;
  at: string;
}

/** The keys of a walk, how many more entries it may visit, and the names of the stages and groups by their objects. */
export interface Walk extends BracketKeys {
  reader: RecordReader;
  looks: number;
  parts: Map<unknown, string | undefined>;
}

export function isKnownKey(walk: Walk, name: string): boolean {
  const section = sectionOfName(name);
  return (
    bracketKeys.parts.has(name) || (section !== undefined && section !== 'group') || walk.around.has(name)
  );
}

/** Excludes lists of people, tables, and selections of matches that the bracket has elsewhere. */
export const mayBePart = (key = ''): boolean =>
  !NO_PARTS.has(foldKey(key)) && !/^(?:live|upcoming|recent|current|next|prev|last|my|today)/i.test(key);
const NO_PARTS = foldedSet([
  ...rosters,
  ...endingFields.ending.standings.names,
  ...endingFields.ending.placements.names,
  ...words('winner champion organizer settings meta links user users me history'),
]);

/** The matches of an item that is a list of matches, or a single one. */
export function matchesIn(walk: Walk, item: Item): Item[] | undefined {
  if (hasBothSides(walk, item.value)) return [{ value: item.value, at: item.at }];
  const list = isList(item.value) ? listIn(walk, item) : undefined;
  return list?.some(({ value }) => hasBothSides(walk, value)) === true ? list : undefined;
}

/**
 * Whether it is a match because it has both sides, even if they are open. Rounds and groups may have the same numbers or letters as
 * sides.
 */
export function hasBothSides({ reader }: Pick<Walk, 'reader'>, value: unknown): boolean {
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

export const isList = (value: unknown): boolean => listAt(value) !== undefined;

/** Deducts from the remaining looks, and returns how many of `wish` are granted. */
function spend(walk: Walk, wish: number): number {
  const count = Math.min(wish, MAX_ITEMS, walk.looks);
  walk.looks -= count;
  return count;
}

export function listIn(walk: Walk, { value, at }: Item): Item[] | undefined {
  const location = listAt(value, at);
  return location?.list.slice(0, spend(walk, location.list.length)).map((inner, index) => ({
    value: isObject(inner) && 'node' in inner && location.at.endsWith('edges') ? inner['node'] : inner,
    at: joinPath(location.at, index),
  }));
}

/** The entries of an object by number, name or id, instead of a list. */
export function entriesIn(walk: Walk, { value, at }: Item): Item[] {
  const all = isObject(value) ? Object.entries(value) : [];
  return all
    .slice(0, spend(walk, all.length))
    .map(([key, inner]) => ({ key, value: inner, at: joinPath(at, key) }));
}

export function isRecordMap(value: unknown): boolean {
  const all = isObject(value) ? Object.values(value) : [];
  return all.length > 0 && all.every(isObject);
}

/** The matches of a round, under one of the known keys, or under the only one that holds matches. */
export function matchesOf(walk: Walk, round: Item): Item[] | undefined {
  if (!isObject(round.value) || isMatchLike(walk, round.value)) return undefined;
  const lists = entriesIn(walk, round).filter(({ value }) => isList(value));
  const known = lists.find(({ key = '' }) => walk.matches.has(foldKey(key)));
  if (known) return listIn(walk, known);
  const unknown = lists.filter(({ key = '' }) => !isKnownKey(walk, foldKey(key)) && mayBePart(key));
  const [only, ...more] = unknown.flatMap((child) => (matchesIn(walk, child) ? [child] : []));
  return only && more.length === 0 ? listIn(walk, only) : undefined;
}

export const hasRounds = (walk: Walk, list: readonly Item[]): boolean =>
  list.some(({ value }) => isRound(walk, value));

/** Whether an entry of a list is a round rather than a match. Two bare names are a match. */
function isRound(walk: Walk, value: unknown, depth = 6): boolean {
  if (!Array.isArray(value)) return holdsMatches(walk, value, depth);
  return value.length === 0 || value.some((inner) => typeof inner === 'object' && inner !== null);
}

/** Whether there are matches at any level below. */
export function holdsMatches(walk: Walk, value: unknown, depth = 6): boolean {
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
