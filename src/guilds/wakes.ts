import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** By a match's id: when a member last did something about it, epoch milliseconds. */
export const WakeRecord = z.record(z.string(), z.number());
type WakeRecord = z.infer<typeof WakeRecord>;

/** One record: the owner of the background work reads it every few seconds. */
const KEY = 'all';
const TTL_MS = 5 * MINUTE_MS;
/** Those noted last. */
const MATCHES_MAX = 500;

/** Matches that members have just done something about: their tournaments are worth a look. Every method throws `StoreError`. */
export function createWakes(store: Store<WakeRecord>, now: () => number) {
  return {
    read: async (): Promise<WakeRecord> => (await store.get(KEY)) ?? {},
    async note(matchId: string): Promise<void> {
      const edit = (before: WakeRecord = {}): WakeRecord => {
        const { [matchId]: _earlier, ...others } = before;
        return Object.fromEntries([...Object.entries(others), [matchId, now()]].slice(-MATCHES_MAX));
      };
      await changeRecord(store, KEY, edit, () => TTL_MS);
    },
  };
}
