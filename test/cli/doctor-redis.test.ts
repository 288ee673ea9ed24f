import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../playground/bot.ts';
import { doctorWorld } from '../support/doctor-world.ts';
import { noRedis, startRedis } from '../support/redis.ts';

describe('the doctor on a Redis', () => {
  test.skipIf(noRedis)('tests it, and leaves nothing behind', async () => {
    const [redis, world] = await Promise.all([startRedis(), doctorWorld()]);
    onTestFinished(() => redis.close());
    const { findings } = await world.run({ STORE_URL: redis.url });
    expect(findings.map(({ check }) => check)).toContain('storeHolds');
    expect(redis.cli('KEYS', '*')).toBe('');
  });

  test.skipIf(noRedis)('says what a Redis lacks that takes no writes', async () => {
    const [redis, world] = await Promise.all([startRedis({ args: ['--maxmemory', '1'] }), doctorWorld()]);
    onTestFinished(() => redis.close());
    const { findings } = await world.run({ STORE_URL: redis.url });
    expect(findings.find(({ check }) => check === 'storeClosed')).toMatchObject({
      says: expect.stringContaining('OOM') as string,
      cure: expect.stringContaining('OOM means that its memory is full') as string,
    });
  });

  test('names the error code without the URL if it is away', async () => {
    const world = await doctorWorld();
    const away = await world.run({ STORE_URL: `redis://:marked-password@127.0.0.1:${await freePort()}` });
    expect(away.troubles).toContain('storeClosed');
    expect(away.text).toMatch(/Redis\s+is\s+out\s+of\s+reach\s+\(ECONNREFUSED\)/);
    expect(away.text + JSON.stringify(away.report)).not.toMatch(/marked-password/);
  });
});
