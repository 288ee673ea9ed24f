import { valueUnder } from './folding.ts';
import { asScore } from './read-scores.ts';
import type { Place, Reader } from './reader.ts';
import type { Pair, SideKey } from './side-keys.ts';
import { asInteger, isObject } from './values.ts';
import type { JsonObject } from './values.ts';

/** One side of a match as the record has it, not yet understood. */
export interface RawSide {
  value: unknown;
  /** The rest of the record under the side's name: `player1_score` as `score`. */
  flat: JsonObject;
  key?: string;
}

/** Both sides: under names of their own, as a list, keyed by side, or as fields of the match. */
export function rawSides(reader: Reader, place: Place): [RawSide, RawSide] {
  const named = namedPair(reader, place);
  // A list names the players where the flat fields have only their scores.
  const listed = reader.field(place, 'match', 'sides', (value) => pairOf(reader, value));
  if (!named) return listed ?? [nobody, nobody];
  if (!listed || named.some(({ value, flat }) => (value ?? flat['id'] ?? flat['name'] ?? null) !== null))
    return named;
  return [
    { ...listed[0], flat: named[0].flat },
    { ...listed[1], flat: named[1].flat },
  ];
}

const nobody: RawSide = { value: undefined, flat: {} };

/** Fields such as `player1`, `player1_id` and `score1`: of all pairs of names, the one with the most. */
function namedPair(reader: Reader, place: Place): [RawSide, RawSide] | undefined {
  const pairs = namedPairs(reader, place);
  const [best] = pairs;
  if (!best) return undefined;
  if (reader.matched) for (const { pair } of pairs) tellPair(reader, place, pair);
  if (pairs.length === 1) return best.sides;
  // `homeTeam` and `awayTeam` have their scores in `homeScore` and `awayScore`.
  const others = pairs.toReversed();
  const [first, second] = best.sides;
  return [
    { ...first, flat: Object.assign({}, ...others.map(({ sides }) => sides[0].flat)) },
    { ...second, flat: Object.assign({}, ...others.map(({ sides }) => sides[1].flat)) },
  ];
}

interface NamedPair {
  pair: Pair;
  sides: [FlatSide, FlatSide];
}

/** A side that its keys are still being read of. */
interface FlatSide extends RawSide {
  flat: Record<string, unknown>;
}

/** The pairs of names of which the record says anything, the one with the most first. */
function namedPairs(reader: Reader, { holders }: Place): NamedPair[] {
  const named = new Map<Pair, NamedPair>();
  for (const { object, shape } of holders) {
    for (const { pair, sides } of reader.sideKeys(shape)) {
      const known = named.get(pair) ?? { pair, sides: [flatSide(pair.folded[0]), flatSide(pair.folded[1])] };
      named.set(pair, known);
      note(known.sides[0], object, sides[0]);
      note(known.sides[1], object, sides[1]);
    }
  }
  return [...named.values()]
    .filter(({ sides }) => saidOf(sides) > 0)
    .toSorted((a, b) => saidOf(b.sides) - saidOf(a.sides) || a.pair.position - b.pair.position);
}

const flatSide = (name: string): FlatSide => ({ value: undefined, flat: {}, key: name });

function note(side: FlatSide, object: JsonObject, sideKeys: readonly SideKey[]): void {
  for (const { keys, field } of sideKeys) {
    const value = valueUnder(object, keys);
    if (value === null) continue;
    if (field === undefined) side.value ??= value;
    else if (field !== 'score' || asScore(value) !== undefined) side.flat[field] ??= value;
  }
}

const saidOf = (sides: readonly RawSide[]): number =>
  sides.reduce((sum, { value, flat }) => sum + (value === undefined ? 0 : 1) + Object.keys(flat).length, 0);

/** Names the keys that told of the sides, as they are when folded. */
function tellPair(reader: Reader, { holders, at }: Place, told: Pair): void {
  for (const [index, field] of (['first', 'second'] as const).entries()) {
    for (const { object, shape } of holders) {
      const keys = reader.sideKeys(shape).find(({ pair }) => pair === told)?.sides[index] ?? [];
      for (const { name, keys: spellings } of keys)
        if (valueUnder(object, spellings) !== null) reader.matched?.({ record: 'pair', field, name, at });
    }
  }
}

/** A list of two, or an object by side or by anything else. More than two are no sides. */
function pairOf(reader: Reader, value: unknown): [RawSide, RawSide] | undefined {
  if (isObject(value) && !isObject(reader.at(value, 'data'))) {
    for (const {
      names: [first, second],
    } of reader.pairsIn(value)) {
      const values = [reader.at(value, first), reader.at(value, second)] as const;
      if (values.some((side) => (side ?? null) !== null)) {
        return [
          { value: values[0], flat: {}, key: first },
          { value: values[1], flat: {}, key: second },
        ];
      }
    }
    const filed = Object.entries(value);
    const [first, second] = filed;
    if (first && second && filed.length === 2 && isObject(first[1]) && isObject(second[1])) {
      return [
        { value: first[1], flat: {}, key: first[0] },
        { value: second[1], flat: {}, key: second[0] },
      ];
    }
  }
  const list = reader.list(value, 'player')?.map((entry) => entry.value);
  if (!list || list.length === 0 || list.length > 2) return undefined;
  const [first, second] = inOrder(reader, list);
  return [
    { value: first, flat: {} },
    { value: second, flat: {} },
  ];
}

/** As given, or by the number of the seat where each side has one. */
function inOrder(reader: Reader, list: readonly unknown[]): readonly unknown[] {
  const numbered = list.map((value) => {
    const place = isObject(value) ? reader.record(value, 'side') : undefined;
    return { value, seat: place && reader.field(place, 'side', 'order', asInteger) };
  });
  const seats = new Set(numbered.map(({ seat }) => seat));
  if (seats.has(undefined) || seats.size < list.length) return list;
  return numbered.toSorted((a, b) => (a.seat ?? 0) - (b.seat ?? 0)).map(({ value }) => value);
}
