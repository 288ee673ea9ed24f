import { MINUTE_MS } from '../../durations.ts';
import { PlatformError } from '../../platform/error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tournament } from '../../reading/records.ts';
import type { StoreLog } from '../../store/store.ts';
import type { Pace } from '../owner/pace.ts';
import { createPacedCall } from '../owner/paced-call.ts';
import type { Listing } from './listing.ts';

/** Members are reminded from what was read within this time: a start may have moved since. Longer than between two reads. */
export const RECENT_MS = 10 * MINUTE_MS;
/** At least this many other reads come between two of the list. */
const SHARE = 4;

/** The upcoming tournaments, and when they were requested (epoch milliseconds). */
export interface List {
  readAt: number;
  tournaments: readonly Tournament[];
}

interface ListReadsDeps {
  listing: Listing;
  platform: Pick<Platform, 'tournaments'>;
  pace: Pace;
  pollsPerMinute: number;
  onPoll: (outcome: string) => void;
  /** Called when there is a new list. */
  onList: () => void;
  log: StoreLog;
  now: () => number;
  monotonic: () => number;
}

/** Reads the shared list of upcoming tournaments for all parts that need it, at most once a minute. */
export function createListReads(deps: ListReadsDeps) {
  const { listing, platform, pace, pollsPerMinute, onPoll, onList, log, now, monotonic } = deps;
  const everyMs = Math.max(MINUTE_MS, (SHARE * MINUTE_MS) / pollsPerMinute);
  let latest: List | undefined;
  /** When this owner requested the latest list, by the clock that never jumps; `undefined` if another owner did. */
  let latestAt: number | undefined;
  let triedAt = -Infinity;
  let generation = 0;
  let reading: Promise<void> | undefined;
  const paced = createPacedCall({ pace, onPoll });

  async function read(): Promise<void> {
    const began = generation;
    const readAt = now();
    const requestedAt = monotonic();
    try {
      await listing.forgetWish();
      const answer = await paced((once) => platform.tournaments({ status: 'upcoming', isWide: true }, once));
      if (answer instanceof PlatformError || began !== generation) return;
      await listing.save(answer.value);
      latest = { readAt, tournaments: answer.value };
      latestAt = requestedAt;
      onList();
    } catch (error) {
      log.warn({ err: error }, 'the list of tournaments could not be stored');
    }
  }

  return {
    latest: (): List | undefined => latest,
    /** The tournaments in the latest list, if this owner read it in the last minutes. */
    recent: (): readonly Tournament[] =>
      latest === undefined || latestAt === undefined || monotonic() - latestAt >= RECENT_MS
        ? []
        : latest.tournaments,
    /** Follows another owner, which may have read just before. Throws `StoreError`. */
    async takeOver(): Promise<void> {
      if (latest !== undefined) return;
      const stored = await listing.read();
      if (stored === undefined) return;
      const ageMs = now() - stored.readAt;
      // If the clock was set back, the age is unknown.
      if (ageMs >= 0 && ageMs < everyMs) triedAt = Math.max(triedAt, monotonic() - ageMs);
      latest = stored;
      onList();
    },
    /** Reads the list if that is due and allowed now. */
    next(): void {
      if (reading !== undefined || monotonic() - triedAt < everyMs || !pace.isOpen()) return;
      pace.take();
      triedAt = monotonic();
      reading = read().finally(() => (reading = undefined));
    },
    idle: async (): Promise<void> => reading,
    clear(): void {
      generation++;
      latest = undefined;
      latestAt = undefined;
    },
  };
}
