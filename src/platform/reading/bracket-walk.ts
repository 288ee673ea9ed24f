import { asGroup, groupInTitle, isGroupKey } from './bracket-groups.ts';
import { bracketKeys, isRoundName, sectionOfName } from './bracket-words.ts';
import type { BracketKeys, Section } from './bracket-words.ts';
import { foldKey, joinPath } from './keys.ts';
import { asId, asInteger, asName, asWord, isObject, present } from './values.ts';
import type { JsonObject } from './values.ts';

/** What the levels above say of a match: in which part of the bracket, group and round it is. */
export interface Around {
  section?: Section;
  /** Its name, or its number or id. */
  group?: string;
  stage?: { key: string; name?: string };
  round?: { number?: number; name?: string; key: string };
}

/** A match before it is read, and what stands above it. */
export interface Leaf {
  value: unknown;
  at: string;
  around: Around;
}

/** Something in an answer, under its key; in a list it has none. */
interface Item {
  key?: string;
  value: unknown;
  at: string;
}

const deepest = 8;
/** 512 players in double elimination. More is never drawn, and reading it would hold everything else up. */
const maxMatches = 1024;

/** Every match below `body`, in the order given. Knows no match from another: only lists, and what their keys say. */
export function walkBracket(keys: BracketKeys, body: unknown): Leaf[] {
  const leaves = collect(keys, { value: body, at: '' }, {}, deepest);
  return (leaves.length > 0 ? leaves : included(keys, body)).slice(0, maxMatches);
}

function collect(keys: BracketKeys, { value, at }: Item, around: Around, depth: number): Leaf[] {
  if (depth === 0) return [];
  const list = listIn({ value, at });
  if (list)
    return list.some((item) => isRound(keys, item))
      ? rounds(keys, list, around, depth)
      : matches(list, around);
  const children = isObject(value) ? itemsOf(value, at) : [];
  const ofKind = (keys: ReadonlySet<string>) => children.filter(({ key = '' }) => keys.has(foldKey(key)));
  const [inRounds] = ofKind(keys.rounds).filter((child) => holdsMatches(keys, child.value));
  if (inRounds) return rounds(keys, listIn(inRounds) ?? filed(inRounds), around, depth - 1);
  const [inMatches] = ofKind(keys.matches).filter((child) => listIn(child) ?? isFiled(child.value));
  if (inMatches) return matches(listIn(inMatches) ?? filed(inMatches), around);
  const named = children.filter(({ key = '', value: inner }) => isRoundName(key) && isList(inner));
  if (named.some(({ key = '' }) => sectionOfName(key) !== 'final'))
    return rounds(keys, named, around, depth - 1);
  return children.flatMap((child) => {
    const name = foldKey(child.key ?? '');
    const section = sectionOfName(name);
    if (bracketKeys.parts.has(name)) return parts(keys, child, around, depth - 1);
    if (section && section !== 'group') return part(keys, child, { ...around, section }, depth - 1);
    return keys.around.has(name) ? collect(keys, child, around, depth - 1) : [];
  });
}

/** The winners' side, or a final that may be one match alone. */
function part(keys: BracketKeys, item: Item, around: Around, depth: number): Leaf[] {
  if (isObject(item.value) && !holdsMatches(keys, item.value)) return matches([item], around);
  const list = listIn(item);
  return list?.some((item) => isRound(keys, item)) === false
    ? matches(list, around)
    : collect(keys, item, around, depth);
}

/** Groups, stages, pools: each a bracket of its own, with a name. Sides of a bracket may be filed so too. */
function parts(keys: BracketKeys, item: Item, around: Around, depth: number): Leaf[] {
  return (listIn(item) ?? filed(item)).flatMap((inner, index) => {
    const name = nameIn(inner.value) ?? inner.key;
    const byName = sectionOfName(name);
    // "Finals" may be a whole stage.
    const section =
      sectionOf(inner.value) ?? (byName === 'final' && !isGroupKey(item.key) ? undefined : byName);
    const isSide = section === 'winners' || section === 'losers' || section === 'final';
    const own: Around = isSide
      ? { section }
      : isGroupKey(item.key)
        ? { section: 'group', group: name ?? String(index + 1) }
        : { stage: { key: inner.at, ...present({ name }) }, ...present({ section }) };
    return collect(keys, inner, { ...around, ...own }, depth - 1);
  });
}

function nameIn(part: unknown): string | undefined {
  const under = fieldsOf(part);
  return (
    asGroup(under('name', 'title', 'label', 'displayname', 'groupname', 'stagename')) ??
    asGroup(under('group', 'pool', 'displayidentifier', 'identifier', 'letter', 'number'))
  );
}

/** The value under the first of the names (folded) that an object has. */
function fieldsOf(value: unknown): (...names: string[]) => unknown {
  const own = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(isObject(value) ? value : {})) {
    const name = foldKey(key);
    if (inner !== null && !own.has(name)) own.set(name, inner);
  }
  return (...names) => own.get(names.find((name) => own.has(name)) ?? '');
}

function rounds(keys: BracketKeys, items: readonly Item[], around: Around, depth: number): Leaf[] {
  return items.flatMap((item, index) => {
    const inner = { ...around, ...titleOf(item, index + 1) };
    const list = listIn(item) ?? (isObject(item.value) ? matchesOf(keys, item.value, item.at) : undefined);
    // Rounds that hold rounds are parts of a bracket.
    return list && !list.some((item) => isRound(keys, item))
      ? matches(list, inner)
      : collect(keys, item, around, depth - 1);
  });
}

