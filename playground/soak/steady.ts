import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkout } from '../checkout.ts';
import type { ActingMember } from '../../tools/discord-stand-in/people/acts.ts';
import { ARENA, followTournament, linkPlayers, PLAYER_IDS, settleServer } from '../night/cast.ts';
import { playNight } from '../night/clock.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import { planNight } from '../../tools/platform-stand-in/world/night.ts';
import { createRandom } from '../../tools/platform-stand-in/random.ts';
import { letThemAct, linkAll, type SoakMember } from './crowd.ts';
import { curveOf, faultsOfCurve, type Curve, type CurvePoint } from './curve.ts';
import { layOut } from './grounds.ts';
import { createLedger } from './ledger.ts';
import { faultsOfLogs } from './logs.ts';
import { usageOf } from './memory.ts';
import { recordWrites } from './platform-record.ts';
import { joinAll } from './servers.ts';
import { judge, type SoakVerdict } from './verdict.ts';
import { startWorld, type SoakMode, type SoakWorld } from './world.ts';

export interface SteadyOptions {
  mode: SoakMode;
  seconds: number;
  seed: number;
  /** How many members act, and how long they rest in between. */
  crowd?: number;
  restMs?: { least: number; most: number };
  /** Node.js' own options for each process, such as the limits that it sets itself in a small container. */
  nodeOptions?: string;
  write: (line: string) => void;
}

export interface Steady extends SoakVerdict {
  mode: SoakMode;
  store: string;
  interactions: number;
  seconds: number;
  /** Of each process. */
  curves: readonly Curve[];
}

const CROWD = 100;
/** Members who unlink and link again, one after the other, and do nothing else. */
const RELINKING = 4;
const RELINK_EVERY_MS = 45_000;
const SAMPLE_EVERY_MS = 30_000;
/** One address may open only so many pages a minute. */
const LINK_APART_MS = 1000;
/** Two or three interactions a second of all together, the steps of an act counted. */
const REST_MS = { least: 30_000, most: 90_000 };
/** Several refreshes of everybody's tokens within the hour. */
const TOKEN_SECONDS = 600;
/** So that its end, too, is in the channel before all is over. */
const TOURNAMENT_SHARE = 0.95;
const ACKNOWLEDGE_MS = 3000;

/** What the image sets and the playground does not. */
const imageEnv = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(checkout(), 'Dockerfile'), 'utf8').matchAll(/(MALLOC_\w+)=(\d+)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** A server of a hundred members and a followed tournament, without faults: what a process uses in the course of it. */
export async function soakSteadily(options: SteadyOptions): Promise<Steady> {
  const { mode, seed, nodeOptions, crowd = CROWD } = options;
  const world = await startWorld({
    mode,
    seed,
    crowd: crowd + RELINKING,
    acknowledgeMs: ACKNOWLEDGE_MS,
    tokenSeconds: TOKEN_SECONDS,
    env: { ...imageEnv(), ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }) },
  });
  try {
    return await soakWorld(world, options);
  } finally {
    await world.close();
  }
}

