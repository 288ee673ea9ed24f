import { commands } from '../../../commands/index.ts';
import { createLinks } from '../../../src/accounts/links.ts';
import { sealContext, sealTokens } from '../../../src/accounts/token-records.ts';
import { createVault } from '../../../src/accounts/vault.ts';
import { compose } from '../../../src/app/compose.ts';
import type { Ports, ProductSettings } from '../../../src/app/ports.ts';
import type { Driver } from '../../../src/store/driver.ts';
import type { OpenedStores } from '../../../src/store/records.ts';
import type { Message } from '../../../src/message/render.ts';
import { createWords } from '../../../src/words/words.ts';
import { OLD } from '../filled-store.ts';
import { memoryStores } from '../memory-stores.ts';
import type { DiscordOptions } from '../night-discord.ts';
import { recordingLog } from '../recording-log.ts';
import { virtualTime } from '../timed-discord.ts';
import { memoryDiscord } from './memory-discord.ts';
import { memoryPorts, SETTINGS } from './memory-ports.ts';
import { memoryPlatform, tokenOf, type PlatformPlayer } from './memory-platform.ts';

const START = Date.UTC(2027, 0, 1, 12);
const RENEW_MS = 4000;

export interface WorldOptions extends DiscordOptions {
  /** When virtual time begins. */
  startAt?: number;
  /** Where everything is stored, if not in memory. */
  driver?: Driver;
  settings?: Partial<ProductSettings>;
}

const ignore = (): void => undefined;

/**
 * The product in virtual time, on a Discord, a platform and a store in memory: as many processes as a test starts. Nothing happens
 * but while time passes or a member acts.
 */
export function productWorld({ driver, settings = {}, startAt = START, ...options }: WorldOptions = {}) {
  const time = virtualTime(startAt);
  let skew = 0;
  const clock = {
    now: () => time.now() + skew,
    monotonic: () => time.now(),
    sleep: (ms: number) => time.sleep(ms),
    hold: time.hold,
  };
  const stores = memoryStores({ now: clock.now, ...(driver && { driver }) });
  // Discord has a clock of its own.
  const discord = memoryDiscord(time.now, options);
  const platform = memoryPlatform(clock.sleep);
  const words = createWords({ strict: true, platformName: 'Arena' });
  const vault = createVault([OLD]);
  const log = recordingLog();
  const links = createLinks({ stores: stores.replica(), now: clock.now, log });
  let ids = 1_300_000_000_000_000_000n;

  /** The ports of one process. A test that changes them hands its own to `start`. */
  const ports = (own: OpenedStores = stores.replica()): Ports =>
    memoryPorts({ stores: own, discord, platform: platform.open(clock), clock, words, log });

  function start(own: Ports = ports(), more: Partial<ProductSettings> = {}) {
    const product = compose(own, { ...SETTINGS, ...settings, ...more }, commands);
    const chores = product.chores.map((chore) => ({ ...chore, at: time.now() + chore.firstAfterMs }));
    const process = {
      ...product,
      /** What is due now. */
      async step(): Promise<void> {
        await product.jobs.renew();
        await product.jobs.step();
        for (const chore of chores) {
          if (time.now() < chore.at) continue;
          const isDone = (await chore.run(new AbortController().signal)) === 'done';
          chore.at = isDone ? Infinity : time.now() + chore.everyMs;
        }
      },
    };
    processes.push(process);
    return process;
  }
  const processes: {
    step: () => Promise<void>;
    idle: () => Promise<void>;
    jobs: { idle: () => Promise<void> };
  }[] = [];

  /** Runs work that waits for virtual time until it is done. */
  async function finish<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    void work.catch(ignore).finally(() => (isDone = true));
    for (let waits = 0; waits < 10_000; waits++) {
      await time.settle();
      if (isDone) break;
      await time.passTo(time.now() + 50);
    }
    return work;
  }

  return {
    clock,
    time,
    stores,
    discord,
    platform,
    words,
    vault,
    log,
    links,
    ports,
    start,
    finish,
    now: clock.now,
    /** The wall clock jumps, and the monotonic one goes on. */
    jumpClock: (ms: number) => void (skew += ms),
    /** A person with an account of the platform; linked, and a member of these servers, unless it says otherwise. */
    async member(
      discordId: string,
      player: PlatformPlayer,
      { guildIds = ['700'], isLinked = true }: { guildIds?: readonly string[]; isLinked?: boolean } = {},
    ): Promise<void> {
      platform.players.set(player.id, player);
      for (const guildId of guildIds) discord.server(guildId).members.set(discordId, new Set());
      if (!isLinked) return;
      await links.store(discordId, {
        playerId: player.id,
        playerName: player.name,
        tokens: sealTokens(vault, sealContext.link(discordId), {
          accessToken: tokenOf(player.id),
          refreshToken: `refresh-of-${player.id}`,
        }),
      });
    },
    /** A member uses the bot, as Discord delivers it. Returns what their client shows, in order. */
    async interact(
      { dispatcher }: Pick<ReturnType<typeof start>, 'dispatcher'>,
      raw: object,
    ): Promise<Message['body'][]> {
      const id = String((ids += 1n));
      const token = `token-${id}`;
      discord.channelOf.set(token, (raw as { channel_id?: string }).channel_id ?? '');
      await finish(dispatcher.dispatch({ ...raw, id, token }));
      return discord.answers.get(token) ?? [];
    },
    /** A process takes no more steps. */
    stop: (process: ReturnType<typeof start>): void => void processes.splice(processes.indexOf(process), 1),
    /** Lets time pass; every process takes its steps. */
    async pass(ms: number, stepMs = 1000): Promise<void> {
      const end = time.now() + ms;
      while (time.now() < end) {
        await time.passTo(Math.min(end, time.now() + Math.min(stepMs, RENEW_MS)));
        for (const process of processes)
          await finish(
            process
              .step()
              .then(() => process.jobs.idle())
              .then(() => process.idle()),
          );
      }
    },
    /** Time passes in which no process takes a step, as if all were suspended. */
    leap: (ms: number): Promise<void> => time.passTo(time.now() + ms),
    textsIn: (channelId: string): string[] =>
      discord.messages.filter((message) => message.channelId === channelId).map(({ post }) => post.content),
  };
}

export type ProductWorld = ReturnType<typeof productWorld>;