function matches(items: readonly Item[], around: Around): Leaf[] {
  return items.flatMap(({ key, value, at }) => {
    // A place that is held for a match to come.
    if (value === null) return [];
    // An id alone, or two names alone.
    if (typeof value === 'string' || typeof value === 'number') return [{ value: { id: value }, at, around }];
    if (Array.isArray(value)) return [{ value: { sides: value }, at, around }];
    return [{ value: key === undefined || !isObject(value) ? value : { id: key, ...value }, at, around }];
  });
}

/** The matches of a bracket in JSON:API may be nowhere but among the included resources. */
function included(keys: BracketKeys, body: unknown): Leaf[] {
  const resources = isObject(body) && Array.isArray(body['included']) ? body['included'] : [];
  return resources.flatMap((value: unknown, index) => {
    const type = isObject(value) ? asWord(value['type']) : undefined;
    const isMatch = type !== undefined && keys.matches.has(foldKey(type));
    return isMatch ? [{ value, at: joinPath('included', index), around: {} }] : [];
  });
}

/** The entries of a list, also of one in an envelope (`{ "nodes": [] }`, `{ "edges": [{ "node": {} }] }`). */
function listIn({ value, at }: Item): Item[] | undefined {
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => ({ value: inner, at: joinPath(at, index) }));
  if (!isObject(value)) return undefined;
  for (const key of ['data', 'nodes', 'items', 'results']) {
    if (Array.isArray(value[key])) return listIn({ value: value[key], at: joinPath(at, key) });
  }
  const edges: readonly unknown[] = Array.isArray(value['edges']) ? value['edges'] : [];
  const nodes = edges.map((edge, index) => ({
    value: isObject(edge) ? (edge['node'] ?? null) : edge,
    at: joinPath(joinPath(at, 'edges'), index),
  }));
  return edges.length > 0 ? nodes : undefined;
}

function isList(value: unknown): boolean {
  return listIn({ value, at: '' }) !== undefined;
}

function itemsOf(object: JsonObject, at: string): Item[] {
  return Object.entries(object).map(([key, value]) => ({ key, value, at: joinPath(at, key) }));
}

/** By number, name or id instead of in a list. */
function filed({ value, at }: Item): Item[] {
  return isObject(value) ? itemsOf(value, at) : [];
}

function isFiled(value: unknown): boolean {
  const all = isObject(value) ? Object.values(value) : [];
  return all.length > 0 && all.every(isObject);
}

/** The matches that a round has under one of their names. */
function matchesOf(keys: BracketKeys, round: JsonObject, at: string): Item[] | undefined {
  if (isMatchLike(round)) return undefined;
  const found = itemsOf(round, at).find(
    ({ key = '', value }) => keys.matches.has(foldKey(key)) && isList(value),
  );
  return found && listIn(found);
}

/** Whether an entry of a list is a round rather than a match. Two bare names are a match. */
function isRound(keys: BracketKeys, { value }: Item, depth = 4): boolean {
  if (!Array.isArray(value)) return holdsMatches(keys, value, depth);
  return value.length === 0 || value.some((inner) => typeof inner === 'object' && inner !== null);
}

/** Whether matches lie somewhere below. */
function holdsMatches(keys: BracketKeys, value: unknown, depth = 4): boolean {
  if (depth <= 0) return false;
  const list = listIn({ value, at: '' });
  if (list) return list.some((item) => isRound(keys, item, depth - 1));
  if (!isObject(value) || isMatchLike(value)) return false;
  return Object.entries(value).some(([key, inner]) => {
    const name = foldKey(key);
    if (keys.matches.has(name) || isRoundName(name)) return isList(inner);
    return (keys.rounds.has(name) || keys.around.has(name)) && holdsMatches(keys, inner, depth - 1);
  });
}

function isMatchLike(value: JsonObject): boolean {
  return Object.keys(value).some((key) => bracketKeys.sides.has(foldKey(key)));
}

/** What a round says of its matches. */
function titleOf({ key, value }: Item, position: number): Around {
  const under = fieldsOf(value);
  const title =
    asWord(under('name', 'title', 'label', 'roundname', 'displayname')) ??
    asWord(under('round')) ??
    asWord(key);
  const titled = groupInTitle(title);
  const number =
    asInteger(under('round', 'number', 'roundnumber', 'index', 'order')) ??
    asInteger(key?.replace(/^\D*/, '')) ??
    titled?.number;
  const group = asGroup(under('groupname', 'poolname', 'grouplabel', 'group', 'pool', 'groupid', 'poolid'));
  const named = asName(under('stagename', 'stage', 'phasename', 'phase'));
  const stageName = named === title ? undefined : named;
  const stageKey = asId(under('stageid', 'phaseid')) ?? stageName;
  return {
    round: {
      ...present({ number: Math.abs(number ?? position), name: titled ? titled.name : title }),
      key: key ?? String(position),
    },
    ...present({
      section: sectionOf(value),
      group: group ?? titled?.group,
      stage: stageKey === undefined ? undefined : { key: stageKey, ...present({ name: stageName }) },
    }),
  };
}

/** The part of the bracket that an object says it is. */
export function sectionOf(item: unknown): Section | undefined {
  for (const [key, value] of Object.entries(isObject(item) ? item : {})) {
    const section = bracketKeys.labels.has(foldKey(key)) ? sectionOfName(value) : undefined;
    if (section) return section;
  }
  return undefined;
}
