import { foldKey } from './keys.ts';
import { asScore } from './read-scores.ts';
import type { Place, Reader } from './reader.ts';
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

/** What a key says of a side when it goes on after the side's name: `player1_score`. */
const endings = foldedWords({
  id: 'id player_id team_id user_id participant_id',
  name: 'name display_name username nickname team_name',
  avatar_url: 'avatar_url avatar picture logo image_url',
  score: 'score points goals wins sets rounds_won games_won total_score',
  won: 'win won is_winner winner',
  prereq_match_id: 'prereq_match_id source_match_id from_match_id previous_match_id',
  is_prereq_match_loser: 'is_prereq_match_loser from_loser takes_loser',
  from: 'from source placeholder label',
  bye: 'bye is_bye',
});
/** And when it ends with it: `score1`, `wins_team_1`. */
const beginnings = foldedWords({ score: 'score points wins' });

function foldedWords(fields: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([field, words]) =>
      words.split(' ').map((word) => [foldKey(word), field] as const),
    ),
  );
}

/** Fields such as `player1`, `player1_id` and `score1`: of all pairs of names, the one with the most. */
function namedPair(reader: Reader, place: Place): [RawSide, RawSide] | undefined {
  const values = place.holders
    .flatMap(({ object }) => [...reader.values(object)])
    .filter(([, value]) => value !== null);
  const pairs = reader.pairs
    .map(({ folded: [first, second] }) => ({
      first: rawSide(values, first),
      second: rawSide(values, second),
    }))
    .map((pair) => ({ ...pair, found: saidOf(pair.first) + saidOf(pair.second) }))
    .filter(({ found }) => found > 0)
    .toSorted((a, b) => b.found - a.found);
  const [best] = pairs;
  if (!best) return undefined;
  if (reader.matched) tellPair(reader, place, values, pairs);
  // `homeTeam` and `awayTeam` have their scores in `homeScore` and `awayScore`.
  const others = pairs.toReversed();
  return [
    { ...best.first, flat: Object.assign({}, ...others.map(({ first }) => first.flat)) },
    { ...best.second, flat: Object.assign({}, ...others.map(({ second }) => second.flat)) },
  ];
}

function saidOf({ value, flat }: RawSide): number {
  return (value === undefined ? 0 : 1) + Object.keys(flat).length;
}

function rawSide(values: readonly (readonly [string, unknown])[], name: string): RawSide {
  const flat: Record<string, unknown> = {};
  let itself: unknown;
  for (const [key, value] of values) {
    if (key === name) itself ??= value;
    else note(flat, flatField(key, name), value);
  }
  return { value: itself, flat, key: name };
}

/** Which field of a side a key is, by the side's name. */
function flatField(key: string, name: string): string | undefined {
  if (key.startsWith(name)) return endings.get(key.slice(name.length));
  if (key.endsWith(name)) return beginnings.get(key.slice(0, -name.length));
  // `score1` beside `player1`.
  const number = name.at(-1) ?? '';
  return (number === '1' || number === '2') && key.endsWith(number)
    ? beginnings.get(key.slice(0, -1))
    : undefined;
}

/** Names the keys that told of the sides, as they are when folded. */
function tellPair(
  reader: Reader,
  { at }: Place,
  values: readonly (readonly [string, unknown])[],
  pairs: readonly { first: RawSide; second: RawSide }[],
): void {
  for (const pair of pairs)
    for (const field of ['first', 'second'] as const) {
      const name = pair[field].key ?? '';
      for (const [key] of values)
        if (key === name || flatField(key, name) !== undefined)
          reader.matched?.({ record: 'pair', field, name: key, at });
    }
}

function note(flat: Record<string, unknown>, field: string | undefined, value: unknown): void {
  if (field === undefined || (field === 'score' && asScore(value) === undefined)) return;
  flat[field] ??= value;
}

/** A list of two, or an object by side or by anything else. More than two are no sides. */
function pairOf(reader: Reader, value: unknown): [RawSide, RawSide] | undefined {
  if (isObject(value) && !isObject(reader.at(value, 'data'))) {
    for (const [first, second] of reader.pairs.map(({ names }) => names)) {
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
