import { sidePairs } from './envelopes.ts';
import { fields } from './fields.ts';
import { foldKey } from './keys.ts';
import { isBye, readPlayerName } from './read-player.ts';
import type { Roster } from './read-player.ts';
import { asScore, readScores } from './read-scores.ts';
import type { SideIds } from './read-scores.ts';
import type { Place, Reader } from './reader.ts';
import type { PlayerName, Side } from './records.ts';
import { asId, asInteger, asName, asText, asTrue, isObject, present } from './values.ts';
import type { JsonObject } from './values.ts';

/** One side as read, with what decides the match and not only describes the side. */
export interface ReadSide {
  side: Side;
  /** Every id by which the rest of the record may mean this side, `faction1` and the like among them. */
  ids: readonly string[];
  won?: boolean;
}

export interface SideContext {
  roster: Roster;
  /** What people call a match of the same answer ("M12"), by its id. */
  labels: ReadonlyMap<string, string>;
}

interface Raw {
  value: unknown;
  /** The rest of the record under the side's name: `player1_score` as `score`. */
  flat: JsonObject;
  key?: string;
}

/** The two sides of a match, wherever the record has them; empty sides where it has none. */
export function readSides(reader: Reader, place: Place, context: SideContext): [ReadSide, ReadSide] {
  const [first, second] = rawSides(reader, place);
  const sides: [ReadSide, ReadSide] = [readSide(reader, first, context), readSide(reader, second, context)];
  const ids: SideIds = [sides[0].ids, sides[1].ids];
  if (sides[0].side.score === undefined && sides[1].side.score === undefined) {
    const scores = reader.field(place, 'match', 'scores', (value) => readScores(reader, value, ids));
    sides.forEach((read, index) => {
      read.side = { ...read.side, ...present({ score: scores?.[index] }) };
    });
  }
  const previous = reader.field(place, 'match', 'previous', (value) =>
    Array.isArray(value) ? value : undefined,
  );
  previous?.slice(0, 2).forEach((source: unknown, index) => {
    const read = sides[index];
    const from = isObject(source) ? fromMatch(reader, source, context, 'sourceMatch') : undefined;
    if (read && from !== undefined && read.side.player === undefined) read.side = { ...read.side, from };
  });
  return sides;
}

