import { describe, expect, it } from 'vitest';
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
    readiness: { drain: () => void events.push('not ready') },
    dispatcher: { drain: happens('drained') },
    transport: closable('gateway'),
    web: closable('web'),
    idle: happens('idle'),
    connections: [closable('rest'), closable('store')],
  });
  return { app, events };
}

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
