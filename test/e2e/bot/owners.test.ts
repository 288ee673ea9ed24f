import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBot, ownPorts, type PlaygroundBot } from '../../../playground/bot.ts';
import { collectPosts } from './posts.ts';
import { recordNight } from '../../../playground/night/record.ts';
import { verdictOf } from '../../../tools/judge/verdict.ts';
import { openCup, startCup } from '../../../tools/platform-stand-in/world/cup.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { runStore } from '../../../src/cli/store/run.ts';
import { follow, report } from '../../support/cup.ts';
import { quickClock } from '../../support/quick-clock.ts';
import { ageRedis, noRedis, startRedis, type TestRedis } from '../../support/redis.ts';
import { readSamples } from '../../support/samples.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';
import { until } from '../../support/until.ts';

const POLLS_PER_MINUTE = 12;
const MINUTE_MS = 60_000;
const TAKEOVER_MS = 30_000;
const TIMERS_MS = 1000;
const POLL_MS = 20;
const EDITS = /^\/channels\/\d+\/messages\/\d+$/;

async function isOwner(bot: PlaygroundBot): Promise<boolean> {
  const { METRICS_PORT = '' } = bot.env;
  const text = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  return readSamples(text).value('matchpoint_background_owner') === 1;
}

/** Two bots on one store, whose servers follow one cup; two more keep them reading as often as they may. */
async function startNight(env: Record<string, string>) {
  const clock = quickClock();
  const world = await startPlayground({
    mode: 'http',
    ...clock.standIns,
    env: {
      ...clock.env,
      ...env,
      PLATFORM_POLLS_PER_MINUTE: String(POLLS_PER_MINUTE),
      // Its lines about each call of the platform.
      LOG_LEVEL: 'debug',
    },
  });
  const other = createBot({ ...world.bot.env, ...(await ownPorts()) }, world.dataFolder);
  try {
    return { ...(await followCups(world, other, clock)), world, other, clock };
  } catch (error) {
    await other.stop();
    await world.close();
    throw error;
  }
}

async function followCups(
  { discord, platform }: Playground,
  other: PlaygroundBot,
  clock: ReturnType<typeof quickClock>,
) {
  await other.start();
  const open = (name: string, entrantIds: string[]) =>
    openCup(platform.world, { name, entrantIds, capacity: 8, startsAt: clock.now() });
  const cup = open('Long Night', ['1101', '1102', '1103', '1104', '1105', '1106', '1107', '1108']);
  const matches = startCup(platform.world, cup, { at: clock.now() });
  const channels = [
    ['Ana', 'match-night'],
    ['Chloé', 'lobby'],
  ] as const;
  const posts = channels.map(([, name]) =>
    collectPosts(discord, discord.channels.find((channel) => channel.name === name)!.id),
  );
  const record = recordNight({ discord, platform }, { now: clock.now });
  record.watch(cup);
  for (const [member, place] of channels) {
    const { guildId = '', id: channelId = '' } = discord.channels.find(({ name }) => name === place) ?? {};
    record.follows(cup, { channelId, guildId, settings: {} });
    await follow(discord.member(member), cup, { place });
  }
  for (const name of ['Side A', 'Side B']) {
    const side = open(name, ['1109', '1110']);
    startCup(platform.world, side, { at: clock.now() });
    await follow(discord.member('Ana'), side, { place: 'general' });
  }
  return { matches, posts, record, followedAt: clock.now() };
}

type Night = Awaited<ReturnType<typeof startNight>>;

/** When a bot has read the platform, by its own quick clock: how long a request is under way depends on how busy this machine is. */
function readingsOf(bot: PlaygroundBot): number[] {
  const lines = bot.log().split('\n');
  return lines
    .filter((line) => line.includes('"platform call"'))
    .map((line) => JSON.parse(line) as { time: string; ms: number; operation: string; cached?: boolean })
    .filter(({ operation, cached }) => operation.startsWith('GET ') && cached !== true)
    .map(({ time, ms }) => Date.parse(time) - ms);
}

/** The most in any window of a minute. */
const busiestMinute = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE_MS).length));

const timesTold = ({ posts }: Night, text: string): number[] =>
  posts.map((channel) => channel.all().filter(({ content }) => plainSpaces(content).includes(text)).length);

const PLACES = [
  ['a SQLite file', undefined, async () => undefined],
  ['a Redis', noRedis, () => startRedis()],
] as const;

