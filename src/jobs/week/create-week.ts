import type { Guilds } from '../../guilds/guilds.ts';
import type { Platform } from '../../platform/platform.ts';
import { NotOwnerError } from '../feeds.ts';
import type { JobPart, Owner } from '../part.ts';
import type { JobsDeps } from '../work.ts';
import type { Listing } from './listing.ts';
import { createListReads } from './list-reads.ts';
import { createNews, NewsRecord } from './news.ts';
import { createServers } from './servers.ts';

/** How often the store is read for what servers and members chose. */
const SYNC_MS = 2000;

type Shared = Pick<
  JobsDeps,
  'channels' | 'events' | 'log' | 'monotonic' | 'now' | 'pollsPerMinute' | 'stores' | 't'
>;

export interface WeekDeps extends Shared {
  listing: Listing;
  platform: Pick<Platform, 'tournaments'>;
  guilds: Pick<Guilds, 'settings' | 'note' | 'announcing'>;
}

/** What the bot does between two nights, beside the followed tournaments. */
export function createWeek(deps: WeekDeps, { lease, pace }: Owner): JobPart {
  const { events, guilds, listing, log, monotonic, stores } = deps;
  const works = new Set<Promise<void>>();
  let epoch: number | undefined;
  let syncedAt = -Infinity;
  let isListWanted = false;
  let isFailing = false;

  const reads = createListReads({
    ...deps,
    pace,
    onPoll: events.onPoll,
    onList() {
      for (const guildId of announcing.ids()) announcing.queue(guildId);
    },
  });
  const news = createNews({ ...deps, lease, store: stores.namespace('news', NewsRecord) });
  const announcing = createServers({
    index: () => guilds.announcing.read(),
    monotonic,
    onError: noteFailure,
    async take(guildId, revision) {
      const { announceChannelId } = await guilds.settings.read(guildId);
      if (announceChannelId === undefined) {
        await news.forget(guildId);
        return guilds.announcing.leave(guildId, revision);
      }
      const list = reads.latest();
      if (epoch !== undefined && list !== undefined)
        await news.tell(guildId, list, { since: revision, epoch });
    },
  });

  function noteFailure(guildId: string, error: unknown): void {
    if (error instanceof NotOwnerError) log.info({ guildId }, error.message);
    else log.warn({ guildId, err: error }, 'a server could not be told');
  }

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
    await announcing.sync();
    isListWanted = announcing.ids().length > 0 || (await listing.isWanted());
  }

  return {
    first(current) {
      epoch = current;
      if (monotonic() - syncedAt >= SYNC_MS) {
        syncedAt = monotonic();
        start(sync);
      }
      announcing.retry();
      if (isListWanted) reads.next();
    },
    last() {},
    async idle() {
      await Promise.all(works);
      await reads.idle();
      await announcing.idle();
    },
    clear() {
      epoch = undefined;
      syncedAt = -Infinity;
      isListWanted = false;
      reads.clear();
      announcing.clear();
    },
  };
}
