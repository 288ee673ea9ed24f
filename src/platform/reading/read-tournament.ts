import { present } from '../../present.ts';
import { notUnderstood, type RawAnswer } from '../error.ts';
import type { PlainName } from './fields.ts';
import { readRegistration } from './phases.ts';
import { readPlayerName } from './read-player.ts';
import type { Reader, Place } from './reader.ts';
import type { Tournament } from '../records.ts';
import type { Slices } from '../../slices.ts';
import { asSize } from './values.ts';

/** As many as a bracket is drawn of, twice over. */
const MAX_ENTRANTS = 1024;

/** GET /v1/tournaments/:id. */
export function readTournament(reader: Reader, answer: RawAnswer, askedId: string): Tournament {
  const record = reader.record(answer.body, 'tournament');
  if (!record) throw notUnderstood(answer, '');
  return tournamentOf(reader, record, askedId);
}

/** GET /v1/tournaments. Entries without an id are left out: nothing could be asked about them. */
export function* readTournaments(reader: Reader, answer: RawAnswer): Slices<Tournament[]> {
  const entries = reader.list(answer.body, 'tournament');
  if (!entries) throw notUnderstood(answer, '');
  const tournaments: Tournament[] = [];
  for (const { value, at, hints } of entries) {
    const own = reader.record(value, 'tournament', at);
    if (!own) throw notUnderstood(answer, at);
    const held = hints ? [{ object: hints, view: reader.viewOf(hints), at }] : [];
    const record = { ...own, holders: [...own.holders, ...held] };
    const id = reader.get(record, 'id');
    if (id !== undefined) tournaments.push(tournamentOf(reader, record, id));
    yield;
  }
  return tournaments;
}

function tournamentOf(reader: Reader, record: Place<'tournament'>, fallbackId: string): Tournament {
  const status = reader.get(record, 'status');
  const finished = reader.get(record, 'finished');
  const capacity = reader.get(record, 'capacity');
  const plain: Pick<Tournament, PlainName<'tournament'>> = reader.pickPlain(record);
  return {
    id: reader.get(record, 'id') ?? fallbackId,
    ...plain,
    ...present({
      status,
      phase: reader.phaseOf(status) ?? (finished && 'finished'),
      registration: readRegistration(status),
      // Platforms write "no limit" as 0.
      capacity: capacity === 0 ? undefined : capacity,
      entrants: reader.get(record, 'entrants', asSize),
      entrantIds: reader.get(record, 'entrantIds', (value) => entrantIds(reader, value)),
    }),
  };
}

/** Of those who are listed: the account's id rather than the entry's. */
function entrantIds(reader: Reader, value: unknown): string[] | undefined {
  const entries = reader.list(value, 'player');
  return entries?.slice(0, MAX_ENTRANTS).flatMap(({ value: entrant }) => {
    const player = readPlayerName(reader, typeof entrant === 'string' ? { id: entrant } : entrant);
    return player?.id === undefined ? [] : [player.id];
  });
}
