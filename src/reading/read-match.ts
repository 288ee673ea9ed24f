import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { ShapeError } from './shape-error.ts';
import { outcomeOf } from './match-outcome.ts';
import { isBye } from './nobody.ts';
import { readRoster, type Roster } from './read-player.ts';
import { readSides } from './read-sides.ts';
import type { PlainName } from './fields.ts';
import { readDecided, readHeld } from './phases.ts';
import type { RecordReader, RecordPlace } from './reader.ts';
import type { Match, Side } from './records.ts';
import type { Slices } from '../async/slices.ts';
import { asId } from './values.ts';

/** GET /v1/matches/:id. */
export function* readMatch(reader: RecordReader, body: unknown, askedId: string): Slices<Match> {
  const record = reader.required(body, 'match');
  return matchOf(reader, record, askedId, yield* readRoster(reader, body));
}

/**
 * GET /v1/users/:id/matches. Entries without an id are omitted: they can't be read. An entry may be only the id. Of entries with
 * the same id, the first counts.
 */
export function* readMatches(reader: RecordReader, body: unknown): Slices<Match[]> {
  const entries = reader.list(body, 'match');
  if (!entries) throw new ShapeError('');
  const roster = yield* readRoster(reader, body);
  const matches = new Map<string, Match>();
  const add = (match: Match) => matches.has(match.id) || matches.set(match.id, match);
  for (const { value, at, hints } of entries) {
    const bareId = asId(isObject(value) ? undefined : value);
    if (bareId !== undefined) {
      add({ id: bareId, sides: [{}, {}] });
      continue;
    }
    const record = reader.record(hints && isObject(value) ? { ...hints, ...value } : value, 'match', at);
    if (!record) throw new ShapeError(at);
    const match = matchOf(reader, record, '', roster);
    if (match.id !== '') add(match);
    yield;
  }
  return [...matches.values()];
}

export function matchOf(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  fallbackId: string,
  roster: Roster,
): Match {
  const { status, phase: stated } = reader.state(record);
  const finished = reader.get(record, 'finished');
  const isDecided = finished === true || readDecided(status) !== undefined;
  const phase = stated ?? (isDecided ? 'finished' : undefined);
  const [first, second] = readSides(reader, record, roster);
  // Negative numbers are losers rounds or rounds before the first (Challonge, start.gg): the section tells them apart.
  const round = reader.get(record, 'round');
  const sides: [Side, Side] = [first.side, second.side];
  if ((reader.get(record, 'bye') ?? isBye(status)) && sides.filter(({ player }) => player).length === 1) {
    const open = sides[0].player ? 1 : 0;
    sides[open] = { bye: true };
  }
  const plain: Pick<Match, PlainName<'match'>> = reader.pickPlain(record);
  return {
    id: reader.get(record, 'id') ?? fallbackId,
    sides,
    ...reader.pick(record, 'label'),
    ...plain,
    ...present({
      tournament: tournamentOf(reader, record),
      round: round === undefined ? undefined : Math.abs(round),
      status,
      phase,
      isHeld: readHeld(status),
      ...outcomeOf(reader, record, [first, second], { status, phase }),
    }),
  };
}

function tournamentOf(reader: RecordReader, record: RecordPlace<'match'>): Match['tournament'] {
  const name = reader.get(record, 'tournamentName');
  const id = reader.get(record, 'tournamentId', (value) => (value === name ? undefined : asId(value)));
  return id === undefined && name === undefined ? undefined : present({ id, name });
}
