import type { Match } from '../reading/records.ts';
import type { ShownReport } from '../replies/results.ts';
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
  /** All background reads of the platform together. */
  pace: Pace;
  followed: {
    /** What a server follows. */
    in(guildId: string): readonly Followed[];
    tournamentIds(): ReadonlySet<string>;
    /** The follows of a tournament. */
    of(tournamentId: string): readonly Followed[];
    /** A followed tournament as it was read last. */
    reading(tournamentId: string): Reading | undefined;
    /** What this owner has told a channel; `undefined` before its first turn. */
    feed(place: FeedPlace): FeedRecord | undefined;
    /** The report of a match in a server, if it awaits somebody or was questioned. Throws `StoreError`. */
    report(match: Match, guildId: string): Promise<ShownReport | undefined>;
  };
}

/** What is still to be done. `stalledMs`: how long the server that waits longest has not got on. */
export interface Backlog {
  members: number;
  stalledMs: number;
}

/** A part of the background work besides the followed tournaments. Its methods never reject, and `first` and `last` do not wait. */
export interface JobPart {
  /** What is due, before the followed tournaments are read. Called again and again, with the owner's epoch. */
  first(epoch: number): void;
  /** The reads that can wait, with what is left of the pace. */
  last(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Another owner begins, or none. */
  clear(): void;
  /** Changes of members' roles that are still to be made, over all servers. */
  backlog?(): Backlog;
}
