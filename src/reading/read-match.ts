import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { ShapeError } from './shape-error.ts';
import { memberIds } from './raw-sides.ts';
import { readRoster, type Roster } from './read-player.ts';
import { readSides, type ReadSide } from './read-sides.ts';
import type { PlainName } from './fields.ts';
import type { RecordReader, RecordPlace } from './reader.ts';
import type { Match, Side } from './records.ts';
import type { Slices } from '../async/slices.ts';
import { asId, asSideNumber } from './values.ts';

/** GET /v1/matches/:id. */
export function* readMatch(reader: RecordReader, body: unknown, askedId: string): Slices<Match> {
  const record = reader.record(body, 'match');
  if (!record) throw new ShapeError('');
  return matchOf(reader, record, askedId, yield* readRoster(reader, body));
}

/** GET /v1/users/:id/matches. Entries without an id are left out: they cannot be read. An entry may be the id alone. */
export function* readMatches(reader: RecordReader, body: unknown): Slices<Match[]> {
  const entries = reader.list(body, 'match');
  if (!entries) throw new ShapeError('');
  const roster = yield* readRoster(reader, body);
  const matches: Match[] = [];
  for (const { value, at, hints } of entries) {
    const bareId = asId(isObject(value) ? undefined : value);
    if (bareId !== undefined) {
      matches.push({ id: bareId, sides: [{}, {}] });
      continue;
    }
    const record = reader.record(hints && isObject(value) ? { ...hints, ...value } : value, 'match', at);
    if (!record) throw new ShapeError(at);
    const match = matchOf(reader, record, '', roster);
    if (match.id !== '') matches.push(match);
    yield;
  }
  return matches;
}

export function matchOf(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  fallbackId: string,
  roster: Roster,
): Match {
  const status = reader.get(record, 'status');
  const finished = reader.get(record, 'finished');
  const phase = reader.phaseOf(status) ?? (finished && 'finished');
  const [first, second] = readSides(reader, record, roster);
  // Negative numbers are losers rounds or rounds before the first (Challonge, start.gg): the section tells them apart.
  const round = reader.get(record, 'round');
  const sides: [Side, Side] = [first.side, second.side];
  if (reader.get(record, 'bye') && sides.filter(({ player }) => player).length === 1) {
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
      winner: winnerOf(reader, record, [first, second], phase === 'finished'),
    }),
  };
}

function tournamentOf(reader: RecordReader, record: RecordPlace<'match'>): Match['tournament'] {
  const name = reader.get(record, 'tournamentName');
  const id = reader.get(record, 'tournamentId', (value) => (value === name ? undefined : asId(value)));
  return id === undefined && name === undefined ? undefined : present({ id, name });
}

function winnerOf(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  sides: readonly [ReadSide, ReadSide],
  isFinished: boolean,
): Match['winner'] {
  const winner = reader.get(record, 'winner', (value) => sideMeant(reader, value, sides));
  if (winner) return winner;
  const number = reader.get(record, 'winnerNumber');
  if (number) return number;
  const loser = reader.get(record, 'loser', (value) => sideMeant(reader, value, sides));
  if (loser) return loser === 1 ? 2 : 1;
  const [first, second] = sides;
  // `radiant_win: false` is about one side only; false on both sides means no winner yet.
  if (first.won !== second.won) return first.won === true || second.won === false ? 1 : 2;
  // Without a named winner, the final score decides.
  const [a, b] = [first.side.score, second.side.score];
  if (!isFinished || a === undefined || b === undefined || a === b) return undefined;
  return a > b ? 1 : 2;
}

/** A side by its player's id or name, by its key ("faction1"), or by its number. */
function sideMeant(
  reader: RecordReader,
  value: unknown,
  sides: readonly [ReadSide, ReadSide],
): Match['winner'] {
  const candidateIds = isObject(value)
    ? [...memberIds(reader, value), asId(reader.at(value, 'name'))]
    : [asId(value)];
  for (const [index, { ids, side }] of sides.entries()) {
    const names = [...ids, side.player?.name];
    if (candidateIds.some((id) => id !== undefined && names.includes(id))) return index === 0 ? 1 : 2;
  }
  return asSideNumber(value);
}
