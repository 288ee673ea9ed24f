import { createAnnounced } from '../../src/guilds/announced.ts';
import { createFollows, type Follow } from '../../src/guilds/follows.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { createJobs } from '../../src/jobs/create-jobs.ts';
import type { Channels } from '../../src/jobs/ports.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { ReadOptions } from '../../src/platform/platform.ts';
import type { Bracket, Match, Side, Tournament } from '../../src/platform/records.ts';
import type { Post } from '../../src/words/reply.ts';
import type { Store } from '../../src/store/store.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from './memory-stores.ts';

const SECOND_MS = 1000;
export const T0 = Date.UTC(2027, 0, 1, 18);

interface PostedMessage {
  id: string;
  channelId: string;
  post: Post;
  nonce: string;
  at: number;
  /** Every text that it had. */
  texts: string[];
}

/** What a process throws once it was killed, whatever it does. */
class Killed extends Error {}

interface DiscordOptions {
  /** How long a nonce is remembered. */
  nonceMs?: number;
  /** Whether the bot may read what was posted. */
  isReadable?: boolean;
}

/** A Discord that keeps what was posted, and can be made to refuse or fail. */
function createDiscord(
  now: () => number,
  { nonceMs = 3 * 60 * SECOND_MS, isReadable = true }: DiscordOptions,
) {
  const messages: PostedMessage[] = [];
  const events: {
    id: string;
    guildId: string;
    name: string;
    startsAt: number;
    endsAt: number;
    status: string;
  }[] = [];
  const control: {
    refuse: (request: {
      channelId: string;
      what: 'post' | 'edit' | 'direct' | 'event';
    }) => string | undefined;
    fail: () => boolean;
  } = { refuse: () => undefined, fail: () => false };
  let ids = 1000;
  const refusal = (channelId: string, what: 'post' | 'edit' | 'direct' | 'event') => {
    if (control.fail()) throw new Error('Discord: 503');
    const refused = control.refuse({ channelId, what });
    return refused === undefined ? undefined : ({ refused } as { refused: never });
  };
  function put(channelId: string, post: Post, nonce: string) {
    const before = messages.find(
      (message) => message.channelId === channelId && message.nonce === nonce && now() - message.at < nonceMs,
    );
    if (before !== undefined) return { id: before.id };
    const id = String((ids += 1));
    messages.push({ id, channelId, post, nonce, at: now(), texts: [post.content] });
    return { id };
  }
  const channels: Channels = {
    post: async (channelId, post, nonce) => refusal(channelId, 'post') ?? put(channelId, post, nonce),
    async edit(channelId, messageId, post) {
      const message = messages.find(({ id }) => id === messageId);
      const refused = refusal(channelId, 'edit');
      if (refused !== undefined) return refused;
      if (message === undefined) return { refused: 'post-gone' };
      message.post = post;
      message.texts.push(post.content);
      return { id: messageId };
    },
    // Discord shows a nonce to nobody who reads a channel.
    since: async (channelId, at) =>
      messages
        .filter((message) => isReadable && message.channelId === channelId && message.at >= at)
        .map(({ id, post }) => ({ id, content: post.content })),
    postDirect: async (discordId, post, nonce) =>
      refusal(discordId, 'direct') ?? put(`dm:${discordId}`, post, nonce),
    async createEvent(guildId, { name, startsAt, endsAt }) {
      const refused = refusal(guildId, 'event');
      if (refused !== undefined) return refused;
      const id = String((ids += 1));
      events.push({ id, guildId, name, startsAt, endsAt, status: 'scheduled' });
      return { id };
    },
    async editEvent(guildId, eventId, change) {
      const refused = refusal(guildId, 'event');
      const event = events.find(({ id }) => id === eventId);
      if (refused !== undefined) return refused;
      if (event === undefined) return { refused: 'post-gone' };
      Object.assign(event, change);
      return { id: eventId };
    },
    ownEvents: async (guildId) => events.filter((event) => event.guildId === guildId),
  };
  return { channels, messages, events, control };
}

