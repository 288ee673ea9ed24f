import type { Person } from '../../../tools/judge/person.ts';
import type { Ports } from '../../../src/app/ports.ts';
import type { Follow } from '../../../src/guilds/follows.ts';
import type { Message } from '../../../src/message/render.ts';
import type { TurnLimits } from '../../../src/jobs/plan/turn-limits.ts';
import type { OpenedStores } from '../../../src/store/records.ts';
import type { Store } from '../../../src/store/store.ts';
import { actingStore, processLife, wrapped, type ProcessLife } from '../../support/night-process.ts';
import { T0 } from '../../support/night-records.ts';
import { keptDiscord, restoreDiscord } from '../../support/product/kept-discord.ts';
import { productWorld } from '../../support/product/product-world.ts';
import { timedChannels } from '../../support/timed-discord.ts';
import type { Chance } from './chance.ts';
import type { FileStore } from './file-store.ts';
import { createPeople } from './people.ts';
import { createNightPlatform, rankOf } from './platform.ts';
import type { WireDialect } from './wire.ts';

/** One at a time, wherever the product does several things at once. */
const SMALL: TurnLimits = {
  queue: 1,
  reads: 1,
  ranks: 1,
  calls: 1,
  closes: 1,
  settled: 1,
  ahead: 1,
  servers: 1,
  debts: 1,
};

const ANSWER_MS = 150;
// Shorter than a lease.
const RENEW_MS = 10_000;
/** Namespaces whose writes change no message. */
const QUIET_NAMESPACES = new Set(['jobs', 'watches']);

type Product = ReturnType<ReturnType<typeof productWorld>['start']>;
interface Process extends Product, ProcessLife {
  id: string;
  renewing: () => void;
  working: (() => void)[];
}

interface NightOptions {
  startAt?: number;
  isReadable: boolean;
  guildIds: readonly string[];
  dialect: WireDialect;
  /** The longest that the store takes for a call of a process, and what decides how long. */
  storeMs: number;
  storeChance: Chance;
  /** The store, where it is a file. */
  file: FileStore | undefined;
  /** Everything is done one by one. */
  isSmall: boolean;
}

export type NightWorld = ReturnType<typeof nightWorld>;

