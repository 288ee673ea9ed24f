import type { Platform } from '../../platform/platform.ts';
import type { JobPart, Owner } from '../part.ts';
import type { JobsDeps } from '../work.ts';
import type { Listing } from './listing.ts';
import { createListReads } from './list-reads.ts';

/** How often the store is read for what servers and members chose. */
const SYNC_MS = 2000;

export interface WeekDeps extends Pick<JobsDeps, 'pollsPerMinute' | 'events' | 'log' | 'now' | 'monotonic'> {
  listing: Listing;
  platform: Pick<Platform, 'tournaments'>;
}

/** What the bot does between two nights: everything that needs the list of upcoming tournaments. */
export function createWeek(deps: WeekDeps, { pace }: Owner): JobPart {
  const { events, listing, log, monotonic } = deps;
  const works = new Set<Promise<void>>();
  let syncedAt = -Infinity;
  let isListWanted = false;
  let isFailing = false;
  const reads = createListReads({ ...deps, pace, onPoll: events.onPoll, onList: () => undefined });

  /** Runs beside the loop. A failure is logged once until it works again. */
  function start(work: () => Promise<void>): void {
    const running = work()
      .then(
        () => void (isFailing = false),
        (error: unknown) => {
          if (!isFailing) log.warn({ err: error }, 'background work of the week');
          isFailing = true;
        },
      )
      .finally(() => works.delete(running));
    works.add(running);
  }

  async function sync(): Promise<void> {
    await reads.takeOver();
    isListWanted = await listing.isWanted();
  }

  return {
    first() {
      if (monotonic() - syncedAt >= SYNC_MS) {
        syncedAt = monotonic();
        start(sync);
      }
      if (isListWanted) reads.next();
    },
    last() {},
    async idle() {
      await Promise.all(works);
      await reads.idle();
      await Promise.all(works);
    },
    clear() {
      syncedAt = -Infinity;
      isListWanted = false;
      reads.clear();
    },
  };
}
