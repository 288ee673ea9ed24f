import { foldKey } from './keys.ts';
import { createShapes, type Shape } from './shapes.ts';
import { isObject } from './values.ts';
import type { JsonObject } from './values.ts';

/** Looks into objects by folded keys. */
export interface Folding {
  shapeOf(object: JsonObject): Shape;
  /** What lies at the end of a path of folded keys; `*` is an object's only entry. */
  walk(from: unknown, steps: readonly string[]): unknown;
}

export function createFolding(): Folding {
  const foldedKeys = new Map<string, string>();
  const shapeOf = createShapes(fold);

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
    const { spellings } = shapeOf(here);
    const keys = spellings.get(name);
    if (keys) return valueUnder(here, keys);
    // A relationship (JSON:API) keeps what it points to under `data`.
    const data = spellings.get('data');
    const inner = data && valueUnder(here, data);
    return isObject(inner) ? valueUnder(inner, shapeOf(inner).spellings.get(name) ?? []) : undefined;
  }

  return {
    shapeOf,
    walk(from, steps) {
      let here = from;
      for (const name of steps) here = step(here, name);
      return here;
    },
  };
}

/** Of keys that fold to one, the one that is not null counts. */
export function valueUnder(object: JsonObject, keys: readonly string[]): unknown {
  let value: unknown;
  for (const key of keys) {
    value = object[key];
    if (value !== null && value !== undefined) break;
  }
  return value;
}

function onlyValue(object: JsonObject): unknown {
  const all = Object.values(object);
  return all.length === 1 ? all[0] : undefined;
}

/** Whether a path may lead anywhere in objects of this shape. */
export function mayLead({ spellings }: Shape, steps: readonly string[]): boolean {
  const first = steps[0] ?? '';
  return first === '*' || spellings.has(first) || spellings.has('data');
}

/** "games.*.faceit_elo" as folded steps. */
export function stepsOf(path: string): string[] {
  return path.split('.').map((step) => (step === '*' ? step : foldKey(step)));
}
