import { z } from 'zod';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** By server: a revision that increases with each change of what it chose. */
export const ServerIndex = z.record(z.string(), z.number());
export type ServerIndex = z.infer<typeof ServerIndex>;

/** One record for all servers: the owner of the background work reads it every few seconds. */
const KEY = 'all';

/** The servers that have chosen something which the background work does. Every method throws `StoreError`. */
export function createServerIndex(store: Store<ServerIndex>, now: () => number) {
  return {
    read: async (): Promise<ServerIndex> => (await store.get(KEY)) ?? {},
    /** Before and after each change of a choice: a crash in between must not hide it. */
    async mark(guildId: string): Promise<void> {
      await changeRecord(store, KEY, (servers = {}) => ({
        ...servers,
        [guildId]: Math.max(now(), (servers[guildId] ?? 0) + 1),
      }));
    },
    /** Removes a server that chooses nothing, unless that has changed since this revision. */
    async leave(guildId: string, revision: number): Promise<void> {
      await changeRecord(store, KEY, (servers) => {
        if (servers?.[guildId] !== revision) return servers;
        const { [guildId]: _gone, ...others } = servers;
        return others;
      });
    },
  };
}
