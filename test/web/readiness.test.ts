import { expect, onTestFinished, test, vi } from 'vitest';
import { createReadiness } from '../../src/web/readiness.ts';

function world() {
  const clock = { ms: 0, disconnectedMs: 0 };
  const checks: { works: () => void; fails: () => void }[] = [];
  const readiness = createReadiness({
    disconnectedMs: () => clock.disconnectedMs,
    store: () =>
      new Promise((resolve, reject) => {
        checks.push({ works: resolve, fails: () => reject(new Error('down')) });
      }),
    now: () => clock.ms,
  });
  const states = async (asked: Promise<{ store: string }>[]) =>
    (await Promise.all(asked)).map(({ store }) => store);
  return { clock, checks, readiness, states };
}

test('all who ask within a second share one check of the store, and its result is never older', async () => {
  const { clock, checks, readiness, states } = world();
  const first = [readiness.read(), readiness.read(), readiness.read()];
  checks[0]?.works();
  expect(await states(first)).toEqual(['ok', 'ok', 'ok']);
  clock.ms += 999;
  expect(await states([readiness.read()])).toEqual(['ok']);
  expect(checks).toHaveLength(1);
  clock.ms += 1;
  const next = readiness.read();
  checks[1]?.fails();
  expect(await next).toMatchObject({ ready: true, store: 'down' });
  expect(await states([readiness.read()])).toEqual(['down']);
  expect(checks).toHaveLength(2);
});

test('a check that hangs counts as a store that is down after a second, and no second one begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { clock, checks, readiness, states } = world();
  for (let n = 0; n < 5; n += 1) {
    const readings = [readiness.read(), readiness.read()];
    clock.ms += 1000;
    vi.advanceTimersByTime(1000);
    expect(await states(readings)).toEqual(['down', 'down']);
  }
  expect(checks).toHaveLength(1);
  checks[0]?.works();
  expect(await states([readiness.read()])).toEqual(['ok']);
  expect(checks).toHaveLength(1);
});

test('draining shows at once', async () => {
  const { checks, readiness } = world();
  const ready = readiness.read();
  checks[0]?.works();
  expect(await ready).toMatchObject({ ready: true, draining: false });
  readiness.drain();
  expect(await readiness.read()).toMatchObject({ ready: false, draining: true, store: 'ok' });
});

test('a process without a gateway session is not ready after two minutes, and ready with the next session', async () => {
  const { clock, checks, readiness } = world();
  clock.disconnectedMs = Infinity;
  const start = readiness.read();
  checks[0]?.works();
  expect(await start).toMatchObject({ ready: false, discord: 'disconnected' });
  clock.disconnectedMs = 0;
  expect(await readiness.read()).toMatchObject({ ready: true, discord: 'connected' });
  clock.disconnectedMs = 119_999;
  expect(await readiness.read()).toMatchObject({ ready: true, discord: 'disconnected' });
  clock.disconnectedMs = 120_000;
  expect(await readiness.read()).toMatchObject({ ready: false, discord: 'disconnected' });
  clock.disconnectedMs = 0;
  expect(await readiness.read()).toMatchObject({ ready: true, discord: 'connected' });
});
