import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import type { Clocks, Part, Watch } from './watch.ts';

/** Results are corrected soon after the end, or not for a while. */
const CORRECTIONS_MS = 30 * MINUTE_MS;
/** The same after a correction, or after a member's press on a match. */
const NEWS_MS = 5 * MINUTE_MS;
/** The read limit that the intervals are designed for. */
const USUAL_PER_MINUTE = 30;
/** Intervals never get shorter than this share of their usual length. */
const SHORTEST = 0.2;
/** After this time without a change, an interval doubles with every further hour. */
const QUIET_MS = 6 * HOUR_MS;
const LONGEST_MS = HOUR_MS;
/** The longest interval of a running tournament until it has been quiet for this long: a break between two days is shorter. */
const LONGEST_RUNNING_MS = 5 * MINUTE_MS;
const IDLE_MS = 2 * DAY_MS;
/** How long before its time a match may show news. */
const AHEAD_MS = 30 * MINUTE_MS;
/** One of this many reads goes to tournaments that are not running, if one is due. */
const RESERVE = 6;

type Intervals = Partial<Record<Part, number>>;

/** How often each part is worth a read; a part that can't have news is not read. */
function usualIntervals(watch: Watch, { now, monotonic }: Clocks): Intervals {
  const { tournament, stage, missingSince, overSince } = watch;
  if (missingSince !== undefined) {
    const isGone = overSince !== undefined && monotonic - missingSince >= HOUR_MS;
    return { record: isGone ? HOUR_MS : 2 * MINUTE_MS };
  }
  if (stage === 'running') return { record: MINUTE_MS, bracket: 15 * SECOND_MS };
  if (watch.isResting) return afterEnd(watch, { now, monotonic });
  if (tournament === undefined || stage === undefined) return { record: 15 * SECOND_MS };
  if (stage === 'registration') {
    const untilMs = (tournament.startsAt?.epochMs ?? now) - now;
    if (untilMs > 24 * HOUR_MS) return { record: 5 * MINUTE_MS };
    if (untilMs > HOUR_MS) return { record: 2 * MINUTE_MS };
    // If the platform has no word for its state, the bracket shows that it began.
    const isClear = tournament.phase !== undefined && untilMs > 0;
    return isClear ? { record: 30 * SECOND_MS } : { record: 30 * SECOND_MS, bracket: 30 * SECOND_MS };
  }
  return afterEnd(watch, { now, monotonic });
}

/** What has failed for less than an hour is soon tried again: channels say that it can't be read, or wait for it. */
const isFailing = ({ failingSince }: Watch, monotonic: number): boolean =>
  Object.values(failingSince).some((since) => monotonic - since < HOUR_MS);

/** Until its follows stop, it costs next to nothing. */
function afterEnd(watch: Watch, clocks: Clocks): Intervals {
  const { changedAt, failingSince, isInDoubt, overSince } = watch;
  const { now, monotonic } = clocks;
  const endedMs = overSince === undefined ? 0 : monotonic - overSince;
  const isNews = isInDoubt === true || Math.abs(now - changedAt) < NEWS_MS;
  if (endedMs < CORRECTIONS_MS || isNews) return { record: 2 * MINUTE_MS, bracket: 30 * SECOND_MS };
  if (isFailing(watch, monotonic)) return { record: 2 * MINUTE_MS, bracket: 2 * MINUTE_MS };
  const ms = endedMs < DAY_MS || Object.keys(failingSince).length > 0 ? HOUR_MS : DAY_MS;
  return { record: ms, bracket: ms };
}

/** Whether an ended tournament is so quiet that the time of its last read is worth storing. */
export const isAtRest = (watch: Watch, clocks: Clocks): boolean =>
  watch.overSince !== undefined && (afterEnd(watch, clocks).bracket ?? 0) >= HOUR_MS;

/** How long nothing has happened although something was due. */
function quietMs({ changedAt, matchTimes, stage, tournament }: Watch, now: number): number {
  const startsAt = tournament?.startsAt?.epochMs ?? 0;
  const isSoon = stage === 'registration' && startsAt > now && startsAt - now <= 24 * HOUR_MS;
  const expectedAt = matchTimes.reduce(
    (latest, at) => (at - AHEAD_MS <= now ? Math.max(latest, at - AHEAD_MS) : latest),
    startsAt > now ? 0 : startsAt,
  );
  return isSoon ? 0 : now - Math.max(changedAt, expectedAt);
}

