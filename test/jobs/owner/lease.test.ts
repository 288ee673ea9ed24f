import { describe, expect, it } from 'vitest';
import { createLease, type LeaseOwner } from '../../../src/jobs/owner/lease.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const SECOND_MS = 1000;

/** Processes that share a store whose wall clock may jump; each has a monotonic clock. */
function leases() {
  let time = 0;
  let wall = 0;
  const stores = memoryStores({ now: () => time + wall });
  const owners = stores.replica().namespace<LeaseOwner>('jobs');
  const lease = (id: string) =>
    createLease({ owners: stores.replica().namespace<LeaseOwner>('jobs'), id, monotonic: () => time });
  return {
    stores,
    owners,
    lease,
    pass: (ms: number) => void (time += ms),
    jump: (ms: number) => void (wall += ms),
  };
}

type TestLease = ReturnType<ReturnType<typeof leases>['lease']>;

/** Lets a process renew as its timer would, and tells the epoch it has then. */
async function hold(lease: TestLease): Promise<number | undefined> {
  await lease.renew();
  return lease.epoch();
}

describe('the lease', () => {
  it('has one holder, who keeps it by renewing', async () => {
    const { lease, pass } = leases();
    const [one, other] = [lease('one'), lease('two')];
    for (let at = 0; at < 60; at++) {
      expect([await hold(one), await hold(other)]).toEqual([1, undefined]);
      expect([await one.isOwner(1), await other.isOwner(1)]).toEqual([true, false]);
      pass(one.renewEveryMs);
    }
  });

  it('goes to another within 30 s, with a higher epoch, and never back automatically', async () => {
    const { lease, pass } = leases();
    const [one, other] = [lease('one'), lease('two')];
    await hold(one);
    for (let at = 0; at < 7; at++) {
      pass(other.renewEveryMs);
      await other.renew();
    }
    expect(await hold(other)).toBe(2);
    expect([await one.isOwner(1), one.epoch(), await hold(one)]).toEqual([false, undefined, undefined]);
    expect([await other.isOwner(2), await other.isOwner(1)]).toEqual([true, false]);
  });

  it('goes to another where its holder wakes up in between, however often it tries', async () => {
    const { lease, pass } = leases();
    const [one, other] = [lease('one'), lease('two')];
    await hold(one);
    await other.renew();
    pass(16 * SECOND_MS);
    expect([one.epoch(), await hold(other)]).toEqual([undefined, 2]);
    for (let at = 0; at < 10; at++) {
      expect([await hold(one), await hold(other)]).toEqual([undefined, 2]);
      pass(other.renewEveryMs);
    }
  });

  it('is over by its holder’s own clock, be the store there or not', async () => {
    const { stores, lease, pass } = leases();
    const one = lease('one');
    await hold(one);
    stores.control.down = true;
    pass(SECOND_MS);
    expect(one.epoch()).toBe(1);
    pass(15 * SECOND_MS);
    await expect(one.renew()).rejects.toThrow('down');
    expect(one.epoch()).toBeUndefined();
    expect(await one.isOwner(1)).toBe(false);
  });

  it('is renewed by a beat, so a wall clock that jumps either way neither takes it away nor leaves it unowned', async () => {
    for (const jump of [-3_600_000, 3_600_000]) {
      const { lease, pass, jump: set } = leases();
      const [one, other] = [lease('one'), lease('two')];
      await hold(one);
      set(jump);
      for (let at = 0; at < 10; at++) {
        pass(one.renewEveryMs);
        expect([await hold(one), await hold(other)], String(jump)).toEqual([1, undefined]);
      }
      for (let at = 0; at < 7; at++) {
        pass(other.renewEveryMs);
        await other.renew();
      }
      expect(other.epoch(), String(jump)).toBe(2);
    }
  });

  it('of an older build, which has no beats, is taken over as any other', async () => {
    const { lease, owners, pass } = leases();
    await owners.set('owner', { id: 'older', epoch: 7 });
    const one = lease('one');
    await one.renew();
    pass(14 * SECOND_MS);
    expect(await hold(one)).toBeUndefined();
    pass(SECOND_MS);
    expect(await hold(one)).toBe(8);
  });

  it('is one process’s alone where two take it over at once', async () => {
    const { lease, owners, pass } = leases();
    await owners.set('owner', { id: 'gone', epoch: 3, beat: 9 });
    const both = [lease('one'), lease('two')];
    await Promise.all(both.map((one) => one.renew()));
    pass(16 * SECOND_MS);
    await Promise.all(both.map((one) => one.renew()));
    const epochs = both.flatMap((one) => one.epoch() ?? []);
    expect(epochs).toHaveLength(1);
    expect(epochs[0]).toBeGreaterThan(3);
  });

  it('that is released is free at once', async () => {
    const { lease } = leases();
    const [one, other] = [lease('one'), lease('two')];
    await hold(one);
    await one.release();
    expect([one.epoch(), await hold(other)]).toEqual([undefined, 2]);
  });

  it('survives the loss of the answer to a renewal', async () => {
    const { stores, lease, pass } = leases();
    const one = lease('one');
    await hold(one);
    pass(one.renewEveryMs);
    const owners = stores.replica().namespace<LeaseOwner>('jobs');
    // The write arrived, its answer did not.
    stores.control.before = async (call) => {
      if (!call.startsWith('jobs.replace')) return;
      stores.control.before = async () => {};
      const before = await owners.get('owner');
      if (before) await owners.set('owner', { ...before, beat: (before.beat ?? 0) + 1 });
    };
    expect(await hold(one)).toBe(1);
    pass(one.renewEveryMs);
    expect(await hold(one)).toBe(1);
  });
});
