import type { Store } from '../store/store.ts';

/** A platform that is silent for less is no news. */
const PATIENCE_MS = 5 * 60_000;

interface OutageDeps {
  /** Under the server's id: since when its followed tournaments cannot be read, epoch milliseconds. */
  store: Store<number>;
  note: (guildId: string, outage: { since: number } | 'over') => Promise<void>;
  now: () => number;
}

/** Tells each server once that its tournaments cannot be read, and once that they can be again, whoever the owner is. */
export function createOutages({ store, note, now }: OutageDeps) {
  /** What the store has of each server, as far as this owner knows. */
  let noted = new Map<string, boolean>();

  return {
    /** `failingMs`: how long a server has been without an answer. Throws `StoreError`. */
    async look(guildId: string, failingMs: number): Promise<void> {
      const isOut = failingMs >= PATIENCE_MS;
      if (noted.get(guildId) === isOut) return;
      // Short of the time, an outage that an earlier owner noted goes on.
      if (!isOut && failingMs > 0) return;
      const since = now() - failingMs;
      if (isOut ? await store.add(guildId, since) : (await store.take(guildId)) !== undefined)
        await note(guildId, isOut ? { since } : 'over');
      noted.set(guildId, isOut);
    },
    clear(): void {
      noted = new Map();
    },
  };
}
