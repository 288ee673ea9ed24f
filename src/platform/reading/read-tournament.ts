import { notUnderstood } from './answer.ts';
import type { RawAnswer } from './answer.ts';
import { asMoment } from './moments.ts';
import { readPlayerName } from './read-player.ts';
import type { Place, Reader } from './reader.ts';
import type { Tournament } from '../records.ts';
import type { Slices } from '../../slices.ts';
import { asId, asName, asPrize, asSize, asText, asTrue, asUrl, asWord, present } from './values.ts';

/** As many as a bracket is drawn of, twice over. */
const MAX_ENTRANTS = 1024;

/** GET /v1/tournaments/:id. */
export function readTournament(reader: Reader, answer: RawAnswer, askedId: string): Tournament {
  const place = reader.record(answer.body, 'tournament');
  if (!place) throw notUnderstood(answer, '');
  return tournamentAt(reader, place, askedId);
}

/** GET /v1/tournaments. Entries without an id are left out: nothing could be asked about them. */
export function* readTournaments(reader: Reader, answer: RawAnswer): Slices<Tournament[]> {
  const entries = reader.list(answer.body, 'tournament');
  if (!entries) throw notUnderstood(answer, '');
  const tournaments: Tournament[] = [];
  for (const entry of entries) {
    const place = reader.record(entry.value, 'tournament', entry.at);
    if (!place) throw notUnderstood(answer, entry.at);
    const hinted = entry.hints ? reader.also(place, entry.hints, entry.at) : place;
    const id = reader.field(hinted, 'tournament', 'id', asId);
    if (id !== undefined) tournaments.push(tournamentAt(reader, hinted, id));
    yield;
  }
  return tournaments;
}

function tournamentAt(reader: Reader, place: Place, fallbackId: string): Tournament {
  const status = reader.field(place, 'tournament', 'status', asWord);
  const finished = reader.field(place, 'tournament', 'finished', asTrue);
  const size = (field: 'capacity' | 'entrants') => reader.field(place, 'tournament', field, asSize);
  const capacity = size('capacity');
  return {
    id: reader.field(place, 'tournament', 'id', asId) ?? fallbackId,
    ...present({
      name: reader.field(place, 'tournament', 'name', asName),
      status,
      phase: reader.phaseOf(status) ?? (finished && 'finished'),
      startsAt: reader.field(place, 'tournament', 'startsAt', asMoment),
      endsAt: reader.field(place, 'tournament', 'endsAt', asMoment),
      registrationClosesAt: reader.field(place, 'tournament', 'registrationClosesAt', asMoment),
      // Platforms write "no limit" as 0.
      capacity: capacity === 0 ? undefined : capacity,
      entrants: size('entrants'),
      entrantIds: reader.field(place, 'tournament', 'entrantIds', (value) => entrantIds(reader, value)),
      game: reader.field(place, 'tournament', 'game', asName),
      format: reader.field(place, 'tournament', 'format', asWord),
      region: reader.field(place, 'tournament', 'region', asName),
      prize: reader.field(place, 'tournament', 'prize', asPrize),
      description: reader.field(place, 'tournament', 'description', asText),
      imageUrl: reader.field(place, 'tournament', 'imageUrl', asUrl),
      url: reader.field(place, 'tournament', 'url', asUrl),
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
