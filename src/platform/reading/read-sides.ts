import { present } from '../../present.ts';
import { memberIds, rawSides, type RawSide } from './raw-sides.ts';
import { isBye, readPlayerName, type Roster } from './read-player.ts';
import { readScores, type SideIds } from './read-scores.ts';
import type { Reader, Place } from './reader.ts';
import type { PlayerName, Side, SlotSource } from '../records.ts';
import { isSource, parseSource } from './slot-sources.ts';
import { asId, asList, asText, isObject, type JsonObject } from './values.ts';

/** One side as read, with what decides the match and not only describes the side. */
export interface ReadSide {
  side: Side;
  /** Every id by which the rest of the record may mean this side, `faction1` and the like among them. */
  ids: readonly string[];
  won?: boolean;
}

/** The two sides of a match, wherever the record has them; empty sides where it has none. */
export function readSides(reader: Reader, record: Place<'match'>, roster: Roster): [ReadSide, ReadSide] {
  const [first, second] = rawSides(reader, record);
  const sides: [ReadSide, ReadSide] = [readSide(reader, first, roster), readSide(reader, second, roster)];
  const ids: SideIds = [sides[0].ids, sides[1].ids];
  if (sides[0].side.score === undefined && sides[1].side.score === undefined) {
    const scores = reader.get(record, 'scores', (value) => readScores(reader, value, ids));
    sides.forEach((read, index) => {
      read.side = { ...read.side, ...present({ score: scores?.[index] }) };
    });
  }
  const previous = reader.get(record, 'previous', asList) ?? [];
  previous.slice(0, 2).forEach((source, index) => {
    const read = sides[index];
    const from = isObject(source) ? fromMatch(reader, source, 'sourceMatch') : undefined;
    if (read && from && read.side.player === undefined)
      read.side = { ...read.side, from: withId(read.side.from, from) };
  });
  return sides;
}

function readSide(reader: Reader, raw: RawSide, roster: Roster): ReadSide {
  const object = isObject(raw.value) ? raw.value : undefined;
  const whole = wholeOf(raw, object);
  const record = reader.record(whole, 'side');
  const who = record && playerOf(reader, raw, { whole, record }, roster);
  const waitsFor =
    who?.name !== undefined && who.id === undefined && isSource(who.name) ? who.name : undefined;
  const player = waitsFor === undefined ? who : undefined;
  const bye =
    reader.get(record, 'bye') ??
    ([raw.value, raw.flat['name'], object && reader.at(object, 'name')].some(isBye) || undefined);
  const side = present({
    player,
    score: reader.get(record, 'score'),
    from: waitsFor ? parseSource(waitsFor) : player || bye || !record ? undefined : sourceOf(reader, record),
    bye,
  });
  const own = object ? memberIds(reader, object) : [];
  const ids = [player?.id, asId(raw.flat['id']), ...own, raw.key].filter((id) => id !== undefined);
  return { side, ids, ...present({ won: reader.get(record, 'won') }) };
}

/** The side with what else the match says of it. Most are one or the other, and need no object of their own. */
function wholeOf({ flat }: RawSide, object: JsonObject | undefined): JsonObject {
  if (object === undefined) return flat;
  return Object.keys(flat).length === 0 ? object : { ...flat, ...object };
}

/** The player of a side: the side itself where it has a name, or else what lies in it (`{ "entrant": {}, "score": 3 }`). */
function playerOf(
  reader: Reader,
  raw: RawSide,
  { whole, record }: { whole: JsonObject; record: Place<'side'> },
  roster: Roster,
): PlayerName | undefined {
  const nested = () => reader.get(record, 'player', (value) => readPlayerName(reader, value, roster));
  if (!isObject(raw.value)) return bareOf(reader, raw, roster) ?? nested();
  // A slot that is still open has a key for its player, and nobody under it; its own id is the slot's.
  const isSlot = reader.has(raw.value, 'side', 'player');
  const itself = readPlayerName(reader, whole, roster);
  if (!isSlot) return itself;
  const inner = nested();
  const isPlayer = reader.get({ ...record, record: 'player' }, 'name') !== undefined;
  return itself && isPlayer ? { ...inner, ...itself } : inner;
}

/** A name or an id, with what stands beside it in the match. */
function bareOf(reader: Reader, { value, flat }: RawSide, roster: Roster): PlayerName | undefined {
  const bare = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const { id, name, avatar_url } = flat;
  if (id === undefined && name === undefined) return readPlayerName(reader, bare, roster);
  const named = id === undefined ? { id: bare, name } : { id, name: name ?? bare };
  return readPlayerName(reader, { ...named, avatar_url }, roster);
}

function sourceOf(reader: Reader, record: Place<'side'>): SlotSource | undefined {
  const said = reader.get(record, 'from', (value) => {
    if (isObject(value)) return fromMatch(reader, value) ?? fromMatch(reader, value, 'sourceMatch');
    const text = asText(value);
    // One word is a code of the platform's; a number is nothing to people.
    return text !== undefined && /\p{L}/u.test(text) && /\s/.test(text) ? parseSource(text) : undefined;
  });
  for (const { object } of record.holders) {
    const from = fromMatch(reader, object);
    if (from) return withId(said, from);
  }
  return said;
}

/** Which match fills a slot, by its id. */
function fromMatch(
  reader: Reader,
  object: JsonObject,
  field: 'fromMatch' | 'sourceMatch' = 'fromMatch',
): MatchOutcome | undefined {
  const record = reader.record(object, 'side');
  const matchId = reader.get(record, field);
  if (matchId === undefined) return undefined;
  return { outcome: reader.get(record, 'fromLoser') ? 'loser' : 'winner', matchId };
}

type MatchOutcome = Extract<SlotSource, { matchId: string }>;

/** Words say the outcome for certain, and an id the match; words that are not understood may say anything. */
function withId(said: SlotSource | undefined, byId: MatchOutcome): SlotSource {
  if (said === undefined) return byId;
  return 'text' in said ? said : { outcome: said.outcome, matchId: byId.matchId };
}
