import { join } from 'node:path';
import { createLinks } from '../../src/accounts/links.ts';
import { createRosters } from '../../src/members/rosters.ts';
import { openStores } from '../../src/store/open-stores.ts';
import type { StoredRecord } from '../../src/store/records.ts';
import type { Store } from '../../src/store/store.ts';
import { guildIdOf } from '../discord/guild.ts';
import { FIRST_CALLER } from '../discord/interaction.ts';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { Result } from '../result.ts';
import type { BenchWorld } from '../world.ts';
import { besideText, contest, cpuText } from './answering.ts';
import { quiet } from './quiet.ts';
import { size, type Effort, type BenchRow } from './row.ts';

const FEW = 1000;
const LOOKUPS = 3000;
const AT_ONCE = 8;
const BATCH = 1000;
const MEMBERS = 200;
/** More than ask within a second or two: no member exceeds the rate limit. */
const CALLERS = 2000;

/** The same /leaderboard where the bot is in the server, and where it is not: nothing is recorded or named there. */
async function inServer(world: BenchWorld, effort: Effort): Promise<Result> {
  await world.platform.ask('set', { delayMs: 0, distinct: false });
  const { server, absent } = await contest(world, effort, {
    bots: { server: () => world.ours(), absent: () => world.ours() },
    ask: (name) => ({
      asked: [{ name: 'leaderboard' }],
      pace: { inFlight: 64 },
      callers: CALLERS,
      absent: name === 'absent',
    }),
  });
  return {
    what: `gateway, /leaderboard in a server, ${CALLERS} members in turn`,
    against: 'the same where the bot is not in the server',
    ours: cpuText(server),
    theirs: cpuText(absent),
    figure: medianRatio(server, absent, ({ cpuMs }) => cpuMs),
    goal: { atMost: 1.1 },
    beside: besideText(server, absent),
  };
}

const idOf = (at: number): string => String(FIRST_CALLER + BigInt(at));

/** One record for each id, past every memory of the bot's. */
async function fill(
  url: string,
  namespace: string,
  count: number,
): Promise<{ store: Store<unknown>; close(): Promise<void> }> {
  const stores = await openStores(url, { log: quiet, now: Date.now, version: 'test' });
  const value =
    namespace === 'guilds'
      ? { organizerRoleId: idOf(1), logChannelId: idOf(2), publicChannelIds: [idOf(3), idOf(4)] }
      : { guilds: { [guildIdOf(0)]: { since: 1_763_700_000_000, at: 1_763_700_000_000, used: true } } };
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n): StoredRecord => ({
      namespace,
      key: idOf(from + n),
      value,
    }));
    await stores.records.put(batch);
  }
  return { store: stores.namespace(namespace), close: () => stores.close() };
}

async function lookUps(world: BenchWorld, effort: Effort, namespace: string, many: number): Promise<Result> {
  const folder = world.temporaryFolder();
  const counts = { few: FEW, many: size(effort, many, 10_000) };
  const url = (count: number) => `sqlite://${join(folder, `${namespace}-${count}.sqlite`)}`;
  const filled = {
    few: await fill(url(counts.few), namespace, counts.few),
    many: await fill(url(counts.many), namespace, counts.many),
  };
  const lookups = size(effort, LOOKUPS, 400);
  const measure = async (name: keyof typeof counts): Promise<number> => {
    const began = performance.now();
    const one = async (): Promise<void> => {
      const key = idOf(Math.floor(Math.random() * counts[name]));
      if ((await filled[name].store.get(key)) === undefined) throw new Error(`${key} is not found`);
    };
    for (let at = 0; at < lookups; at += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
    return (performance.now() - began) / lookups;
  };
  await measure('few');
  await measure('many');
  const figures = await alternate(effort.rounds, ['few', 'many'] as const, measure);
  await Promise.all([filled.few.close(), filled.many.close()]);
  return {
    what: `SQLite: looking up one of ${counts.many} ${namespace}`,
    against: `among ${FEW}`,
    ours: `${median(figures.many).toFixed(3)} ms`,
    theirs: `${median(figures.few).toFixed(3)} ms`,
    figure: medianRatio(figures.many, figures.few, (ms) => ms),
    goal: { atMost: 2 },
    beside: `${AT_ONCE} at once, random ids`,
  };
}

/** The first answer after a start, when nothing is known of anybody. */
async function serverBoard(world: BenchWorld, effort: Effort): Promise<Result> {
  const times: number[] = [];
  let reads = 0;
  for (let round = 0; round < effort.rounds; round++) {
    await world.platform.ask('set', { delayMs: 20, distinct: true });
    const folder = world.temporaryFolder();
    const stores = await openStores(`sqlite://${join(folder, 'matchpoint.sqlite')}`, {
      log: quiet,
      now: Date.now,
      version: 'test',
    });
    const links = createLinks({ stores, now: Date.now, log: quiet });
    const rosters = createRosters({ store: stores.namespace('rosters'), now: Date.now });
    const members = stores.namespace('members');
    const membership = { since: Date.now(), at: Date.now(), used: true };
    for (let at = 0; at < MEMBERS; at++) {
      await links.store(idOf(at), { playerId: `p-${at}`, tokens: 'none' });
      await members.set(idOf(at), { guilds: { [guildIdOf(0)]: membership } });
      await rosters.put(guildIdOf(0), idOf(at));
    }
    await stores.close();
    const bot = await world.ours({ folder });
    await world.platform.ask('calls', {});
    const load = await world.load(bot, {
      asked: [{ name: 'leaderboard', options: [{ name: 'scope', text: 'this-server' }] }],
      pace: { inFlight: 1 },
      count: 1,
      seconds: 10,
      callers: CALLERS,
    });
    const calls = await world.platform.ask('calls', {});
    await bot.stop();
    if (load.answers !== 1 || load.plain > 0) throw new Error('the server has no leaderboard');
    times.push(load.finalMs.p50);
    reads = Math.max(reads, calls['GET /v1/users/:id/rank'] ?? 0);
  }
  await world.platform.ask('set', { delayMs: 0 });
  return {
    what: `first leaderboard of a server of ${MEMBERS} linked members, platform 20 ms away`,
    against: '',
    ours: `${Math.round(median(times))} ms`,
    theirs: '',
    figure: median(times),
    goal: { atMost: 2000 },
    beside: `at most ${reads} single ranks read`,
  };
}

export const servers: BenchRow = {
  name: 'servers',
  run: async (world, effort) => [
    await inServer(world, effort),
    await lookUps(world, effort, 'guilds', 100_000),
    await lookUps(world, effort, 'members', 1_000_000),
    await serverBoard(world, effort),
  ],
};
