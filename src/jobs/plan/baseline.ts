import { present } from '../../present.ts';
import type { FeedRecord } from './feed-record.ts';
import { keyMatches } from './match-keys.ts';
import { withResult, type MatchRecord } from './match-record.ts';
import { milestonesBefore } from './milestones.ts';
import { noteMilestones } from './notices.ts';
import type { FeedReading } from './plan-input.ts';
import type { Reading } from './reading.ts';
import { resultOf } from './result-codes.ts';

/** Results that are there at first sight are never told, and what is being played is not called. */
function baselineMatches({ bracket }: Reading): FeedRecord['matches'] {
  return Object.fromEntries(
    keyMatches(bracket, {}).flatMap(({ key, match, identity }): [string, MatchRecord][] => {
      const result = resultOf(match);
      if (result !== undefined)
        return [[key, withResult({ state: 'known', ...identity }, result, undefined)]];
      return match.phase === 'running' ? [[key, { state: 'called', ...identity, call: {} }]] : [];
    }),
  );
}

/** A tournament's announcement in the channel that follows it now: it becomes the live post. */
export interface AnnouncedHere {
  messageId: string;
  /** Nobody was told yet that registration is open: it was announced just now, without a mention. */
  isNews: boolean;
}

/** The feed of a channel that follows from this reading on. */
export const newFeed = (reading: Reading, announced?: AnnouncedHere): Omit<FeedRecord, 'epoch'> => ({
  bracketAt: reading.bracketAt,
  matches: baselineMatches(reading),
  posts: {},
  pending: [],
  milestones: milestonesBefore(reading).filter((one) => one !== 'open' || announced?.isNews !== true),
  ...present({
    live: announced && { messageId: announced.messageId, shows: '', editedAt: 0 },
    awaitsBracket: reading.stage === 'running' && !reading.bracket ? (true as const) : undefined,
  }),
});

/** The feed with what it could not see before: its first bracket is the baseline, and a feed of an older build has no milestones. */
export function withBaseline(feed: FeedRecord, reading: Reading): FeedRecord {
  const known = feed.milestones === undefined ? { ...feed, milestones: milestonesBefore(reading) } : feed;
  if (known.awaitsBracket !== true || !reading.isCurrent) return known;
  const { awaitsBracket: _seen, ...rest } = known;
  const seen = { ...rest, matches: { ...baselineMatches(reading), ...known.matches } };
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
