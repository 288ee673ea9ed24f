import { describe, expect, it } from 'vitest';
import { createIdentifyTurns } from '../../src/discord/identify-turns.ts';

/** A store that several processes share, on a clock of its own. */
function world() {
  let now = 0;
  const taken = new Map<string, number>();
  const log: string[] = [];
  const turns = (name: string, over: { down?: boolean; maxConcurrency?: number } = {}) => {
    const throttle = createIdentifyTurns({
      maxConcurrency: over.maxConcurrency ?? 1,
      claim: async (bucket, ms) => {
        if (over.down) throw new Error('the store is down');
        if ((taken.get(bucket) ?? -1) > now) return false;
        taken.set(bucket, now + ms);
        return true;
      },
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        now += ms;
      },
    });
    return async (shardId: number, signal = new AbortController().signal) => {
      await throttle.waitForIdentify(shardId, signal);
      log.push(`${name}:${shardId}@${now}`);
    };
  };
  return { turns, log };
}

describe('identifies', () => {
  it('of two processes in one bucket keep five seconds between them', async () => {
    const { turns, log } = world();
    await turns('a')(0);
    await turns('b')(1);
    expect(log).toEqual(['a:0@0', 'b:1@5000']);
  });

  it('of different buckets do not wait for each other', async () => {
    const { turns, log } = world();
    const identify = turns('a', { maxConcurrency: 16 });
    for (const shard of [0, 1, 15, 16]) await identify(shard);
    expect(log).toEqual(['a:0@0', 'a:1@0', 'a:15@0', 'a:16@5000']);
  });

  it('keep their distance by themselves where the store does not answer', async () => {
    const { turns, log } = world();
    const identify = turns('a', { down: true });
    await identify(0);
    await identify(1);
    expect(log).toEqual(['a:0@5000', 'a:1@10000']);
  });

  it('end with the connection they were for', async () => {
    const { turns } = world();
    await turns('a')(0);
    await expect(turns('a')(1, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
  });
});
