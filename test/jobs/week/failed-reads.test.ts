import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPace } from '../../../src/jobs/owner/pace.ts';
import { createEntryReads } from '../../../src/jobs/week/entry-reads.ts';
import { PlatformError } from '../../../src/platform/error.ts';
import { createBoardReads } from '../../../src/jobs/week/board-reads.ts';

const MINUTE_MS = 60_000;

function world() {
  let time = 0;
  const warnings: unknown[] = [];
  const fail = () => Promise.reject(new TypeError('a bug'));
  const monotonic = () => time;
  const deps = {
    platform: { tournament: fail, rankings: fail, userRank: fail },
    pace: createPace({ perMinute: 60, monotonic }),
    pollsPerMinute: 60,
    onPoll: () => undefined,
    log: { warn: (fields: object, message: string) => void warnings.push({ ...fields, message }) },
    now: monotonic,
    monotonic,
  };
  return { deps, warnings, pass: (ms: number) => void (time += ms) };
}
const bug = expect.objectContaining({ err: expect.any(TypeError) });

it('a read of a tournament that fails for no reason of the platform’s is logged, and ends no process', async () => {
  const { deps, pass, warnings } = world();
  const reads = createEntryReads({
    ...deps,
    listing: { card: () => Promise.resolve(undefined), note: () => Promise.resolve() },
    onRead: () => undefined,
  });
  await reads.want({ announced: [], registered: ['t1'] });
  pass(MINUTE_MS);
  reads.next();
  // Nothing waits for it: a rejection would be unhandled.
  await setImmediate();
  await reads.idle();
  expect(warnings).toEqual([bug]);
});

it('a tournament that the platform does not have is asked for again an hour later, then ever more seldom', async () => {
  const { deps, pass } = world();
  let asked = 0;
  const tournament = () => {
    asked += 1;
    return Promise.reject(new PlatformError('not-found', { operation: 'GET /tournaments/t1', status: 404 }));
  };
  const reads = createEntryReads({
    ...deps,
    platform: { tournament },
    listing: { card: () => Promise.resolve(undefined), note: () => Promise.resolve() },
    onRead: () => undefined,
  });
  await reads.want({ announced: [], registered: ['t1'] });
  for (let minutes = 0; minutes < 480; minutes += 10) {
    pass(10 * MINUTE_MS);
    reads.next();
    await reads.idle();
  }
  expect(asked).toBe(4);
});

it('so is one of a rank, and its board asks again', async () => {
  const { deps, warnings } = world();
  let asks = 0;
  const reads = createBoardReads({ ...deps, limits: { ranks: 2 }, onRead: () => void (asks += 1) });
  reads.ranks.want('p1');
  reads.next();
  await reads.idle();
  expect([warnings, asks]).toEqual([[bug], 1]);
});
