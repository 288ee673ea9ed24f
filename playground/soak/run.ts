import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../tools/platform-stand-in/random.ts';
import { letThemAct, linkAll, type SoakMember } from './crowd.ts';
import { layOut } from './grounds.ts';
import { createLedger } from './ledger.ts';
import { faultsOfLogs } from './logs.ts';
import { residentMegabytes, slope, type MemorySample } from './memory.ts';
import { makeMischief } from './mischief.ts';
import { recordWrites } from './platform-record.ts';
import { createRestarts, type Outages } from './restarts.ts';
import { countServers, joinAll, type ServerCounts } from './servers.ts';
import { judge, type SoakVerdict } from './verdict.ts';
import { startWorld, type SoakMode, type SoakWorld } from './world.ts';

export interface SoakOptions {
  mode: SoakMode;
  seconds: number;
  seed: number;
  /** Members who act. */
  crowd?: number;
  /** Discord's, to the first answer: 3,000 unless a busy machine needs it longer. */
  acknowledgeMs?: number;
}

/** What a soak in one mode came to. */
export interface Soaked extends SoakVerdict {
  mode: SoakMode;
  store: string;
  interactions: number;
  servers: ServerCounts['counts'];
  injected: ReadonlyMap<string, number>;
  outages: Outages;
  /** Of each replica, after the last restart and its warm-up. */
  memory: readonly { megabytes: number | undefined; perMinute: number | undefined; seconds: number }[];
}

/** Replicas are ended in the first part; in the rest, each lives long enough for its memory to be watched. */
const RESTARTS_SHARE = 0.35;
const LEAST_RESTARTS = 5;
const LONGEST_LIFE_MS = 12_000;
/** Of the rest: what a process takes until everything has been used once. */
const WARM_UP_SHARE = 0.4;

export async function soak(options: SoakOptions): Promise<Soaked> {
  const { mode, seconds, seed, crowd = 20, acknowledgeMs = 3000 } = options;
  const world = await startWorld({ mode, seed, crowd, acknowledgeMs });
  try {
    return await soakWorld(world, { mode, seconds, seed, crowd, acknowledgeMs });
  } finally {
    await world.close();
  }
}

async function soakWorld(world: SoakWorld, options: Required<SoakOptions>): Promise<Soaked> {
  const { mode, seconds, seed, crowd, acknowledgeMs } = options;
  const { playground, bots, balancer, store } = world;
  const { discord, platform } = playground;
  const random = createRandom(seed);
  const fork = () => createRandom(random.integer(0, 2 ** 31));

  const playerIds = random.shuffle([...platform.world.players.keys()]);
  const seats = Array.from({ length: crowd }, (_, at): SoakMember => ({
    name: `Guest ${at + 1}`,
    playerId: playerIds[at] ?? '',
  }));
  const grounds = layOut(
    platform.world,
    seats.map(({ playerId }) => playerId),
    Date.now(),
  );
  joinAll(
    discord,
    seats.map(({ name }) => name),
  );
  await linkAll(discord, seats);

  const ledger = createLedger(Date.now);
  const writes = recordWrites(platform);
  const startedAt = Date.now();
  const passed = () => (Date.now() - startedAt) / 1000;
  const isOver = () => passed() >= seconds;
  const injected = makeMischief(playground, { random: fork(), isOver, gateway: mode === 'gateway' });
  const everyMs = Math.min(LONGEST_LIFE_MS, (seconds * 1000 * RESTARTS_SHARE) / LEAST_RESTARTS);
  const restarts = createRestarts({ bots, discord, random: fork(), now: Date.now, everyMs });

  const restarting = restarts.run(() => passed() >= seconds * RESTARTS_SHARE);
  const watching = restarting.then(() => watchMemory(world, seconds - passed(), isOver));
  const acting = letThemAct(seats, { discord, ledger, grounds, playerIds, random: fork(), isOver });
  const [memory] = await Promise.all([watching, acting]);

  platform.setFault(undefined);
  const codes = await Promise.all(bots.map((bot) => bot.stop()));
  const { entries } = ledger;
  const { outages } = restarts;
  const servedBy = balancer && ((id: string) => balancer.servedBy(id));
  const verdict = judge({ entries, injected, outages, servedBy, written: writes, acknowledgeMs });
  const ended = [...codes, ...outages.stops.map(({ code }) => code)].filter((code) => code !== 0);
  const servers = countServers(discord, entries);
  const faults = [
    ...verdict.faults,
    ...servers.faults,
    ...ended.map((code) => `a replica that was stopped ended with ${code ?? 'a kill: it hung'}`),
    ...faultsOfLogs(bots, playground),
  ];
  const { counts } = injected;
  return {
    ...verdict,
    faults,
    servers: servers.counts,
    mode,
    store,
    interactions: entries.length,
    injected: counts,
    outages,
    memory,
  };
}

async function watchMemory(
  { bots }: SoakWorld,
  seconds: number,
  isOver: () => boolean,
): Promise<Soaked['memory']> {
  const warmUp = Math.max(0, seconds * WARM_UP_SHARE);
  const begun = Date.now();
  const samples = bots.map((): MemorySample[] => []);
  while (!isOver()) {
    await wait(500);
    const at = (Date.now() - begun) / 1000;
    for (const [nth, bot] of bots.entries()) {
      const megabytes = residentMegabytes(bot.pid());
      if (megabytes !== undefined && at >= warmUp) samples[nth]?.push({ at, megabytes });
    }
  }
  return samples.map((own) => ({
    megabytes: own.at(-1)?.megabytes,
    perMinute: slope(own),
    seconds: (own.at(-1)?.at ?? 0) - (own[0]?.at ?? 0),
  }));
}
