import { describe, expect, it } from 'vitest';
import { untilReady } from '../../src/app/until-ready.ts';
import { createLifecycle, type App } from '../../src/app/lifecycle.ts';

/** What happens, in its order. */
function lifecycle(connect: () => Promise<void> = () => Promise.resolve()): { app: App; events: string[] } {
  const events: string[] = [];
  const happens = (event: string) => async () => void events.push(event);
  const closable = (name: string) => ({ close: happens(`${name} closed`) });
  const app = createLifecycle({
    listen: happens('listening'),
    connect: async () => {
      await connect();
      events.push('connected');
    },
    addresses: () => ({
      redirectUrls: { discord: '', platform: '' },
      install: { server: '', user: '' },
    }),
    watchStore: () => ({
      start: () => void events.push('the store is watched'),
      stop: happens('watch ended'),
    }),
    background: [{ start: () => void events.push('background begins'), stop: happens('background ended') }],
    readiness: { drain: () => void events.push('not ready'), read: async () => ({ ready: true }) },
    dispatcher: { drain: happens('drained') },
    transport: closable('gateway'),
    web: closable('web'),
    idle: happens('idle'),
    connections: [closable('rest'), closable('store')],
  });
  return { app, events };
}

describe('a bot that waits for its store', () => {
  it('is said to run once it is ready, and once before that it is not', async () => {
    const answers = [false, false, true];
    const events: string[] = [];
    await untilReady({
      isReady: async () => answers.shift() ?? true,
      onWait: () => void events.push('waits'),
      sleep: async (ms) => void events.push(`${ms}`),
    });
    expect(events).toEqual(['waits', '1000', '1000']);
    expect(answers).toEqual([]);
    expect(await lifecycle().app.isReady()).toBe(true);
  });
});

describe('the order of start and stop', () => {
  it('starts background work once the bot answers, and closes what it needs only after it has ended', async () => {
    const { app, events } = lifecycle();
    await app.start({ onRefused: () => undefined });
    expect(events.splice(0)).toEqual(['listening', 'connected', 'the store is watched', 'background begins']);
    await app.stop();
    expect(events).toEqual([
      'watch ended',
      'background ended',
      'not ready',
      'drained',
      'gateway closed',
      'web closed',
      'drained',
      'idle',
      'rest closed',
      'store closed',
    ]);
  });

  it('starts no background work where the stop came first', async () => {
    const { app, events } = lifecycle(() => app.stop());
    await app.start({ onRefused: () => undefined });
    expect(events).toContain('connected');
    expect(events).not.toContain('background begins');
    expect(events).not.toContain('the store is watched');
  });
});
