import { present } from '../../present.ts';
import { notUnderstood, type RawAnswer } from '../error.ts';
import { rosterTypes, rosters } from './envelopes.ts';
import type { PlainName } from './fields.ts';
import { foldedSet, listsIn } from './keys.ts';
import type { Reader } from './reader.ts';
import type { Player, PlayerName } from '../records.ts';
import type { Slices } from '../../slices.ts';
import { asId, asText, isObject } from './values.ts';

/** GET /v1/users/:id. Phone and balance are not in the table of its fields, so they are never read. */
export function readPlayer(reader: Reader, answer: RawAnswer, askedId: string): Player {
  const record = reader.record(answer.body, 'player');
  if (!record) throw notUnderstood(answer, '');
  const id = reader.get(record, 'id') ?? askedId;
  const plain: Pick<Player, PlainName<'player'>> = reader.pickPlain(record);
  return { id, ...plain };
}

/** Names of players by their ids, from the lists of an answer that hold them. */
export type Roster = ReadonlyMap<string, PlayerName>;

/** The players of the largest bracket, four times over: as members, teams and included resources. */
const MAX_ROSTER = 4096;
const ROSTER_KEYS = foldedSet(rosters);
const TYPE_WORDS = new Set(rosterTypes);

/** Collects who is named anywhere in an answer in a list of players, teams or included resources. */
export function* readRoster(reader: Reader, body: unknown): Slices<Roster> {
  const roster = new Map<string, PlayerName>();
  let read = 0;
  for (const { name, list } of listsIn(reader.viewOf, body)) {
    if (!ROSTER_KEYS.has(name)) continue;
    for (const member of list) {
      if (read === MAX_ROSTER) return roster;
      read += 1;
      note(reader, member, roster);
      yield;
    }
  }
  return roster;
}

function note(reader: Reader, member: unknown, roster: Map<string, PlayerName>): void {
  const type = isObject(member) ? asText(member['type']) : undefined;
  const isResource = isObject(member) && isObject(member['attributes']);
  if (isResource && type !== undefined && !TYPE_WORDS.has(type.toLowerCase().replace(/s$/, ''))) return;
  const named = readPlayerName(reader, member);
  if (named?.name === undefined) return;
  // A match may point to the entrant by the entry's id or by the account's.
  const ids = isObject(member) ? [asId(reader.at(member, 'id')), named.id] : [];
  for (const id of ids) if (id !== undefined && !roster.has(id)) roster.set(id, named);
}

/**
 * A player as another record names them: an object, an id, or a bare name. `undefined` where there is nobody: null, or
 * a word that holds the place ("TBD").
 */
export function readPlayerName(reader: Reader, value: unknown, roster?: Roster): PlayerName | undefined {
  if (isObject(value)) {
    const record = reader.record(value, 'player');
    if (!record) return undefined;
    const name = reader.get(record, 'name');
    if (name !== undefined && isPlaceholder(name)) return undefined;
    const [id, avatarUrl] = [reader.get(record, 'accountId'), reader.get(record, 'avatarUrl')];
    return known(roster, { id, name, avatarUrl });
  }
  const text = asId(value)?.trim();
  if (text === undefined || isPlaceholder(text)) return undefined;
  const isName = typeof value === 'string' && !looksLikeId(text) && roster?.has(text) !== true;
  return known(roster, isName ? { name: text } : { id: text });
}

function known(
  roster: Roster | undefined,
  player: { id?: string | undefined; name?: string | undefined; avatarUrl?: string | undefined },
): PlayerName | undefined {
  const listed = player.id === undefined ? undefined : roster?.get(player.id);
  const named = present({
    // The account's id, where the roster has it.
    id: listed?.id ?? player.id,
    name: player.name ?? listed?.name,
    avatarUrl: player.avatarUrl ?? listed?.avatarUrl,
  });
  return named.id === undefined && named.name === undefined ? undefined : named;
}

function isPlaceholder(name: string): boolean {
  return /^(tbd|tba|tbc|bye|\?|-|–|null|undefined|to be (decided|determined|announced))$/i.test(name.trim());
}

export function isBye(name: unknown): boolean {
  return typeof name === 'string' && /^bye$/i.test(name.trim());
}

/** Ids that no person has for a name: numbers, UUIDs, MongoDB's, and `u_001`. */
function looksLikeId(text: string): boolean {
  return (
    /^\d+$/.test(text) ||
    /^[0-9a-f]{24}$/i.test(text) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ||
    /^(u|usr?|user|p|plr?|player|acct?|account|entrant|participant|team|t)[_-][0-9a-z]*\d[0-9a-z]*$/i.test(
      text,
    )
  );
}
