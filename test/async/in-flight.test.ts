import { expect, it } from 'vitest';
import { createInFlight } from '../../src/async/in-flight.ts';

/** A shared call whose result comes when the test says so. */
function setUp() {
  const inFlight = createInFlight<string>();
  const calls: {
    finish: (result: string) => void;
    fail: (error: Error) => void;
    isCurrent: () => boolean;
  }[] = [];
  const share = (key = 'a') =>
    inFlight.share(
      key,
      (isCurrent) => new Promise((finish, fail) => void calls.push({ finish, fail, isCurrent })),
    );
  return { inFlight, calls, share };
}

it('concurrent calls with the same key share one result', async () => {
  const { calls, share } = setUp();
  const results = Promise.all([share(), share()]);
  void share('b');
  expect(calls).toHaveLength(2);
  calls[0]!.finish('first');
  expect(await results).toEqual(['first', 'first']);
});

it('a call after the last one ended starts again, after a failure too', async () => {
  const { calls, inFlight, share } = setUp();
  const failure = share();
  calls[0]!.fail(new Error('down'));
  await expect(failure).rejects.toThrow('down');
  expect(inFlight.get('a')).toBeUndefined();
  void share();
  expect(calls).toHaveLength(2);
});

it('a forgotten call is not shared any more, and does not end the one after it', async () => {
  const { calls, inFlight, share } = setUp();
  const old = share();
  inFlight.forget('a');
  const next = share();
  expect(calls.map(({ isCurrent }) => isCurrent())).toEqual([false, true]);
  calls[0]!.finish('old');
  expect(await old).toBe('old');
  expect(inFlight.get('a')).toBe(next);
  inFlight.clear();
  expect(inFlight.get('a')).toBeUndefined();
});