function rawSides(reader: Reader, place: Place): [Raw, Raw] {
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

const nobody: Raw = { value: undefined, flat: {} };

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

const foldedPairs = sidePairs.map((names) => [foldKey(names[0]), foldKey(names[1])] as const);

/** Fields such as `player1`, `player1_id` and `score1`: of all pairs of names, the one with the most. */
function namedPair(reader: Reader, place: Place): [Raw, Raw] | undefined {
  const values = place.holders
    .flatMap(({ object }) => [...reader.values(object)])
    .filter(([, value]) => value !== null);
  const pairs = foldedPairs
    .map(([first, second]) => ({ first: rawSide(values, first), second: rawSide(values, second) }))
    .map((pair) => ({ ...pair, found: saidOf(pair.first) + saidOf(pair.second) }))
    .filter(({ found }) => found > 0)
    .toSorted((a, b) => b.found - a.found);
  const [best] = pairs;
  if (!best) return undefined;
  // `homeTeam` and `awayTeam` have their scores in `homeScore` and `awayScore`.
  const others = pairs.toReversed();
  return [
    { ...best.first, flat: Object.assign({}, ...others.map(({ first }) => first.flat)) },
    { ...best.second, flat: Object.assign({}, ...others.map(({ second }) => second.flat)) },
  ];
}

function saidOf({ value, flat }: Raw): number {
  return (value === undefined ? 0 : 1) + Object.keys(flat).length;
}

function rawSide(values: readonly (readonly [string, unknown])[], name: string): Raw {
  const flat: Record<string, unknown> = {};
  let itself: unknown;
  const number = /[12]$/.exec(name)?.[0];
  for (const [key, value] of values) {
    if (key === name) itself ??= value;
    else if (key.startsWith(name)) note(flat, endings.get(key.slice(name.length)), value);
    else if (key.endsWith(name)) note(flat, beginnings.get(key.slice(0, -name.length)), value);
    // `score1` beside `player1`.
    else if (number !== undefined && key.endsWith(number))
      note(flat, beginnings.get(key.slice(0, -1)), value);
  }
  return { value: itself, flat, key: name };
}

function note(flat: Record<string, unknown>, field: string | undefined, value: unknown): void {
  if (field === undefined || (field === 'score' && asScore(value) === undefined)) return;
  flat[field] ??= value;
}

/** A list of two, or an object by side or by anything else. More than two are no sides. */
function pairOf(reader: Reader, value: unknown): [Raw, Raw] | undefined {
  if (isObject(value) && !isObject(reader.at(value, 'data'))) {
    for (const [first, second] of sidePairs) {
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

function readSide(reader: Reader, raw: Raw, context: SideContext): ReadSide {
  const object = isObject(raw.value) ? raw.value : undefined;
  const place = reader.record({ ...raw.flat, ...object }, 'side');
  const who = place && playerOf(reader, raw, place, context);
  const waitsFor =
    who?.name !== undefined && who.id === undefined && isSource(who.name) ? who.name : undefined;
  const player = waitsFor === undefined ? who : undefined;
  const bye =
    (place && reader.field(place, 'side', 'bye', asTrue)) ??
    ([raw.value, raw.flat['name'], object && reader.at(object, 'name')].some(isBye) || undefined);
  const side = present({
    player,
    score: place && reader.field(place, 'side', 'score', asScore),
    from: waitsFor ?? (player || bye || !place ? undefined : sourceOf(reader, place, context)),
    bye,
  });
  const own = object ? idKeys.map((key) => asId(reader.at(object, key))) : [];
  const ids = [player?.id, asId(raw.flat['id']), ...own, raw.key].filter((id) => id !== undefined);
  return { side, ids, ...present({ won: place && reader.field(place, 'side', 'won', asOutcome) }) };
}

const idKeys = ['id', 'team_id', 'participant_id', 'player_id', 'user_id', 'entrant_id', 'faction_id'];

function isSource(name: string): boolean {
  return /^(winner|loser)s? (of|from)\b/i.test(name);
}

/** The player of a side: the side itself where it has a name, or else what lies in it (`{ "entrant": {}, "score": 3 }`). */
function playerOf(reader: Reader, raw: Raw, place: Place, { roster }: SideContext): PlayerName | undefined {
  const nested = () =>
    reader.field(place, 'side', 'player', (value) => readPlayerName(reader, value, roster));
  if (!isObject(raw.value)) return bareOf(reader, raw, roster) ?? nested();
  const object = raw.value;
  // A slot that is still open has a key for its player, and nobody under it; its own id is the slot's.
  const isSlot = fields.side.player.some((key) => reader.at(object, key) !== undefined);
  const itself = readPlayerName(reader, { ...raw.flat, ...object }, roster);
  if (!isSlot) return itself;
  const inner = nested();
  const isPlayer = reader.field(place, 'player', 'name', asName) !== undefined;
  return itself && isPlayer ? { ...inner, ...itself } : inner;
}

/** A name or an id, with what stands beside it in the match. */
function bareOf(reader: Reader, { value, flat }: Raw, roster: Roster): PlayerName | undefined {
  const bare = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const { id, name, avatar_url } = flat;
  if (id === undefined && name === undefined) return readPlayerName(reader, bare, roster);
  const named = id === undefined ? { id: bare, name } : { id, name: name ?? bare };
  return readPlayerName(reader, { ...named, avatar_url }, roster);
}

function sourceOf(reader: Reader, place: Place, context: SideContext): string | undefined {
  const text = reader.field(place, 'side', 'from', (value) =>
    isObject(value) ? fromMatch(reader, value, context) : asText(value),
  );
  if (text !== undefined && /\p{L}/u.test(text) && /\s/.test(text)) return text;
  for (const { object } of place.holders) {
    const from = fromMatch(reader, object, context);
    if (from !== undefined) return from;
  }
  return undefined;
}

/** "Winner of M12", from the id of the match that fills a slot. */
function fromMatch(
  reader: Reader,
  object: JsonObject,
  { labels }: SideContext,
  field: 'fromMatch' | 'sourceMatch' = 'fromMatch',
): string | undefined {
  const place = reader.record(object, 'side');
  const matchId = place && reader.field(place, 'side', field, asId);
  if (!place || matchId === undefined) return undefined;
  const loser = reader.field(place, 'side', 'fromLoser', (value) => {
    const word = asName(value)?.toLowerCase();
    return value === true || word === 'loser' || asInteger(value) === 2 ? true : undefined;
  });
  return `${loser ? 'Loser' : 'Winner'} of ${labels.get(matchId) ?? matchId}`;
}

function asOutcome(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (['win', 'won', 'winner', 'w', 'victory'].includes(word)) return true;
  return ['loss', 'lost', 'lose', 'loser', 'l', 'defeat'].includes(word) ? false : undefined;
}
