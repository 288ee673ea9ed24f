import { describe, expect, it } from 'vitest';
import { createPurge, createRoll } from '../../src/guilds/roll.ts';
import { memoryStores } from '../support/memory-stores.ts';

const DAY_MS = 24 * 60 * 60_000;

function setUp(guilds: string[]) {
  let time = Date.UTC(2027, 0, 1);
  const stores = memoryStores({ now: () => time });
  const world = { guilds, listed: 0, forgotten: [] as string[], discordFails: false, storeFails: false };
  /** A process; what it remembers ends with it. */
  const start = () => {
    const own = stores.replica();
    const roll = createRoll(own.namespace('servers'));
    const check = createPurge({
      checks: own.namespace('purges'),
      roll,
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
    return { roll, check };
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
  it('keep their records for 30 days from when that was noticed', async () => {
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

  it('have all of it if they return before', async () => {
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

  it('are noticed also where the bot came and went between two checks', async () => {
    const { world, start, days } = setUp([]);
    await start().roll.enlist('7');
    await days(31);
    expect(world.forgotten).toEqual(['7']);
  });

  it('are looked for once a day, over restarts and replicas', async () => {
    const { world, start, pass } = setUp(['1']);
    await Promise.all([start().check(), start().check()]);
    pass(DAY_MS - 1);
    await start().check();
    expect(world.listed).toBe(1);
    pass(1);
    await start().check();
    expect(world.listed).toBe(2);
  });

  it('are read to the end, in pages of 200', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => String(1000 + at));
    const { world, start, days } = setUp(ids);
    await start().check();
    expect(world.listed).toBe(3);
    world.guilds = ids.slice(0, 449);
    await days(31);
    expect(world.forgotten).toEqual(['1449']);
  });

  it('a list that fails marks nothing, and is asked for again within the hour', async () => {
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

  it('what could not be removed is removed later', async () => {
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