/** The product in a night: servers with their members, a platform and a Discord that take their time, and as many processes as it starts. */
export function nightWorld(
  chance: Chance,
  { dialect, file, guildIds, isReadable, isSmall, startAt = T0, storeChance, storeMs }: NightOptions,
) {
  const made = productWorld({
    startAt,
    isReadable,
    ...(file && { driver: file.driver }),
    settings: isSmall ? { limits: SMALL } : {},
  });
  file?.start(made.clock);
  const { discord, stores, time } = made;
  const uninstall = installTime(time);
  const channels = timedChannels(discord.channels, time);
  const pressChannels = timedChannels({ ...discord.channels, ...discord.forPresses }, time);
  const pace = { lookUpMs: ANSWER_MS, pollsPerMinute: 30 };
  const platform = createNightPlatform(made.platform, time, chance, dialect);
  const people = createPeople(chance, guildIds);
  /** Channels in which the bot may not post. */
  const forbidden = new Set<string>();
  discord.control.refuse = ({ channelId, what }) => {
    if (what === 'direct') return people.ofDiscord(channelId)?.isClosed === true ? 'closed' : undefined;
    return what !== 'thread' && forbidden.has(channelId) ? 'forbidden' : undefined;
  };

  /** The question may hang on its way, and the answer too. */
  const slowly = async <T>({ quiet }: ProcessLife, call: () => Promise<T>): Promise<T> => {
    const answer = await quiet(call);
    return quiet(async () => answer);
  };

  /** What takes time lets other processes come in between. The one that never dies waits for nothing. */
  function storesOf(life: ProcessLife, isWorker: boolean): OpenedStores {
    const own = stores.replica();
    const slowed = <T>(store: Store<T>): Store<T> =>
      isWorker && storeMs > 0
        ? wrapped(store, (call) => time.sleep(storeChance.int(0, storeMs)).then(call))
        : store;
    return {
      ...own,
      namespace: <T>(name: string, ...how: [never, never]): Store<T> => {
        const store = slowed(own.namespace<T>(name, ...how));
        return QUIET_NAMESPACES.has(name) ? wrapped(store, life.quiet) : actingStore(store, life);
      },
    };
  }

  /** The ports of a process, whose every call is one of its acts or a wait. */
  function portsOf(life: ProcessLife, isWorker: boolean): Ports {
    const ports = made.ports(storesOf(life, isWorker));
    const { memberRoles, roleConnections, servers } = ports.discord;
    const wire = platform.wire(isWorker);
    return {
      ...ports,
      platform: made.platform.open(made.clock, (request) =>
        request.method === 'GET' ? slowly(life, () => wire(request)) : life.act(() => wire(request)),
      ),
      discord: {
        ...ports.discord,
        channels: wrapped(channels, life.act),
        pressPosts: wrapped(pressChannels, life.act),
        servers: {
          ...servers,
          isMember: (guildId, discordId) =>
            life.quiet(async () => {
              await time.sleep(pace.lookUpMs);
              return servers.isMember(guildId, discordId);
            }),
        },
        memberRoles: {
          ...wrapped(memberRoles, life.quiet),
          change: (change) => life.act(() => memberRoles.change(change)),
          rename: (change) => life.act(() => memberRoles.rename(change)),
        },
        roleConnections: {
          ...roleConnections,
          push: (...push) => life.act(() => roleConnections.push(...push)),
          remove: (...remove) => life.act(() => roleConnections.remove(...remove)),
        },
      },
    };
  }

  const productOf = (life: ProcessLife, isWorker: boolean): Product =>
    made.start(portsOf(life, isWorker), { pollsPerMinute: pace.pollsPerMinute });

  function start(id: string): Process {
    const life = processLife(time.now);
    const product = productOf(life, true);
    const chores = product.chores.map((chore) => {
      let at = time.now() + chore.firstAfterMs;
      return async (): Promise<void> => {
        if (time.now() < at) return;
        const isDone = (await chore.run(new AbortController().signal)) === 'done';
        at = isDone ? Infinity : time.now() + chore.everyMs;
      };
    });
    const process = {
      id,
      ...product,
      ...life,
      renewing: once(product.jobs.renew),
      working: [product.jobs.step, ...chores].map(once),
    };
    processes.push(process);
    return process;
  }
  const processes: Process[] = [];

  /** Answers members beside the processes that come and go. */
  const front = (): Product => (answering ??= productOf(processLife(time.now), false));
  let answering: Product | undefined;

  /** Who answers what members do, unless it is dead. */
  let answerer: Process | undefined;
  // None is used twice, also after a night was recorded.
  let interactions = 1_300_000_000_000_000_000n + BigInt(startAt - T0);

  /** A step may be longer than a lease, which is renewed meanwhile. */
  async function passTo(end: number): Promise<void> {
    while (end - time.now() > RENEW_MS) {
      await time.passTo(time.now() + RENEW_MS);
      for (const process of processes) if (process.goOn()) process.renewing();
      await time.settle();
    }
    await time.passTo(end);
  }

  /** All that is outside the processes, of a night that is recorded. */
  const kept = () => ({
    now: time.now(),
    discord: keptDiscord(discord),
    stores: stores.content(),
    people: [...people.all],
    players: made.platform.players,
  });

  return {
    ...discord,
    kept,
    restore(state: ReturnType<typeof kept>): void {
      restoreDiscord(discord, state.discord);
      stores.fill(state.stores);
      people.restore(state.people);
      for (const [id, player] of state.players) made.platform.players.set(id, player);
    },
    time,
    pace,
    stores,
    platform,
    people,
    forbidden,
    processes,
    now: time.now,
    /** What the bot takes for the time. */
    wall: made.now,
    jumpClock: made.jumpClock,
    /** Work that may wait for time. */
    finish: made.finish,
    start,
    front,
    /** Members are answered by this process, or else by one that never dies. */
    answerBy: (process: Process | undefined) => void (answerer = process),
    /** The member who used the bot has no answer, or none to rely on. */
    isAnswererDead: (): boolean => answerer?.isDead() === true,
    /** A person's account, and where they are. */
    settle: ({ discordId, guildIds, isLinked, name, playerId }: Person): Promise<void> =>
      made.member(
        discordId,
        { id: playerId, name, elo: eloOf(playerId), rank: rankOf(eloOf(playerId)) },
        { guildIds, isLinked },
      ),
    follow: (
      guildId: string,
      follow: Pick<Follow, 'tournamentId' | 'channelId' | 'topics'> & Partial<Follow>,
    ) => front().services.guilds.follows.add(guildId, follow),
    /** A member uses the bot. Returns what only they see, in order. */
    async interact(raw: { channel_id: string }): Promise<Message['body'][]> {
      const id = String((interactions += 1n));
      const token = `token-${id}`;
      discord.channelOf.set(token, raw.channel_id);
      const isUp = answerer !== undefined && !answerer.isDead() && !answerer.isAsleep() && !answerer.hangs();
      const { dispatcher } = isUp && answerer !== undefined ? answerer : front();
      const dispatched = dispatcher.dispatch({ ...raw, id, token } as never).catch(() => undefined);
      let isDone = false;
      void dispatched.then(() => (isDone = true));
      for (let waits = 0; !isDone && waits < 60; waits++) await this.pass(500, 5000);
      return discord.answers.get(token) ?? [];
    },
    /** Lets time pass; every process takes its steps. */
    async pass(ms: number, stepMs: number): Promise<void> {
      const end = time.now() + ms;
      await time.settle();
      while (time.now() < end) {
        await passTo(Math.min(end, time.now() + stepMs));
        for (const process of processes) {
          if (process.goOn()) for (const work of [process.renewing, ...process.working]) work();
          await time.settle();
        }
      }
    },
    /** A process ends as a signal ends it: one that hangs is killed. */
    stop(process: Process): void {
      processes.splice(processes.indexOf(process), 1);
      if (process.isStuck()) process.sleep(true);
      else void process.jobs.stop().then(() => process.sleep(true));
    },
    /** Gives real time back to the process that plays the night. */
    close: uninstall,
  };
}

/** Begins work unless it is still under way: what waits for time, waits beside everything else. */
function once(work: () => Promise<void>): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    void work()
      .catch(() => undefined)
      .finally(() => (isUnderWay = false));
  };
}

export const eloOf = (playerId: string): number =>
  1000 + ((Number(playerId.replaceAll(/\D/g, '')) * 137) % 900);

/** Timers and the clock that time limits go by follow virtual time, until the function that it gives is called. */
function installTime(time: ReturnType<typeof productWorld>['time']): () => void {
  const uninstall = time.install();
  const { performance } = globalThis;
  Object.defineProperty(performance, 'now', { value: () => time.now() - T0, configurable: true });
  return () => {
    uninstall();
    Reflect.deleteProperty(performance, 'now');
  };
}
