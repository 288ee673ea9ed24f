import { isObject } from '../json.ts';
import { foldKey } from './keys.ts';
import { readDecided } from './phases.ts';
import { memberIds } from './raw-sides.ts';
import type { ReadSide } from './read-sides.ts';
import type { RecordPlace, RecordReader } from './reader.ts';
import type { Match } from './records.ts';
import { asId, asSideNumber, asWord } from './values.ts';

/** The winner of a match, and how it ended if not by a plain win. */
export function outcomeOf(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  sides: readonly [ReadSide, ReadSide],
  state: { [K in 'status' | 'phase']: Match[K] | undefined },
): { winner: Match['winner'] | undefined; decided: Match['decided'] | undefined } {
  const winner = winnerOf(reader, record, sides, state.phase);
  return { winner, decided: decidedOf(reader, record, sides, { ...state, winner }) };
}

function decidedOf(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  sides: readonly [ReadSide, ReadSide],
  { status, phase, winner }: { [K in 'status' | 'phase' | 'winner']: Match[K] | undefined },
): Match['decided'] {
  const byStatus = readDecided(status);
  const byResult = reader.get(record, 'decided', (value) => readDecided(asWord(value)));
  const out = sides.filter(({ side }) => side.out).length;
  if (winner !== undefined) {
    const isWalkover = out > 0 || byStatus === 'walkover' || byResult === 'walkover';
    return isWalkover || reader.get(record, 'walkover') ? 'walkover' : undefined;
  }
  const isOver = phase === 'finished' || phase === undefined;
  const said = byStatus ?? byResult;
  if (said === 'draw' || said === 'nobody') return isOver ? said : undefined;
  return isOver && out === 2 ? 'nobody' : undefined;
}

function winnerOf(
  reader: RecordReader,
  record: RecordPlace<'match'>,
  sides: readonly [ReadSide, ReadSide],
  phase: Match['phase'],
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
  // A side that did not play on lost, unless the match goes on.
  const isOver = phase === 'finished' || phase === undefined;
  if (isOver && first.side.out !== second.side.out) return first.side.out ? 2 : 1;
  // Without a named winner, the final score decides.
  const [a, b] = [first.side.score, second.side.score];
  if (phase !== 'finished' || a === undefined || b === undefined || a === b) return undefined;
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
    // "AWAY_TEAM" is the key `awayTeam`.
    if (candidateIds.some((id) => id !== undefined && (names.includes(id) || names.includes(foldKey(id)))))
      return index === 0 ? 1 : 2;
  }
  return asSideNumber(value);
}
