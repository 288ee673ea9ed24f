import { present } from '../../present.ts';
import type { FeedRecord, ResultsPost } from './feed-record.ts';
import { isTurned, keyMatches, type KeyedMatch } from './match-keys.ts';
import { KNOWN, withResult, type MatchRecord } from './match-record.ts';
import { milestonesBefore } from './milestones.ts';
import { doubtful, isToldGone, lacksResult } from './doubt.ts';
import { tablesBefore } from './round-tables.ts';
import { editMatches, noteMilestones } from './notices.ts';
import { readingFor, type FeedReading } from './plan-input.ts';
import type { Reading } from './reading.ts';
import { resultOf, turnedResult } from './result-codes.ts';
import { scheduleIn, withSchedule } from './schedule.ts';
import { callState, showsMatches } from './closing.ts';

/** The matches that have a result in the first reading. */
export const decidedAtFirst = ({ bracket }: Reading): KeyedMatch[] =>
  keyMatches(bracket, new Map()).filter(({ match }) => resultOf(match) !== undefined);

/**
 * The baseline: results in the first reading are never posted, and running matches are not called. `memberKeys`: the keys of results
 * that members' result posts show here; the feed keeps those posts up to date from then on. `known`: matches that keep their keys.
 */
function baselineMatches(
  { bracket }: Reading,
  memberKeys: ReadonlySet<string>,
  known: FeedRecord['matches'] = new Map(),
): FeedRecord['matches'] {
  return new Map(
    keyMatches(bracket, known).flatMap(({ key, match, identity }): [string, MatchRecord][] => {
      const result = resultOf(match);
      if (result !== undefined && memberKeys.has(key)) return [];
      if (result !== undefined)
        return [[key, withResult({ state: 'known', ...identity }, result, undefined)]];
      return match.phase === 'running' ? [[key, { state: 'called', ...identity, call: {} }]] : [];
    }),
  );
}

/** A tournament's announcement in the channel that now follows it: it becomes the live post. */
export interface AnnouncedHere {
  messageId: string;
  /** It has no post that registration is open: its announcement was just posted without a mention. */
  isNews: boolean;
}

/** The feed of a channel that follows from this reading on. `results`: the keys of results that members' result posts show here. */
export const newFeed = (
  reading: Reading,
  announced?: AnnouncedHere,
  results: ReadonlySet<string> = new Set(),
): Omit<FeedRecord, 'epoch'> => ({
  bracketAt: reading.bracketAt,
  matches: baselineMatches(reading, results),
  posts: {},
  pending: [],
  schedule: scheduleIn(reading),
  milestones: milestonesBefore(reading).filter((one) => one !== 'open' || announced?.isNews !== true),
  ...present({
    live: announced && { messageId: announced.messageId, shows: '', editedAt: 0 },
    awaitsBracket: reading.stage === 'running' && !reading.bracket ? (true as const) : undefined,
    tables: reading.stage === 'running' && !reading.bracket ? undefined : tablesBefore(reading.bracket),
  }),
});

/** What went by while the channel did not follow: no news once it is resumed. `since`: when it began to follow. */
export function withResumed(feed: FeedRecord, since: number, reading: Reading): FeedRecord {
  if (feed.since === since) return feed;
  if (feed.since === undefined) return { ...feed, since };
  const passed = milestonesBefore(reading).filter((one) => one !== 'champion');
  // First, what is known takes the ids and names of now: beside new matches, others would no longer find it.
  const keyed = readingFor(feed, reading);
  const ordered = withOrder(feed, keyed);
  const keys = keyed.matches.flatMap(({ key }) => (ordered.matches.has(key) ? [key] : []));
  const known = identified(ordered, keys, keyed);
  const seen = [...baselineMatches(reading, new Set(), known.matches)];
  const running = seen.filter(([, { state }]) => state === 'called');
  return noteMilestones({ ...known, since, matches: new Map([...running, ...known.matches]) }, passed);
}

/** Whether this reading has the feed's first bracket. */
export const isFirstBracket = ({ awaitsBracket }: FeedRecord, { isCurrent }: Reading): boolean =>
  awaitsBracket === true && isCurrent;

/**
 * The feed with what an earlier reading or version lacked: the first bracket becomes the baseline, and missing milestones are
 * filled in.
 */
