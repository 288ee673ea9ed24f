import { LRUCache } from 'lru-cache';
import { onceFor } from '../../once-for.ts';
import { pairKey as pairKeyOf, playerKey } from '../../brackets/players.ts';
import { outcomeOf } from '../../brackets/results.ts';
import { atMost } from '../../async/at-most.ts';
import { present } from '../../present.ts';
import type { Bracket, Match, PlayerName } from '../../reading/records.ts';
import { sha256 } from '../../sha256.ts';
import { KNOWN, type MatchRecord } from './match-record.ts';

/** The most meetings of two players that get keys. */
const MEETINGS_MAX = 20;

/** A match with its key in a feed. */
export interface KeyedMatch {
  key: string;
  match: Match;
  /** Hashes that find it again under another key. */
  identity: Pick<MatchRecord, 'id' | 'players' | 'names'>;
}

/** Every reading needs the same hashes, six for each match. Holds four of the largest tournaments. */
const hashes = new LRUCache<string, string>({ ...atMost(20_000), memoMethod: (text) => sha256(text, 16) });
const shortHash = (text: string): string => hashes.memo(text).slice(0, 10);
/** As stored with a match. */
export const matchHash = (matchId: string): string => shortHash(matchId);
export const playerHash = (player: PlayerName | undefined): string => shortHash(playerKey(player) ?? '');

/** The players of a bracket by their hashes. */
const playerHashes = (bracket: Bracket | undefined): ReadonlyMap<string, PlayerName> =>
  new Map(
    (bracket?.rounds ?? []).flatMap(({ matches }) =>
      matches.flatMap(({ sides }) =>
        sides.flatMap(({ player }) => (player === undefined ? [] : [[playerHash(player), player] as const])),
      ),
    ),
  );

/** The same, plus hashes of names: the ids may be newer than a stored hash. */
export const namedPlayers = (bracket: Bracket | undefined): ReadonlyMap<string, PlayerName> =>
  new Map([
    ...[...playerHashes(bracket).values()].flatMap((player) => {
      const hash = nameHash(player);
      return hash === undefined ? [] : [[hash, player] as const];
    }),
    ...playerHashes(bracket),
  ]);

/** Both players in the order of their keys, regardless of sides. */
export const inKeyOrder = <T>({ sides }: Match, [first, second]: readonly [T, T]): [T, T] => {
  const [a = '', b = ''] = sides.map(({ player }) => playerKey(player));
  return a > b ? [second, first] : [first, second];
};

function identityOf(match: Match): KeyedMatch['identity'] {
  const [first, second] = match.sides;
  const [name, other] = [nameHash(first.player), nameHash(second.player)];
  return {
    ...present({
      id: match.id === '' ? undefined : matchHash(match.id),
      names: name === undefined || other === undefined ? undefined : inKeyOrder(match, [name, other]),
    }),
    players: inKeyOrder(match, [playerHash(first.player), playerHash(second.player)]),
  };
}

const nameHash = (player: PlayerName | undefined): string | undefined =>
  player?.name === undefined ? undefined : playerHash({ name: player.name });

/** A match with known players, before it has a key. */
interface IdentifiedMatch extends Omit<KeyedMatch, 'key'> {
  pair: string;
}

const identifiedIn = onceFor(({ rounds }: Bracket): readonly IdentifiedMatch[] =>
  rounds.flatMap(({ matches }) =>
    matches.flatMap((match) => {
      const pair = pairKeyOf(match);
      return pair === undefined ? [] : [{ match, pair, identity: identityOf(match) }];
    }),
  ),
);

type HashPair = readonly [string, string] | undefined;
const sameTwo = (one: HashPair, other: HashPair): boolean =>
  one !== undefined && other !== undefined && one.every((hash) => other.includes(hash));

/** Whether a record is of these two players: by the stored identity, or by their names if ids came or went since. */
const isOfPair = ({ players, names }: MatchRecord, now: KeyedMatch['identity']): boolean =>
  sameTwo(players, now.players) || sameTwo(players, now.names) || sameTwo(names, now.players);

/** Whether the order of the players' keys differs from the record's, as after a rename, or if ids came or went. */
export function isTurned({ players, names }: MatchRecord, now: KeyedMatch['identity']): boolean {
  for (const at of [0, 1] as const) {
    const hashes = [players?.[at], names?.[at]];
    const places = ([0, 1] as const).filter((place) =>
      [now.players?.[place], now.names?.[place]].some((hash) => hash !== undefined && hashes.includes(hash)),
    );
    if (places.length === 1) return places[0] !== at;
  }
  return false;
}

/**
 * The matches with known players, with their keys. A key consists of the two players and how often they met before, not of the
 * match's id: ids may change, and a redraw has other pairs. If the platform only gives names, a match with a renamed player is
 * found by its id; if players' ids come or go, by their names.
 */
