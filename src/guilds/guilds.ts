import { z } from 'zod';
import type { StoreLog, Stores } from '../store/store.ts';
import { Announcement, createAnnounced } from './announced.ts';
import { createAudit } from './audit.ts';
import { createFollows, FollowIndex, FollowRecord } from './follows.ts';
import { createOrganizerCalls } from './organizer-calls.ts';
import { createPurge, createRoll, RollRecord } from './roll.ts';
import { createSettingsStore, GuildSettings } from './settings.ts';

/** What Discord knows of a server's roles and channels. */
export interface Directory {
  /** Those of the roles and channels that are gone. Never rejects: what cannot be known in time is not said to be gone. */
  missing(
    guildId: string,
    ids: { roleIds: readonly string[]; channelIds: readonly string[] },
  ): Promise<ReadonlySet<string>>;
  /** A channel as Discord has it now; `undefined` where Discord does not say in time. Never rejects. */
  access(guildId: string, channelId: string): Promise<ChannelAccess | undefined>;
}

export interface ChannelAccess {
  isThread: boolean;
  /** It belongs to another server, or to none. */
  isElsewhere: boolean;
  /** What the bot may do there. */
  botPermissions: bigint;
}

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
  log: StoreLog;
}

/** A key that is there, or is not. */
const CLAIM = z.literal(true);

export type Guilds = Omit<ReturnType<typeof createGuilds>, 'purge'>;

/** The servers that the bot is in: their settings, their logs, what they follow, and what is left of servers it has left. */
export function createGuilds({ stores, forgetFeed, discord, now, log }: GuildsDeps) {
  const records = stores.namespace('guilds', GuildSettings);
  const roll = createRoll(stores.namespace('servers', RollRecord));
  const follows = createFollows({
    records: stores.namespace('follows', FollowRecord),
    index: stores.namespace('followed', FollowIndex),
    enlist: roll.enlist,
    now,
  });
  const purge = createPurge({
    checks: stores.namespace('purges', CLAIM),
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
    enlist: roll.enlist,
    now,
    onError: (error) => log.warn({ err: error }, 'settings of a server'),
  });
  const audit = createAudit({ post: discord.postText, log });
  return {
    settings,
    audit,
    /** Writes one line into a server's log channel, as `audit` does. */
    async note(guildId: string, text: string): Promise<void> {
      const { logChannelId } = await settings.recent(guildId);
      audit.note({ guildId, channelIds: [logChannelId], text });
    },
    directory: discord.directory,
    follows,
    announced: createAnnounced(stores.namespace('announced', Announcement)),
    callOrganizers: createOrganizerCalls({
      settings,
      calls: stores.namespace('calls', CLAIM),
      post: discord.postText,
      log,
    }),
    /** May be called at any time: it works once a day, for all replicas. Never rejects. */
    purge: () =>
      purge().catch((error: unknown) => log.warn({ err: error }, 'looking for servers that the bot left')),
  };
}
