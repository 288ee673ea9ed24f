import { describe, expect, test } from 'vitest';
import { doctorWorld } from '../support/doctor-world.ts';
import { noRedis, startRedis } from '../support/redis.ts';

describe.skipIf(noRedis)('the doctor on a Redis', () => {
  test('tests it, leaves nothing behind, and names the error code without the URL if it is away', async () => {
    const redis = await startRedis();
    const world = await doctorWorld();
    const STORE_URL = `redis://127.0.0.1:${redis.port}`;
    const well = await world.run({ STORE_URL });
    expect(well.findings.map(({ check }) => check)).toContain('storeHolds');
    expect(redis.cli('KEYS', '*')).toBe('');

    await redis.close();
    const away = await world.run({ STORE_URL: `redis://:marked-password@127.0.0.1:${redis.port}` });
    expect(away.troubles).toContain('storeClosed');
    expect(away.text).toMatch(/Redis\s+is\s+out\s+of\s+reach\s+\(ECONNREFUSED\)/);
    expect(away.text + JSON.stringify(away.report)).not.toMatch(/marked-password/);
  });
});
