import { cup, four, T0 } from '../../test/support/night-records.ts';
import { plainSpaces } from '../../test/support/plain-spaces.ts';
import { nightWorld, type NightWorld } from '../../test/support/night-world.ts';
import type { Result } from '../result.ts';
import { size, type BenchRow } from './row.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How late channels may be told, and how seldom a running bracket may be read. */
const GOAL_MS = MINUTE_MS;
const RUNNING = 5;
/** As many as one server may follow. */
const FOLLOWS = 25;
const BUSY_SERVERS = 10;

async function open(
  world: NightWorld,
  { id, guildId, isRunning }: { id: string; guildId: string; isRunning: boolean },
): Promise<void> {
  const startsAt = { epochMs: T0 + (isRunning ? 0 : 72 * HOUR_MS), precision: 'second' as const };
  const tournament = cup({ id, phase: isRunning ? 'running' : 'upcoming', startsAt });
  world.tournaments.set(id, { tournament, ...(isRunning && { bracket: four('a-b', 'c-d', '-') }) });
  await world.follow(guildId, id, { channelId: `9${id}` });
}

/** Five results while the owner of the background work is killed: from the kill to the last post. */
async function restart(follows: number): Promise<Result> {
  const world = nightWorld();
  const owner = world.start('one');
  for (let at = 0; at < follows; at++)
    await open(world, { id: String(at), guildId: String(100 + (at % 20)), isRunning: at < RUNNING });
  await world.pass(15 * MINUTE_MS, 2000);
  owner.sleep(true);
  const killedAt = world.now();
  for (let at = 0; at < RUNNING; at++) {
    const id = String(at);
    world.tournaments.set(id, { tournament: cup({ id }), bracket: four('a-b 3-1', 'c-d', 'a-') });
  }
  world.start('two');
  await world.pass(10 * MINUTE_MS);
  const toldAt = Array.from({ length: RUNNING }, (_, at) => {
    const told = world.changes.find(
      (one) =>
        one.channelId === `9${at}` && one.at >= killedAt && plainSpaces(one.post.content).includes('3 – 1'),
    );
    if (told === undefined) throw new Error(`channel 9${at} was not told`);
    return told.at;
  });
  const slowestMs = Math.max(...toldAt) - killedAt;
  return {
    what: `from the kill of the owner to the last result of ${RUNNING} running tournaments, in minutes`,
    against: 'a minute',
    ours: `${slowestMs / 1000} s`,
    theirs: `${GOAL_MS / 1000} s`,
    figure: slowestMs / GOAL_MS,
    goal: { atMost: 1 },
    beside: `${follows} followed tournaments; the lease of the killed owner included`,
  };
}

/** The longest time without a reading of a server's only bracket, beside servers that follow as many as they may. */
async function fairness(busyServers: number): Promise<Result> {
  const world = nightWorld();
  world.start('one');
  await open(world, { id: 'only', guildId: '1', isRunning: true });
  for (let server = 0; server < busyServers; server++)
    for (let at = 0; at < FOLLOWS; at++)
      await open(world, { id: `${server}x${at}`, guildId: String(100 + server), isRunning: true });
  await world.pass(45 * MINUTE_MS, 2000);
  const readAt = world.calls.filter(({ what }) => what === 'bracket only').map(({ at }) => at);
  const pauses = readAt.slice(1).map((at, index) => at - (readAt[index] ?? 0));
  const longestMs = Math.max(...pauses);
  return {
    what: "longest pause between readings of a server's only running bracket, in minutes",
    against: 'a minute',
    ours: `${longestMs / 1000} s`,
    theirs: `${GOAL_MS / 1000} s`,
    figure: longestMs / GOAL_MS,
    goal: { atMost: 1 },
    beside: `${busyServers} more servers follow ${FOLLOWS} running tournaments each, at 30 reads a minute`,
  };
}

/** How the background reads are shared, in virtual time. */
export const sharedPolls: BenchRow = {
  name: 'shared-polls',
  run: async (_world, effort) => [
    await restart(size(effort, 200, 20)),
    await fairness(size(effort, BUSY_SERVERS, 2)),
  ],
};
