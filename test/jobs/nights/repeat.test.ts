import { pbkdf2 } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { memoryPlatform } from '../../support/product/memory-platform.ts';
import { virtualTime } from '../../support/timed-discord.ts';
import { playNight } from './night.ts';

/** A short night of a platform that packs its answers. */
const SEED = 30_007;
const THREADS = 4;

/** All that happened and was told. */
async function played(): Promise<string> {
  const { story, world } = await playNight(SEED);
  const told = world.changes.map(({ at, kind, channelId, id, post }) => [
    at,
    kind,
    channelId,
    id,
    post.content,
  ]);
  return JSON.stringify([story, told], undefined, 1);
}

/** Keeps the threads busy that Node unpacks answers in. */
function occupyThreads(): () => void {
  let isOver = false;
  const occupy = (): void => {
    if (!isOver) pbkdf2('a', 'b', 5000, 32, 'sha256', occupy);
  };
  for (let one = 0; one < THREADS; one++) occupy();
  return () => void (isOver = true);
}

it('a seed plays the same night again, however busy the machine is', async () => {
  const first = await played();
  const release = occupyThreads();
  const second = await played().finally(release);
  expect(second).toBe(first);
});

it('packed answers are read in the order in which they come, however long each of them is unpacked', async () => {
  const { hold, now, sleep } = virtualTime(0);
  const wire = async ({ path }: { path: string }) => ({
    status: 200,
    body: gzipSync(JSON.stringify({ id: 'any', name: 'x'.repeat(path.endsWith('large') ? 1_000_000 : 1) })),
    headers: { 'content-encoding': 'gzip' },
  });
  const told = async (): Promise<void> => undefined;
  const platform = memoryPlatform().open(
    { hold, now, monotonic: now, sleep },
    wire,
  )({ tournamentGone: told, ranksSeen: told, playerNamed: told });
  const read: string[] = [];
  await Promise.all(
    ['large', 'small', 'smaller'].map((id) => platform.tournament(id).finally(() => read.push(id))),
  );
  expect(read).toEqual(['large', 'small', 'smaller']);
});
