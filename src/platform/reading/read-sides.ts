import { rawSides } from './raw-sides.ts';
import type { RawSide } from './raw-sides.ts';
import { isBye, readPlayerName } from './read-player.ts';
import type { Roster } from './read-player.ts';
import { asScore, readScores } from './read-scores.ts';
import type { SideIds } from './read-scores.ts';
import type { Place, Reader } from './reader.ts';
import type { PlayerName, Side, SlotSource } from '../records.ts';
import { isSource, parseSource } from './slot-sources.ts';
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
    const from = isObject(source) ? fromMatch(reader, source, 'sourceMatch') : undefined;
    if (read && from && read.side.player === undefined)
      read.side = { ...read.side, from: withId(read.side.from, from) };
  });
  return sides;
}

function readSide(reader: Reader, raw: RawSide, context: SideContext): ReadSide {
  const object = isObject(raw.value) ? raw.value : undefined;
  const whole = wholeOf(raw, object);
  const place = reader.record(whole, 'side');
  const who = place && playerOf(reader, raw, { whole, place }, context);
  const waitsFor =
    who?.name !== undefined && who.id === undefined && isSource(who.name) ? who.name : undefined;
  const player = waitsFor === undefined ? who : undefined;
  const bye =
    (place && reader.field(place, 'side', 'bye', asTrue)) ??
    ([raw.value, raw.flat['name'], object && reader.at(object, 'name')].some(isBye) || undefined);
  const side = present({
    player,
    score: place && reader.field(place, 'side', 'score', asScore),
    from: waitsFor ? parseSource(waitsFor) : player || bye || !place ? undefined : sourceOf(reader, place),
    bye,
  });
  const own = object ? idKeys.map((key) => asId(reader.at(object, key))) : [];
  const ids = [player?.id, asId(raw.flat['id']), ...own, raw.key].filter((id) => id !== undefined);
  return { side, ids, ...present({ won: place && reader.field(place, 'side', 'won', asOutcome) }) };
}

/** The side with what else the match says of it. Most are one or the other, and need no object of their own. */
function wholeOf({ flat }: RawSide, object: JsonObject | undefined): JsonObject {
  if (object === undefined) return flat;
  return Object.keys(flat).length === 0 ? object : { ...flat, ...object };
}

const idKeys = ['id', 'team_id', 'participant_id', 'player_id', 'user_id', 'entrant_id', 'faction_id'];

/** The player of a side: the side itself where it has a name, or else what lies in it (`{ "entrant": {}, "score": 3 }`). */
function playerOf(
  reader: Reader,
  raw: RawSide,
  { whole, place }: { whole: JsonObject; place: Place },
  { roster }: SideContext,
): PlayerName | undefined {
  const nested = () =>
    reader.field(place, 'side', 'player', (value) => readPlayerName(reader, value, roster));
  if (!isObject(raw.value)) return bareOf(reader, raw, roster) ?? nested();
  // A slot that is still open has a key for its player, and nobody under it; its own id is the slot's.
  const isSlot = reader.has(raw.value, 'side', 'player');
  const itself = readPlayerName(reader, whole, roster);
  if (!isSlot) return itself;
  const inner = nested();
  const isPlayer = reader.field(place, 'player', 'name', asName) !== undefined;
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

function sourceOf(reader: Reader, place: Place): SlotSource | undefined {
  const said = reader.field(place, 'side', 'from', (value) => {
    if (isObject(value)) return fromMatch(reader, value) ?? fromMatch(reader, value, 'sourceMatch');
    const text = asText(value);
    // One word is a code of the platform's; a number is nothing to people.
    return text !== undefined && /\p{L}/u.test(text) && /\s/.test(text) ? parseSource(text) : undefined;
  });
  for (const { object } of place.holders) {
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
  const place = reader.record(object, 'side');
  const matchId = place && reader.field(place, 'side', field, asId);
  if (!place || matchId === undefined) return undefined;
  const loser = reader.field(place, 'side', 'fromLoser', (value) => {
    const word = asName(value)?.toLowerCase();
    return value === true || word === 'loser' || asInteger(value) === 2 ? true : undefined;
  });
  return { outcome: loser ? 'loser' : 'winner', matchId };
}

type MatchOutcome = Extract<SlotSource, { matchId: string }>;

/** Words say the outcome for certain, and an id the match; words that are not understood may say anything. */
function withId(said: SlotSource | undefined, byId: MatchOutcome): SlotSource {
  if (said === undefined) return byId;
  return 'text' in said ? said : { outcome: said.outcome, matchId: byId.matchId };
}

function asOutcome(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (['win', 'won', 'winner', 'w', 'victory'].includes(word)) return true;
  return ['loss', 'lost', 'lose', 'loser', 'l', 'defeat'].includes(word) ? false : undefined;
}
