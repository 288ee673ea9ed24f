import type { Match, PlayerName } from '../platform/records.ts';
import type { Part } from './parts.ts';
import { winnerSide } from './players.ts';

/** Who won the last part of a bracket, where that ends in one match that is decided. */
export function championOf(parts: readonly Part[]): PlayerName | undefined {
  const last = parts.at(-1);
  if (last?.kind === 'tree') return winnerOfLast(last.columns.at(-1)?.matches ?? []);
  if (last?.kind !== 'double') return undefined;
  const finals = last.final.flatMap(({ matches }) => matches);
  // A second grand final is played only where the first one did not settle it.
  const decided = finals.filter(({ winner }) => winner !== undefined);
  const isOver = decided.length === finals.length || finals[0]?.winner === 1;
  return isOver ? winnerOfLast(decided.slice(-1)) : undefined;
}

function winnerOfLast(matches: readonly Match[]): PlayerName | undefined {
  const [only] = matches;
  return matches.length === 1 && only ? winnerSide(only)?.player : undefined;
}
