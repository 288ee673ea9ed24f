import { PermissionFlagsBits } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** What the admins of a server have set; what is absent is not set. */
export const GuildSettings = storedObject({
  organizerRoleId: z.string().exactOptional(),
  resultsChannelId: z.string().exactOptional(),
  logChannelId: z.string().exactOptional(),
  /** Where public commands answer in public; without it, everywhere. */
  publicChannelIds: z.array(z.string()).exactOptional(),
});
export type GuildSettings = z.infer<typeof GuildSettings>;

const RECENT_MS = 15_000;
const GUILDS = 10_000;
const MANAGES = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator;

interface SettingsDeps {
  store: Store<GuildSettings>;
  /** Enters a server in the list of those that have records. Throws `StoreError`. */
  enlist: (guildId: string) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
}

const isEmpty = (settings: GuildSettings): boolean => Object.keys(settings).length === 0;

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** One read per server and 15 s, shared by all answers of that time. */
export function createSettingsStore({ store, enlist, now, onError }: SettingsDeps) {
  const cache = new LRUCache<string, { readAt: number; settings: Promise<GuildSettings> }>({ max: GUILDS });
  const put = (guildId: string, settings: GuildSettings | Promise<GuildSettings>): void =>
    void cache.set(guildId, { readAt: now(), settings: Promise.resolve(settings) });
  const read = async (guildId: string): Promise<GuildSettings> => (await store.get(guildId)) ?? {};

  return {
    /** As they were at most 15 s ago. While the store does not answer, the last known ones, else none. Never rejects. */
    recent(guildId: string): Promise<GuildSettings> {
      const cached = cache.get(guildId);
      if (cached !== undefined && now() - cached.readAt < RECENT_MS) return cached.settings;
      // Kept as well: a store that is down is not asked again by every answer.
      const settings = read(guildId).catch((error: unknown) => {
        onError(error);
        return cached?.settings ?? {};
      });
      put(guildId, settings);
      return settings;
    },
    /** As they are now. Throws `StoreError`. */
    async read(guildId: string): Promise<GuildSettings> {
      const settings = await read(guildId);
      put(guildId, settings);
      return settings;
    },
    /** Applies an edit to what is stored now, whoever else changes it at once. Throws `StoreError`: then nothing is sure. */
    async change(guildId: string, edit: (settings: GuildSettings) => GuildSettings) {
      await enlist(guildId);
      const { before = {}, after = {} } = await changeRecord(store, guildId, (stored) => {
        const settings = edit(stored ?? {});
        return isEmpty(settings) ? undefined : settings;
      });
      put(guildId, after);
      return { before, after };
    },
  };
}

/** Whether public commands answer in public here. A thread counts as the channel that it belongs to. */
export function isPublicIn(
  { publicChannelIds }: GuildSettings,
  place: { channelId: string | undefined; parentId: string | undefined },
): boolean {
  const channelId = place.parentId ?? place.channelId;
  return publicChannelIds === undefined || (channelId !== undefined && publicChannelIds.includes(channelId));
}

/** Who runs the tournaments of a server: whoever manages it, or has the organizer role. A deleted role is nobody's. */
export const isOrganizer = (
  { organizerRoleId }: Pick<GuildSettings, 'organizerRoleId'>,
  caller: { roleIds: readonly string[]; permissions: bigint },
): boolean =>
  (caller.permissions & MANAGES) !== 0n ||
  (organizerRoleId !== undefined && caller.roleIds.includes(organizerRoleId));
