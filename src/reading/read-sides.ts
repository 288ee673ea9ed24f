import { isObject, type JsonObject } from '../json.ts';
import { present } from '../present.ts';
import { memberIds, rawSides, type RawSide } from './raw-sides.ts';
import { isBye, isNobodyId } from './nobody.ts';
import { looksLikeId, readPlayerName, type Roster } from './read-player.ts';
import { readScores, type SideIds } from './read-scores.ts';
import type { RecordReader, RecordPlace } from './reader.ts';
import type { PlayerName, Side, SlotSource } from './records.ts';
import { isSource, parseSource } from './slot-sources.ts';
import { asId, asList, asText } from './values.ts';

/** A parsed side, with the fields that decide the match. */
export interface ReadSide {
  side: Side;
  /** All ids by which the record may refer to this side, including keys such as `faction1`. */
  ids: readonly string[];
  won?: boolean;
  setsWon?: number;
}

/** The two sides of a match, wherever they are in the record; empty sides if there are none. */
export function readSides(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  roster: Roster,
): [ReadSide, ReadSide] {
  const [first, second] = rawSides(reader, record);
  const sides: [ReadSide, ReadSide] = [readSide(reader, first, roster), readSide(reader, second, roster)];
  const ids: SideIds = [sides[0].ids, sides[1].ids];
  if (sides[0].side.score === undefined && sides[1].side.score === undefined) {
    const scores = reader.get(record, 'scores', (value) => readScores(reader, value, ids));
    sides.forEach((entry, index) => {
      entry.side = { ...entry.side, ...present({ score: scores?.[index] }) };
    });
  }
  countSets(sides);
  judgeNegative(sides);
  const previous = reader.get(record, 'previous', asList) ?? [];
  previous.slice(0, 2).forEach((source, index) => {
    const entry = sides[index];
    const from = isObject(source) ? fromMatch(reader, source, 'sourceMatch') : undefined;
    if (entry && from && entry.side.player === undefined)
      entry.side = { ...entry.side, from: withId(entry.side.from, from) };
  });
  return sides;
}

/** If each side marks its won sets, their number is its score. */
function countSets(sides: readonly [ReadSide, ReadSide]): void {
  const hasScore = sides.some(({ side }) => side.score !== undefined);
  if (hasScore || !sides.some(({ setsWon = 0 }) => setsWon > 0)) return;
  for (const entry of sides) entry.side = { ...entry.side, score: entry.setsWon ?? 0 };
}

/**
 * A negative score is not a score: on one side it means a disqualification, and the other score means nothing. On both sides, the
 * match may simply not have been played yet.
 */
function judgeNegative(sides: readonly [ReadSide, ReadSide]): void {
  const negative = sides.filter(({ side }) => side.score !== undefined && side.score < 0);
  if (negative.length === 0) return;
  for (const entry of sides) {
    const { score: _none, ...side } = entry.side;
    entry.side = negative.length === 1 && entry === negative[0] ? { ...side, out: true } : side;
  }
}

function readSide(reader: RecordReader, raw: RawSide, roster: Roster): ReadSide {
  const object = isObject(raw.value) ? raw.value : undefined;
  const whole = wholeOf(raw, object);
  const record = reader.record(whole, 'side');
  const who = record && playerOf(reader, raw, { whole, record }, roster);
  const waitsFor = who?.name !== undefined && isSource(who.name, who.id !== undefined) ? who.name : undefined;
  const player = waitsFor === undefined ? who : undefined;
  const bye =
    reader.get(record, 'bye') ??
    ([raw.value, raw.flat['name'], object && reader.at(object, 'name')].some(isBye) || undefined);
  const side = present({
    player,
    score: reader.get(record, 'score'),
    from: waitsFor ? parseSource(waitsFor) : player || bye || !record ? undefined : sourceOf(reader, record),
    bye,
    out: reader.get(record, 'out'),
  });
  const own = object ? memberIds(reader, object) : [];
  const ids = [player?.id, asId(raw.flat['id']), ...own, raw.key]
    .filter((id) => id !== undefined)
    .filter((id) => id === player?.id || !isNobodyId(id));
  const setsWon = reader
    .get(record, 'sets')
    ?.filter((set) => reader.get(reader.own(set, 'side'), 'won') === true).length;
  return { side, ids, ...present({ won: reader.get(record, 'won'), setsWon }) };
}

/** The side's object and flat fields together. Most sides have only one of them and need no new object. */
function wholeOf({ flat }: RawSide, object: JsonObject | undefined): JsonObject {
  if (object === undefined) return flat;
  return Object.keys(flat).length === 0 ? object : { ...flat, ...object };
}

/** The player of a side: the side itself if it has a name, or else an object in it (`{ "entrant": {}, "score": 3 }`). */
function playerOf(
  reader: RecordReader,
  raw: RawSide,
  { whole, record }: { whole: JsonObject; record: RecordPlace<'side'> },
  roster: Roster,
): PlayerName | undefined {
  const nested = () => reader.get(record, 'player', (value) => readPlayerName(reader, value, roster));
  if (!isObject(raw.value)) return bareOf(reader, raw, roster) ?? nested();
  // An open slot has an empty player key; its own id is the slot's.
  const isSlot = reader.has(raw.value, 'side', 'player');
  const itself = readPlayerName(reader, whole, roster);
  if (!isSlot) return itself;
  const inner = nested();
  const isPlayer = reader.get({ ...record, record: 'player' }, 'name') !== undefined;
  return itself && isPlayer ? { ...inner, ...itself } : inner;
}

/** A name or an id, with the flat fields of the match. */
function bareOf(reader: RecordReader, { value, flat }: RawSide, roster: Roster): PlayerName | undefined {
  const bare = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const { id, name, avatar_url } = flat;
  if (id === undefined && name === undefined) return readPlayerName(reader, bare, roster);
  // The side's own text comes before the name of the account.
  const own = typeof bare === 'string' && !looksLikeId(bare) ? bare : undefined;
  const player = id === undefined ? { id: bare, name } : { id, name: own ?? name ?? bare };
  return readPlayerName(reader, { ...player, avatar_url }, roster);
}

function sourceOf(reader: RecordReader, record: RecordPlace<'side'>): SlotSource | undefined {
  const source = reader.get(record, 'from', (value) => {
    if (isObject(value)) return fromMatch(reader, value) ?? fromMatch(reader, value, 'sourceMatch');
    const text = asText(value);
    // A single word is a code of the platform; a number means nothing to people.
    return text !== undefined && /\p{L}/u.test(text) && /\s/.test(text) ? parseSource(text) : undefined;
  });
  for (const { object } of record.holders) {
    const from = fromMatch(reader, object);
    if (from) return withId(source, from);
  }
  return source;
}

/** The match that fills a slot, by id. */
function fromMatch(
  reader: RecordReader,
  object: JsonObject,
  field: 'fromMatch' | 'sourceMatch' = 'fromMatch',
): MatchOutcome | undefined {
  const record = reader.record(object, 'side');
  const matchId = reader.get(record, field);
  if (matchId === undefined) return undefined;
  return { outcome: reader.get(record, 'fromLoser') ? 'loser' : 'winner', matchId };
}

type MatchOutcome = Extract<SlotSource, { matchId: string }>;

/** Combines a text source, which has the certain outcome, with the match id. Text that could not be parsed is unchanged. */
function withId(source: SlotSource | undefined, byId: MatchOutcome): SlotSource {
  if (source === undefined) return byId;
  return 'text' in source ? source : { outcome: source.outcome, matchId: byId.matchId };
}
