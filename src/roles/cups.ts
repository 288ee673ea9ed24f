import { playerIdsOf } from '../brackets/players.ts';
import { z } from 'zod';
import { firstThree, isWinnerUnsaid } from '../brackets/ending.ts';
import { hasEnded } from '../brackets/tournament-stage.ts';
import { DAY_MS } from '../durations.ts';
import type { Reading } from '../jobs/plan/reading.ts';
import { present } from '../present.ts';
import { storedObject } from '../store/schema.ts';
import type { CupStandings } from './table.ts';

/** How long after its end a tournament counts for its players. */
const AFTER_END_MS = DAY_MS;

/** The players and the winner of the tournaments that a server follows. */
export const CupsRecord = storedObject({
  /** By tournament: all players seen in it, when its end was first seen, epoch milliseconds, and who won. */
  plays: z.record(
    z.string(),
    storedObject({
      players: z.array(z.string()),
      endedAt: z.number().exactOptional(),
      champion: z.string().exactOptional(),
    }),
  ),
  /** The winner of the tournament that ended last. */
  won: storedObject({ tournamentId: z.string(), playerId: z.string(), endedAt: z.number() }).exactOptional(),
});
export type CupsRecord = z.infer<typeof CupsRecord>;

export const NO_CUPS: CupsRecord = { plays: {} };

const playersIn = ({ bracket, tournament }: Reading): string[] => [
  ...(tournament.entrantIds ?? []),
  ...(bracket?.rounds ?? []).flatMap(({ matches }) => matches.flatMap(playerIdsOf)),
];

export const UNKNOWN = Symbol('unknown');

/** The winner's id; `undefined` if there is none, and `UNKNOWN` if a reading does not say. */
export function championOf(reading: Reading): string | typeof UNKNOWN | undefined {
  const { ending, hasNoBracket, isCurrent, isUnseen, stage } = reading;
  if (stage !== 'cancelled' && !isCurrent && (!hasNoBracket || isUnseen === true)) return UNKNOWN;
  if (isWinnerUnsaid(reading)) return UNKNOWN;
  return stage !== 'over' || ending === undefined ? undefined : firstThree(ending)[0]?.id;
}

/** When the last match ended, if the platform says so. The planned end of a tournament proves nothing. */
function endOf({ bracket }: Reading, now: number): number {
  const ends = (bracket?.rounds ?? []).flatMap(({ matches }) =>
    matches.flatMap(({ endsAt }) => (endsAt !== undefined && endsAt.epochMs <= now ? endsAt.epochMs : [])),
  );
  return ends.length === 0 ? now : Math.max(...ends);
}

/** The latest ended tournament with a champion. */
function lastWon({ plays, won }: CupsRecord): CupsRecord['won'] {
  const known = Object.entries(plays).flatMap(([tournamentId, { champion: playerId, endedAt }]) =>
    playerId === undefined || endedAt === undefined ? [] : [{ tournamentId, playerId, endedAt }],
  );
  const isOver = won !== undefined && plays[won.tournamentId] === undefined;
  return [...(isOver ? [won] : []), ...known].toSorted((one, other) => other.endedAt - one.endedAt)[0];
}

/**
 * The record with new readings of the tournaments that are followed now. Pure; returns the same record if nothing changed. A
 * tournament that is no longer followed counts as ended.
 */
export function withReadings(
  record: CupsRecord,
  followedIds: ReadonlySet<string>,
  readings: readonly Reading[],
  now: number,
): CupsRecord {
  const plays = { ...record.plays };
  const { won: before } = record;
  // Version 1.0.0 stored the champion only in `won`.
  const told = before && plays[before.tournamentId];
  if (before && told && told.champion === undefined && told.endedAt !== undefined)
    plays[before.tournamentId] = { ...told, champion: before.playerId, endedAt: before.endedAt };
  for (const reading of readings) {
    const { stage, tournament } = reading;
    const known = plays[tournament.id];
    const players = [...new Set([...(known?.players ?? []), ...playersIn(reading)])].toSorted();
    const endedAt = hasEnded(stage) ? (known?.endedAt ?? endOf(reading, now)) : undefined;
    const seen = championOf(reading);
    const champion = seen === UNKNOWN ? known?.champion : seen;
    if (players.length > 0 || champion !== undefined)
      plays[tournament.id] = present({ players, endedAt, champion });
  }
  const won = lastWon(present({ plays, won: before }));
  for (const [tournamentId, { players, endedAt }] of Object.entries(plays)) {
    if (endedAt === undefined && !followedIds.has(tournamentId))
      plays[tournamentId] = { players, endedAt: now };
    if (endedAt !== undefined && now - endedAt >= AFTER_END_MS && !followedIds.has(tournamentId))
      delete plays[tournamentId];
  }
  const next: CupsRecord = present({ plays, won });
  return JSON.stringify(next) === JSON.stringify(record) ? record : next;
}

/** The players and winner that count now. */
export const standingsOf = ({ plays, won }: CupsRecord, now: number): CupStandings => ({
  plays: Object.fromEntries(
    Object.entries(plays).flatMap(([tournamentId, { players, endedAt }]) =>
      endedAt !== undefined && now - endedAt >= AFTER_END_MS ? [] : [[tournamentId, new Set(players)]],
    ),
  ),
  won,
});
