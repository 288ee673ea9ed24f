import { bracketKeysWith, type BracketKeys } from './bracket-words.ts';
import { compileTable } from './compile-table.ts';
import type { FieldTable, RecordName } from './fields.ts';
import { findList } from './find-list.ts';
import type { Entry } from './find-list.ts';
import { findRecord } from './find-record.ts';
import type { Place } from './find-record.ts';
import { createFolding, stepsOf, valueUnder } from './folding.ts';
import { readPhases, type PhaseOf } from './phases.ts';
import type { Shape } from './shapes.ts';
import { compileSides, type Pair, type PairKeys } from './side-keys.ts';
import type { JsonObject } from './values.ts';

export type { Place } from './find-record.ts';

/** Told for every field that was found: which accepted name matched, and where. */
export interface FieldMatch {
  record: RecordName;
  field: string;
  name: string;
  at: string;
}

/** Finds records and fields wherever a platform puts them. Knows names from its table, and no platform's shape. */
export interface Reader {
  /** The record of that kind in an answer, or in an entry of a list; `undefined` where there is no object at all. */
  record(value: unknown, record: RecordName, at?: string): Place | undefined;
  /** The same record, of which an object that lies elsewhere holds what is missing. */
  also(place: Place, object: JsonObject, at: string): Place;
  /** The entries of the list of such records in an answer; `undefined` where it has no list. */
  list(value: unknown, record: RecordName, at?: string): Entry[] | undefined;
  /** The first value under one of the field's names that `fit` takes. */
  field<R extends RecordName, T>(
    place: Place,
    record: R,
    field: keyof FieldTable[R] & string,
    fit: (value: unknown) => T | undefined,
  ): T | undefined;
  /** Whether an object has one of the field's names, be it with null under it. */
  has<R extends RecordName>(object: JsonObject, record: R, field: keyof FieldTable[R] & string): boolean;
  /** What the keys of a shape say of the two sides of a match. */
  sideKeys(shape: Shape): readonly PairKeys[];
  /** Names of the first and the second side under which the object may have anything. */
  pairsIn(object: JsonObject): readonly Pair[];
  /** What a status word means. */
  phaseOf: PhaseOf;
  /** Keys under which a bracket keeps its rounds and its matches, folded. */
  bracketKeys: BracketKeys;
  /** Only where somebody listens: for what is found by other ways than `field`. */
  matched: ((match: FieldMatch) => void) | undefined;
  /** What lies under a key (or a path of keys, with dots) of an object. */
  at(object: JsonObject, path: string): unknown;
}

export function createReader(table: FieldTable, onMatch?: (match: FieldMatch) => void): Reader {
  const namesOf = compileTable(table);
  const folding = createFolding();
  const sides = compileSides(table.pair);
  // The paths that the readers ask for: a few hundred, none of them from an answer.
  const stepsOfPath = new Map<string, string[]>();
  return {
    record: (value, record, at = '') => findRecord(folding, namesOf(record), value, at),
    also: ({ at: own, holders }, object, at) => ({
      at: own,
      holders: [...holders, { object, shape: folding.shapeOf(object), at }],
    }),
    list: (value, record, at = '') => findList(folding, namesOf(record), value, at),
    field(place, record, field, fit) {
      const names = namesOf(record);
      for (const { object, shape, at } of place.holders) {
        for (const { name, steps, keys, rest } of names.within(shape).fields.get(field) ?? []) {
          const value = keys ? folding.walk(valueUnder(object, keys), rest) : folding.walk(object, steps);
          // A null under one name gives way to the next, and so does what does not fit.
          const read = value === undefined || value === null ? undefined : fit(value);
          if (read === undefined) continue;
          onMatch?.({ record, field, name, at });
          return read;
        }
      }
      return undefined;
    },
    has(object, record, field) {
      const names = namesOf(record).within(folding.shapeOf(object)).fields.get(field) ?? [];
      return names.some(({ steps }) => folding.walk(object, steps) !== undefined);
    },
    sideKeys: (shape) => sides.keysIn(shape),
    pairsIn: (object) => sides.pairsIn(folding.shapeOf(object)),
    phaseOf: readPhases(table.state),
    bracketKeys: bracketKeysWith(table.envelope),
    matched: onMatch,
    at(object, path) {
      const steps = stepsOfPath.get(path) ?? stepsOf(path);
      stepsOfPath.set(path, steps);
      return folding.walk(object, steps);
    },
  };
}
