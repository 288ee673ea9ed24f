import { createVault } from '../../src/accounts/vault.ts';
import { OLD } from './filled-store.ts';
import { createAnnounced } from '../../src/guilds/announced.ts';
import { createOrganizerCalls } from '../../src/guilds/organizer-calls.ts';
import { createSeason } from '../../src/guilds/season.ts';
import { createListing } from '../../src/jobs/week/listing.ts';
import { createFollows, type Follow } from '../../src/guilds/follows.ts';
import { createWakes } from '../../src/guilds/wakes.ts';
import { localeOf, type GuildSettings } from '../../src/guilds/settings.ts';
import type { ShownReport } from '../../src/replies/results.ts';
import type { Standing } from '../../src/members/naming.ts';
import { createJobs } from '../../src/jobs/create-jobs.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { Names } from '../../src/platform/names.ts';
import type { ReadOptions } from '../../src/platform/platform.ts';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import type { Stores } from '../../src/store/store.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from './memory-stores.ts';
import { nightDiscord, type Attempt, type DiscordOptions } from './night-discord.ts';
import { actingStore, processLife, wrapped } from './night-process.ts';
import { failed, T0 } from './night-records.ts';
import { plainSpaces } from './plain-spaces.ts';
import { timedChannels, virtualTime, type DiscordPace } from './timed-discord.ts';

/** Every player has a name. */
const noNames: Names = {
  of: () => undefined,
  players: () => [],
  inBracket: (bracket) => bracket,
  wanted: () => [],
  lookUp: () => Promise.resolve(),
  note: () => {},
  forget: () => {},
};

