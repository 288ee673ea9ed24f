import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { rosterTypes, rosters } from './envelopes.ts';
import type { PlainName } from './fields.ts';
import { isNobodyId, isPlaceholder } from './nobody.ts';
import { foldedSet, listsIn } from './keys.ts';
import type { RecordReader } from './reader.ts';
import type { Player, PlayerName } from './records.ts';
import type { Slices } from '../async/slices.ts';
import { asId, asText } from './values.ts';

/** GET /v1/users/:id. Phone and balance are not in its field table and are never read. */
export function readPlayer(reader: RecordReader, body: unknown, askedId: string): Player {
  const record = reader.required(body, 'player');
  const id = reader.get(record, 'id') ?? askedId;
  const plain: Pick<Player, PlainName<'player'>> = reader.pickPlain(record);
  return { id, ...plain };
}

/** Players by id, from the lists in a response. */
export type Roster = ReadonlyMap<string, PlayerName>;

/** Four times the players of the largest bracket, who may be listed as members, teams and included resources. */
const MAX_ROSTER = 4096;
const ROSTER_KEYS = foldedSet(rosters);
const TYPE_WORDS = new Set(rosterTypes);

/** Collects the names in all lists of players, teams or included resources in a response. */
export function* readRoster(reader: RecordReader, body: unknown): Slices<Roster> {
  const roster = new Map<string, PlayerName>();
  let count = 0;
  for (const { name, list } of listsIn(reader.viewOf, body)) {
    if (!ROSTER_KEYS.has(name)) continue;
    for (const member of list) {
      if (count === MAX_ROSTER) return roster;
      count += 1;
      note(reader, member, roster);
      yield;
    }
  }
  for (const member of mapsIn(reader, body)) {
    if (count === MAX_ROSTER) return roster;
    count += 1;
    note(reader, member, roster);
    yield;
  }
  return roster;
}

/** The players of maps by id: `{ "contestants": { "17": { "name": "Ana" } } }`, beside the matches. */
function mapsIn(reader: RecordReader, body: unknown): object[] {
  if (!isObject(body)) return [];
  return [...reader.viewOf(body)].flatMap(([name, map]) =>
    ROSTER_KEYS.has(name) && isObject(map)
      ? Object.entries(map).flatMap(([id, member]) => (isObject(member) ? [{ id, ...member }] : []))
      : [],
  );
}

function note(reader: RecordReader, member: unknown, roster: Map<string, PlayerName>): void {
  const type = isObject(member) ? asText(member['type']) : undefined;
  const isResource = isObject(member) && isObject(member['attributes']);
  if (isResource && type !== undefined && !TYPE_WORDS.has(type.toLowerCase().replace(/s$/, ''))) return;
  const player = readPlayerName(reader, member);
  if (player?.name === undefined) return;
  // A match may refer to the id of the entry or of the account.
  const others = reader.get(reader.record(member, 'player'), 'otherIds') ?? [];
  const ids = isObject(member) ? [asId(reader.at(member, 'id')), player.id, ...others.map(asId)] : [];
  for (const id of ids) if (id !== undefined && !roster.has(id)) roster.set(id, player);
}

/**
 * A player within another record: an object, an id, or a bare name. `undefined` without a player: null, a placeholder id without a
 * name, or a placeholder such as "TBD".
 */
export function readPlayerName(
  reader: RecordReader,
  value: unknown,
  roster?: Roster,
): PlayerName | undefined {
  if (isObject(value)) {
    const record = reader.record(value, 'player');
    if (!record) return undefined;
    const name = reader.get(record, 'name');
    const [id, avatarUrl] = [reader.get(record, 'accountId'), reader.get(record, 'avatarUrl')];
    const hasId = id !== undefined && !isNobodyId(id);
    if (name !== undefined && isPlaceholder(name, hasId)) return undefined;
    return withRoster(roster, { id, name, avatarUrl });
  }
  const text = asId(value)?.trim();
  if (text === undefined || isPlaceholder(text, false)) return undefined;
  const isName = typeof value === 'string' && !looksLikeId(text) && roster?.has(text) !== true;
  return withRoster(roster, isName ? { name: text } : { id: text });
}

/** The player of a row: a record within it, or the row itself. The row's id is the player's only without such a record. */
export function playerOfRow(
  nested: PlayerName | undefined,
  row: PlayerName | undefined,
): PlayerName | undefined {
  const player = {
    ...(nested?.id === undefined ? row : nested),
    ...present({ name: nested?.name ?? row?.name }),
  };
  return player.id === undefined && player.name === undefined ? undefined : player;
}

function withRoster(
  roster: Roster | undefined,
  player: { id?: string | undefined; name?: string | undefined; avatarUrl?: string | undefined },
): PlayerName | undefined {
  const rosterPlayer = player.id === undefined ? undefined : roster?.get(player.id);
  const isId = rosterPlayer !== undefined || player.id === undefined || !isNobodyId(player.id);
  const merged = present({
    // The account's id, if the roster has it.
    id: rosterPlayer?.id ?? (isId ? player.id : undefined),
    name: player.name ?? rosterPlayer?.name,
    avatarUrl: player.avatarUrl ?? rosterPlayer?.avatarUrl,
  });
  return merged.id === undefined && merged.name === undefined ? undefined : merged;
}

/** Text that is an id rather than a name: numbers, UUIDs, MongoDB ids, and `u_001`. */
export function looksLikeId(text: string): boolean {
  return (
    /^\d+$/.test(text) ||
    /^[0-9a-f]{24}$/i.test(text) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ||
    /^(u|usr?|user|p|plr?|player|acct?|account|entrant|participant|team|t)[_-][0-9a-z]*\d[0-9a-z]*$/i.test(
      text,
    )
  );
}