/** The same, longer for quiet tournaments, and shorter if more reads are allowed than usual. */
export function intervals(watch: Watch, clocks: Clocks, perMinute: number): Intervals {
  const quiet = quietMs(watch, clocks.now);
  const factor =
    2 ** Math.max(0, (quiet - QUIET_MS) / HOUR_MS) *
    Math.max(SHORTEST, Math.min(1, USUAL_PER_MINUTE / perMinute));
  // What no longer moves takes no turns from what does, even after an outage of everything.
  const isSoon = watch.stage === 'running' ? quiet < IDLE_MS : isFailing(watch, clocks.monotonic);
  const longestMs = isSoon ? LONGEST_RUNNING_MS : LONGEST_MS;
  // Ended tournaments already have long intervals.
  const isOver = watch.overSince !== undefined;
  // Until this owner has read the record, nothing is told; one that fails is read again with the bracket.
  const isUrgent = (part: string): boolean =>
    part === 'record' && watch.recordAt === undefined && watch.failingSince.record === undefined;
  const stretched = (part: string, ms: number): number =>
    isOver && ms >= HOUR_MS
      ? ms
      : Math.max(
          ms * SHORTEST,
          Math.min(longestMs, ms * (isOver || isUrgent(part) ? Math.min(1, factor) : factor)),
        );
  return Object.fromEntries(
    Object.entries(usualIntervals(watch, clocks)).map(([part, ms]) => [part, stretched(part, ms)]),
  );
}

/** Running; not read yet by this owner; the rest. */
type Tier = 0 | 1 | 2;

const tierOf = ({ overSince, recordAt, stage, missingSince }: Watch): Tier =>
  stage === 'running' && missingSince === undefined
    ? 0
    : recordAt === undefined || (missingSince !== undefined && overSince === undefined)
      ? 1
      : 2;

interface DueRead {
  watch: Watch;
  part: Part;
  tier: Tier;
  /** How many intervals have passed since its last request. */
  behind: number;
  everyMs: number;
}

/** A new owner reads the record first: the bracket alone tells nothing, and would be old by then. */
const waitsForRecord = ({ recordAt, requestedAt }: Watch, due: Intervals): boolean =>
  recordAt === undefined && due.record !== undefined && requestedAt.record === undefined;

function* dueParts(watches: Iterable<Watch>, clocks: Clocks, perMinute: number): Generator<DueRead> {
  for (const watch of watches) {
    const due = intervals(watch, clocks, perMinute);
    for (const part of ['record', 'bracket'] as const) {
      const everyMs = due[part];
      if (everyMs === undefined || (part === 'bracket' && waitsForRecord(watch, due))) continue;
      const behind = (clocks.monotonic - (watch.requestedAt[part] ?? -Infinity)) / everyMs;
      if (behind >= 1) yield { watch, part, tier: tierOf(watch), behind, everyMs };
    }
  }
}

/** When each server had its turn in each tier, and how many reads in a row went to running tournaments. */
export interface Turns {
  servedAt: ReadonlyMap<string, number>;
  urgentInARow: number;
}

export const NO_TURNS: Turns = { servedAt: new Map(), urgentInARow: 0 };

/** In each tier on its own: what ended waits for no turn after what the same server has running. */
const turnOf = (tier: Tier, guildId: string): string => `${tier}:${guildId}`;

/** The next read, and whose turn it is. */
export interface Read {
  tournamentId: string;
  part: Part;
  guildId: string;
  tier: Tier;
}

/**
 * What to read next, `undefined` if nothing is due: running tournaments first, then those not read yet, then the rest. Among these,
 * the server whose last turn in this tier is the longest ago, and its tournament that is furthest behind its interval, so that no server's
 * tournaments slow another server's.
 */
export function nextRead(
  {
    watches,
    followers,
    turns,
  }: {
    watches: Iterable<Watch>;
    /** The follows of a tournament. */
    followers: (tournamentId: string) => readonly { guildId: string }[];
    turns: Turns;
  },
  clocks: Clocks,
  perMinute: number,
): Read | undefined {
  const due = [...dueParts(watches, clocks, perMinute)];
  const calm = due.filter(({ tier }) => tier !== 0);
  const candidates = turns.urgentInARow >= RESERVE - 1 && calm.length > 0 ? calm : due;
  const tier = candidates.reduce<Tier>((least, one) => (one.tier < least ? one.tier : least), 2);
  let best: (DueRead & { guildId: string; servedAt: number }) | undefined;
  for (const one of candidates) {
    if (one.tier !== tier) continue;
    for (const { guildId } of followers(one.watch.tournamentId)) {
      const servedAt = turns.servedAt.get(turnOf(tier, guildId)) ?? -Infinity;
      const isBetter =
        best === undefined ||
        servedAt < best.servedAt ||
        (servedAt === best.servedAt &&
          (one.behind > best.behind || (one.behind === best.behind && one.everyMs < best.everyMs)));
      if (isBetter) best = { ...one, guildId, servedAt };
    }
  }
  return (
    best && { tournamentId: best.watch.tournamentId, part: best.part, guildId: best.guildId, tier: best.tier }
  );
}

/** The turns after a read. */
export const afterTurn = (
  { servedAt, urgentInARow }: Turns,
  { guildId, tier }: Read,
  monotonic: number,
): Turns => ({
  servedAt: new Map(servedAt).set(turnOf(tier, guildId), monotonic),
  urgentInARow: tier === 0 ? urgentInARow + 1 : 0,
});