describe.each(PLACES)('two bots on %s', (_place, skipped, openPlace) => {
  describe.skipIf(skipped)('of which one does the background work', () => {
    let night: Night;
    let redis: TestRedis | undefined;
    let bots: PlaygroundBot[] = [];
    /** All that there were. */
    let readers: PlaygroundBot[] = [];
    let owner: PlaygroundBot;
    let next: PlaygroundBot;

    const now = () => night.clock.now();
    const untilTold = (text: string) =>
      until(`both channels are told ${text}`, () => timesTold(night, text).every((times) => times > 0));
    const play = (index: number, scores: [number, number]) =>
      report(night.world.platform.world, night.matches[index]!, scores, now());
    /** Redis expires keys by its own clock; the bots' timers are not quicker than ours, either. */
    const patienceMs = () => (redis === undefined ? night.clock.lasts(TAKEOVER_MS) + TIMERS_MS : TAKEOVER_MS);

    /** Counted in looks at the bot, which on a busy machine take longer, as all that it does. */
    async function untilNextIsOwner(): Promise<void> {
      for (let leftMs = patienceMs(); leftMs > 0; leftMs -= POLL_MS) {
        if (await isOwner(next)) return;
        await sleep(POLL_MS);
      }
      expect.unreachable('the other did not take over');
    }

    async function findOwner(): Promise<void> {
      await until('one is the owner', async () => (await Promise.all(bots.map(isOwner))).includes(true));
      const owners = await Promise.all(bots.map(isOwner));
      expect(owners.filter(Boolean)).toHaveLength(1);
      [owner, next] = (owners[0] ? bots : bots.toReversed()) as [PlaygroundBot, PlaygroundBot];
    }

    beforeAll(async () => {
      redis = await openPlace();
      night = await startNight(redis === undefined ? {} : { STORE_URL: redis.url });
      bots = [night.world.bot, night.other];
      readers = [...bots];
      await findOwner();
    });
    afterAll(async () => {
      await Promise.all(bots.map((bot) => bot.stop()));
      await night?.world.close();
      await redis?.close();
    });

    test('killed once a result has reached Discord, before it is noted: the other goes on within 30 s', async () => {
      await until('all first matches are called', () =>
        night.posts.every((posts) => posts.all().length === 5),
      );
      const killed = new Promise<void>((resolve) => {
        const stop = night.world.discord.onEvent((event) => {
          // A result takes the place of its match's call.
          if (event.type !== 'message-edited' || !plainSpaces(event.message.content).includes('3 – 1'))
            return;
          stop();
          resolve(owner.kill());
        });
      });
      play(0, [3, 1]);
      await killed;
      play(1, [3, 2]);
      await untilNextIsOwner();
      await untilTold('3 – 1');
      await untilTold('3 – 2');
      expect(timesTold(night, '3 – 2')).toEqual([1, 1]);
    });

    test('killed while Discord takes no edit: the other tells what was not', async () => {
      await owner.start();
      await findOwner();
      const { discord } = night.world;
      const struck = new Promise<void>((resolve) => {
        const stop = discord.onEvent((event) => {
          if (event.type !== 'wire' || event.entry.via !== 'rest' || !EDITS.test(event.entry.path)) return;
          stop();
          resolve(owner.kill());
        });
      });
      discord.mishaps.add({ method: 'PATCH', path: EDITS, drop: true, times: 100 });
      play(2, [0, 3]);
      await struck;
      discord.mishaps.clear();
      if (redis !== undefined) ageRedis(redis, TAKEOVER_MS);
      await untilNextIsOwner();
      await untilTold('0 – 3');
      expect(timesTold(night, '0 – 3')).toEqual([1, 1]);
    });

    test('stopped: the other takes over at once', async () => {
      await owner.start();
      await findOwner();
      play(3, [2, 3]);
      await owner.stop();
      await until('the other takes over', () => isOwner(next));
      await untilTold('2 – 3');
      expect(timesTold(night, '2 – 3')).toEqual([1, 1]);
    });

    test('whose records are moved: the night goes on in another store as if nothing had been', async () => {
      await until('the next matches are called', () =>
        night.posts.every((posts) => posts.all().length === 7),
      );
      await Promise.all(bots.map((bot) => bot.stop()));
      const { bot, dataFolder } = night.world;
      const file = join(dataFolder, 'export');
      const STORE_URL = `sqlite://${join(dataFolder, 'moved.sqlite')}`;
      const { signal } = new AbortController();
      const tools = { say: () => {}, printStatus: () => {}, now, version: 'test', signal };
      expect(await runStore(['export', file], bot.env, tools)).toBe(0);
      expect(await runStore(['import', file], { STORE_URL }, tools)).toBe(0);
      for (const index of [4, 5]) play(index, [3, 0]);
      const moved = createBot({ ...bot.env, STORE_URL }, dataFolder);
      bots = [moved];
      readers.push(moved);
      await moved.start();
      await untilTold('3 – 0');
    });

    test('both channels were told everything once, and the platform was read as often as allowed', async () => {
      play(6, [4, 1]);
      await untilTold('won');
      await untilTold('4 – 1');
      await untilTold('champion');
      // After a kill, a digest tells of a longer time without a reading.
      const troubles = [{ kind: 'process' as const, from: 0, to: now() }];
      expect(verdictOf({ ...night.record.night(), troubles }).faults).toEqual([]);
      const readings = readers.flatMap(readingsOf).filter((at) => at >= night.followedAt);
      expect(busiestMinute(readings)).toBeLessThanOrEqual(POLLS_PER_MINUTE);
      expect(busiestMinute(readings)).toBeGreaterThan(POLLS_PER_MINUTE / 2);
    });
  });
});
