import { notUnderstood } from './answer.ts';
import type { RawAnswer } from './answer.ts';
import { asMoment } from './moments.ts';
import { readRoster } from './read-player.ts';
import { readSides } from './read-sides.ts';
import type { ReadSide, SideContext } from './read-sides.ts';
import type { Place, Reader } from './reader.ts';
import type { Match, Side } from '../records.ts';
import type { Slices } from '../../slices.ts';
import { asBestOf, asId, asInteger, asName, asTrue, asWord, isObject, present } from './values.ts';

/** GET /v1/matches/:id. */
export function* readMatch(reader: Reader, answer: RawAnswer, askedId: string): Slices<Match> {
  const place = reader.record(answer.body, 'match');
  if (!place) throw notUnderstood(answer, '');
  return matchAt(reader, place, askedId, { roster: yield* readRoster(reader, answer.body) });
}

/** GET /v1/users/:id/matches. Entries without an id are left out: nothing could be asked about them. */
export function* readMatches(reader: Reader, answer: RawAnswer): Slices<Match[]> {
  const entries = reader.list(answer.body, 'match');
  if (!entries) throw notUnderstood(answer, '');
  const context = { roster: yield* readRoster(reader, answer.body) };
  const matches: Match[] = [];
  for (const { value, at, hints } of entries) {
    const place = reader.record(hints && isObject(value) ? { ...hints, ...value } : value, 'match', at);
    if (!place) throw notUnderstood(answer, at);
    const match = matchAt(reader, place, '', context);
    if (match.id !== '') matches.push(match);
    yield;
  }
  return matches;
}

export function matchAt(reader: Reader, place: Place, fallbackId: string, context: SideContext): Match {
  const status = reader.field(place, 'match', 'status', asWord);
  const finished = reader.field(place, 'match', 'finished', asTrue);
  const phase = reader.phaseOf(status) ?? (finished && 'finished');
  const [first, second] = readSides(reader, place, context);
  // Both losers and "the round before the first" are negative somewhere (Challonge, start.gg): the section tells that.
  const round = reader.field(place, 'match', 'round', asInteger);
  const sides: [Side, Side] = [first.side, second.side];
  if (reader.field(place, 'match', 'bye', asTrue) && sides.filter(({ player }) => player).length === 1) {
    const open = sides[0].player ? 1 : 0;
    sides[open] = { bye: true };
  }
  return {
    id: reader.field(place, 'match', 'id', asId) ?? fallbackId,
    sides,
    ...present({
      label: reader.field(place, 'match', 'label', asLabel),
      tournament: tournamentOf(reader, place),
      round: round === undefined ? undefined : Math.abs(round),
      roundName: reader.field(place, 'match', 'roundName', asRoundName),
      status,
      phase,
      winner: winnerOf(reader, place, [first, second], phase === 'finished'),
      startsAt: reader.field(place, 'match', 'startsAt', asMoment),
      endsAt: reader.field(place, 'match', 'endsAt', asMoment),
      bestOf: reader.field(place, 'match', 'bestOf', asBestOf),
    }),
  };
}

function tournamentOf(reader: Reader, place: Place): Match['tournament'] {
  const name = reader.field(place, 'match', 'tournamentName', (value) =>
    isObject(value) || !isBareId(value) ? asName(value) : undefined,
  );
  const id = reader.field(place, 'match', 'tournamentId', (value) =>
    value === name ? undefined : asId(value),
  );
  return id === undefined && name === undefined ? undefined : present({ id, name });
}

/** A bare `tournament` is an id, unless it reads like a name. */
function isBareId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/\s/.test(value.trim()));
}

/** Short enough to be said in passing; longer ones are titles. */
function asLabel(value: unknown): string | undefined {
  const label = asId(value)?.trim();
  return label !== undefined && label.length <= 12 ? label : undefined;
}

/** A round's name has letters; "2" is its number, and a link between records is neither. */
function asRoundName(value: unknown): string | undefined {
  const name = isObject(value) ? asName(value) : asWord(value);
  return name !== undefined && /\p{L}/u.test(name) ? name : undefined;
}

function winnerOf(
  reader: Reader,
  place: Place,
  sides: readonly [ReadSide, ReadSide],
  isFinished: boolean,
): Match['winner'] {
  const named = reader.field(place, 'match', 'winner', (value) => sideMeant(reader, value, sides));
  if (named) return named;
  const number = reader.field(place, 'match', 'winnerNumber', asSideNumber);
  if (number) return number;
  const loser = reader.field(place, 'match', 'loser', (value) => sideMeant(reader, value, sides));
  if (loser) return loser === 1 ? 2 : 1;
  const [first, second] = sides;
  // `radiant_win: false` speaks of one side alone; false on both says that nobody has won yet.
  if (first.won !== second.won) return first.won === true || second.won === false ? 1 : 2;
  // A platform that names no winner leaves it to the final score.
  const [a, b] = [first.side.score, second.side.score];
  if (!isFinished || a === undefined || b === undefined || a === b) return undefined;
  return a > b ? 1 : 2;
}

/** A side by its player's id or name, by its key ("faction1"), or by its number. */
function sideMeant(reader: Reader, value: unknown, sides: readonly [ReadSide, ReadSide]): Match['winner'] {
  const meant = isObject(value)
    ? ['id', 'user_id', 'player_id', 'team_id', 'data.id', 'name'].map((key) => asId(reader.at(value, key)))
    : [asId(value)];
  for (const [index, { ids, side }] of sides.entries()) {
    const names = [...ids, side.player?.name];
    if (meant.some((id) => id !== undefined && names.includes(id))) return index === 0 ? 1 : 2;
  }
  return asSideNumber(value);
}

function asSideNumber(value: unknown): Match['winner'] {
  const number = asInteger(value);
  return number === 1 || number === 2 ? number : undefined;
}
