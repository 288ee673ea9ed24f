import type { ShownReport } from '../../replies/report-view.ts';
import type { TurnLimits } from './turn-limits.ts';
import type { Reach } from './acts.ts';
import type { FeedRecord } from './feed-record.ts';
import type { Followed } from './reading.ts';
import { keyMatches, type KeyedMatch } from './match-keys.ts';
import type { ScheduledEvent } from '../../message/channels.ts';
import type { Reading } from './reading.ts';

/** A reading with the match keys of one feed. */
export interface FeedReading extends Reading {
  matches: readonly KeyedMatch[];
  byKey: ReadonlyMap<string, KeyedMatch>;
}

export function readingFor(feed: Pick<FeedRecord, 'matches'>, reading: Reading): FeedReading {
  const matches = keyMatches(reading.bracket, feed.matches);
  return {
    ...reading,
    // If its matches were seen, an owner that never saw them waits before it believes that.
    hasNoBracket: reading.hasNoBracket && (reading.isUnseen !== true || feed.matches.size === 0),
    matches,
    byKey: new Map(matches.map((one) => [one.key, one])),
  };
}

/** Hash of what a live post shows: the same reading looks different with hidden spoilers. */
export const liveShows = (
  { shows }: Pick<Reading, 'shows'>,
  { follow: { topics } }: Pick<Followed, 'follow'>,
): string => (topics.spoilers === true ? `${shows}:hidden` : shows);

/** A result that its reporter's result post shows, or is about to, in the channel of this feed's results. */
export interface MemberResult {
  state: 'writing' | 'posted';
  result: string;
  post?: { postId: string; channelId: string };
}

/** A report that waits for an answer or was disputed. */
export interface MatchReport extends ShownReport {
  /** A member's result post shows it. */
  isMembers: boolean;
}

/** The time between the bracket's last two readings. `isExact`: by a clock that never jumps, otherwise by the wall clock. */
export interface Elapsed {
  ms: number;
  isExact: boolean;
}

/** Everything that an act depends on. */
export interface PlanInput {
  feed: FeedRecord;
  reading: FeedReading;
  /** Since the previous reading. */
  elapsed: Elapsed;
  followed: Pick<Followed, 'follow' | 'leads'>;
  /** The server has a channel for the results of all its tournaments. */
  sharesResults: boolean;
  /** The channel for this tournament's results. */
  resultsChannelId: string;
  memberResults: ReadonlyMap<string, MemberResult>;
  /** By the match's key. */
  reports: ReadonlyMap<string, MatchReport>;
  /** How the players of matches to call are reached, by the match's key. */
  reach: ReadonlyMap<string, readonly [Reach, Reach]>;
  /** The follow's scheduled event as it should be now; `undefined` if there should be none. */
  event: ScheduledEvent | undefined;
  limits: TurnLimits;
  /** Epoch milliseconds. */
  now: number;
}
