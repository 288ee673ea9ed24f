import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { ShapeError } from './shape-error.ts';
import type { PlainName } from './fields.ts';
import { readRegistration } from './phases.ts';
import { readEnding, readStages, readTables } from './read-ending.ts';
import { readPlayerName, readRoster } from './read-player.ts';
import type { RecordReader, RecordPlace } from './reader.ts';
import type { Tournament } from './records.ts';
import type { Slices } from '../async/slices.ts';
import { asSize } from './values.ts';

/** Twice the players of the largest bracket that is drawn. */
const MAX_ENTRANTS = 1024;
const MAX_COUNTED = 10_000;

/** GET /v1/tournaments/:id. */
export function* readTournament(reader: RecordReader, body: unknown, askedId: string): Slices<Tournament> {
  const record = reader.required(body, 'tournament');
  const roster = yield* readRoster(reader, body);
  yield;
  const ending = readEnding(reader, record, roster);
  yield;
  const stages = [...(yield* readStages(reader, record, roster)), ...readTables(reader, record, roster)];
  return {
    ...tournamentOf(reader, record, askedId),
    ...present({ ending, stages: stages.length > 0 ? stages : undefined }),
  };
}

/**
 * GET /v1/tournaments, without statements about the end. Entries without an id are omitted: they can't be read. Of entries with the
 * same id, the first counts.
 */
export function* readTournaments(reader: RecordReader, body: unknown): Slices<Tournament[]> {
  const entries = reader.list(body, 'tournament');
  if (!entries) throw new ShapeError('');
  const tournaments = new Map<string, Tournament>();
  for (const { value, at, hints } of entries) {
    const own = reader.record(value, 'tournament', at);
    if (!own) throw new ShapeError(at);
    const hintHolders = hints ? [{ object: hints, view: reader.viewOf(hints), at }] : [];
    const record = { ...own, holders: [...own.holders, ...hintHolders] };
    const id = reader.get(record, 'id');
    if (id !== undefined && !tournaments.has(id)) tournaments.set(id, tournamentOf(reader, record, id));
    yield;
  }
  return [...tournaments.values()];
}

function tournamentOf(
  reader: RecordReader,
  record: RecordPlace<'tournament'>,
  fallbackId: string,
): Tournament {
  const { status, phase } = reader.state(record);
  const finished = reader.get(record, 'finished');
  const capacity = reader.get(record, 'capacity');
  const plain: Pick<Tournament, PlainName<'tournament'>> = reader.pickPlain(record);
  return {
    id: reader.get(record, 'id') ?? fallbackId,
    ...plain,
    ...present({
      status,
      phase: phase ?? (finished && 'finished'),
      registration: readRegistration(status),
      // Platforms send 0 for "no limit".
      capacity: capacity === 0 ? undefined : capacity,
      entrants: reader.get(record, 'entrants', (value) => entrantCount(reader, value)),
      entrantIds: reader.get(record, 'entrantIds', (value) => entrantIds(reader, value)),
    }),
  };
}

/** A count, or the length of a list without empty slots and withdrawn players. */
function entrantCount(reader: RecordReader, value: unknown): number | undefined {
  const size = asSize(value);
  if (!Array.isArray(value)) return size;
  return value.slice(0, MAX_COUNTED).filter((entrant) => !isGone(reader, entrant)).length;
}

function isGone(reader: RecordReader, entrant: unknown): boolean {
  if (!isObject(entrant)) return entrant === null || readPlayerName(reader, entrant) === undefined;
  const record = reader.record(entrant, 'player');
  const isNamed = reader.get(record, 'accountId') !== undefined || reader.get(record, 'name') !== undefined;
  if (isNamed && readPlayerName(reader, entrant) === undefined) return true;
  return reader.get(record && { ...record, record: 'entrant' }, 'gone') !== undefined;
}

/** The ids of listed entrants: of the account rather than of the entry. */
function entrantIds(reader: RecordReader, value: unknown): string[] | undefined {
  const entries = reader.list(value, 'player');
  return entries?.slice(0, MAX_ENTRANTS).flatMap(({ value: entrant }) => {
    if (isGone(reader, entrant)) return [];
    const player = readPlayerName(reader, typeof entrant === 'string' ? { id: entrant } : entrant);
    return player?.id === undefined ? [] : [player.id];
  });
}
