import { canBePlayed, hasEnded, nextMatches } from '../../brackets/night.ts';
import type { Match } from '../../reading/records.ts';
import { noteMilestones, type Act } from './acts.ts';
import { countedMs } from './elapsed.ts';
import type { FeedRecord, MatchRecord } from './feed-record.ts';
import { keyMatches, type KeyedMatch } from './match-keys.ts';
import { pendingOf, splitPending } from './pending.ts';
import { liveShows, type FeedReading, type PlanInput } from './plan-input.ts';
import { resultActs } from './result-acts.ts';
import { resultOf } from './result-codes.ts';
import { milestoneActs } from './milestones.ts';
import { eventStep } from './event.ts';
import { closeThreadActs, threadActs } from './threads.ts';
import type { Reading } from './reading.ts';

/** Discord takes about one a second. The rest waits for the next reading, so that results need not wait for them. */
const CALLS_AT_ONCE = 20;

const OVERDUE_MS = 45 * 60_000;

/** The least time between two edits of the live post. */
const EDIT_MS = 30_000;

/** The matches that both players should be called to now. */
export function callable(
  { matches: records }: Pick<FeedRecord, 'matches'>,
  reading: FeedReading,
  now: number,
): KeyedMatch[] {
  const { isCurrent, matches, stage } = reading;
  if (stage !== 'running' || !isCurrent) return [];
  const keys = new Map(matches.map(({ key, match }) => [match, key]));
  /** Its players have been called to it, or played it when following began. */
  const isTheirs = (match: Match): boolean => {
    const { calledAt, wasRunning } = records[keys.get(match) ?? ''] ?? {};
    return calledAt !== undefined || wasRunning === true;
  };
  const next = new Set<Match>(nextMatches([...keys.keys()], now, isTheirs));
  return matches.filter(({ key, match }) => {
    return !isTheirs(match) && (records[key]?.result ?? '') === '' && next.has(match);
  });
}

/** A score is being reported while the match goes on. */
const hasScore = ({ sides }: Match): boolean => sides.some(({ score = 0 }) => score > 0);

/** Judged by the time of the reading: what has happened since is not known. */
function isOverdue(
  { match }: KeyedMatch,
  record: MatchRecord | undefined,
  { elapsed, reading: { bracketAt } }: Pick<PlanInput, 'elapsed' | 'reading'>,
  afterMs: number,
): boolean {
  if (record?.waitedMs === undefined || record.overdue === true || (record.result ?? '') !== '') return false;
  if (hasScore(match) || !canBePlayed(match, bracketAt)) return false;
  const startsAt = match.startsAt?.precision === 'second' ? match.startsAt.epochMs : 0;
  return record.waitedMs + countedMs(elapsed) >= afterMs && bracketAt - startsAt >= afterMs;
}

/** The matches whose players are to be reminded: nobody has reported a score. */
export function lateMatches({
  elapsed,
  feed,
  followed,
  reading,
}: Pick<PlanInput, 'elapsed' | 'feed' | 'followed' | 'reading'>): KeyedMatch[] {
  const { calls, late = 0 } = followed.follow.topics;
  if (calls !== true || late === 0 || reading.stage !== 'running' || !reading.isCurrent) return [];
  return reading.matches.filter((one) => {
    const record = feed.matches[one.key];
    return record?.reminded !== true && isOverdue(one, record, { elapsed, reading }, late * 60_000);
  });
}

function lateActs(input: PlanInput): Act[] {
  return lateMatches(input)
    .slice(0, CALLS_AT_ONCE)
    .flatMap((call): Act[] => {
      const sides = input.reach.get(call.key);
      return sides === undefined || sides.some(({ how }) => how === 'wait')
        ? []
        : [{ kind: 'late', call, sides }];
    });
}

