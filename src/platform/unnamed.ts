import { present } from '../present.ts';
import type { Bracket, Match, Side } from '../reading/records.ts';

/** A player or tournament that a record refers to by id. */
export interface Ref {
  kind: 'player' | 'tournament';
  id: string;
}

interface Nameable {
  id?: string;
  name?: string;
}

export type NameOf = (ref: Ref) => string | undefined;
/** Caches the name of a record, if it has one. */
export type NoteName = (kind: Ref['kind'], record: Nameable | undefined) => void;

const isUnnamed = (record: Nameable | undefined): record is { id: string } =>
  record?.id !== undefined && record.id !== '' && record.name === undefined;

/** The ids of records without names, without duplicates, in order. */
export function refsOf(kind: Ref['kind'], records: Iterable<Nameable | undefined>): Ref[] {
  const ids = new Set<string>();
  for (const record of records) if (isUnnamed(record)) ids.add(record.id);
  return [...ids].map((id) => ({ kind, id }));
}

/** The players and tournaments without names in these matches, without duplicates: for each match both players, then the tournament. */
export function unnamedIn(matches: Iterable<Match>): Ref[] {
  const refs = new Map<string, Ref>();
  const add = (kind: Ref['kind'], record: Nameable | undefined): void => {
    if (isUnnamed(record)) refs.set(`${kind} ${record.id}`, { kind, id: record.id });
  };
  for (const { sides, tournament } of matches) {
    for (const { player } of sides) add('player', player);
    add('tournament', tournament);
  }
  return [...refs.values()];
}

/** Whether all players of a bracket have names. */
export const hasAllNames = ({ rounds }: Bracket): boolean =>
  rounds.every(({ matches }) => matches.every(({ sides }) => !sides.some(({ player }) => isUnnamed(player))));

/** Adds a cached name to a record without one; else returns the same object. */
export function withName<T extends Nameable>(kind: Ref['kind'], record: T, nameOf: NameOf): T {
  const name = isUnnamed(record) ? nameOf({ kind, id: record.id }) : undefined;
  return name === undefined ? record : { ...record, name };
}

function sideWithName(side: Side, nameOf: NameOf): Side {
  if (side.player === undefined) return side;
  const player = withName('player', side.player, nameOf);
  return player === side.player ? side : { ...side, player };
}

/** Adds cached names to a match; the same object if there are none to add. */
export function matchWithNames(match: Match, nameOf: NameOf): Match {
  const sides: Match['sides'] = [sideWithName(match.sides[0], nameOf), sideWithName(match.sides[1], nameOf)];
  const tournament = match.tournament && withName('tournament', match.tournament, nameOf);
  const isSame =
    sides[0] === match.sides[0] && sides[1] === match.sides[1] && tournament === match.tournament;
  return isSame ? match : { ...match, sides, ...present({ tournament }) };
}

export const bracketWithNames = (bracket: Bracket, nameOf: NameOf): Bracket => ({
  ...bracket,
  rounds: bracket.rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => matchWithNames(match, nameOf)),
  })),
});

/** Caches all names in matches. */
export function noteMatches(matches: Iterable<Match>, note: NoteName): void {
  for (const { sides, tournament } of matches) {
    for (const { player } of sides) note('player', player);
    note('tournament', tournament);
  }
}
