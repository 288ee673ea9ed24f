import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { changeEntries } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { withSeries } from './earlier-announcements.ts';
import { DEFAULT_LOCALE, discordLocaleOf, type GuildSettings } from './settings.ts';

const CACHE_MS = 15_000;
const CACHE_MAX = 10_000;

interface SettingsDeps {
  store: Store<GuildSettings>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Reads each server's settings at most once in 15 s. */
export function createSettingsStore({ store, trackServer, now, onError }: SettingsDeps) {
  const cache = new LRUCache<string, { readAt: number; settings: Promise<GuildSettings> }>(atMost(CACHE_MAX));
  const put = (guildId: string, settings: GuildSettings | Promise<GuildSettings>): void =>
    void cache.set(guildId, { readAt: now(), settings: Promise.resolve(settings) });
  const read = async (guildId: string): Promise<GuildSettings> =>
    withSeries((await store.get(guildId)) ?? {});

  /** At most 15 s old. If the store does not answer: the last known settings, or none. Never rejects. */
  function recent(guildId: string): Promise<GuildSettings> {
    const cached = cache.get(guildId);
    // `Math.abs`: after the clock jumps back, no cached value is trusted.
    if (cached !== undefined && Math.abs(now() - cached.readAt) < CACHE_MS) return cached.settings;
    // A failure is cached too, so that not every answer waits for a store that is down.
    const settings = read(guildId).catch((error: unknown) => {
      onError(error);
      return cached?.settings ?? {};
    });
    put(guildId, settings);
    return settings;
  }

  /** Applies an edit, safe under concurrent changes. After a `StoreError`, the edit may or may not be stored. */
  async function change(guildId: string, edit: (settings: GuildSettings) => GuildSettings) {
    await trackServer(guildId);
    const change = await changeEntries(store, guildId, {
      empty: {},
      edit: (record) => edit(withSeries(record)),
    });
    put(guildId, change.after);
    return { before: withSeries(change.before), after: change.after };
  }

  return {
    recent,
    change,
    /** Reads past the cache. Throws `StoreError`. */
    async read(guildId: string): Promise<GuildSettings> {
      const settings = await read(guildId);
      put(guildId, settings);
      return settings;
    },
    /** Stores Discord's language for a server if it has changed. Never rejects. */
    async noteLocale(guildId: string, discordLocale: string): Promise<void> {
      try {
        const settings = await recent(guildId);
        if (discordLocaleOf(settings) === discordLocale) return;
        // Used for answers until it is stored.
        put(guildId, { ...settings, discordLocale });
        await change(guildId, ({ discordLocale: _before, ...others }) =>
          discordLocale === DEFAULT_LOCALE ? others : { ...others, discordLocale },
        );
      } catch (error) {
        onError(error);
      }
    },
  };
}
