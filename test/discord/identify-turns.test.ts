import { describe, expect, it } from 'vitest';
import { createIdentifyTurns } from '../../src/discord/identify-turns.ts';

/** A store shared by several processes, with a wall clock that a test can set. */
function world() {
  let now = 0;
  let wallMs = 0;
  const claimedUntil = new Map<string, number>();
  const events: string[] = [];
  const turns = (
    name: string,
    overrides: { down?: boolean; maxConcurrency?: number; shardCount?: number } = {},
  ) => {
    const throttle = createIdentifyTurns({
      maxConcurrency: overrides.maxConcurrency ?? 1,
      shardCount: overrides.shardCount ?? 1,
      turns: {
        async add(bucket, _value, ms) {
          if (overrides.down) throw new Error('the store is down');
          if ((claimedUntil.get(bucket) ?? -Infinity) > now + wallMs) return false;
          claimedUntil.set(bucket, now + wallMs + ms);
          return true;
        },
        set: async (bucket, _value, ms) => void claimedUntil.set(bucket, now + wallMs + ms),
      },
      now: () => now,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        now += ms;
      },
      log: { warn: (fields: object) => void events.push(`${name} warns ${JSON.stringify(fields)}`) },
    });
    return async (shardId: number, signal = new AbortController().signal) => {
      await throttle.waitForIdentify(shardId, signal);
      events.push(`${name}:${shardId}@${now}`);
    };
  };
  const setBack = (ms: number) => {
    wallMs -= ms;
  };
  return { turns, events, setBack };
}

describe('identifies', () => {
  it('of two processes in one bucket are five seconds apart', async () => {
    const { turns, events } = world();
    await turns('a')(0);
    await turns('b')(1);
    expect(events).toEqual(['a:0@0', 'b:1@5000']);
  });

  it('of different buckets do not wait for each other', async () => {
    const { turns, events } = world();
    const identify = turns('a', { maxConcurrency: 16 });
    for (const shard of [0, 1, 15, 16]) await identify(shard);
    expect(events).toEqual(['a:0@0', 'a:1@0', 'a:15@0', 'a:16@5000']);
  });

  it('are five seconds apart even if the store does not answer', async () => {
    const { turns, events } = world();
    const identify = turns('a', { down: true });
    await identify(0);
    await identify(1);
    expect(events).toEqual(['a:0@5000', 'a:1@10000']);
  });

  it('wait for every shard before them, but not for a wall clock that was set back', async () => {
    const { turns, events, setBack } = world();
    await turns('a')(0);
    setBack(3_600_000);
    await turns('b')(0);
    await turns('a')(0);
    const four = turns('c', { maxConcurrency: 2, shardCount: 4 });
    await four(1);
    setBack(3_600_000);
    await four(3);
    expect(events).toEqual([
      'a:0@0',
      'b warns {"shardId":0,"ms":15000}',
      'b:0@15000',
      'a:0@20000',
      'c:1@20000',
      'c warns {"shardId":3,"ms":25000}',
      'c:3@45000',
    ]);
  });

  it('stop waiting when their connection is aborted', async () => {
    const { turns } = world();
    await turns('a')(0);
    await expect(turns('a')(1, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
  });
});
