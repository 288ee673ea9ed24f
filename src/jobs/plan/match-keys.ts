import { pairKey as pairKeyOf, playerKey } from '../../brackets/players.ts';
import { present } from '../../present.ts';
import type { Bracket, Match, PlayerName } from '../../reading/records.ts';
import { sha256 } from '../../sha256.ts';
import type { MatchRecord } from './match-record.ts';

/** A match with the key under which a feed knows it. */
export interface KeyedMatch {
  key: string;
  match: Match;
  /** Hashes that find it again under another key. */
  identity: Pick<MatchRecord, 'id' | 'players'>;
}

const shortHash = (text: string): string => sha256(text, 10);
const playerHash = (player: PlayerName | undefined): string => shortHash(playerKey(player) ?? '');

/** The players of a bracket by their hashes. */
export const playerHashes = (bracket: Bracket | undefined): ReadonlyMap<string, PlayerName> =>
  new Map(
    (bracket?.rounds ?? []).flatMap(({ matches }) =>
      matches.flatMap(({ sides }) =>
        sides.flatMap(({ player }) => (player === undefined ? [] : [[playerHash(player), player] as const])),
      ),
    ),
  );

/** Both players in the order of their keys, regardless of sides. */
export const inKeyOrder = <T>({ sides }: Match, [first, second]: readonly [T, T]): [T, T] => {
  const [a = '', b = ''] = sides.map(({ player }) => playerKey(player));
  return a > b ? [second, first] : [first, second];
};

function identityOf(match: Match): KeyedMatch['identity'] {
  const [first, second] = match.sides;
  return {
    ...present({ id: match.id === '' ? undefined : shortHash(match.id) }),
    players: inKeyOrder(match, [playerHash(first.player), playerHash(second.player)]),
  };
}

/**
 * The matches whose players are known, with their keys. A key is made of the two players and of how often they met before, not
 * of the match's id: ids may change, and a new draw has other pairs. If names are all that the platform gives, a match whose player has another name is found by its id.
 */
export function keyMatches(
  bracket: Bracket | undefined,
  records: Readonly<Record<string, MatchRecord>>,
): KeyedMatch[] {
  const matches = (bracket?.rounds ?? []).flatMap((round) => round.matches);
  const isKnown = ({ sides }: Match) => sides.every(({ player }) => playerKey(player) !== undefined);
  const players = playerHashes(bracket);
  const known = new Set(Object.values(records).flatMap((record) => record.players ?? []));
  const byId = new Map(
    Object.entries(records).flatMap(([key, { id }]) => (id === undefined ? [] : [[id, key]])),
  );
  const meetings = new Map<string, number>();
  const usedKeys = new Set<string>();
  return matches.filter(isKnown).map((match): KeyedMatch => {
    const identity = identityOf(match);
    const pair = pairKeyOf(match) ?? '';
    const keyOf = (meeting: number): string => sha256(`${pair}\n${meeting}`, 16);
    let meeting = (meetings.get(pair) ?? 0) + 1;
    while (isAnother(records[keyOf(meeting)], identity)) meeting += 1;
    meetings.set(pair, meeting);
    const pairKey = keyOf(meeting);
    const idKey = byId.get(identity.id ?? '');
    const isSame =
      idKey !== undefined && !usedKeys.has(idKey) && isRenamed(records[idKey], identity, { players, known });
    const key = isSame && records[pairKey] === undefined ? idKey : pairKey;
    usedKeys.add(key);
    return { key, match, identity };
  });
}

/** Whether a record is of a match that was taken from the bracket, and the same two have met under another id since. */
const isAnother = (record: MatchRecord | undefined, { id }: KeyedMatch['identity']): boolean =>
  record?.gone === true && record.id !== undefined && id !== undefined && record.id !== id;

/** Whether a record's players are a match's, where those that differ have a name that nobody had, and their old names are gone. */
function isRenamed(
  record: MatchRecord | undefined,
  { players: now = ['', ''] }: KeyedMatch['identity'],
  { players: inBracket, known }: { players: ReadonlyMap<string, PlayerName>; known: ReadonlySet<string> },
): boolean {
  const before = record?.players;
  if (before === undefined) return false;
  const leavers = before.filter((player) => !now.includes(player));
  const newcomers = now.filter((player) => !before.includes(player));
  return (
    leavers.every((player) => !inBracket.has(player)) &&
    newcomers.every((player) => inBracket.get(player)?.id === undefined && !known.has(player))
  );
}