/** Tournaments, servers and a Discord in one virtual time, with as many processes of the bot as a test starts. */
export function nightWorld(
  options: {
    pollsPerMinute?: number;
    /** Discord's answers take time; without it, they come at once. */
    pace?: DiscordPace;
  } & DiscordOptions = {},
) {
  const time = virtualTime(T0);
  /** The wall clock against the one that never jumps. */
  let jump = 0;
  const now = () => time.now() + jump;
  const stores = memoryStores({ now });
  const discord = nightDiscord(time.now, options);
  const channels = options.pace ? timedChannels(discord.channels, time, options.pace) : discord.channels;
  const shared = stores.replica();
  const words = createWords({ strict: true, platformName: 'Playhouse' });
  const settings = new Map<string, GuildSettings>();
  const notes: { guildId: string; text: string }[] = [];
  const posts: { kind: string; delayMs: number }[] = [];
  const attempts: Attempt[] = [];
  const calls: { at: number; what: string }[] = [];
  const owners = new Map<string, string>();
  /** What members reported, by `server:match`. */
  const reports = new Map<string, ShownReport>();
  const standings = new Map<string, Standing>();
  const alerts = new Map<string, 'mention' | 'dm' | 'off'>();
  /** The language of direct messages. */
  const locales = new Map<string, string>();
  const closed: string[] = [];
  const tournaments = new Map<string, { tournament: Tournament; bracket?: Bracket }>();
  const platform: { failure: (what: string) => PlatformError | undefined } = { failure: () => undefined };
  const follows = createFollows({
    records: shared.namespace('follows'),
    index: shared.namespace('followed'),
    trackServer: () => Promise.resolve(),
    now,
  });

  async function read<T>(what: string, pick: () => T | undefined, how: ReadOptions = {}) {
    if (how.fresh !== true || how.once !== true) throw new Error('a poll that is no single, new call');
    calls.push({ at: time.now(), what });
    await Promise.resolve();
    const failure = platform.failure(what);
    if (failure !== undefined) throw failure;
    const value = pick();
    if (value === undefined) throw failed('not-found');
    return { value: structuredClone(value) };
  }

  function start(id: string) {
    const life = processLife(time.now);
    const { act, quiet } = life;
    const own = stores.replica();
    const namespace: Stores['namespace'] = (name, ...how) => {
      const store = own.namespace(name, ...how);
      return name === 'jobs' || name === 'watches' ? wrapped(store, quiet) : actingStore(store, life);
    };
    /** The question may hang on its way, and the answer too. */
    const slowly = async <T>(call: () => Promise<T>): Promise<T> => {
      const answer = await quiet(call);
      return quiet(async () => answer);
    };
    const jobs = createJobs({
      stores: { namespace },
      vault: createVault([OLD]),
      id,
      pollsPerMinute: options.pollsPerMinute ?? 30,
      platform: {
        recentMatches: () => undefined,
        names: noNames,
        tournament: (tournamentId, how) =>
          slowly(() =>
            read(`tournament ${tournamentId}`, () => tournaments.get(tournamentId)?.tournament, how),
          ),
        bracket: (tournamentId, how) =>
          slowly(() => read(`bracket ${tournamentId}`, () => tournaments.get(tournamentId)?.bracket, how)),
      },
      guilds: {
        editOrganizerCall: createOrganizerCalls({
          settings: { recent: async (guildId) => settings.get(guildId) ?? {} },
          calls: own.namespace('calls'),
          channels: wrapped(channels, act),
          log: { warn: () => {} },
        }).edit,
        follows: wrapped(
          createFollows({
            records: own.namespace('follows'),
            index: own.namespace('followed'),
            trackServer: () => Promise.resolve(),
            now,
          }),
          quiet,
        ),
        announced: createAnnounced(own.namespace('announced')),
        season: createSeason({ store: own.namespace('seasons'), now }),
        wakes: createWakes(own.namespace('wakes'), now),
        settings: {
          recent: async (guildId) => settings.get(guildId) ?? {},
          read: async (guildId) => settings.get(guildId) ?? {},
          change: () => Promise.reject(new Error('not here')),
          noteLocale: () => Promise.resolve(),
        },
        translator: async (guildId) => words.in(localeOf(settings.get(guildId) ?? {})),
        note: async (guildId, text) => {
          notes.push({ guildId, text: plainSpaces(text) });
          return { posted: Promise.resolve() };
        },
      },
      channels: {
        ...wrapped(channels, act),
        async post(channelId, post, nonce) {
          const attempt = { channelId, content: post.content, isKnown: false };
          attempts.push(attempt);
          const sent = await act(() => channels.post(channelId, post, nonce));
          attempt.isKnown = true;
          return sent;
        },
      },
      listing: createListing({ stores: own, now }),
      drawBracket: ({ name }) =>
        quiet(async () => ({ name: 'bracket.png', bytes: Buffer.from(name), description: name })),
      accounts: { ownerOf: async (playerId) => owners.get(playerId) },
      results: { standing: async ({ id: matchId }, guildId) => reports.get(`${guildId}:${matchId}`) },
      naming: {
        standings: async (_guildId, discordIds) =>
          new Map(discordIds.map((one) => [one, standings.get(one) ?? 'nameable'])),
        lookAhead: async () => {},
      },
      alerts: {
        read: async (discordId) => ({
          how: alerts.get(discordId) ?? 'mention',
          closed: false,
          locale: locales.get(discordId),
        }),
        async noteClosed(discordId) {
          alerts.delete(discordId);
          closed.push(discordId);
        },
      },
      mention: (command) => `/${command}`,
      words,
      events: {
        onPoll: () => {},
        onPost: (kind, delayMs) => void posts.push({ kind, delayMs }),
        onStop: () => {},
      },
      log: { info: () => {}, warn: () => {} },
      now,
      monotonic: time.now,
    });
    return { id, jobs, ...life };
  }

  const processes: ReturnType<typeof start>[] = [];

  return {
    ...discord,
    announced: createAnnounced(shared.namespace('announced')),
    season: createSeason({ store: shared.namespace('seasons'), now }),
    listing: createListing({ stores: shared, now }),
    wakes: createWakes(shared.namespace('wakes'), now),
    follows,
    stores,
    settings,
    notes,
    posts,
    attempts,
    calls,
    owners,
    reports,
    standings,
    alerts,
    locales,
    closed,
    tournaments,
    platform,
    now: time.now,
    /** What the bot takes for the time. */
    wall: now,
    jumpClock: (ms: number) => void (jump += ms),
    start(id: string) {
      const process = start(id);
      processes.push(process);
      return process;
    },
    follow: (guildId: string, tournamentId: string, more: Partial<Follow> = {}) =>
      follows.add(guildId, {
        tournamentId,
        channelId: `${guildId}0`,
        topics: { calls: true, results: true, event: false },
        ...more,
      }),
    /** Lets virtual time pass; every process takes its steps. */
    async pass(ms: number, stepMs = 1000) {
      const end = time.now() + ms;
      while (time.now() < end) {
        await time.passTo(Math.min(end, time.now() + stepMs));
        for (const process of processes)
          await process.run(async () => {
            await process.jobs.renew();
            await process.jobs.step();
            await (options.pace ? time.settle() : process.jobs.idle());
          });
      }
    },
    async stopAll(id: string) {
      for (const process of processes.filter((one) => one.id === id)) {
        // One that hangs does not stop in time: it is ended.
        if (!process.isStuck()) await process.jobs.stop();
        process.sleep(true);
      }
    },
    textsIn: (channelId: string) =>
      discord.messages
        .filter((message) => message.channelId === channelId)
        .map(({ post }) => plainSpaces(post.content)),
  };
}

export type NightWorld = ReturnType<typeof nightWorld>;
