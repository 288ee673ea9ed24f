import type { Match } from '../reading/records.ts';
import type { ShownReport } from '../replies/report-view.ts';
import type { FeedPlace } from './deliver/feeds.ts';
import type { FeedRecord } from './plan/feed-record.ts';
import type { Followed, Reading } from './plan/reading.ts';
import type { Lease } from './owner/lease.ts';
import type { RunOwned } from './owner/owned.ts';
import type { Pace } from './owner/pace.ts';

/** What the owner of the background work shares with all its parts. */
export interface Owner {
  lease: Pick<Lease, 'check'>;
  run: RunOwned;
  /** The shared pace of all background reads of the platform. */
  pace: Pace;
  followed: {
    /** The follows of a server. */
    in(guildId: string): readonly Followed[];
    tournamentIds(): ReadonlySet<string>;
    /** The follows of a tournament. */
    of(tournamentId: string): readonly Followed[];
    /** A followed tournament as it was last read. */
    reading(tournamentId: string): Reading | undefined;
    /** The feed of a channel as this owner wrote it; `undefined` before its first turn. */
    feed(place: FeedPlace): FeedRecord | undefined;
    /** The report of a match in a server, if it waits for an answer or was disputed. Throws `StoreError`. */
    report(match: Match, guildId: string): Promise<ShownReport | undefined>;
  };
}

/** The remaining work. `stalledMs`: time since the longest waiting server last made progress. */
export interface Backlog {
  members: number;
  stalledMs: number;
}

/** A part of the background work besides the followed tournaments. Its methods never reject, and `first` and `last` do not wait. */
export interface JobPart {
  /** What is due before the followed tournaments are read. Called in a loop, with the owner's epoch. */
  first(epoch: number): void;
  /** The reads that can wait, with the calls that the pace leaves. */
  last(): void;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
  /** Another process becomes the owner, or none. */
  clear(): void;
  /** Changes of members' roles that have yet to be made, over all servers. */
  backlog?(): Backlog;
}