function callActs(input: PlanInput): Act[] {
  const { feed, followed, reach, reading, now } = input;
  if (!followed.follow.topics.calls) return [];
  const pending = new Set(pendingOf(feed, 'call').flatMap(({ keys }) => keys));
  const calls = callable(feed, reading, now).toSorted(
    (a, b) => Number(pending.has(b.key)) - Number(pending.has(a.key)),
  );
  const acts: Act[] = calls.slice(0, CALLS_AT_ONCE).flatMap((call): Act[] => {
    const sides = reach.get(call.key);
    if (sides === undefined || sides.some(({ how }) => how === 'wait')) return [];
    const directs = sides.flatMap((side): Act[] =>
      side.how === 'direct' ? [{ kind: 'direct', call, discordId: side.discordId }] : [],
    );
    return [...directs, { kind: 'call', call, sides }];
  });
  const overdue =
    followed.leads.calls && reading.stage === 'running' && reading.isCurrent
      ? reading.matches
          .filter((one) => isOverdue(one, feed.matches[one.key], input, OVERDUE_MS))
          .map(({ key }) => key)
      : [];
  for (const keys of splitPending(
    overdue,
    pendingOf(feed, 'overdue').map((telling) => telling.keys),
    (key) => key,
  ))
    acts.push({ kind: 'overdue', keys });
  return acts;
}

/** The live post, where it shows something else by now. The distance in time, so that a clock that was set back delays no edit. */
const editsLive = ({ live }: FeedRecord, shows: string, now: number): boolean =>
  live !== undefined &&
  live.shows !== shows &&
  (live.shows === '' || Math.abs(now - live.editedAt) >= EDIT_MS);

function linkCalls({ feed, followed, reading }: Pick<PlanInput, 'feed' | 'followed' | 'reading'>): Act[] {
  const { linkCallAt } = followed.follow;
  const isDone = linkCallAt === undefined || linkCallAt === feed.linkCallAt;
  return isDone || hasEnded(reading.stage) ? [] : [{ kind: 'link-call', at: linkCallAt }];
}

/** The champion comes after the last results, and after the post that shows the last bracket. */
const isLast = (act: Act): boolean =>
  act.kind === 'champion' || (act.kind === 'milestone' && act.milestone === 'champion');

/**
 * What is to be done about a reading, in order: what may have been sent before, the first post, results, the start, calls, the live
 * post, the champion, the scheduled event, threads that failed before, threads to close. Pure: acts that were done are recorded in the
 * feed and not planned again.
 */
export function plan(input: PlanInput): Act[] {
  const { event, feed, followed, now, reading } = input;
  const milestones = milestoneActs(input);
  const step =
    followed.leads.event || !followed.follow.topics.event
      ? eventStep(feed.event, event, reading.stage, now)
      : undefined;
  return [
    ...(feed.live === undefined ? [{ kind: 'live' } as const] : []),
    ...linkCalls(input),
    ...resultActs(input),
    ...milestones.filter((act) => !isLast(act)),
    ...callActs(input),
    ...lateActs(input),
    ...(editsLive(feed, liveShows(reading, followed), now) ? [{ kind: 'live' } as const] : []),
    ...milestones.filter(isLast),
    ...(step ? [{ kind: 'event', step } as const] : []),
    ...threadActs(input),
    ...closeThreadActs(input),
  ];
}

/** First sight: results that are there already are never told, and what is being played is not called ready. */
export function baseline(reading: Reading): FeedRecord['matches'] {
  return Object.fromEntries(
    keyMatches(reading.bracket, {}).flatMap(({ key, match, identity }): [string, MatchRecord][] => {
      const result = resultOf(match);
      if (result !== undefined) return [[key, { ...identity, result }]];
      return match.phase === 'running' ? [[key, { ...identity, wasRunning: true }]] : [];
    }),
  );
}

/** A feed that could not see the bracket when following began: what it shows at first is the baseline. */
export function withBaseline(feed: FeedRecord, reading: Reading): FeedRecord {
  if (feed.awaitsBracket !== true || !reading.isCurrent) return feed;
  const { awaitsBracket: _seen, ...rest } = feed;
  const seen = { ...rest, matches: { ...baseline(reading), ...feed.matches } };
  return reading.winner === undefined ? seen : noteMilestones(seen, ['champion']);
}

/** With the hashes by which each match is found again, and a mark on those that a bracket no longer has. */
export function withIdentities(feed: FeedRecord, { isCurrent, matches }: FeedReading): FeedRecord {
  const identities = new Map(matches.map(({ key, identity }) => [key, identity]));
  const isWhole = isCurrent && matches.length > 0;
  const entries = Object.entries(feed.matches).map(([key, record]): [string, MatchRecord] => {
    const identity = identities.get(key);
    if (identity === undefined) return [key, isWhole ? { ...record, gone: true } : record];
    const { gone: _before, ...rest } = record;
    return [key, { ...rest, ...identity }];
  });
  return { ...feed, matches: Object.fromEntries(entries) };
}
