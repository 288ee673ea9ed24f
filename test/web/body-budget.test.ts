import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBodyBudget, BodyError } from '../../src/web/body-budget.ts';

/** Overhead per request and per chunk. */
const REQUEST = 2048;
const CHUNK = 1024;

function reading(budget: ReturnType<typeof createBodyBudget>) {
  const source = new PassThrough();
  const outcome = budget
    .read(source, async (body) => body.toString())
    .catch((error: unknown) => (error instanceof BodyError ? error.fault : 'another error'));
  return { source, outcome };
}

/** Lets a stream deliver what was written to it. */
const turn = () => new Promise(setImmediate);

describe('the body budget', () => {
  test('returns a body unchanged and releases its bytes', async () => {
    const budget = createBodyBudget();
    const { source, outcome } = reading(budget);
    source.write('one ');
    await turn();
    expect(budget.bytes()).toBe(REQUEST + CHUNK + 4);
    source.end('two');
    expect(await outcome).toBe('one two');
    expect(budget.bytes()).toBe(0);
  });

  test('drops the oldest incomplete bodies for new ones', async () => {
    const budget = createBodyBudget({ budgetBytes: 3 * (REQUEST + CHUNK + 100) });
    const slow = [reading(budget), reading(budget), reading(budget)] as const;
    for (const { source } of slow) {
      source.write('x'.repeat(100));
      await turn();
    }
    const next = reading(budget);
    expect(await slow[0].outcome).toBe('displaced');
    next.source.end('ours');
    expect(await next.outcome).toBe('ours');
    slow[1].source.write('y'.repeat(3 * REQUEST));
    expect(await slow[1].outcome).toBe('displaced');
    slow[2].source.end();
    expect(await slow[2].outcome).toBe('x'.repeat(100));
    expect(budget.bytes()).toBe(0);
  });

  test('counts a body until it is verified, and refuses new ones while only such bodies are left', async () => {
    const budget = createBodyBudget({ budgetBytes: REQUEST + CHUNK + 50 });
    let resolve: (text: string) => void = () => undefined;
    const verdict = new Promise<string>((done) => {
      resolve = done;
    });
    const source = new PassThrough();
    const verified = budget.read(source, () => verdict);
    source.end('x'.repeat(50));
    await turn();
    const late = reading(budget);
    expect(await late.outcome).toBe('displaced');
    expect(budget.bytes()).toBe(REQUEST + CHUNK + 50);
    resolve('done');
    expect(await verified).toBe('done');
    expect(budget.bytes()).toBe(0);
  });

  test('bounds the number of tiny chunks', async () => {
    const budget = createBodyBudget({ budgetBytes: REQUEST + 20 * (CHUNK + 1) });
    const { source, outcome } = reading(budget);
    for (let n = 0; n < 20; n += 1) {
      source.write('x');
      await turn();
    }
    expect(budget.bytes()).toBe(REQUEST + 20 * (CHUNK + 1));
    source.write('x');
    expect(await outcome).toBe('displaced');
  });

  test('limits the size of a body and the time it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const budget = createBodyBudget({ bodyBytesMax: 10, timeoutMs: 3000 });
    const large = reading(budget);
    large.source.write('x'.repeat(10));
    await turn();
    large.source.write('x');
    expect(await large.outcome).toBe('too-large');
    const whole = reading(budget);
    whole.source.end('x');
    expect(await whole.outcome).toBe('x');
    expect(vi.getTimerCount()).toBe(0);
    const slow = reading(budget);
    vi.advanceTimersByTime(2999);
    slow.source.write('x');
    await turn();
    expect(budget.bytes()).toBe(REQUEST + CHUNK + 1);
    vi.advanceTimersByTime(1);
    expect(await slow.outcome).toBe('too-slow');
    expect(budget.bytes()).toBe(0);
  });

  test('releases a body whose sender disconnected, and one whose verification failed', async () => {
    const budget = createBodyBudget();
    const aborted = reading(budget);
    aborted.source.write('x');
    await turn();
    aborted.source.destroy();
    expect(await aborted.outcome).toBe('broken-off');
    const source = new PassThrough();
    const failing = budget.read(source, () => Promise.reject(new Error('no key')));
    source.end('x');
    await expect(failing).rejects.toThrow('no key');
    expect(budget.bytes()).toBe(0);
  });
});
