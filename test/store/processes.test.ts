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

/** Sends each key to both processes at the same moment; returns who won it. */
async function race(way: 'take' | 'add', url: string): Promise<boolean[][]> {
  const both = await Promise.all([racers.start(url, way), racers.start(url, way)]);
  const rounds: boolean[][] = [];
  for (let i = 0; i < KEYS; i++) {
    for (const { send } of i % 2 ? both : both.toReversed()) send(`k${i}`);
    rounds.push(
      (await Promise.all(both.map(({ nextLine }) => nextLine()))).map((answer) => answer === 'won'),
    );
  }
  for (const { end } of both) await end();
  return rounds;
}

/** Stores the keys and runs the race; returns the rounds without exactly one winner. */
async function roundsWithoutOneWinner(way: 'take' | 'add', url: string): Promise<boolean[][]> {
  const stores = await openStores(url, { log: recordingLog(), now: Date.now, version: 'test' });
  const store = stores.namespace<number>('raced');
  for (let i = 0; i < KEYS; i++) {
    if (way === 'take') await store.set(`k${i}`, i);
    else if (i % 2) await store.set(`k${i}`, i, 1); // half of the keys exist, but are expired
  }
  const rounds = await race(way, url);
  await stores.close();
  expect(rounds).toHaveLength(KEYS);
  return rounds.filter((won) => won.filter(Boolean).length !== 1);
}

// A test in one process proves nothing about two.
describe('two processes on one SQLite file', () => {
  test.each(['take', 'add'] as const)('1,000 keys raced by %s: each won once', async (way) => {
    expect(
      await roundsWithoutOneWinner(way, `sqlite://${path.join(racers.folder, `${way}.sqlite`)}`),
    ).toEqual([]);
  });
});

describe.skipIf(noRedis)('two processes on one Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });

  test.each(['take', 'add'] as const)('1,000 keys raced by %s: each won once', async (way) => {
    expect(await roundsWithoutOneWinner(way, `${redis.url}?prefix=${way}`)).toEqual([]);
  });
});