/** Runs every call of an object through `around`. */
function wrapped<T extends object>(
  target: T,
  around: <R>(call: () => Promise<R>, method: string) => Promise<R>,
): T {
  return new Proxy(target, {
    get(object, name) {
      const method: unknown = Reflect.get(object, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) =>
        around(() => Reflect.apply(method, object, args) as Promise<never>, String(name));
    },
  });
}

/** Tournaments, servers and a Discord in one virtual time, with as many processes of the bot as a test starts. */
export function nightWorld(options: { pollsPerMinute?: number } & DiscordOptions = {}) {
  let time = T0;
  /** The wall clock against the one that never jumps. */
  let jump = 0;
  const now = () => time + jump;
  const stores = memoryStores({ now });
  const discord = createDiscord(() => time, options);
  const shared = stores.replica();
  const words = createWords({ strict: true, platformName: 'Playhouse' });
  const settings = new Map<string, GuildSettings>();
  const notes: { guildId: string; text: string }[] = [];
  const posts: { kind: string; delayMs: number }[] = [];
  const calls: { at: number; what: string }[] = [];
  const owners = new Map<string, string>();
  const hidden = new Set<string>();
  const alerts = new Map<string, 'mention' | 'dm' | 'off'>();
  const closed: string[] = [];
  const tournaments = new Map<string, { tournament: Tournament; bracket?: Bracket }>();
  const platform: { failure: (what: string) => PlatformError | undefined } = { failure: () => undefined };
  const follows = createFollows({
    records: shared.namespace('follows'),
    index: shared.namespace('followed'),
    enlist: () => Promise.resolve(),
    now,
  });

  async function read<T>(what: string, pick: () => T | undefined, how: ReadOptions = {}) {
    if (how.fresh !== true || how.once !== true) throw new Error('a poll that is no single, new call');
    calls.push({ at: time, what });
    await Promise.resolve();
    const failure = platform.failure(what);
    if (failure !== undefined) throw failure;
    const value = pick();
    if (value === undefined) throw notFound();
    return { value: structuredClone(value) };
  }

  /** `killAt`: the number of the act (a write of what was told, a call of Discord) at which it dies, and whether that was still made. */
  function start(id: string, killAt: { act: number; isMade: boolean } = { act: Infinity, isMade: true }) {
    let made = 0;
    let isDead = false;
    const quiet = async <R>(call: () => Promise<R>): Promise<R> => {
      if (isDead) throw new Killed();
      return call();
    };
    const around = async <R>(call: () => Promise<R>, method: string): Promise<R> => {
      if (isDead) throw new Killed();
      if (method === 'get') return call();
      made++;
      if (made < killAt.act) return call();
      isDead = true;
      if (killAt.isMade) await call();
      throw new Killed();
    };
    const own = stores.replica();
    const namespace = <T>(name: string): Store<T> =>
      wrapped(own.namespace<T>(name), name === 'jobs' ? quiet : around);
    const jobs = createJobs({
      stores: { namespace },
      id,
      pollsPerMinute: options.pollsPerMinute ?? 30,
      platform: {
        tournament: (tournamentId, how) =>
          read(`tournament ${tournamentId}`, () => tournaments.get(tournamentId)?.tournament, how),
        bracket: (tournamentId, how) =>
          read(`bracket ${tournamentId}`, () => tournaments.get(tournamentId)?.bracket, how),
      },
      guilds: {
        follows: wrapped(
          createFollows({
            records: own.namespace('follows'),
            index: own.namespace('followed'),
            enlist: () => Promise.resolve(),
            now,
          }),
          quiet,
        ),
        announced: createAnnounced(own.namespace('announced')),
        settings: {
          recent: async (guildId) => settings.get(guildId) ?? {},
          read: async (guildId) => settings.get(guildId) ?? {},
          change: () => Promise.reject(new Error('not here')),
        },
        note: async (guildId, text) => void notes.push({ guildId, text }),
      },
      channels: wrapped(discord.channels, around),
      drawBracket: async ({ name }) => ({ name: 'bracket.png', bytes: Buffer.from(name), description: name }),
      accounts: { ownerOf: async (playerId) => owners.get(playerId) },
      naming: {
        nameable: async (_guildId, discordIds) => new Set(discordIds.filter((one) => !hidden.has(one))),
      },
      alerts: {
        read: async (discordId) => ({ how: alerts.get(discordId) ?? 'mention', closed: false }),
        async noteClosed(discordId) {
          alerts.delete(discordId);
          closed.push(discordId);
        },
      },
      mention: (command) => `/${command}`,
      t: words.in('en-US'),
      events: {
        onPoll: () => {},
        onPost: (kind, delayMs) => void posts.push({ kind, delayMs }),
        onStop: () => {},
      },
      log: { info: () => {}, warn: () => {} },
      now,
      monotonic: () => time,
    });
    let isAsleep = false;
    return {
      id,
      jobs,
      sleep: (asleep: boolean) => void (isAsleep = asleep),
      isAsleep: () => isAsleep,
      isDead: () => isDead,
      acts: () => made,
    };
  }

  const processes: ReturnType<typeof start>[] = [];

  return {
    ...discord,
    announced: createAnnounced(shared.namespace('announced')),
    follows,
    stores,
    settings,
    notes,
    posts,
    calls,
    owners,
    hidden,
    alerts,
    closed,
    tournaments,
    platform,
    now: () => time,
    jumpClock: (ms: number) => void (jump += ms),
    start(...args: Parameters<typeof start>) {
      const process = start(...args);
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
      const end = time + ms;
      while (time < end) {
        time = Math.min(end, time + stepMs);
        for (const process of processes) {
          if (process.isDead() || process.isAsleep()) continue;
          await process.jobs.step();
          await process.jobs.idle();
        }
      }
    },
    async stopAll(id: string) {
      for (const process of processes.filter((one) => one.id === id)) {
        await process.jobs.stop();
        process.sleep(true);
      }
    },
    textsIn: (channelId: string) =>
      discord.messages.filter((message) => message.channelId === channelId).map(({ post }) => post.content),
  };
}

