import { isObject, type JsonObject } from '../json.ts';
import { foldKey, onlyOf } from './keys.ts';
import type { RecordPlace, RecordReader } from './reader.ts';
import { asId, asScore, words } from './values.ts';

/** One side of a match as in the record, not parsed yet. */
export interface RawSide {
  value: unknown;
  /** The fields of the match that start with the side's name: `player1_score` as `score`. */
  flat: JsonObject;
  key: string | undefined;
}

/** Both sides: under their own names, as a list, in an object by side, or as fields of the match. */
export function rawSides(reader: RecordReader, record: RecordPlace<'match'>): [RawSide, RawSide] {
  const pair = namedPair(reader, record);
  // The list has the players if the flat fields have only their scores.
  const list = reader.get(record, 'sides', (value) => pairOf(reader, value));
  if (!pair) return list ?? [sideOf(undefined), sideOf(undefined)];
  if (!list || pair.some(({ value, flat }) => (value ?? flat['id'] ?? flat['name'] ?? null) !== null))
    return pair;
  return [
    { ...list[0], flat: pair[0].flat },
    { ...list[1], flat: pair[1].flat },
  ];
}

const ID_KEYS = words('id team_id participant_id player_id user_id entrant_id faction_id').map(foldKey);

/** All ids by which an object may refer to a player or a team. */
export function memberIds(reader: RecordReader, object: JsonObject): string[] {
  return ID_KEYS.map((key) => asId(reader.at(object, key))).filter((id) => id !== undefined);
}

/** A side in its own list (`team: [{}]`) is the only entry. */
const sideOf = (value: unknown, key?: string): FlatSide => ({ value: onlyOf(value) ?? value, flat: {}, key });

interface NamedPair {
  position: number;
  sides: [FlatSide, FlatSide];
  /** Which side the record lists first. */
  leader: 0 | 1;
  /** How many values it has. */
  count: number;
  /** The keys of these, as the response writes them. */
  keys: { name: string; side: 0 | 1 }[];
}

/** A side while its keys are collected. */
interface FlatSide extends RawSide {
  flat: Record<string, unknown>;
}

/** From fields such as `player1`, `player1_id` and `score1`: of all pairs of names, the one with the most values. */
function namedPair(reader: RecordReader, place: RecordPlace<'match'>): [RawSide, RawSide] | undefined {
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

/** The pairs of names with values in the record, those with the most values first. */
function namedPairs(reader: RecordReader, { holders }: RecordPlace<'match'>): NamedPair[] {
  const byPosition = new Map<number, NamedPair>();
  for (const { object, view } of holders) {
    for (const [name, value] of view) {
      const says = value === null ? undefined : reader.sides.keys.get(name);
      if (!says) continue;
      for (const { pair, side, field } of says) {
        if (field === 'score' && asScore(value) === undefined) continue;
        const existing = byPosition.get(pair) ?? newPair(reader.sides.pairs[pair] ?? ['', ''], pair, side);
        byPosition.set(pair, existing);
        const target = existing.sides[side];
        if (reader.matched) existing.keys.push({ name: reader.viewOf.keyOf(object, name), side });
        const before = field === undefined ? target.value : target.flat[field];
        if (before !== undefined) continue;
        existing.count += 1;
        if (field === undefined) target.value = onlyOf(value) ?? value;
        else target.flat[field] = value;
      }
    }
  }
  for (const [position, steps] of reader.sides.paths) {
    for (const { object } of holders) {
      const [first, second] = [reader.walk(object, steps[0]), reader.walk(object, steps[1])];
      if ((first ?? second ?? null) === null || byPosition.has(position)) continue;
      const names = reader.sides.pairs[position] ?? ['', ''];
      byPosition.set(position, {
        ...newPair(names, position, 0),
        sides: [sideOf(first), sideOf(second)],
        count: [first, second].filter((value) => (value ?? null) !== null).length,
        keys: names.map((name, at) => ({ name, side: at === 0 ? 0 : 1 })),
      });
    }
  }
  const pairs = [...byPosition.values()].map((one) =>
    one.leader === 1 && reader.sides.colors.has(one.position) ? turned(one) : one,
  );
  return pairs.toSorted((a, b) => b.count - a.count || a.position - b.position);
}

/** In the order of the record. */
const turned = ({ sides: [first, second], ...pair }: NamedPair): NamedPair => ({
  ...pair,
  sides: [second, first],
});

const newPair = ([first, second]: readonly [string, string], position: number, leader: 0 | 1): NamedPair => ({
  position,
  leader,
  sides: [sideOf(undefined, first), sideOf(undefined, second)],
  count: 0,
  keys: [],
});

/** A list of two, or an object by side or by any two keys. More than two entries are not sides. */
function pairOf(reader: RecordReader, value: unknown): [RawSide, RawSide] | undefined {
  if (isObject(value) && !isObject(reader.at(value, 'data'))) {
    for (const [at, [first, second]] of reader.sides.pairs.entries()) {
      const [a, b] = [reader.at(value, first), reader.at(value, second)];
      if ((a ?? b ?? null) === null) continue;
      const sides: [RawSide, RawSide] = [sideOf(a, first), sideOf(b, second)];
      const leads = Object.keys(value)
        .map(foldKey)
        .find((key) => key === first || key === second);
      return leads === second && reader.sides.colors.has(at) ? [sides[1], sides[0]] : sides;
    }
    const [first, second, ...more] = Object.entries(value);
    if (first && second && more.length === 0 && isObject(first[1]) && isObject(second[1]))
      return [sideOf(first[1], first[0]), sideOf(second[1], second[0])];
  }
  const only = onlyOf(value);
  const hasBoth = (names: readonly [string, string]) =>
    names.every((name) => typeof (reader.at(only, name) ?? undefined) === 'object');
  if (isObject(only) && reader.sides.pairs.some(hasBoth)) return pairOf(reader, only);
  const list = reader.list(value, 'player')?.map((entry) => entry.value);
  if (!list || list.length === 0 || list.length > 2) return undefined;
  const [first, second] = inOrder(reader, list);
  return [sideOf(first), sideOf(second)];
}

/** In the given order, or by seat number if each side has one. */
function inOrder(reader: RecordReader, list: readonly unknown[]): readonly unknown[] {
  const numbered = list.map((value) => ({
    value,
    seat: isObject(value) ? reader.get(reader.record(value, 'side'), 'order') : undefined,
  }));
  const seats = new Set(numbered.map(({ seat }) => seat));
  if (seats.has(undefined) || seats.size < list.length) return list;
  return numbered.toSorted((a, b) => (a.seat ?? 0) - (b.seat ?? 0)).map(({ value }) => value);
}
