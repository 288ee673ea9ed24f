import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBot, ownPorts, type PlaygroundBot } from '../../../playground/bot.ts';
import type { SentInteraction } from '../../../tools/discord-stand-in/interactions/sent.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { startBalancer, type Balancer } from '../../../playground/balancer.ts';
import { linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { noRedis, startRedis, type TestRedis } from '../../support/redis.ts';
import { startTraffic } from './traffic.ts';
import { until } from '../../support/until.ts';

const CROWD = 40;
const WRITERS = 8;
const EVERY_MS = 50;
const WRITE_EVERY = 8;
const ACKNOWLEDGE_MS = 3000;

const guest = (world: Playground, index: number) => world.discord.member(`Guest ${(index % CROWD) + 1}`);

/** Reads by one member after the other, so that none asks for more than they may. */
function nextRead(world: Playground, index: number): SentInteraction {
  const member = guest(world, index);
  switch (index % 4) {
    case 0:
      return member.slash('leaderboard');
    case 1:
      return member.slash('rank', { id: String(1010 + (index % 50)) });
    case 2:
      return member.slash('tournaments');
    default:
      return member.slash('help');
  }
}

/** What a bot has been sent, by its own account. */
const handled = (bot: PlaygroundBot) =>
  bot
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; outcome?: string })
    .filter((line) => line.msg === 'interaction');

describe.skipIf(noRedis)('two replicas behind a balancer', () => {
  let world: Playground;
  let redis: TestRedis;
  let other: PlaygroundBot;
  let balancer: Balancer;

  beforeAll(async () => {
    redis = await startRedis();
    world = await startPlayground({
      mode: 'http',
      // Answers within 3 s on a busy machine are not the subject of this test.
      discord: { crowd: CROWD, deadlines: { acknowledgeMs: 15_000 } },
      env: { STORE_URL: redis.url },
    });
    other = createBot({ ...world.bot.env, ...(await ownPorts()) }, world.dataFolder);
    await other.start();
    // Kept connections, as real ones have them: none may be closed under a request.
    balancer = await startBalancer({ keepAlive: true, checkEveryMs: 250 });
    for (const { url } of [world.bot, other]) await balancer.add(url);
    world.discord.interactionsUrl = `${balancer.url}/interactions`;
    for (let index = 0; index < WRITERS; index += 1)
      await linked(world, guest(world, index).name, String(1101 + index));
  });
  afterAll(async () => {
    await balancer?.close();
    await other?.stop();
    await world?.close();
    await redis?.close();
  });

  /** Every linked member at every large tournament that they are not in. */
  function registrations() {
    const large = [...world.platform.world.tournaments.values()].filter(
      ({ capacity, state, region }) => capacity >= 64 && state === 'upcoming' && region === null,
    );
    return large.flatMap((tournament) =>
      Array.from({ length: WRITERS }, (_, index) => ({
        tournament,
        index,
        playerId: String(1101 + index),
      })).filter(({ playerId }) => !tournament.entrantIds.includes(playerId)),
    );
  }

  test('each stopped and started in turn, under steady work: nothing is lost, nothing answered or written twice', async () => {
    const waiting = registrations();
    const writes: {
      one: SentInteraction;
      tournament: (typeof waiting)[number]['tournament'];
      playerId: string;
    }[] = [];
    // The stand-in keeps its last 500 requests alone.
    let posts = 0;
    world.platform.onWire(({ method, path }) => {
      if (method === 'POST' && path.endsWith('/register')) posts += 1;
    });
    const both = [world.bot, other];
    const before = both.map((bot) => handled(bot).length);
    const traffic = startTraffic((at) => {
      const registration = at % WRITE_EVERY === 0 ? waiting.shift() : undefined;
      if (registration === undefined) return nextRead(world, at);
      const { tournament, index, playerId } = registration;
      const one = guest(world, index).slash('register', { tournament: tournament.id });
      writes.push({ one, tournament, playerId });
      return one;
    }, EVERY_MS);

    for (const [at, bot] of both.entries()) {
      const alone = both[1 - at]!;
      // There is work on both before, and on the one that stays meanwhile.
      const [mine, theirs] = [balancer.served(bot.url), balancer.served(alone.url)];
      await until(
        'both work',
        () => balancer.served(bot.url) > mine + 20 && balancer.served(alone.url) > theirs + 20,
      );
      expect(await bot.stop()).toBe(0);
      const since = balancer.served(alone.url);
      await until('the other works alone', () => balancer.served(alone.url) > since + 20);
      await bot.start();
      await until('it is sent work again', () => balancer.isReady(bot.url));
    }
    await traffic.stop();

    const { sent } = traffic;
    expect(sent.flatMap(({ one }) => one.failure ?? [])).toEqual([]);
    for (const { one } of sent) await one.answer();
    // An acknowledgement that got no answer in time is sent once more: the first had got through.
    expect(world.discord.problems.filter(({ code }) => code !== 40_060)).toEqual([]);
    // Each reached one replica, once.
    const lines = () => both.flatMap((bot, at) => handled(bot).slice(before[at]));
    await until('the last is written down, too', () => lines().length >= sent.length);
    expect(lines().map(({ outcome }) => outcome)).toEqual(sent.map(() => 'ok'));

    expect(writes.length).toBeGreaterThan(20);
    for (const { one, tournament, playerId } of writes) {
      expect(await one.answer()).toReadAlone(one.member.id, "You're registered for");
      expect(tournament.entrantIds.filter((id) => id === playerId)).toHaveLength(1);
    }
    expect(posts).toBe(writes.length);
  });
});

describe('one process on the gateway', () => {
  let world: Playground;
  beforeAll(async () => {
    world = await startPlayground({ discord: { crowd: CROWD } });
  });
  afterAll(() => world?.close());

  test('stopped and started under steady work: all is answered but what comes more than 3 s before it is back', async () => {
    const traffic = startTraffic((at) => nextRead(world, at), EVERY_MS);
    await until('it works', () => traffic.sent.length > 40);
    const stoppedAt = Date.now();
    expect(await world.bot.stop()).toBe(0);
    const endedAt = Date.now();
    await world.bot.start();
    const startedAt = Date.now();
    const since = traffic.sent.length;
    await until('it works again', () => traffic.sent.length > since + 40);
    await traffic.stop();

    const failures = traffic.sent.filter(({ one }) => one.failure !== undefined);
    const during = traffic.sent.filter(({ at }) => at >= stoppedAt && at <= startedAt);
    console.info(
      `gateway restart: ended after ${endedAt - stoppedAt} ms, back after ${startedAt - stoppedAt} ms; ` +
        `of ${during.length} meanwhile ${failures.length} got no answer; ` +
        `slowest first answer ${Math.max(...traffic.sent.map(({ one }) => one.acknowledgement?.afterMs ?? 0))} ms`,
    );
    // A machine that takes long to start the bot takes long to answer what has piled up, too.
    const inTimeMs = Math.max(0, ACKNOWLEDGE_MS - (startedAt - endedAt));
    expect(failures.filter(({ at }) => at < stoppedAt || at > startedAt - inTimeMs)).toEqual([]);
    // The session is taken up again, and with it what came meanwhile.
    expect(world.discord.gateway).toMatchObject({ identifies: 1, resumes: 1 });
  });
});
