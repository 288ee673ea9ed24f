import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBot, ownPorts, type PlaygroundBot } from '../../../playground/bot.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { noRedis, startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'marked-redis-password';
const STORE_IS_DOWN = "My database isn't responding. Your link is safe";

let world: Playground;
let redis: TestRedis;
const ana = () => world.discord.member('Ana');
const rank = () => ana().slash('rank').answer();
const idOf = (name: string) =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;
const readiness = async (url = world.bot.url) => {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, ((await answer.json()) as { store: string }).store];
};
const storeIs = (state: 'ok' | 'down') =>
  until(`the store is ${state}`, async () => (await readiness())[1] === state);

describe.skipIf(noRedis)('a bot on Redis', () => {
  beforeAll(async () => {
    redis = await startRedis({
      args: ['--requirepass', PASSWORD, '--appendonly', 'yes', '--appendfsync', 'always'],
      cliArgs: ['-a', PASSWORD],
    });
    const STORE_URL = `redis://:${PASSWORD}@127.0.0.1:${redis.port}/1?prefix=rally`;
    world = await startPlayground({ env: { STORE_URL } });
    await linked(world, 'Ana', CAST.contender);
  });
  afterAll(async () => {
    await world?.close();
    await redis?.close();
  });

  test('links a member, and keeps the link there under its prefix', async () => {
    expect(await rank()).toRead('Ana Conceição');
    expect(redis.cli('-n', '1', 'KEYS', 'rally:links:*')).toBe(`rally:links:${ana().id}`);
  });

  test.each([
    ['killed', () => redis.kill(), () => redis.start()],
    ['hung', async () => redis.hang(), async () => redis.goOn()],
  ])(
    'whose Redis is %s in the middle of traffic tells nobody that they are not linked',
    async (_how, stop, start) => {
      const earlier = Array.from({ length: 7 }, () => ana().slash('rank'));
      await earlier[0]?.answer();
      await stop();
      await storeIs('down');
      const later = Array.from({ length: 3 }, () => ana().slash('rank'));
      for (const interaction of earlier)
        expect(await interaction.answer()).toRead(/Ana Conceição|My database isn't responding/);
      for (const interaction of later)
        expect(await interaction.answer()).toReadAlone(ana().id, STORE_IS_DOWN);
      expect(await ana().slash('link').answer()).toReadAlone(ana().id, STORE_IS_DOWN);
      expect(await readiness()).toEqual([200, 'down']);

      // What needs no store is still answered.
      expect(await ana().slash('help').answer()).toReadAlone(ana().id, '/rank');
      expect(await ana().slash('rank', { id: CAST.rival }).answer()).toRead('Jürgen Weiß');
      expect(await ana().slash('tournaments').answer()).toRead('Upcoming tournaments');

      await start();
      await storeIs('ok');
      expect(await rank()).toRead('Ana Conceição');
      expect(world.discord.problems).toEqual([]);
    },
  );

  test('that starts before its Redis waits for it, not ready, and answers what needs none', async () => {
    await world.bot.stop();
    await redis.kill();
    const starting = world.bot.start();
    await until('it listens', () =>
      readiness().then(
        () => true,
        () => false,
      ),
    );
    expect(await readiness()).toEqual([503, 'down']);
    await until('it has its session', () =>
      world.discord.gateway.sessions.some(({ socket }) => socket !== undefined),
    );
    expect(await ana().slash('help').answer()).toReadAlone(ana().id, '/rank');
    expect(await rank()).toReadAlone(ana().id, STORE_IS_DOWN);
    expect(await readiness()).toEqual([503, 'down']);
    await redis.start();
    await starting;
    expect(await readiness()).toEqual([200, 'ok']);
    expect(await rank()).toRead('Ana Conceição');
  });

  describe('beside another one', () => {
    let other: PlaygroundBot;
    beforeAll(async () => {
      other = createBot({ ...world.bot.env, ...(await ownPorts()) }, world.dataFolder);
    });
    afterAll(() => other?.stop());

    test('hands its messages and links over: what one made, the other answers', async () => {
      const list = await ana().slash('tournaments').answer();
      const [choice] = await ana().autocomplete('score', 'match', { match: 'weiß' }).suggestions();
      const question = await ana()
        .slash('score', { match: String(choice?.value), player1_score: 1, player2_score: 3 })
        .answer();
      await other.start();
      await linked(world, 'Bruno', CAST.rival);
      await world.bot.stop();

      expect(await rank()).toRead('Ana Conceição');
      expect(await world.discord.member('Bruno').slash('rank').answer()).toRead('Jürgen Weiß');
      expect(await ana().press(list, 'Next ›').answer()).toRead('Page 2');
      const swapped = await ana().press(question, 'Swap').answer();
      expect(await ana().press(swapped, 'Confirm').answer()).toReadAlone(ana().id, 'Reported to Rally');
      expect(
        await ana()
          .slash('register', { tournament: idOf('Late Break') })
          .answer(),
      ).toReadAlone(ana().id, "You're registered for Late Break");
    });

    test('writes each outage down once, and never the password or the address', async () => {
      const log = world.bot.log() + other.log();
      expect(log).not.toContain(PASSWORD);
      expect(log).not.toContain(`127.0.0.1:${redis.port}`);
      expect(log).not.toContain('unhandled');
      // Killed, hung (which may have been over before it was an outage), and not there at the start.
      const outages = world.bot.log().split('"Redis is out of reach"').length - 1;
      expect(world.bot.log().split('"Redis answers again"').length - 1).toBe(outages);
      expect([2, 3]).toContain(outages);
    });
  });
});
