import { isObject, type JsonObject } from '../json.ts';
import { asIs, words, type Fit } from './values.ts';

/** Far longer than any accepted name. */
const MAX_KEY = 100;

/** Normalizes the style of a key: `startsAt`, `starts_at` and `Starts-At` fold to `startsat`. */
export function foldKey(key: string): string {
  if (key.length > MAX_KEY) return key;
  return key.toLowerCase().replace(/[_\-\s]/g, '');
}

/** The kind of a field and its accepted names. */
export interface Field<T> {
  fit: Fit<T>;
  names: readonly string[];
}

/** field(asId)`id user_id` */
export const field =
  <T>(fit: Fit<T>) =>
  ([list = '']: TemplateStringsArray): Field<T> => ({ fit, names: words(list) });

/** A field that a record has under the same name, with the value as it is read. */
export interface PlainField<T> extends Field<T> {
  isPlain: true;
}

/** plain(asName)`name title` */
export const plain =
  <T>(fit: Fit<T>) =>
  ([list = '']: TemplateStringsArray): PlainField<T> => ({ fit, names: words(list), isPlain: true });

export const isPlain = (field: Field<unknown>): boolean => 'isPlain' in field;

/** Words that are no field's: names`data result` */
export const names = field(asIs);

export const foldedSet = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldKey));

/** The entry of a list of one. */
export const onlyOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : undefined;

/** A path in a body, for reports: `data.rounds[0].name`. */
export function joinPath(at: string, key: string | number): string {
  if (typeof key === 'number') return `${at}[${key}]`;
  return at === '' ? key : `${at}.${key}`;
}

/** An object's values by folded key, in its order. Of keys that fold to the same one, the first non-null value counts. */
export type ObjectView = ReadonlyMap<string, unknown>;
export interface ViewOf {
  (object: JsonObject): ObjectView;
  /** The original spelling of a folded key. */
  keyOf(object: JsonObject, name: string): string;
}

/** The most keys to read of one object, as in a map of records by id. */
const MAX_KEYS = 2048;

/** Creates each view once. */
export function createViews(): ViewOf {
  const views = new WeakMap<JsonObject, ObjectView>();
  const spellings = new WeakMap<JsonObject, ReadonlyMap<string, string>>();

  const keysOf = (object: JsonObject): readonly string[] => {
    const keys = Object.keys(object);
    return keys.length > MAX_KEYS ? keys.slice(0, MAX_KEYS) : keys;
  };

  function keyOf(object: JsonObject, name: string): string {
    if (Object.hasOwn(object, name)) return name;
    const cached =
      spellings.get(object) ??
      new Map(
        keysOf(object)
          .toReversed()
          .map((key): [string, string] => [foldKey(key), key]),
      );
    spellings.set(object, cached);
    return cached.get(name) ?? name;
  }

  function viewOf(object: JsonObject): ObjectView {
    const cached = views.get(object);
    if (cached) return cached;
    const view = new Map<string, unknown>();
    for (const key of keysOf(object)) {
      const name = foldKey(key);
      if ((view.get(name) ?? null) === null) view.set(name, object[key]);
    }
    views.set(object, view);
    return view;
  }

  return Object.assign(viewOf, { keyOf });
}

const DEEPEST_LIST = 4;
const MAX_OBJECTS = 1000;

/** The lists in a response with their folded keys, except for lists within lists. */
export function* listsIn(
  viewOf: ViewOf,
  body: unknown,
): Generator<{ name: string; list: readonly unknown[] }> {
  const queue = [{ value: body, depth: 0 }];
  for (const { value, depth } of queue) {
    if (!isObject(value) || depth > DEEPEST_LIST) continue;
    for (const [name, inner] of viewOf(value)) {
      if (Array.isArray(inner)) yield { name, list: inner };
      else if (isObject(inner) && queue.length < MAX_OBJECTS) queue.push({ value: inner, depth: depth + 1 });
    }
  }
}
