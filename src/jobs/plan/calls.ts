import { MINUTE_MS } from '../../durations.ts';
import { canBePlayed, nextMatches } from '../../brackets/playable.ts';
import type { Match } from '../../reading/records.ts';
import type { Act } from './acts.ts';
import { sureStates } from './baseline.ts';
import { doubtful } from './doubt.ts';
import { OPEN } from './closing.ts';
import { countedMs } from './elapsed.ts';
import type { FeedRecord } from './feed-record.ts';
import type { KeyedMatch } from './match-keys.ts';
import { KNOWN } from './match-record.ts';
import { pendingOf } from './pending.ts';
import type { FeedReading, PlanInput } from './plan-input.ts';
import { isSurelyOn } from './reading.ts';
import { threadlessCalls } from './threads.ts';

const OVERDUE_MS = 45 * MINUTE_MS;
/** In a turn that comes later after its reading, a result may have been reported meanwhile. */
const OLD_MS = 2 * MINUTE_MS;

type CallInput = Pick<PlanInput, 'elapsed' | 'feed' | 'followed' | 'now' | 'reading' | 'reports'>;

/** The players of called matches that a partial bracket may merely lack: by ids and by names, since either may come or go. */
function busyElsewhere(feed: Pick<FeedRecord, 'bracketAt' | 'matches'>, reading: FeedReading): Set<string> {
  const lacking = [...doubtful(feed, reading)].filter((key) => !reading.byKey.has(key));
  return new Set(
    lacking.flatMap((key) => {
      const { names = [], players = [], state } = feed.matches.get(key) ?? KNOWN;
      return state === 'called' || state === 'late' ? [...players, ...names] : [];
    }),
  );
}

const pendingCalls = (feed: FeedRecord): ReadonlySet<string> =>
  new Set(pendingOf(feed, 'call').flatMap(({ keys }) => keys));

const mayAsk = (reading: FeedReading): boolean => reading.isCurrent && isSurelyOn(reading);

/** The matches whose players should be called now. */
function callable(feed: FeedRecord, reading: FeedReading, now: number): KeyedMatch[] {
  const { matches, playsPending } = reading;
  const { matches: records } = feed;
  if (!mayAsk(reading)) return [];
  const keys = new Map(matches.map(({ key, match }) => [match, key]));
  // A pending call may have reached its players.
  const pending = pendingCalls(feed);
  const wasCalled = (match: Match): boolean => {
    const key = keys.get(match) ?? '';
    return records.get(key)?.call !== undefined || pending.has(key);
  };
  const next = new Set<Match>(nextMatches([...keys.keys()], { now, playsPending }, wasCalled));
  const calls = matches.filter(
    ({ key, match }) => (records.get(key)?.state ?? 'known') === 'known' && next.has(match),
  );
  const busy = calls.length === 0 ? new Set<string>() : busyElsewhere(feed, reading);
  return calls.filter(
    ({ identity: { names = [], players = [] } }) => ![...players, ...names].some((hash) => busy.has(hash)),
  );
}

/** The match is running, and its score is being counted. */
const hasScore = ({ sides }: Match): boolean => sides.some(({ score = 0 }) => score > 0);

/** Whether a called match is without a report for too long, at the time of the reading: later changes are unknown. */
function isLate(
  { key, match }: KeyedMatch,
  { elapsed, feed, now, reading }: CallInput,
  afterMs: number,
): boolean {
  if (now - reading.bracketAt > OLD_MS) return false;
  const { at: calledAt = 0, waitedMs } = feed.matches.get(key)?.call ?? {};
  const time = { now: reading.bracketAt, playsPending: reading.playsPending };
  if (waitedMs === undefined || hasScore(match) || !canBePlayed(match, time)) return false;
  // The reading behind the call may have been minutes old. If the clock was set back, no reminder must wait.
  const sinceCall = reading.bracketAt - calledAt;
  if (sinceCall >= 0 && sinceCall < afterMs) return false;
  const startsAt = match.startsAt?.precision === 'second' ? match.startsAt.epochMs : 0;
  return waitedMs + countedMs(elapsed, reading) >= afterMs && reading.bracketAt - startsAt >= afterMs;
}

