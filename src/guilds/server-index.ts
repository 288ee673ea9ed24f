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
  /** Called after a change: a reader that saw the old revision then reads the choice again. */
  async function mark(guildId: string): Promise<void> {
    await changeRecord(store, KEY, (servers = {}) => ({
      ...servers,
      [guildId]: Math.max(now(), (servers[guildId] ?? 0) + 1),
    }));
  }

  return {
    read: async (): Promise<ServerIndex> => (await store.get(KEY)) ?? {},
    mark,
    /** Makes a change of a server that may not be in the index yet: a crash before the mark at the end must not hide it. */
    async around<T>(guildId: string, change: () => Promise<T>): Promise<T> {
      await mark(guildId);
      const result = await change();
      await mark(guildId);
      return result;
    },
    /** Removes a server. With a `revision`, only if what it chose has not changed since. */
    leave: async (guildId: string, revision?: number): Promise<void> => {
      await changeRecord(store, KEY, (servers) => {
        if (servers === undefined || !(guildId in servers)) return servers;
        if (revision !== undefined && servers[guildId] !== revision) return servers;
        const { [guildId]: _gone, ...others } = servers;
        return others;
      });
    },
  };
}
