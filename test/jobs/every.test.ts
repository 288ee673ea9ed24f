import { expect, it } from 'vitest';
import { every } from '../../src/jobs/every.ts';
import { recordingLog } from '../support/recording-log.ts';

it('runs once a minute while its process is the owner, and never twice at once', async () => {
  let time = 0;
  let runs = 0;
  const ends: (() => void)[] = [];
  const part = every({
    everyMs: 60_000,
    work: () => {
      runs += 1;
      return new Promise<void>((resolve) => void ends.push(resolve));
    },
    failure: '',
    log: recordingLog(),
    monotonic: () => time,
  });
  const step = (ms: number) => {
    time += ms;
    part.first(1);
    return runs;
  };
  expect(step(0)).toBe(1);
  expect(step(120_000)).toBe(1);
  let isIdle = false;
  const idle = part.idle().then(() => void (isIdle = true));
  await Promise.resolve();
  expect(isIdle).toBe(false);
  ends[0]?.();
  await idle;
  expect(step(0)).toBe(2);
  ends[1]?.();
  await part.idle();
  expect(step(59_000)).toBe(2);
  expect(step(1000)).toBe(3);
  ends[2]?.();
  await part.idle();
  // Another process was the owner since.
  part.clear();
  expect(step(1000)).toBe(4);
});
