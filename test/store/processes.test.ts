import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import { recordingLog } from '../support/recording-log.ts';
import { noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { compileRacer, type Racers } from './racers.ts';

const KEYS = 1000;

let racers: Racers;
beforeAll(async () => {
  racers = await compileRacer();
  return () => racers.remove();
}, 60_000);

/** Gives each key to both at the same moment, so that neither is done before the other begins; tells who won it. */
async function race(way: 'take' | 'add', url: string): Promise<boolean[][]> {
  const both = await Promise.all([racers.start(url, way), racers.start(url, way)]);
  const rounds: boolean[][] = [];
  for (let i = 0; i < KEYS; i++) {
    for (const { ask } of i % 2 ? both : both.toReversed()) ask(`k${i}`);
    rounds.push((await Promise.all(both.map(({ says }) => says()))).map((answer) => answer === 'won'));
  }
  for (const { end } of both) await end();
  return rounds;
}

/** The keys, then the race: each round that not exactly one has won. */
async function wronglyWon(way: 'take' | 'add', url: string): Promise<boolean[][]> {
  const stores = await openStores(url, { log: recordingLog(), now: Date.now });
  const store = stores.namespace<number>('raced');
  for (let i = 0; i < KEYS; i++) {
    if (way === 'take') await store.set(`k${i}`, i);
    else if (i % 2) await store.set(`k${i}`, i, 1); // half of the keys are there, but expired
  }
  const rounds = await race(way, url);
  await stores.close();
  expect(rounds).toHaveLength(KEYS);
  return rounds.filter((won) => won.filter(Boolean).length !== 1);
}

// What one process proves about itself says nothing about two.
describe('two processes on one SQLite file', () => {
  test.each(['take', 'add'] as const)(
    '1,000 keys raced by %s: each won once',
    { timeout: 60_000 },
    async (way) => {
      expect(await wronglyWon(way, `sqlite://${path.join(racers.folder, `${way}.sqlite`)}`)).toEqual([]);
    },
  );
});

describe.skipIf(noRedis)('two processes on one Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });

  test.each(['take', 'add'] as const)(
    '1,000 keys raced by %s: each won once',
    { timeout: 60_000 },
    async (way) => {
      expect(await wronglyWon(way, `${redis.url}?prefix=${way}`)).toEqual([]);
    },
  );
});