export function keyMatches(
  bracket: Bracket | undefined,
  records: ReadonlyMap<string, MatchRecord>,
): KeyedMatch[] {
  const matches = bracket === undefined ? [] : identifiedIn(bracket);
  const byId = new Map([...records].flatMap(([key, { id }]) => (id === undefined ? [] : [[id, key]])));
  // If ids stay, a second meeting has another id, even in a partial bracket that lacks the first.
  const haveIdsStayed = matches.some(({ identity }) => {
    const record = records.get(byId.get(identity.id ?? '') ?? '');
    return record !== undefined && isOfPair(record, identity);
  });
  const meetings = new Map<string, number>();
  const usedKeys = new Set<string>();
  /** Most readings find each match under its own key and need no lookup. */
  let lookUp: LookUp | undefined;
  return matches.map(({ match, pair, identity }): KeyedMatch => {
    const keyOf = (meeting: number): string => hashes.memo(`${pair}\n${meeting}`);
    const isAnother = (record: MatchRecord | undefined): boolean =>
      (haveIdsStayed || record?.gone !== undefined) && hasOtherId(record, identity);
    const isFree = (key: string): boolean => !usedKeys.has(key);
    let meeting = (meetings.get(pair) ?? 0) + 1;
    while (isAnother(records.get(keyOf(meeting)))) meeting += 1;
    meetings.set(pair, meeting);
    const pairKey = keyOf(meeting);
    const otherKey = (): string | undefined => {
      lookUp ??= createLookUp(bracket, records, haveIdsStayed);
      const idKey = byId.get(identity.id ?? '');
      if (idKey !== undefined && isFree(idKey) && lookUp.isRenamed(idKey, { match, identity })) return idKey;
      const others = lookUp.keysOf(identity).filter((key) => isFree(key) && !isAnother(records.get(key)));
      if (others.length === 0) return undefined;
      // The other keys of this pair are its other meetings.
      const own = Array.from({ length: MEETINGS_MAX }, (_, at) => keyOf(at + 1));
      return others.find((key) => !own.includes(key));
    };
    const key = records.has(pairKey) ? pairKey : (otherKey() ?? pairKey);
    usedKeys.add(key);
    return { key, match, identity };
  });
}

/** Finds matches whose players' ids or names differ from their records. */
function createLookUp(
  bracket: Bracket | undefined,
  records: ReadonlyMap<string, MatchRecord>,
  hasStayed: boolean,
) {
  const players = playerHashes(bracket);
  // If ids come or go, a known name may belong to an earlier player.
  const known = new Set([...records.values()].flatMap((record) => [record.players, record.names].flat()));
  // A new draw has names of before in other places; new ones in all places of several matches are a tag on each.
  const mayBeDrawn =
    !hasStayed && (records.size === 1 || [...players.keys()].some((player) => known.has(player)));
  /** By players and by names, so that either finds a record. */
  const byPair = new Map<string, string[]>();
  for (const [key, { names, players: pair }] of records)
    for (const two of new Set([pair, names].map((one) => one?.toSorted().join())))
      if (two !== undefined) byPair.set(two, [...(byPair.get(two) ?? []), key]);
  return {
    /** The keys of the records of these two players. */
    keysOf: (identity: KeyedMatch['identity']): string[] =>
      [identity.players, identity.names]
        .flatMap((two) => (two === undefined ? [] : (byPair.get(two.toSorted().join()) ?? [])))
        .filter((key) => isOfPair(records.get(key) ?? KNOWN, identity)),

    isRenamed: (key: string, one: Omit<KeyedMatch, 'key'>): boolean =>
      isRenamed(records.get(key), one, { players, known, mayBeDrawn }),
  };
}
type LookUp = ReturnType<typeof createLookUp>;

const hasOtherId = (record: MatchRecord | undefined, { id }: KeyedMatch['identity']): boolean =>
  record?.id !== undefined && id !== undefined && record.id !== id;

interface Bracketed {
  players: ReadonlyMap<string, PlayerName>;
  /** The players of all records. */
  known: ReadonlySet<string | undefined>;
  /** No match has stayed, and the names do not prove that all matches have. */
  mayBeDrawn: boolean;
}

/**
 * Whether the record's players are the match's players under new names: new names that no record has, whose old names are gone. If
 * there may be a new draw, and the result is gone too or an open match has two new names, it is one.
 */
function isRenamed(
  record: MatchRecord | undefined,
  { match, identity: { players: now = ['', ''] } }: Omit<KeyedMatch, 'key'>,
  { known, mayBeDrawn, players: inBracket }: Bracketed,
): boolean {
  const before = record?.players;
  if (before === undefined) return false;
  const leavers = before.filter((player) => !now.includes(player));
  // Who has an id now and the name from before is no newcomer.
  const newcomers = now.filter(
    (player) => !before.includes(player) && !leavers.includes(nameHash(inBracket.get(player)) ?? ''),
  );
  const { code = '' } = record?.result ?? {};
  const isOther = code === '' ? newcomers.length > 1 : newcomers.length > 0 && outcomeOf(match) === undefined;
  return (
    !(mayBeDrawn && isOther) &&
    leavers.every((player) => !inBracket.has(player)) &&
    newcomers.every((player) => inBracket.get(player)?.id === undefined && !known.has(player))
  );
}
