import { foldKey } from './keys.ts';
import type { Place, Reader } from './reader.ts';
import { asId, asScore, isObject, type JsonObject, words } from './values.ts';

/** One side of a match as the record has it, not yet understood. */
export interface RawSide {
  value: unknown;
  /** The rest of the record under the side's name: `player1_score` as `score`. */
  flat: JsonObject;
  key: string | undefined;
}

/** Both sides: under names of their own, as a list, keyed by side, or as fields of the match. */
export function rawSides(reader: Reader, record: Place<'match'>): [RawSide, RawSide] {
  const named = namedPair(reader, record);
  // A list names the players where the flat fields have only their scores.
  const listed = reader.get(record, 'sides', (value) => pairOf(reader, value));
  if (!named) return listed ?? [sideOf(undefined), sideOf(undefined)];
  if (!listed || named.some(({ value, flat }) => (value ?? flat['id'] ?? flat['name'] ?? null) !== null))
    return named;
  return [
    { ...listed[0], flat: named[0].flat },
    { ...listed[1], flat: named[1].flat },
  ];
}

const ID_KEYS = words('id team_id participant_id player_id user_id entrant_id faction_id').map(foldKey);

/** Every id by which an object may mean a player or a team. */
export function memberIds(reader: Reader, object: JsonObject): string[] {
  return ID_KEYS.map((key) => asId(reader.at(object, key))).filter((id) => id !== undefined);
}

const sideOf = (value: unknown, key?: string): FlatSide => ({ value, flat: {}, key });

interface NamedPair {
  position: number;
  sides: [FlatSide, FlatSide];
  /** How much is said of the sides. */
  said: number;
  /** The keys that said it, as the answer writes them. */
  keys: { name: string; side: 0 | 1 }[];
}

/** A side that its keys are still being read of. */
interface FlatSide extends RawSide {
  flat: Record<string, unknown>;
}

/** Fields such as `player1`, `player1_id` and `score1`: of all pairs of names, the one with the most. */
function namedPair(reader: Reader, place: Place<'match'>): [RawSide, RawSide] | undefined {
  const pairs = namedPairs(reader, place);
  const [best] = pairs;
  if (!best) return undefined;
  for (const { keys } of pairs) {
    for (const { name, side } of keys)
      reader.matched?.({ record: 'pair', field: side === 0 ? 'first' : 'second', name });
  }
  if (pairs.length === 1) return best.sides;
  // `homeTeam` and `awayTeam` have their scores in `homeScore` and `awayScore`.
  const others = pairs.toReversed();
  const [first, second] = best.sides;
  return [
    { ...first, flat: Object.assign({}, ...others.map(({ sides }) => sides[0].flat)) },
    { ...second, flat: Object.assign({}, ...others.map(({ sides }) => sides[1].flat)) },
  ];
}

/** The pairs of names of which the record says anything, the one with the most first. */
function namedPairs(reader: Reader, { holders }: Place<'match'>): NamedPair[] {
  const named = new Map<number, NamedPair>();
  for (const { object, view } of holders) {
    for (const [name, value] of view) {
      const says = value === null ? undefined : reader.sides.keys.get(name);
      if (!says) continue;
      for (const { pair, side, field } of says) {
        if (field === 'score' && asScore(value) === undefined) continue;
        const known = named.get(pair) ?? newPair(reader.sides.pairs[pair] ?? ['', ''], pair);
        named.set(pair, known);
        const target = known.sides[side];
        if (reader.matched) known.keys.push({ name: reader.viewOf.keyOf(object, name), side });
        const before = field === undefined ? target.value : target.flat[field];
        if (before !== undefined) continue;
        known.said += 1;
        if (field === undefined) target.value = value;
        else target.flat[field] = value;
      }
    }
  }
  return [...named.values()].toSorted((a, b) => b.said - a.said || a.position - b.position);
}

const newPair = ([first, second]: readonly [string, string], position: number): NamedPair => ({
  position,
  sides: [sideOf(undefined, first), sideOf(undefined, second)],
  said: 0,
  keys: [],
});

/** A list of two, or an object by side or by anything else. More than two are no sides. */
function pairOf(reader: Reader, value: unknown): [RawSide, RawSide] | undefined {
  if (isObject(value) && !isObject(reader.at(value, 'data'))) {
    for (const [first, second] of reader.sides.pairs) {
      const [a, b] = [reader.at(value, first), reader.at(value, second)];
      if ((a ?? b ?? null) !== null) return [sideOf(a, first), sideOf(b, second)];
    }
    const [first, second, ...more] = Object.entries(value);
    if (first && second && more.length === 0 && isObject(first[1]) && isObject(second[1]))
      return [sideOf(first[1], first[0]), sideOf(second[1], second[0])];
  }
  const list = reader.list(value, 'player')?.map((entry) => entry.value);
  if (!list || list.length === 0 || list.length > 2) return undefined;
  const [first, second] = inOrder(reader, list);
  return [sideOf(first), sideOf(second)];
}

/** As given, or by the number of the seat where each side has one. */
function inOrder(reader: Reader, list: readonly unknown[]): readonly unknown[] {
  const numbered = list.map((value) => ({
    value,
    seat: isObject(value) ? reader.get(reader.record(value, 'side'), 'order') : undefined,
  }));
  const seats = new Set(numbered.map(({ seat }) => seat));
  if (seats.has(undefined) || seats.size < list.length) return list;
  return numbered.toSorted((a, b) => (a.seat ?? 0) - (b.seat ?? 0)).map(({ value }) => value);
}
