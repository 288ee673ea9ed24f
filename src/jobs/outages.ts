import type { Store } from '../store/store.ts';
import type { JobsDeps } from './work.ts';

/** Shorter outages are not reported. */
const PATIENCE_MS = 5 * 60_000;

/**
 * Tells each server once that its tournaments cannot be read, and once that they can be again, whoever the owner is.
 * `store`: under the server's id, since when they cannot, epoch milliseconds.
 */
export function createOutages(
  store: Store<number>,
  { guilds, now, t }: Pick<JobsDeps, 'guilds' | 'now' | 't'>,
) {
  /** By server: whether an outage is stored, as far as this owner knows. */
  let reported = new Map<string, boolean>();

  return {
    /** `failingMs`: how long a server has been without an answer. Throws `StoreError`. */
    async look(guildId: string, failingMs: number): Promise<void> {
      const isOut = failingMs >= PATIENCE_MS;
      if (reported.get(guildId) === isOut) return;
      // Not long enough yet, but an outage that an earlier owner reported may still be going on.
      if (!isOut && failingMs > 0) return;
      const since = now() - failingMs;
      const isNews = isOut ? await store.add(guildId, since) : (await store.take(guildId)) !== undefined;
      const when = `<t:${Math.floor(since / 1000)}:R>`;
      if (isNews)
        await guilds.note(guildId, isOut ? t('feed.audit.outage', { when }) : t('feed.audit.outageOver'));
      reported.set(guildId, isOut);
    },
    clear(): void {
      reported = new Map();
    },
  };
}
