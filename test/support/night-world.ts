import { compose } from '../../src/app/compose.ts';
import type { Follow } from '../../src/guilds/follows.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { createListing } from '../../src/jobs/week/listing.ts';
import type { NameStanding } from '../../src/members/naming.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { Names } from '../../src/platform/names.ts';
import type { ReadOptions } from '../../src/platform/platform.ts';
import { present } from '../../src/present.ts';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import type { ShownReport } from '../../src/replies/report-view.ts';
import { sha256 } from '../../src/sha256.ts';
import { createWords } from '../../src/words/words.ts';
import { fakePlatform } from './fakes.ts';
import { linkOf } from './filled-store.ts';
import { memoryStores } from './memory-stores.ts';
import type { Attempt, DiscordOptions } from './night-discord.ts';
import { processLife, wrapped, type ProcessLife } from './night-process.ts';
import { failed, T0 } from './night-records.ts';
import { plainSpaces } from './plain-spaces.ts';
import { livingPorts } from './product/living-ports.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPorts, SETTINGS, SILENT_METRICS } from './product/memory-ports.ts';
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
/** A test counts the acts and calls of a followed tournament alone. */
const OWN_STORES = /^(feeds|outages|directs|jobs|watches)$/;
const words = createWords({ strict: true, platformName: 'Playhouse' });
const idIn = (mention: string | undefined): string | undefined => mention?.slice(2, -1);

