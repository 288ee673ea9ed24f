import type { RecordNames } from './compile-table.ts';
import { containers } from './envelopes.ts';
import { placeOf, weigh } from './find-record.ts';
import type { Folding } from './folding.ts';
import { foldKey, joinPath } from './keys.ts';
import { isObject } from './values.ts';
import type { JsonObject } from './values.ts';

/** An entry of a list. `hints` are what the list itself says of it: the status or the id it was filed under. */
export interface Entry {
  value: unknown;
  at: string;
  hints?: JsonObject;
}

interface Candidate {
  items: readonly unknown[];
  at: string;
  own: boolean;
}

const deepest = 5;
/** No operation pages, so a platform may send all it has; far more than is ever shown is not read. */
const maxEntries = 2000;
const containerKeys: ReadonlySet<string> = new Set(containers.map(foldKey));

/** The fullest array under envelopes and the record's own name, or else records filed by status or by id. */
export function findList(
  folding: Folding,
  names: RecordNames,
  value: unknown,
  at: string,
): Entry[] | undefined {
  const [found] = arrays(names, { items: value, at, own: false }, deepest).toSorted(
    (a, b) => rank(b) - rank(a) || b.items.length - a.items.length,
  );
  if (found) return entries(found.items, found.at);
  const inner = unwrap(names, value, at);
  return (
    byStatus(names, inner.value, inner.at) ??
    byId(folding, names, inner.value, inner.at) ??
    byId(folding, names, value, at) ??
    unnamed(folding, names, inner.value, inner.at)
  );
}

/** An array under the record's own name goes before others, and any that is not empty before those. */
function rank({ items, own }: Candidate): number {
  return (items.length > 0 ? 2 : 0) + (own ? 1 : 0);
}

function arrays(
  names: RecordNames,
  { items: value, at, own }: { items: unknown; at: string; own: boolean },
  depth: number,
): Candidate[] {
  if (Array.isArray(value)) return [{ items: value, at, own }];
  if (!isObject(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = foldKey(key);
    const isOwn = names.own.has(name);
    const isContainer = containerKeys.has(name);
    if (!isOwn && !isContainer && !names.envelopes.has(name)) return [];
    const below = joinPath(at, key);
    // Some servers write an empty list as null.
    if (inner === null) return isContainer ? [] : [{ items: [], at: below, own: isOwn }];
    return arrays(names, { items: inner, at: below, own: own || isOwn }, depth - 1);
  });
}

/** Down to the object in which records may be filed. */
function unwrap({ own, envelopes }: RecordNames, value: unknown, at: string): { value: unknown; at: string } {
  let here = { value, at };
  for (let depth = 0; depth < deepest && isObject(here.value); depth += 1) {
    const inner = Object.entries(here.value).find(
      ([key, child]) => isObject(child) && (own.has(foldKey(key)) || envelopes.has(foldKey(key))),
    );
    if (!inner) break;
    here = { value: inner[1], at: joinPath(here.at, inner[0]) };
  }
  return here;
}

/** `{ "created": [], "started": [] }`: lists by status, taken together. */
function byStatus({ phaseOf }: RecordNames, value: unknown, at: string): Entry[] | undefined {
  const lists = Object.entries(isObject(value) ? value : {}).flatMap(([key, inner]) =>
    phaseOf(key) !== undefined && Array.isArray(inner) ? [{ key, items: inner }] : [],
  );
  if (lists.length === 0) return undefined;
  return lists.flatMap(({ key, items }) => entries(items, joinPath(at, key), { status: key }));
}

/** `{ "17": {}, "23": {} }`: records by id. Two fields at least, or anything would be a record. */
function byId(folding: Folding, names: RecordNames, value: unknown, at: string): Entry[] | undefined {
  const all = Object.entries(isObject(value) ? value : {});
  const isRecord = (inner: unknown) =>
    isObject(inner) && weigh(names, placeOf(folding, names, inner, '')) >= 2;
  if (all.length === 0 || !all.every(([key, inner]) => key !== 'error' && isRecord(inner))) return undefined;
  return all.map(([key, inner]) => ({ value: inner, at: joinPath(at, key), hints: { id: key } }));
}

/** `{ "live_rapid": [] }`: the fullest array of records under a name that nobody told us. */
function unnamed(folding: Folding, names: RecordNames, value: unknown, at: string): Entry[] | undefined {
  const lists = Object.entries(isObject(value) ? value : {}).flatMap(([key, items]) => {
    const first: unknown = Array.isArray(items) ? items[0] : undefined;
    const isList = isObject(first) && weigh(names, placeOf(folding, names, first, '')) >= 2;
    return isList && Array.isArray(items) ? [{ key, items }] : [];
  });
  const [found] = lists.toSorted((a, b) => b.items.length - a.items.length);
  return found && entries(found.items, joinPath(at, found.key));
}

function entries(items: readonly unknown[], at: string, hints?: JsonObject): Entry[] {
  return items
    .slice(0, maxEntries)
    .map((value, index) => ({ value, at: joinPath(at, index), ...(hints && { hints }) }));
}