export type NightWorld = ReturnType<typeof nightWorld>;

import { PlatformError as Failure } from '../../src/platform/error.ts';
const notFound = () => new Failure('not-found', { operation: 'GET /v1/x', status: 404 });
export const failed = (kind: PlatformError['kind'], retryAfterMs?: number) =>
  new Failure(kind, { operation: 'GET /v1/x', ...(retryAfterMs !== undefined && { retryAfterMs }) });

const side = (player: string | undefined, score?: number): Side => ({
  ...(player !== undefined && { player: { id: player, name: player.toUpperCase() } }),
  ...(score !== undefined && { score }),
});

/** "a-b" is open, "a-b 3-1" decided; "a-" waits for its second player. */
export function match(id: string, text: string, more: Partial<Match> = {}): Match {
  const [pair = '', score] = text.split(' ');
  const [first, second] = pair.split('-');
  const [own, others] = score?.split('-').map(Number) ?? [];
  const isOver = own !== undefined && others !== undefined;
  return {
    id,
    sides: [side(first === '' ? undefined : first, own), side(second === '' ? undefined : second, others)],
    phase: isOver ? 'finished' : 'open',
    ...(isOver && { winner: own > others ? 1 : 2 }),
    ...more,
  };
}

/** Four players: two semifinals and a final. */
export const four = (first: string, second: string, final: string): Bracket => ({
  rounds: [
    { section: 'main', number: 1, matches: [match('m1', first), match('m2', second)] },
    { section: 'main', number: 2, matches: [match('m3', final)] },
  ],
});

export const cup = (more: Partial<Tournament> = {}): Tournament => ({
  id: 't1',
  name: 'Cup',
  phase: 'running',
  startsAt: { epochMs: T0, precision: 'second' },
  ...more,
});
