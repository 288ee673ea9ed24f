import { createLinks } from '../../src/accounts/links.ts';
import { compose } from '../../src/app/compose.ts';
import { changeSeries } from '../../src/guilds/series-changes.ts';
import type { SeriesRule } from '../../src/guilds/series.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { createListing } from '../../src/jobs/week/listing.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { ReadOptions } from '../../src/platform/platform.ts';
import type { Bracket, PlayerRank, RankingEntry, Tournament } from '../../src/reading/records.ts';
import { fakeMember, fakePlatform } from './fakes.ts';
import { linkOf } from './filled-store.ts';
import { memoryStores } from './memory-stores.ts';
import type { DiscordOptions } from './night-discord.ts';
import { processLife, type ProcessLife } from './night-process.ts';
import { failed, T0 } from './night-records.ts';
import { livingPorts } from './product/living-ports.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPorts, SETTINGS } from './product/memory-ports.ts';

const SECOND_MS = 1000;

/** A tournament that opens in two days. */
export const upcomingCup = (id: string, more: Partial<Tournament> = {}): Tournament => ({
  id,
  name: `Cup ${id}`,
  phase: 'open',
  startsAt: { epochMs: T0 + 48 * 3_600_000, precision: 'second' },
  ...more,
});

interface WeekProcess extends ProcessLife {
  id: string;
  step: () => Promise<void>;
}

/** The product between two nights, on a platform's list and a Discord in one virtual time, with as many processes as a test starts. */
export function weekWorld({
  pollsPerMinute = 30,
  ...options
}: { pollsPerMinute?: number } & DiscordOptions = {}) {
  let time = T0;
  let skew = 0;
  const now = () => time + skew;
  const stores = memoryStores({ now });
  const discord = memoryDiscord(now, options);
  const calls: { at: number; what: string }[] = [];
  const lines: string[] = [];
  const platform = {
    upcoming: [] as Tournament[],
    /** What the list lacks, by id. */
    single: {} as Record<string, Tournament>,
    brackets: {} as Record<string, Bracket>,
    ranking: [] as RankingEntry[],
    rankOf: (_playerId: string): PlayerRank => ({}),
    failure: (_what: string): PlatformError | undefined => undefined,
  };

  async function read<T>(what: string, pick: () => T | undefined, how?: ReadOptions): Promise<{ value: T }> {
    if (how?.once !== true) throw new Error('a poll that is no single call');
    calls.push({ at: time, what });
    await Promise.resolve();
    const failure = platform.failure(what);
    if (failure !== undefined) throw failure;
    const value = pick();
    if (value === undefined) throw failed('not-found');
    return { value: structuredClone(value) };
  }

  function portsOf(quiet: ProcessLife['quiet'] = (call) => call()) {
    const polled = <T>(what: string, pick: () => T | undefined, how?: ReadOptions) =>
      quiet(() => read(what, pick, how));
    const reads = Object.assign(
      fakePlatform({
        tournament: (id, how) => polled(`tournament ${id}`, () => platform.single[id], how),
        bracket: (id, how) => polled(`bracket ${id}`, () => platform.brackets[id], how),
        tournaments: ({ status }, how) => polled(`tournaments ${status}`, () => platform.upcoming, how),
        rankings: ({ region = '' }, how) => polled(`rankings ${region}`, () => platform.ranking, how),
        as: () => fakeMember(),
        userRank: (id, how) => polled(`rank ${id}`, () => platform.rankOf(id), how),
      }),
      { state: () => undefined },
    );
    const ports = memoryPorts({
      stores: stores.replica(),
      discord,
      platform: () => reads,
      clock: { now, monotonic: () => time },
    });
    const post = async (channelId: string, { content }: { content: string }) => {
      lines.push(`${channelId}: ${content}`);
      return { id: '1' };
    };
    return { ...ports, discord: { ...ports.discord, pressPosts: { ...ports.discord.pressPosts, post } } };
  }
  const settings = { ...SETTINGS, pollsPerMinute };
  const shared = portsOf();
  const { services } = compose(shared, settings, []);
  const { accounts, guilds, naming, personalData, registrations, reminders } = services;
  const links = createLinks({ stores: shared.stores, now, log: shared.log });

  function start(id: string): WeekProcess {
    const life = processLife(now);
    const { jobs } = compose(livingPorts(portsOf(life.quiet), life), settings, []);
    const process = {
      id,
      ...life,
      step: () =>
        life.run(async () => {
          await jobs.renew();
          await jobs.step();
          await jobs.idle();
        }),
    };
    processes.push(process);
    return process;
  }
  const processes: WeekProcess[] = [];

  return {
    ...discord,
    calls,
    guilds,
    lines,
    platform,
    stores,
    listing: createListing({ stores: shared.stores, now }),
    reminders,
    now,
    start,
    /** A member who has linked a player, and uses the bot in a server. */
    link: async (discordId: string, playerId: string, guildId?: string): Promise<void> => {
      await links.store(discordId, {
        ...linkOf(Number(discordId)),
        playerId,
        playerName: `Player ${playerId}`,
      });
      await naming.recordInteraction(guildId, discordId);
    },
    hide: (discordId: string, isHidden = true) => personalData.setHidden(discordId, isHidden),
    unlink: (discordId: string) => accounts.unlink(discordId),
    /** As /register does it. */
    async register(discordId: string, playerId: string, ...tournamentIds: string[]): Promise<void> {
      for (const tournamentId of tournamentIds)
        await registrations.note({ discordId, playerId }, tournamentId);
    },
    /** As /settings does it. */
    async announceIn(
      guildId: string,
      channelId: string | undefined,
      words?: string[],
      { logChannelId, ...more }: Partial<SeriesRule> & Pick<GuildSettings, 'logChannelId'> = {},
    ): Promise<void> {
      const rule = {
        id: 'r1',
        ...more,
        ...(channelId !== undefined && { announceChannelId: channelId }),
        ...(words && { words }),
      };
      await guilds.settings.change(guildId, () => (logChannelId === undefined ? {} : { logChannelId }));
      await changeSeries(guilds, guildId, () => [rule]);
    },
    /** The wall clock jumps, and the monotonic one goes on. */
    jumpClock: (ms: number) => void (skew += ms),
    /** Lets virtual time pass; every process takes its steps. */
    pass: async (ms: number, stepMs = SECOND_MS): Promise<void> => {
      const end = time + ms;
      while (time < end) {
        time = Math.min(end, time + stepMs);
        for (const process of processes) await process.step();
      }
    },
    textsIn: (channelId: string) =>
      discord.messages.filter((message) => message.channelId === channelId).map(({ post }) => post.content),
  };
}
