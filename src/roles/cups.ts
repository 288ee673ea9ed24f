import { z } from 'zod';
import { firstThree } from '../brackets/ending.ts';
import { hasEnded } from '../brackets/night.ts';
import { DAY_MS } from '../durations.ts';
import type { Reading } from '../jobs/plan/reading.ts';
import { present } from '../present.ts';
import { storedObject } from '../store/schema.ts';
import type { CupStandings } from './table.ts';

/** How long after its end a tournament counts for those who played in it. */
const AFTER_END_MS = DAY_MS;

/** What the tournaments that a server follows say of players. */
export const CupsRecord = storedObject({
  /** By tournament: all who were seen in it, and when it ended, epoch milliseconds. */
  plays: z.record(
    z.string(),
    storedObject({ players: z.array(z.string()), endedAt: z.number().exactOptional() }),
  ),
  /** Who won the tournament that ended last. */
  won: storedObject({ tournamentId: z.string(), playerId: z.string(), endedAt: z.number() }).exactOptional(),
});
export type CupsRecord = z.infer<typeof CupsRecord>;

export const NO_CUPS: CupsRecord = { plays: {} };

const playersIn = ({ bracket, tournament }: Reading): string[] => [
  ...(tournament.entrantIds ?? []),
  ...(bracket?.rounds ?? []).flatMap(({ matches }) =>
    matches.flatMap(({ sides }) => sides.flatMap(({ player }) => player?.id ?? [])),
  ),
];

/** Who won: a final, or alone at the top of a table once that is over. */
export function championOf({ ending, isCurrent, stage }: Reading): string | undefined {
  if (stage !== 'over' || ending === undefined) return undefined;
  return ending.kind === 'final' || isCurrent ? firstThree(ending)[0]?.id : undefined;
}

/** The time of its end, as far as the platform says it and it is past. */
function endOf({ bracket, tournament }: Reading, now: number): number {
  const ends = [
    tournament.endsAt,
    ...(bracket?.rounds ?? []).flatMap(({ matches }) => matches.map(({ endsAt }) => endsAt)),
  ].flatMap((moment) => (moment !== undefined && moment.epochMs <= now ? moment.epochMs : []));
  return ends.length === 0 ? now : Math.max(...ends);
}

/**
 * The record with new readings of the tournaments that are followed now. Pure; the same record if nothing changed. A tournament that is not
 * followed any more counts as ended.
 */
export function withReadings(
  record: CupsRecord,
  followedIds: ReadonlySet<string>,
  readings: readonly Reading[],
  now: number,
): CupsRecord {
  const plays = { ...record.plays };
  let { won } = record;
  for (const reading of readings) {
    const { stage, tournament } = reading;
    const before = plays[tournament.id];
    const players = [...new Set([...(before?.players ?? []), ...playersIn(reading)])].toSorted();
    const endedAt = hasEnded(stage) ? (before?.endedAt ?? now) : undefined;
    if (players.length > 0) plays[tournament.id] = present({ players, endedAt });
    const playerId = championOf(reading);
    if (playerId === undefined) continue;
    const isSame = won?.tournamentId === tournament.id;
    const end = isSame && won !== undefined ? won.endedAt : endOf(reading, now);
    if (isSame || won === undefined || end >= won.endedAt)
      won = { tournamentId: tournament.id, playerId, endedAt: end };
  }
  for (const [tournamentId, { players, endedAt }] of Object.entries(plays)) {
    if (endedAt === undefined && !followedIds.has(tournamentId))
      plays[tournamentId] = { players, endedAt: now };
    if (endedAt !== undefined && now - endedAt >= AFTER_END_MS && !followedIds.has(tournamentId))
      delete plays[tournamentId];
  }
  const next = present({ ...record, plays, won });
  return JSON.stringify(next) === JSON.stringify(record) ? record : next;
}

/** What counts now. */
export const standingsOf = ({ plays, won }: CupsRecord, now: number): CupStandings => ({
  plays: Object.fromEntries(
    Object.entries(plays).flatMap(([tournamentId, { players, endedAt }]) =>
      endedAt !== undefined && now - endedAt >= AFTER_END_MS ? [] : [[tournamentId, new Set(players)]],
    ),
  ),
  won,
});
