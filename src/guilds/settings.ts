import { PermissionFlagsBits } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../durations.ts';
import { changeEntries } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** What the admins of a server have set. */
export const GuildSettings = storedObject({
  organizerRoleId: z.string().exactOptional(),
  resultsChannelId: z.string().exactOptional(),
  logChannelId: z.string().exactOptional(),
  /** The channels where public commands answer in public; absent means all. */
  publicChannelIds: z.array(z.string()).exactOptional(),
  /** Who has to agree to a result; absent means that one side's word counts at once. */
  agreement: z.enum(['both', 'platform']).exactOptional(),
  /** Until the organizers get a result that was not confirmed. */
  deadlineHours: z.number().exactOptional(),
  /** Where new tournaments are announced. */
  announceChannelId: z.string().exactOptional(),
  /** Only those with one of these in their name are announced; absent means all. */
  announceWords: z.array(z.string()).exactOptional(),
  /** The language of public answers and posts; absent means the one that Discord names. */
  language: z.string().exactOptional(),
  /** Discord's language for this server, as last seen: Community servers choose it, all others have en-US, which is not stored. */
  discordLocale: z.string().exactOptional(),
});
export type GuildSettings = z.infer<typeof GuildSettings>;

/**
 * Who has to agree to a result. `at-once`: one side's word counts, and the other may question it. `both`: the other side confirms
 * first. `platform`: the platform settles disputes.
 */
export type AgreementPolicy = 'at-once' | NonNullable<GuildSettings['agreement']>;

const DEADLINE_HOURS = 24;
const DEFAULT_LOCALE = 'en-US';

export const agreementOf = ({ agreement }: GuildSettings): AgreementPolicy => agreement ?? 'at-once';
export const deadlineHoursOf = ({ deadlineHours }: GuildSettings): number => deadlineHours ?? DEADLINE_HOURS;
export const deadlineMsOf = (settings: GuildSettings): number => deadlineHoursOf(settings) * HOUR_MS;

/** Discord's for the server. */
export const discordLocaleOf = ({ discordLocale = DEFAULT_LOCALE }: GuildSettings): string => discordLocale;
/** Of public answers and posts. */
export const localeOf = (settings: GuildSettings): string => settings.language ?? discordLocaleOf(settings);

const CACHE_MS = 15_000;
const CACHE_MAX = 10_000;
const MANAGE_PERMISSIONS = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator;

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
  const cache = new LRUCache<string, { readAt: number; settings: Promise<GuildSettings> }>({
    max: CACHE_MAX,
  });
  const put = (guildId: string, settings: GuildSettings | Promise<GuildSettings>): void =>
    void cache.set(guildId, { readAt: now(), settings: Promise.resolve(settings) });
  const read = async (guildId: string): Promise<GuildSettings> => (await store.get(guildId)) ?? {};

  /** At most 15 s old. While the store does not answer: the last known settings, or none. Never rejects. */
  function recent(guildId: string): Promise<GuildSettings> {
    const cached = cache.get(guildId);
    if (cached !== undefined && now() - cached.readAt < CACHE_MS) return cached.settings;
    // A failure is cached too, so that not every answer waits for a store that is down.
    const settings = read(guildId).catch((error: unknown) => {
      onError(error);
      return cached?.settings ?? {};
    });
    put(guildId, settings);
    return settings;
  }

  /** Applies an edit, safe under concurrent changes. After a `StoreError` the edit may be stored or not. */
  async function change(guildId: string, edit: (settings: GuildSettings) => GuildSettings) {
    await trackServer(guildId);
    const change = await changeEntries(store, guildId, { empty: {}, edit });
    put(guildId, change.after);
    return change;
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
    /** Remembers Discord's language for a server where it differs from what is known. Never rejects. */
    async noteLocale(guildId: string, discordLocale: string): Promise<void> {
      try {
        const settings = await recent(guildId);
        if (discordLocaleOf(settings) === discordLocale) return;
        // For the answers until it is stored.
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

/** Whether public commands answer in public here. A thread counts as its parent channel. */
export function isPublicIn(
  { publicChannelIds }: GuildSettings,
  place: { channelId: string | undefined; parentId: string | undefined },
): boolean {
  const channelId = place.parentId ?? place.channelId;
  return publicChannelIds === undefined || (channelId !== undefined && publicChannelIds.includes(channelId));
}

/** Organizers manage the server or have the organizer role. */
export const isOrganizer = (
  { organizerRoleId }: Pick<GuildSettings, 'organizerRoleId'>,
  caller: { roleIds: readonly string[]; permissions: bigint },
): boolean =>
  (caller.permissions & MANAGE_PERMISSIONS) !== 0n ||
  (organizerRoleId !== undefined && caller.roleIds.includes(organizerRoleId));