async function soakWorld(
  world: SoakWorld,
  { mode, seed, seconds, crowd: size = CROWD, restMs = REST_MS, write }: SteadyOptions,
): Promise<Steady> {
  const { playground, bots, store } = world;
  const { discord, platform } = playground;
  const random = createRandom(seed);
  const cast = new Set<string>(Object.values(CAST));
  const playerIds = random.shuffle([...platform.world.players.keys()].filter((id) => !cast.has(id)));
  const seats = Array.from({ length: size + RELINKING }, (_, at): SoakMember => ({
    name: `Guest ${at + 1}`,
    playerId: playerIds[at] ?? '',
  }));
  const crowd = seats.slice(0, size);
  const grounds = layOut(
    platform.world,
    crowd.map(({ playerId }) => playerId),
    Date.now(),
  );
  const begun = Date.now();
  const endsAt = begun + seconds * 1000;
  const isOver = () => Date.now() >= endsAt;
  const watch = watchUsage(world, { begun, isOver, write });
  joinAll(
    discord,
    seats.map(({ name }) => name),
  );
  await linkAll(discord, seats, LINK_APART_MS);
  await linkPlayers({ discord });

  const over = AbortSignal.timeout(Math.max(0, endsAt - Date.now()));
  const ledger = createLedger(Date.now);
  const writes = recordWrites(platform);
  const [, unlinked] = await Promise.all([
    letThemAct(crowd, { discord, ledger, grounds, playerIds, random, isOver, restMs }),
    relink(world, seats.slice(size), over),
    runTournament(world, (endsAt - Date.now()) * TOURNAMENT_SHARE, over),
  ]);
  const curves = watch.end();

  const codes = await Promise.all(bots.map((bot) => bot.stop()));
  const verdict = judge({
    entries: ledger.entries,
    injected: { counts: new Map(), struck: () => false },
    outages: { kills: [], stops: [], gaps: [] },
    servedBy: undefined,
    written: writes,
    acknowledgeMs: ACKNOWLEDGE_MS,
  });
  const faults = [
    ...verdict.faults,
    ...unlinked,
    ...codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`),
    ...faultsOfLogs(bots, playground),
    ...curves.flatMap(faultsOfCurve),
  ];
  return { ...verdict, faults, mode, store, interactions: ledger.entries.length, seconds, curves };
}

/** One tournament, from its registration to its champion, in the first channel. */
async function runTournament(
  { playground: { discord, platform } }: SoakWorld,
  lengthMs: number,
  signal: AbortSignal,
): Promise<void> {
  const night = planNight(platform.world, { opensAt: Date.now(), lengthMs, favourites: PLAYER_IDS });
  await settleServer({ discord }, ARENA);
  const channelId = discord.channels[0]?.id ?? '';
  await followTournament({ discord }, night.tournament, { channelId, host: ARENA.host, isFull: true });
  await untilAborted(signal, () => playNight(night, { platform, lengthMs, signal, tell: () => {} }));
}

/** Gives what went wrong, in sentences. */
async function relink(
  { playground: { discord } }: SoakWorld,
  seats: readonly SoakMember[],
  signal: AbortSignal,
): Promise<string[]> {
  const faults: string[] = [];
  await untilAborted(signal, async () => {
    for (let turn = 0; ; turn += 1) {
      await wait(RELINK_EVERY_MS, undefined, { signal });
      const [seat] = seats.slice(turn % seats.length);
      if (seat === undefined) return;
      const again = unlinkAndLink(discord.member(seat.name), () => linkAll(discord, [seat]));
      await again.catch((error: unknown) =>
        faults.push(`${seat.name} could not link again: ${String(error)}`),
      );
    }
  });
  return faults;
}

async function unlinkAndLink(member: ActingMember, link: () => Promise<void>): Promise<void> {
  const question = await member.slash('unlink').answer();
  const text = JSON.stringify(question.components);
  // Without the button, an earlier turn ended half-way.
  if (text.includes('unlink:confirm')) await member.press(question, 'Unlink').answer();
  await link();
}

async function untilAborted(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Looks at each process until it is over: the last answers are waited for by members who rest. */
function watchUsage(
  { bots }: SoakWorld,
  { begun, isOver, write }: { begun: number; isOver: () => boolean; write: (line: string) => void },
) {
  const points = bots.map((): CurvePoint[] => []);
  const look = () => {
    if (isOver()) return;
    const at = (Date.now() - begun) / 1000;
    const usages = bots.map((bot) => usageOf(bot.pid()));
    for (const [nth, usage] of usages.entries()) if (usage) points[nth]?.push({ at, ...usage });
    const megabytes = usages.map((usage) => usage?.privateMegabytes.toFixed(1) ?? 'gone');
    write(`${at.toFixed(0)} s: ${megabytes.join(', ')} MiB private`);
  };
  look();
  const timer = setInterval(look, SAMPLE_EVERY_MS);
  return {
    end(): Curve[] {
      clearInterval(timer);
      return points.map(curveOf);
    },
  };
}
