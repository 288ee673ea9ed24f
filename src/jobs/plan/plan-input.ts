import { tablesByRound, type RoundTable } from '../../brackets/round-tables.ts';
import { matchRounds } from '../../brackets/match-rounds.ts';
import type { Match } from '../../reading/records.ts';
import type { Translate } from '../../words/words.ts';
import type { ShownReport } from '../../replies/results.ts';
import type { Reach } from './acts.ts';
import type { FeedRecord } from './feed-record.ts';
import type { Followed } from './reading.ts';
import { keyMatches, type KeyedMatch } from './match-keys.ts';
import type { ScheduledEvent } from '../../message/channels.ts';
import type { Reading } from './reading.ts';

/** A reading as one feed sees it: with the keys under which it knows the matches. */
export interface FeedReading extends Reading {
  matches: readonly KeyedMatch[];
  byKey: ReadonlyMap<string, KeyedMatch>;
  /** The tables after each round, by the hashes of the rounds. Computed once. */
  tables: () => ReadonlyMap<string, RoundTable>;
  /** The round of each match. Computed once per language. */
  roundsIn: (t: Translate) => ReadonlyMap<Match, string>;
}

export function readingFor(feed: Pick<FeedRecord, 'matches'>, reading: Reading): FeedReading {
  const rounds = new Map<string, ReadonlyMap<Match, string>>();
  const matches = keyMatches(reading.bracket, feed.matches);
  let tables: ReadonlyMap<string, RoundTable> | undefined;
  return {
    ...reading,
    matches,
    byKey: new Map(matches.map((one) => [one.key, one])),
    tables: () => (tables ??= tablesByRound(reading.bracket)),
    roundsIn(t) {
      const known = rounds.get(t.locale) ?? matchRounds(reading.bracket, t);
      rounds.set(t.locale, known);
      return known;
    },
  };
}

/** What a live post shows, as a hash: the same reading is shown otherwise where spoilers are hidden. */
export const liveShows = (
  { shows }: Pick<Reading, 'shows'>,
  { follow: { topics } }: Pick<Followed, 'follow'>,
): string => (topics.spoilers === true ? `${shows}:hidden` : shows);

/** A result that its reporter has announced, or is about to, in the channel where this feed's results go. */
export interface AnnouncedResult {
  state: 'writing' | 'posted';
  result: string;
  post?: { postId: string; channelId: string };
}

/** A report that awaits somebody or was questioned. */
export interface MatchReport extends ShownReport {
  /** A member's own announcement shows it. */
  isAnnounced: boolean;
}

/** How long a bracket was not read before a reading. `isExact`: by a clock that never jumps, else by the wall clock. */
export interface Elapsed {
  ms: number;
  isExact: boolean;
}

/** All that an act depends on. */
export interface PlanInput {
  feed: FeedRecord;
  reading: FeedReading;
  /** Since the reading before. */
  elapsed: Elapsed;
  followed: Pick<Followed, 'follow' | 'leads'>;
  /** The server has a channel for the results of all its tournaments. */
  sharesResults: boolean;
  /** Where this tournament's results go. */
  resultsChannelId: string;
  announced: ReadonlyMap<string, AnnouncedResult>;
  /** By the match's key. */
  reports: ReadonlyMap<string, MatchReport>;
  /** How the players of matches to be called are reached, by the match's key. */
  reach: ReadonlyMap<string, readonly [Reach, Reach]>;
  /** As the follow's scheduled event should be now; `undefined` where there is to be none. */
  event: ScheduledEvent | undefined;
  /** Epoch milliseconds. */
  now: number;
}
