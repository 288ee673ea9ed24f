import type { Stores } from '../store/store.ts';
import { createAnnounced } from './announced.ts';
import { createAudit } from './audit.ts';
import { createFollows } from './follows.ts';
import type { Directory, Guilds } from './guilds.ts';
import { createOrganizerCalls } from './organizer-calls.ts';
import { createPurge, createRoll } from './roll.ts';
import { createSettingsStore, type GuildSettings } from './settings.ts';

interface GuildsDeps {
  stores: Pick<Stores, 'namespace'>;
  /** Forgets what a channel was told. */
  forgetFeed: (feed: { guildId: string; followId: string }) => Promise<void>;
  /** Discord, as far as servers need it. */
  discord: {
    postText: (channelId: string, text: string, mentions?: { roles: readonly string[] }) => Promise<void>;
    listGuilds: (page: { after: string; limit: number }) => Promise<string[]>;
    directory: Directory;
  };
  now: () => number;
  log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

/** `purge` may be called at any time: it works once a day, for all replicas, and never rejects. */
export function createGuilds({
  stores,
  forgetFeed,
  discord,
  now,
  log,
}: GuildsDeps): Guilds & { purge: () => Promise<void> } {
  const records = stores.namespace<GuildSettings>('guilds');
  const roll = createRoll(stores.namespace('servers'));
  const follows = createFollows({
    records: stores.namespace('follows'),
    index: stores.namespace('followed'),
    enlist: (guildId) => roll.enlist(guildId),
    now,
  });
  const purge = createPurge({
    checks: stores.namespace('purges'),
    roll,
    listGuilds: discord.listGuilds,
    // All else that is stored of a server (sightings, rosters, its board) expires by itself in 30 days or less.
    async forget(guildId) {
      await records.delete(guildId);
      for (const followId of Object.keys(await follows.forget(guildId)))
        await forgetFeed({ guildId, followId });
    },
    now,
    log,
  });
  const settings = createSettingsStore({
    store: records,
    enlist: (guildId) => roll.enlist(guildId),
    now,
    onError: (error) => log.warn({ err: error }, 'settings of a server'),
  });
  const audit = createAudit({ post: discord.postText, log });
  return {
    settings,
    audit,
    async note(guildId, text) {
      const { logChannelId } = await settings.recent(guildId);
      audit.note({ guildId, channelIds: [logChannelId], text });
    },
    directory: discord.directory,
    follows,
    announced: createAnnounced(stores.namespace('announced')),
    callOrganizers: createOrganizerCalls({
      settings,
      calls: stores.namespace('calls'),
      post: discord.postText,
      log,
    }),
    purge: () =>
      purge().catch((error: unknown) => log.warn({ err: error }, 'looking for servers that the bot left')),
  };
}