export function withBaseline(
  feed: FeedRecord,
  reading: Reading,
  results: ReadonlySet<string> = new Set(),
): FeedRecord {
  const planned = feed.schedule === undefined ? withSchedule(feed, reading) : feed;
  const told =
    planned.milestones === undefined ? { ...planned, milestones: milestonesBefore(reading) } : planned;
  const known =
    told.tables === undefined && reading.isCurrent
      ? { ...told, tables: tablesBefore(reading.bracket) }
      : told;
  if (!isFirstBracket(known, reading)) return known;
  const { awaitsBracket: _seen, ...rest } = known;
  const seen = { ...rest, matches: new Map([...baselineMatches(reading, results), ...known.matches]) };
  return reading.isDecided ? noteMilestones(seen, ['champion']) : seen;
}

/** Adds the hashes that find these matches again. */
export const identified = (feed: FeedRecord, keys: readonly string[], { byKey }: FeedReading): FeedRecord =>
  keys.reduce((next, key) => {
    const identity = byKey.get(key)?.identity;
    return identity ? editMatches(next, [key], (record) => ({ ...record, ...identity })) : next;
  }, feed);

/** Adds the hashes that find each match again, and marks matches that the bracket has lost. */
export function withIdentities(feed: FeedRecord, reading: FeedReading): FeedRecord {
  const { bracketAt, byKey, isCurrent, matches } = reading;
  // Another turn with the same bracket is not a second reading.
  const isNew = isCurrent && bracketAt !== feed.bracketAt;
  const isWhole = isNew && matches.length > 0;
  const entries = [...feed.matches].flatMap(([key, record]): [string, MatchRecord][] => {
    const one = byKey.get(key);
    if (one === undefined && isWhole && record.gone === true && wasOnlyRunning(record)) return [];
    if (one === undefined) return [[key, isWhole ? { ...record, gone: true } : record]];
    const { gone, undone, ...rest } = record;
    const isUndone = isNew ? lacksResult(record, one) : undone;
    const returning = isNew ? (gone === true && isToldGone(record) ? 'back' : undefined) : gone;
    return [
      [key, { ...rest, ...one.identity, ...present({ gone: returning, undone: isUndone || undefined }) }],
    ];
  });
  return { ...feed, matches: new Map(entries) };
}

/**
 * It was running when following began, and no post mentions it. The same pair may meet again under the same key, and is called
 * then.
 */
const wasOnlyRunning = ({ call, result }: MatchRecord): boolean =>
  call !== undefined && call.at === undefined && result === undefined;

/**
 * How a match stands, as its call should show it; `undefined` for a match that needs one more reading to be sure, and for all
 * matches if the bracket is not current or momentarily empty.
 */
export function sureStates(
  feed: Pick<FeedRecord, 'bracketAt' | 'matches'>,
  reading: FeedReading,
): (key: string) => string | undefined {
  const { byKey } = reading;
  if (!showsMatches(reading)) return () => undefined;
  // After an end without a bracket, and in the last turn, no further reading follows.
  const unsure = reading.isCurrent && reading.isLast !== true ? doubtful(feed, reading) : new Set();
  return (key) =>
    unsure.has(key) ? undefined : callState(feed.matches.get(key) ?? KNOWN, byKey.get(key)?.match, reading);
}

/** The feed in the reading's order of players, if that has changed: its results are stored in that order. */
export function withOrder(feed: FeedRecord, { matches }: FeedReading): FeedRecord {
  const turned = matches.filter(({ key, identity }) => isTurned(feed.matches.get(key) ?? KNOWN, identity));
  if (turned.length === 0) return feed;
  const entries = turned.map(({ key, identity }): [string, MatchRecord] => {
    const record = feed.matches.get(key) ?? KNOWN;
    const { call, result } = record;
    return [
      key,
      {
        ...record,
        ...identity,
        ...present({
          call: call && {
            ...call,
            ...present({ shows: call.shows === undefined ? undefined : turnedResult(call.shows) }),
          },
          result: result && {
            ...result,
            code: turnedResult(result.code),
            ...present({ before: result.before === undefined ? undefined : turnedResult(result.before) }),
          },
        }),
      },
    ];
  });
  const keys = new Set(turned.map(({ key }) => key));
  const posts = Object.entries(feed.posts).map(([postId, post]): [string, ResultsPost] => [
    postId,
    {
      ...post,
      ...present({
        moved:
          post.moved &&
          Object.fromEntries(
            Object.entries(post.moved).map(([key, code]) => [key, keys.has(key) ? turnedResult(code) : code]),
          ),
      }),
    },
  ]);
  return {
    ...feed,
    matches: new Map([...feed.matches, ...entries]),
    posts: Object.fromEntries(posts),
  };
}
