import { z } from 'zod';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** By server: a revision that increases with each change of its choices. */
export const ServerIndex = z.record(z.string(), z.number());
export type ServerIndex = z.infer<typeof ServerIndex>;

/** A single record: the owner of the background work reads it every few seconds. */
const KEY = 'all';

/** The servers that use one part of the background work. Every method throws `StoreError`. */
export function createServerIndex(store: Store<ServerIndex>, now: () => number) {
  let marks = 0;

  /** Called after a change: a reader that saw the old revision then reads the choices again. */
  async function mark(guildId: string): Promise<void> {
    await changeRecord(store, KEY, (servers = {}) => ({
      ...servers,
      [guildId]: Math.max(now(), (servers[guildId] ?? 0) + 1),
    }));
    marks++;
  }

  return {
    read: async (): Promise<ServerIndex> => (await store.get(KEY)) ?? {},
    mark,
    /** How many marks this process made: what it cached before one is outdated. */
    marks: (): number => marks,
    /**
     * Makes a change of a server that may not be in the index yet. It is marked before and after, so that a kill in between can't
     * hide the change.
     */
    async around<T>(guildId: string, change: () => Promise<T>): Promise<T> {
      await mark(guildId);
      const result = await change();
      await mark(guildId);
      return result;
    },
    /** Removes a server. With a `revision`, only if it has not changed since. */
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