/** The matches whose players need a reminder. */
function lateMatches(input: CallInput): KeyedMatch[] {
  const { feed, followed, reading, reports } = input;
  const { calls, late = 0 } = followed.follow.topics;
  if (calls !== true || late === 0 || !mayAsk(reading)) return [];
  return reading.matches.filter(
    (one) =>
      feed.matches.get(one.key)?.state === 'called' &&
      reports.get(one.key)?.report.state !== 'disputed' &&
      isLate(one, input, late * MINUTE_MS),
  );
}

/** A report waits for someone else's answer. After a ruling that left the match open, its players are to play it. */
const isReported = (reports: PlanInput['reports'], key: string): boolean =>
  reports.has(key) && reports.get(key)?.report.state !== 'ruled';

/** The matches that the organizers should look at. */
function overdueMatches(input: CallInput): KeyedMatch[] {
  const { feed, reading, reports } = input;
  if (!mayAsk(reading)) return [];
  return reading.matches.filter((one) => {
    const record = feed.matches.get(one.key);
    const isOpen = !isReported(reports, one.key) && (record?.state === 'called' || record?.state === 'late');
    return isOpen && record.call?.reminded !== 'organizers' && isLate(one, input, OVERDUE_MS);
  });
}

/** The matches whose players must be reached. */
export const matchesToReach = (input: CallInput): KeyedMatch[] => [
  ...(input.followed.follow.topics.calls ? callable(input.feed, input.reading, input.now) : []),
  ...lateMatches(input),
  ...threadlessCalls(input),
];

const isOpen = (reports: PlanInput['reports'], key: string): boolean =>
  reports.get(key)?.report.state === 'open';

/** The reminders that were answered or have no purpose anymore. Pure. */
export function settledReminders({
  feed,
  reading,
  reports,
}: Pick<PlanInput, 'feed' | 'reading' | 'reports'>): Act[] {
  const stateOf = sureStates(feed, reading);
  return [...feed.matches].flatMap(([key, record]): Act[] => {
    const { asks } = record.call?.reminder ?? {};
    const state = asks && stateOf(key);
    if (state === undefined) return [];
    const isAsked = asks === 'one' ? isOpen(reports, key) : !isReported(reports, key);
    return isAsked && state === OPEN ? [] : [{ kind: 'unremind', key }];
  });
}

export function lateActs(input: PlanInput): Act[] {
  const asksOf = (key: string): 'both' | 'one' => {
    // One that may have been sent is sent again as the same one; if it no longer holds, it is deleted then.
    const pending = pendingOf(input.feed, 'late').find(({ keys }) => keys.includes(key));
    if (pending !== undefined) return pending.asks ?? 'both';
    return isOpen(input.reports, key) ? 'one' : 'both';
  };
  return lateMatches(input)
    .slice(0, input.limits.calls)
    .flatMap((call): Act[] => {
      const sides = input.reach.get(call.key);
      return sides === undefined || sides.some(({ how }) => how === 'wait')
        ? []
        : [{ kind: 'late', call, sides, asks: asksOf(call.key) }];
    });
}

function newCalls({ feed, limits, reach, reading, now }: PlanInput): Act[] {
  const pending = pendingCalls(feed);
  const calls = callable(feed, reading, now).toSorted(
    (a, b) => Number(pending.has(b.key)) - Number(pending.has(a.key)),
  );
  return calls.slice(0, limits.calls).flatMap((call): Act[] => {
    const sides = reach.get(call.key);
    if (sides === undefined || sides.some(({ how }) => how === 'wait')) return [];
    const directs = sides.flatMap((side): Act[] =>
      side.how === 'direct' ? [{ kind: 'direct', call, discordId: side.discordId }] : [],
    );
    return [...directs, { kind: 'call', call, sides }];
  });
}

/** The calls that are due, and the matches for the organizers' desk. */
export function callActs(input: PlanInput): Act[] {
  if (!input.followed.follow.topics.calls) return [];
  const keys = overdueMatches(input).map(({ key }) => key);
  return [...newCalls(input), ...(keys.length > 0 ? [{ kind: 'overdue', keys } as const] : [])];
}
