import { describe, expect, it } from 'vitest';
import { createPurge, createServerList } from '../../src/guilds/server-list.ts';
import { memoryStores } from '../support/memory-stores.ts';

const DAY_MS = 24 * 60 * 60_000;

function setUp(guilds: string[]) {
  let time = Date.UTC(2027, 0, 1);
  const stores = memoryStores({ now: () => time });
  const world = { guilds, listed: 0, forgotten: [] as string[], discordFails: false, storeFails: false };
  /** A new process. */
  const start = () => {
    const own = stores.replica();
    const serverList = createServerList(own.namespace('servers'));
    const check = createPurge({
      checks: own.namespace('purges'),
      serverList,
      listGuilds({ after, limit }) {
        world.listed++;
        if (world.discordFails) return Promise.reject(new Error('503'));
        const rest = world.guilds.filter((id) => BigInt(id) > BigInt(after));
        return Promise.resolve(rest.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).slice(0, limit));
      },
      forget: (guildId) =>
        world.storeFails
          ? Promise.reject(new Error('down'))
          : Promise.resolve(void world.forgotten.push(guildId)),
      now: () => time,
      log: { info: () => undefined },
    });
    return { serverList, check };
  };
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      time += DAY_MS;
      await start().check();
    }
  };
  return { world, start, days, pass: (ms: number) => (time += ms) };
}

describe('servers that the bot left', () => {
  it('keep their records for 30 days after the first check without it', async () => {
    const { world, start, days } = setUp(['1', '2']);
    await start().check();
    world.guilds = ['2'];
    await days(30);
    expect(world.forgotten).toEqual([]);
    await days(1);
    expect(world.forgotten).toEqual(['1']);
    await days(40);
    expect(world.forgotten).toEqual(['1']);
  });

  it('keep everything if the bot returns before that', async () => {
    const { world, start, days } = setUp(['1']);
    await start().check();
    world.guilds = [];
    await days(30);
    world.guilds = ['1'];
    await days(1);
    world.guilds = [];
    await days(30);
    expect(world.forgotten).toEqual([]);
  });

  it('are noticed even if the bot joined and left between two checks', async () => {
    const { world, start, days } = setUp([]);
    await start().serverList.add('7');
    await days(31);
    expect(world.forgotten).toEqual(['7']);
  });

  it('are checked for once a day across restarts and replicas', async () => {
    const { world, start, pass } = setUp(['1']);
    await Promise.all([start().check(), start().check()]);
    pass(DAY_MS - 1);
    await start().check();
    expect(world.listed).toBe(1);
    pass(1);
    await start().check();
    expect(world.listed).toBe(2);
  });

  it('are found in a list of several pages', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => String(1000 + at));
    const { world, start, days } = setUp(ids);
    await start().check();
    expect(world.listed).toBe(3);
    world.guilds = ids.slice(0, 449);
    await days(31);
    expect(world.forgotten).toEqual(['1449']);
  });

  it('are not marked when the list fails, which is read again after an hour', async () => {
    const { world, start, days, pass } = setUp(['1']);
    await start().check();
    world.discordFails = true;
    pass(DAY_MS);
    await expect(start().check()).rejects.toThrow('503');
    world.discordFails = false;
    pass(60 * 60_000);
    await start().check();
    await days(40);
    expect(world.forgotten).toEqual([]);
  });

  it('are removed by a later check if the store fails', async () => {
    const { world, start, days, pass } = setUp(['1']);
    await start().check();
    world.guilds = [];
    await days(30);
    world.storeFails = true;
    pass(DAY_MS);
    await expect(start().check()).rejects.toThrow('down');
    world.storeFails = false;
    await days(1);
    expect(world.forgotten).toEqual(['1']);
  });
});
