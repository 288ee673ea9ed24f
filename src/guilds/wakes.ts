import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** By id: when a member last pressed something about its match, or a match of its tournament, epoch milliseconds. */
export const WakeRecord = z.record(z.string(), z.number());
type WakeRecord = z.infer<typeof WakeRecord>;
export type Wakes = Readonly<Record<'matches' | 'tournaments', WakeRecord>>;

/** Two records: the owner of the background work reads them every few seconds. */
const MATCHES = 'all';
const TOURNAMENTS = 'tournaments';
/** An ended tournament is read at least once a day. */
const TTL_MS = DAY_MS;
/** The most recent ones. */
const NOTED_MAX = 200;
/** For a match whose tournament the platform does not name. */
export const ANY_TOURNAMENT = '';

/** Matches with recent presses: their tournaments should be read soon. Every method throws `StoreError`. */
export function createWakes(store: Store<WakeRecord>, now: () => number) {
  function noteIn(key: string, id: string): Promise<unknown> {
    const edit = (before: WakeRecord = {}): WakeRecord => {
      const { [id]: _earlier, ...others } = before;
      // By time: an object lists numeric ids first.
      const noted = Object.entries(others).toSorted(([, a], [, b]) => a - b);
      return Object.fromEntries([...noted, [id, now()]].slice(-NOTED_MAX));
    };
    return changeRecord(store, key, edit, () => TTL_MS);
  }
  return {
    read: async (): Promise<Wakes> => ({
      matches: (await store.get(MATCHES)) ?? {},
      tournaments: (await store.get(TOURNAMENTS)) ?? {},
    }),
    async note(matchId: string, tournamentId = ANY_TOURNAMENT): Promise<void> {
      await Promise.all([noteIn(MATCHES, matchId), noteIn(TOURNAMENTS, tournamentId)]);
    },
  };
}
