import { createVault } from '../../src/accounts/vault.ts';
import { OLD } from './filled-store.ts';
import { createGuilds } from '../../src/guilds/guilds.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { createJobs } from '../../src/jobs/create-jobs.ts';
import { createBoardRows } from '../../src/jobs/week/board-rows.ts';
import { createListing } from '../../src/jobs/week/listing.ts';
import { createWeek, type WeekDeps } from '../../src/jobs/week/create-week.ts';
import type { JobsDeps } from '../../src/jobs/work.ts';
import { createReminders } from '../../src/members/reminders.ts';
import type { ServerPlayer } from '../../src/members/server-ranking.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { PlayerRank, RankingEntry, Tournament } from '../../src/reading/records.ts';
import type { Store } from '../../src/store/store.ts';
import { createWords } from '../../src/words/words.ts';
import { accountOf, silent } from './fakes.ts';
import { memoryStores } from './memory-stores.ts';
import { nightDiscord, type DiscordOptions } from './night-discord.ts';
import { actingStore, processLife, wrapped, type ProcessLife } from './night-process.ts';
import { failed, T0 } from './night-records.ts';

const SECOND_MS = 1000;

interface WeekProcess extends ProcessLife {
  id: string;
  jobs: ReturnType<typeof createJobs>;
}

/** Servers between two nights, a platform's list and a Discord in one virtual time, with as many processes as a test starts. */
export function weekWorld(options: { pollsPerMinute?: number } & DiscordOptions = {}) {
  let time = T0;
  const now = () => time;
  const stores = memoryStores({ now });
  const discord = nightDiscord(now, options);
  const calls: { at: number; what: string }[] = [];
  const lines: string[] = [];
  const platform = {
    upcoming: [] as Tournament[],
    /** What the list lacks, by id. */
    single: {} as Record<string, Tournament>,
    ranking: [] as RankingEntry[],
    ranks: {} as Record<string, PlayerRank>,
    failure: (_what: string): PlatformError | undefined => undefined,
  };
  const people = {
    owners: {} as Record<string, string>,
    players: [] as ServerPlayer[],
    /** Tournament ids, by Discord id. */
    registered: {} as Record<string, string[]>,
    /** May not be named. */
    hidden: [] as string[],
  };
  const words = createWords({ strict: true, platformName: 'Arena' });

  const guildsOver = (namespace: <T>(name: string) => Store<T>) =>
    createGuilds({
      stores: { namespace },
      forgetFeed: () => Promise.resolve(),
      forgetServer: () => Promise.resolve(),
      channels: {
        async post(channelId, { content }) {
          lines.push(`${channelId}: ${content}`);
          return { id: '1' };
        },
        edit: () => Promise.reject(new Error('not in a week')),
      },
      discord: {
        listGuilds: () => Promise.resolve([]),
        directory: {
          names: async () => new Map(),
          missing: async () => new Set(),
          access: async () => undefined,
        },
      },
      words,
      now,
      log: silent,
    });

  async function read<T>(what: string, value: () => T): Promise<{ value: T }> {
    calls.push({ at: time, what });
    await Promise.resolve();
    const failure = platform.failure(what);
    if (failure !== undefined) throw failure;
    return { value: structuredClone(value()) };
  }

  function start(id: string, given: Partial<JobsDeps & WeekDeps> = {}) {
    const life = processLife(now);
    const { act, quiet } = life;
    const own = stores.replica();
    const namespace = <T>(name: string): Store<T> =>
      name === 'jobs' ? wrapped(own.namespace<T>(name), quiet) : actingStore(own.namespace<T>(name), life);
    const unused = () => Promise.reject(new Error('not in a week'));
    const deps: JobsDeps & WeekDeps = {
      stores: { namespace },
      vault: createVault([OLD]),
      id,
      pollsPerMinute: options.pollsPerMinute ?? 30,
      listing: createListing({ stores: { namespace }, now }),
      platform: {
        names: { of: () => undefined } as never,
        tournament: (id) =>
          quiet(() =>
            read(`tournament ${id}`, () => {
              const found = platform.single[id];
              if (found === undefined) throw failed('not-found');
              return found;
            }),
          ),
        bracket: unused,
        tournaments: ({ status }, how) => {
          if (how?.fresh !== true || how.once !== true) throw new Error('a poll that is no single, new call');
          return quiet(() => read(`tournaments ${status}`, () => platform.upcoming));
        },
        rankings: ({ region = '' }) => quiet(() => read(`rankings ${region}`, () => platform.ranking)),
        userRank: (playerId) => quiet(() => read(`rank ${playerId}`, () => platform.ranks[playerId] ?? {})),
      },
      guilds: guildsOver(namespace),
      channels: wrapped(discord.channels, act),
      drawBracket: unused,
      accounts: {
        ownerOf: async (playerId) => people.owners[playerId],
        async find(discordId) {
          const [playerId] = Object.entries(people.owners).find(([, owner]) => owner === discordId) ?? [];
          if (playerId === undefined) return { state: 'none' };
          return { state: 'linked', account: accountOf(discordId, { playerId }) };
        },
      },
      reminders: createReminders(namespace('reminders')),
      registrations: { read: async ({ discordId }) => people.registered[discordId] ?? [] },
      results: { standing: async () => undefined },
      naming: {
        standings: async () => new Map(),
        lookAhead: async () => {},
        nameable: async (_guildId, discordIds) =>
          new Set(discordIds.filter((one) => !people.hidden.includes(one))),
        playersOf: async () => people.players.filter(({ discordId }) => !people.hidden.includes(discordId)),
      },
      alerts: { read: unused, noteClosed: unused },
      mention: (command) => `/${command}`,
      words,
      events: { onPoll: () => {}, onPost: () => {}, onStop: () => {} },
      log: { info: () => {}, warn: () => {} },
      now,
      monotonic: now,
      ...given,
    };
    const process: WeekProcess = {
      id,
      jobs: createJobs(deps, [(owner) => createWeek(deps, owner)]),
      ...life,
    };
    processes.push(process);
    return process;
  }

  const processes: WeekProcess[] = [];
  const shared = stores.replica();
  const guilds = guildsOver((name) => shared.namespace(name));

  return {
    ...discord,
    calls,
    guilds,
    lines,
    people,
    platform,
    stores,
    boardRows: createBoardRows({ stores: shared, boards: guilds.boards }),
    listing: createListing({ stores: shared, now }),
    reminders: createReminders(shared.namespace('reminders')),
    now,
    start,
    /** As /settings does it. */
    async announceIn(
      guildId: string,
      channelId: string | undefined,
      words?: string[],
      more: GuildSettings = {},
    ): Promise<void> {
      await guilds.announcing.mark(guildId);
      await guilds.settings.change(guildId, () => ({
        ...more,
        ...(channelId !== undefined && { announceChannelId: channelId }),
        ...(words && { announceWords: words }),
      }));
      await guilds.announcing.mark(guildId);
    },
    /** Lets virtual time pass; every process takes its steps. */
    pass: async (ms: number, stepMs = SECOND_MS): Promise<void> => {
      const end = time + ms;
      while (time < end) {
        time = Math.min(end, time + stepMs);
        for (const process of processes)
          await process.run(async () => {
            await process.jobs.renew();
            await process.jobs.step();
            await process.jobs.idle();
          });
      }
    },
    textsIn: (channelId: string) =>
      discord.messages.filter((message) => message.channelId === channelId).map(({ post }) => post.content),
  };
}
