import type { Clock } from '../async/clock.ts';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { z } from 'zod';
import { HOUR_MS } from '../durations.ts';
import type { Channels } from '../message/channels.ts';
import { present } from '../present.ts';
import type { StoreLog, Stores } from '../store/store.ts';
import type { Translate, Words } from '../words/words.ts';
import { ResultPostRecord, createResultPosts } from './result-posts.ts';
import { createAudit, type Repeats } from './audit.ts';
import { KeptBoards, createBoards } from './boards.ts';
import { createFollows, FollowRecord } from './follows.ts';
import { createHelpRequests, HelpRecord } from './help-requests.ts';
import { CallClaim, createOrganizerCalls } from './organizer-calls.ts';
import { createPurge, createServerList, ServerListRecord } from './server-list.ts';
import { createSeason, SeasonRecord } from './season.ts';
import { createServerIndex, ServerIndex } from './server-index.ts';
import { createSettingsStore } from './settings-store.ts';
import { GuildSettings, localeOf } from './settings.ts';
import { createWakes, WakeRecord } from './wakes.ts';

/** Looks up a server's roles and channels at Discord. */
export interface Directory {
  /** The roles and channels that no longer exist. Never rejects: if Discord does not answer in time, they count as existing. */
  missing(
    guildId: string,
    ids: { roleIds: readonly string[]; channelIds: readonly string[] },
  ): Promise<ReadonlySet<string>>;
  /** The names of these servers by id, if Discord answers in time. Never rejects. */
  names(guildIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A channel, and what this member may do there; `undefined` if Discord does not answer in time. Never rejects. */
  access(
    guildId: string,
    channelId: string,
    presser: { discordId: string; roleIds: readonly string[] },
  ): Promise<ChannelAccess | undefined>;
}

export interface ChannelAccess {
  isThread: boolean;
  /** An announcement channel. */
  isNews?: boolean;
  /** The channel belongs to another server, or to none. */
  isElsewhere: boolean;
  /** The bot's permissions in the channel. */
  botPermissions: bigint;
  /** From the member's roles: that a member owns the server is not known here. */
  presserPermissions: bigint;
  /** Every member of the server can read it. */
  isOpen: boolean;
}

interface GuildsDeps {
  stores: Pick<Stores, 'namespace'>;
  /** Deletes the feed of a follow. */
  forgetFeed: (feed: { guildId: string; followId: string }) => Promise<void>;
  /** Deletes everything else that is stored about a server. */
  forgetServer: (guildId: string) => Promise<void>;
  discord: {
    listGuilds: (page: { after: string; limit: number }) => Promise<string[]>;
    directory: Directory;
  };
  /** For messages that members cause. */
  channels: Pick<Channels, 'post' | 'edit'>;
  words: Words;
  now: () => number;
  sleep: Clock['sleep'];
  log: StoreLog;
}

/** The most cached names, each for an hour. */
const NAMES_MAX = 1000;

/** A record that only has to exist. */
export const CLAIM = z.literal(true);

export type Guilds = Omit<ReturnType<typeof createGuilds>, 'purge' | 'trackServer'>;

/** What the bot stores about servers: settings, logs, follows, and the cleanup after it leaves. */
export function createGuilds({
  stores,
  forgetFeed,
  forgetServer,
  discord,
  channels,
  words,
  now,
  sleep,
  log,
}: GuildsDeps) {
  const records = stores.namespace('guilds', GuildSettings);
  const serverList = createServerList(stores.namespace('servers', ServerListRecord));
  const follows = createFollows({
    records: stores.namespace('follows', FollowRecord),
    index: stores.namespace('followed', ServerIndex),
    trackServer: serverList.add,
    now,
  });
  const boards = createBoards({
    records: stores.namespace('keptboards', KeptBoards),
    index: stores.namespace('boardindex', ServerIndex),
    trackServer: serverList.add,
    now,
  });
  const season = createSeason({
    store: stores.namespace('seasons', SeasonRecord),
    now,
    around: (guildId, change) => boards.index.around(guildId, change),
  });
  const helpRequests = createHelpRequests({ records: stores.namespace('helps', HelpRecord), now });
  const purge = createPurge({
    checks: stores.namespace('purges', CLAIM),
    serverList,
    listGuilds: discord.listGuilds,
    // All other records of a server (sightings, rosters, its board) expire within 30 days.
    async forget(guildId) {
      await records.delete(guildId);
      await boards.forget(guildId);
      await season.forget(guildId);
      await helpRequests.forget(guildId);
      await forgetServer(guildId);
      for (const followId of Object.keys(await follows.forget(guildId)))
        await forgetFeed({ guildId, followId });
    },
    now,
    log,
  });
  const settings = createSettingsStore({
    store: records,
    trackServer: serverList.add,
    now,
    onError: (error) => log.warn({ err: error }, 'could not read the settings of a server'),
  });
  /** For public answers and posts in a server. `discordLocale`: from an interaction, which is newer. Never rejects. */
  const translator = async (guildId: string, discordLocale?: string): Promise<Translate> =>
    words.in(localeOf({ ...(await settings.recent(guildId)), ...present({ discordLocale }) }));
  /** For posts with a chosen language, or else the server's. Never rejects. */
  const translatorIn = async (guildId: string, language: string | undefined): Promise<Translate> =>
    language === undefined ? translator(guildId) : words.in(language);
  const names = createExpiringCache<string>({ ttlMs: HOUR_MS, max: NAMES_MAX, now });
  const audit = createAudit({ channels, log, sleep });
  const organizerCalls = createOrganizerCalls({
    settings,
    calls: stores.namespace('calls', CallClaim),
    channels,
    log,
  });
  return {
    settings,
    translator,
    translatorIn,
    /** Adds a server to the list of servers that have records. Throws `StoreError`. */
    trackServer: serverList.add,
    /** The servers that announce new tournaments. */
    announcing: createServerIndex(stores.namespace('announcing', ServerIndex), now),
    /** The servers that post rank-ups. */
    rankUps: createServerIndex(stores.namespace('rankupindex', ServerIndex), now),
    audit,
    /** Posts a line to the server's log channel, like `audit.note`. */
    async note(
      guildId: string,
      text: string,
      { repeats, nonce }: { repeats?: Repeats; nonce?: string } = {},
    ): Promise<{ posted: Promise<void> }> {
      const { logChannelId } = await settings.recent(guildId);
      return audit.note({ guildId, channelIds: [logChannelId], text, ...present({ nonce }) }, repeats);
    },
    directory: discord.directory,
    /** The name of a server, if Discord answers in time. Never rejects. */
    async serverName(guildId: string): Promise<string | undefined> {
      const known = names.get(guildId);
      if (known !== undefined) return known;
      const name = (await discord.directory.names([guildId])).get(guildId);
      if (name !== undefined) names.set(guildId, name);
      return name;
    },
    boards,
    follows,
    helpRequests,
    season,
    resultPosts: createResultPosts(stores.namespace('announced', ResultPostRecord)),
    wakes: createWakes(stores.namespace('wakes', WakeRecord), now),
    callOrganizers: organizerCalls.call,
    claimMention: organizerCalls.claimMention,
    editOrganizerCall: organizerCalls.edit,
    /** Runs once a day, in one of all replicas. Never rejects. */
    purge: () =>
      purge().catch((error: unknown) =>
        log.warn({ err: error }, 'could not check for servers that the bot left'),
      ),
  };
}
