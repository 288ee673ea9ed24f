import { foldKey } from './keys.ts';
import { isObject } from './values.ts';
import type { JsonObject } from './values.ts';

/** Looks into objects by folded keys, and folds the keys of each object once. */
export interface Folding {
  /** The object's values by folded key. Of two keys that fold to one, the one that is not null counts. */
  of(object: JsonObject): ReadonlyMap<string, unknown>;
  /** What lies at the end of a path of folded keys; `*` is an object's only entry. */
  walk(object: JsonObject, steps: readonly string[]): unknown;
}

export function createFolding(): Folding {
  const known = new WeakMap<JsonObject, Map<string, unknown>>();
  const foldedKeys = new Map<string, string>();

  function of(object: JsonObject): ReadonlyMap<string, unknown> {
    const before = known.get(object);
    if (before) return before;
    const map = new Map<string, unknown>();
    for (const [key, value] of Object.entries(object)) {
      const name = fold(key);
      map.set(name, map.get(name) ?? value);
    }
    known.set(object, map);
    return map;
  }

  /** A platform's keys come again and again; ids used as keys must not fill the memory. */
  function fold(key: string): string {
    const before = foldedKeys.get(key);
    if (before !== undefined) return before;
    const folded = foldKey(key);
    if (foldedKeys.size < 2000) foldedKeys.set(key, folded);
    return folded;
  }

  function step(here: unknown, name: string): unknown {
    if (Array.isArray(here)) return here[Number(name)];
    if (!isObject(here)) return undefined;
    if (name === '*') return onlyValue(here);
    const map = of(here);
    if (map.has(name)) return map.get(name);
    // A relationship (JSON:API) keeps what it points to under `data`.
    const inner = map.get('data');
    return isObject(inner) ? of(inner).get(name) : undefined;
  }

  return {
    of,
    walk(object, steps) {
      let here: unknown = object;
      for (const name of steps) here = step(here, name);
      return here;
    },
  };
}

function onlyValue(object: JsonObject): unknown {
  const all = Object.values(object);
  return all.length === 1 ? all[0] : undefined;
}

/** "games.*.faceit_elo" as folded steps. */
export function stepsOf(path: string): string[] {
  return path.split('.').map((step) => (step === '*' ? step : foldKey(step)));
}
