import { isObject, type JsonObject } from '../json.ts';
import { present } from '../present.ts';
import { containers } from './envelopes.ts';
import { placeOf, weigh, type RecordNames } from './find-record.ts';
import { foldedSet, joinPath, type ViewOf } from './keys.ts';
import type { PhaseOf } from './phases.ts';

/** An entry of a list. `hints`: the status or id that was its key. */
export interface ListEntry {
  value: unknown;
  at: string;
  hints?: JsonObject;
}

interface ListCandidate {
  items: readonly unknown[];
  at: string;
  own: boolean;
}

const DEEPEST = 5;
/** The most objects to search for one list. */
const MAX_LOOKS = 64;
/** No operation has pages, so a platform may send everything. The bot never shows nearly as many. */
const MAX_ENTRIES = 2000;
const CONTAINER_KEYS: ReadonlySet<string> = foldedSet(containers);

/** The longest array under envelopes and the record's name, or else records by status or by id. */
export function findList(
  viewOf: ViewOf,
  phaseOf: PhaseOf,
  names: RecordNames,
  body: unknown,
): ListEntry[] | undefined {
  let looks = MAX_LOOKS;
  const [best] = arrays(body, '', false, DEEPEST).toSorted(
    (a, b) => rank(b) - rank(a) || b.items.length - a.items.length,
  );
  if (best) return entries(best.items, best.at);
  const inner = unwrap(body);
  return (
    byStatus(inner.value, inner.at) ??
    byId(inner.value, inner.at) ??
    byId(body, '') ??
    unnamed(inner.value, inner.at)
  );

  function arrays(value: unknown, at: string, own: boolean, depth: number): ListCandidate[] {
    if (Array.isArray(value)) return [{ items: value, at, own }];
    if (!isObject(value) || depth === 0 || looks === 0) return [];
    looks -= 1;
    const candidates: ListCandidate[] = [];
    for (const [name, inner] of viewOf(value)) {
      const isOwn = names.own.has(name);
      const isContainer = CONTAINER_KEYS.has(name);
      if (!isOwn && !isContainer && !names.envelopes.has(name)) continue;
      if (typeof inner !== 'object') continue;
      const below = joinPath(at, viewOf.keyOf(value, name));
      if (inner !== null) candidates.push(...arrays(inner, below, own || isOwn, depth - 1));
      // Some servers send an empty list as null.
      else if (!isContainer) candidates.push({ items: [], at: below, own: isOwn });
    }
    return candidates;
  }

  /** Descends to the object that may have records by key. */
  function unwrap(value: unknown): { value: unknown; at: string } {
    let here = { value, at: '' };
    for (let depth = 0; depth < DEEPEST && isObject(here.value); depth += 1) {
      const object = here.value;
      const next = [...viewOf(object)].find(
        ([name, child]) => isObject(child) && (names.own.has(name) || names.envelopes.has(name)),
      );
      if (!next) break;
      here = { value: next[1], at: joinPath(here.at, viewOf.keyOf(object, next[0])) };
    }
    return here;
  }

  /** `{ "created": [], "started": [] }`: lists by status, concatenated. */
  function byStatus(value: unknown, at: string): ListEntry[] | undefined {
    const lists = filed(value).filter(([key, inner]) => Array.isArray(inner) && phaseOf(key) !== undefined);
    if (lists.length === 0) return undefined;
    return lists.flatMap(([key, items]) =>
      Array.isArray(items) ? entries(items, joinPath(at, key), { status: key }) : [],
    );
  }

  /** `{ "17": {}, "23": {} }`: records by id. Each needs two known fields, or any object would count. */
  function byId(value: unknown, at: string): ListEntry[] | undefined {
    const all = filed(value);
    if (all.length === 0 || !all.every(([key, inner]) => key !== 'error' && isRecord(inner)))
      return undefined;
    return all
      .slice(0, MAX_ENTRIES)
      .map(([key, inner]) => ({ value: inner, at: joinPath(at, key), hints: { id: key } }));
  }

  /** `{ "live_rapid": [] }`: the longest array of records under an unknown name. */
  function unnamed(value: unknown, at: string): ListEntry[] | undefined {
    const lists = filed(value).flatMap(([key, items]) =>
      Array.isArray(items) && isRecord(items[0]) ? [{ key, items }] : [],
    );
    const [best] = lists.toSorted((a, b) => b.items.length - a.items.length);
    return best && entries(best.items, joinPath(at, best.key));
  }

  function isRecord(value: unknown): boolean {
    return isObject(value) && weigh(names, placeOf(viewOf, value, '')) >= 2;
  }
}

const filed = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Non-empty arrays come first, then those under the record's name. */
function rank({ items, own }: ListCandidate): number {
  return (items.length > 0 ? 2 : 0) + (own ? 1 : 0);
}

function entries(items: readonly unknown[], at: string, hints?: JsonObject): ListEntry[] {
  return items
    .slice(0, MAX_ENTRIES)
    .map((value, index) => ({ value, at: joinPath(at, index), ...present({ hints }) }));
}