/** The product with tournaments, servers and a Discord in one virtual time, with as many processes of it as a test starts. */
export function nightWorld({
  pollsPerMinute = 30,
  pace,
  ...options
}: {
  pollsPerMinute?: number;
  /** Discord's answers take time; without it, they come at once. */
  pace?: DiscordPace;
} & DiscordOptions = {}) {
  const time = virtualTime(T0);
  /** The wall clock against the one that never jumps. */
  let jump = 0;
  const now = () => time.now() + jump;
  const stores = memoryStores({ now });
  const discord = memoryDiscord(time.now, options);
  const channels = pace ? timedChannels(discord.channels, time, pace) : discord.channels;
  const notes: { guildId: string; text: string }[] = [];
  const posts: { kind: string; delayMs: number }[] = [];
  const attempts: Attempt[] = [];
  const calls: { at: number; what: string }[] = [];
  const tournaments = new Map<string, { tournament: Tournament; bracket?: Bracket }>();
  const platform: { failure: (what: string) => PlatformError | undefined } = { failure: () => undefined };
  const put = (namespace: string, key: string, value: unknown): void =>
    stores.damage(namespace, key, JSON.stringify({ value }));

  const guildIds = new Set(['1']);
  const logChannels = new Map<string, string>();
  const standings = new Map<string, NameStanding>();
  /** The player of each member; the bot has seen all of them in every server. */
  const linked = new Map<string, string>();
  const noteMember = (discordId: string): void => {
    const standing = standings.get(discordId) ?? 'nameable';
    const sighting = { since: now(), at: now() };
    const seen = standing === 'nameable' ? [...guildIds].map((guildId) => [guildId, sighting]) : [];
    put('members', discordId, {
      ...(standing === 'unknown' && { hidden: true }),
      guilds: Object.fromEntries(seen) as object,
    });
  };
  const owners = {
    set(playerId: string, discordId: string) {
      put('links', discordId, { ...linkOf(Number(discordId)), playerId, namingShown: true });
      put('owners', playerId, { discordId, claimedAt: T0 });
      linked.set(discordId, playerId);
      noteMember(discordId);
      return owners;
    },
  };
  const settings = {
    set(guildId: string, own: GuildSettings): void {
      if (own.logChannelId !== undefined) logChannels.set(own.logChannelId, guildId);
      put('guilds', guildId, own);
    },
  };

  const reportKey = (name: string): string => sha256(name);
  const reports = {
    /** What members reported, by `server:match`. A mentioned member is linked. */
    set(name: string, { report, mentions }: ShownReport): void {
      const [guildId = '', matchId = ''] = name.split(':');
      const playerOf = (mention: string | undefined): string => {
        const discordId = idIn(mention) ?? '';
        if (mention !== undefined && !linked.has(discordId)) owners.set(`player ${discordId}`, discordId);
        return linked.get(discordId) ?? '';
      };
      const by = (mention: string | undefined) => ({
        playerId: playerOf(mention),
        ...present({ discordId: idIn(mention) }),
      });
      const at = now();
      const { claim, counter, ruling, ...more } = report;
      const sides = [playerOf(mentions.reporter), playerOf(mentions.opponent)];
      put('reports', reportKey(name), {
        ...more,
        matchId,
        guildId,
        reportedAt: at,
        ...(mentions.opponent && { sides: claim?.side === 2 ? sides.toReversed() : sides }),
        ...(claim && { claim: { ...claim, at, ...by(mentions.reporter) } }),
        ...(counter && { counter: { ...counter, at, ...by(mentions.opponent) } }),
        ...(ruling && { ruling: { ...ruling, at, ...by(mentions.ruler) } }),
      });
    },
    delete: (name: string): void => stores.erase('reports', reportKey(name)),
  };

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

  /** A line of a server without a log channel goes to the bot's own log. */
  function noteLine({ guildId = '', audit }: { guildId?: string; audit?: string }): void {
    if (audit !== undefined) notes.push({ guildId, text: plainSpaces(audit) });
  }

  function portsOf(quiet: ProcessLife['quiet'] = (call) => call()) {
    /** The question may hang on its way, and the answer too. */
    const slowly = async <T>(call: () => Promise<T>): Promise<T> => {
      const answer = await quiet(call);
      return quiet(async () => answer);
    };
    const reads = Object.assign(
      fakePlatform({
        names: noNames,
        tournament: (id, how) =>
          slowly(() => read(`tournament ${id}`, () => tournaments.get(id)?.tournament, how)),
        async match(id) {
          const rounds = [...tournaments.values()].flatMap(({ bracket }) => bracket?.rounds ?? []);
          const found = rounds.flatMap(({ matches }) => matches).find((one) => one.id === id);
          if (found === undefined) throw failed('not-found');
          return { value: structuredClone(found) };
        },
        bracket: (id, how) => slowly(() => read(`bracket ${id}`, () => tournaments.get(id)?.bracket, how)),
      }),
      { state: () => undefined },
    );
    const ports = memoryPorts({
      stores: stores.replica(),
      discord,
      platform: () => reads,
      clock: { now, monotonic: time.now, sleep: time.sleep },
      words,
      log: {
        info: noteLine,
        warn: () => undefined,
        error: () => undefined,
      },
      metrics: {
        ...SILENT_METRICS,
        background: {
          ...SILENT_METRICS.background,
          onPost: (kind, delayMs) => void posts.push({ kind, delayMs }),
        },
      },
    });
    const { pressPosts, servers } = ports.discord;
    return {
      ...ports,
      pictures: wrapped(ports.pictures, quiet),
      discord: {
        ...ports.discord,
        channels: {
          ...channels,
          async post(...[channelId, post, nonce]: Parameters<typeof channels.post>) {
            const attempt = { channelId, content: post.content, isKnown: false };
            attempts.push(attempt);
            const sent = await channels.post(channelId, post, nonce);
            attempt.isKnown = true;
            return sent;
          },
        },
        pressPosts: {
          ...pressPosts,
          async post(...[channelId, post, nonce]: Parameters<typeof pressPosts.post>) {
            const guildId = logChannels.get(channelId);
            if (guildId === undefined) return pressPosts.post(channelId, post, nonce);
            notes.push({ guildId, text: plainSpaces(post.content) });
            return { id: `line ${notes.length}` };
          },
        },
        servers: {
          ...servers,
          async isMember(_guildId: string, discordId: string) {
            const standing = standings.get(discordId) ?? 'nameable';
            if (standing === 'pending') throw new Error('Discord: 503');
            return standing !== 'absent';
          },
        },
      },
    };
  }

  const own = { ...SETTINGS, pollsPerMinute, isLinkedRolesOn: false };
  const alone = portsOf();
  const { guilds } = compose(alone, own, []).services;

  function start(id: string) {
    const life = processLife(time.now);
    const living = livingPorts(portsOf(life.quiet), life, (namespace) => OWN_STORES.test(namespace));
    return { id, jobs: compose(living, own, []).jobs, ...life };
  }
  const processes: ReturnType<typeof start>[] = [];

  return {
    ...discord,
    resultPosts: guilds.resultPosts,
    season: guilds.season,
    listing: createListing({ stores: alone.stores, now }),
    wakes: guilds.wakes,
    follows: guilds.follows,
    stores,
    settings,
    notes,
    posts,
    attempts,
    calls,
    owners,
    reports,
    standings: {
      set(discordId: string, standing: NameStanding): void {
        standings.set(discordId, standing);
        noteMember(discordId);
      },
    },
    alerts: {
      /** `locale`: of direct messages. */
      set: (discordId: string, how: 'dm' | 'off', locale?: string): void =>
        put('alerts', discordId, present({ how, locale })),
    },
    /** Who refused a direct message. */
    closed: (): string[] =>
      stores
        .keys('alerts')
        .filter((discordId) =>
          stores.textOf('alerts').includes(`${discordId} {"value":{"how":"dm","closed":true`),
        ),
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
    follow(guildId: string, tournamentId: string, more: Partial<Follow> = {}) {
      guildIds.add(guildId);
      for (const discordId of linked.keys()) noteMember(discordId);
      return guilds.follows.add(guildId, {
        tournamentId,
        channelId: `${guildId}0`,
        topics: { calls: true, results: true, event: false },
        ...more,
      });
    },
    /** Lets virtual time pass; every process takes its steps. */
    async pass(ms: number, stepMs = 1000) {
      const end = time.now() + ms;
      while (time.now() < end) {
        await time.passTo(Math.min(end, time.now() + stepMs));
        for (const process of processes)
          await process.run(async () => {
            await process.jobs.renew();
            await process.jobs.step();
            await (pace ? time.settle() : process.jobs.idle());
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
