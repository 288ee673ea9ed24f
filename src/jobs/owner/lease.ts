import { z } from 'zod';
import { changeRecord } from '../../store/change-record.ts';
import { LEASE, LEASE_MS, RENEW_MS } from '../../store/other-bots.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';

/** The process that does the background work. A later owner has a higher epoch; `beat` changes with every renewal. */
export const LeaseOwner = storedObject({
  id: z.string(),
  epoch: z.number(),
  beat: z.number().exactOptional(),
});
export type LeaseOwner = z.infer<typeof LeaseOwner>;

const { owner: OWNER, last: LAST } = LEASE;

/** Another process is or was the owner: this process's state is outdated, and nothing may be sent from it. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
}

interface LeaseDeps {
  /** The current owner under `owner`, and the latest epoch under `last`. */
  owners: Store<LeaseOwner>;
  /** Unique to this process. */
  id: string;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
}

export type Lease = ReturnType<typeof createLease>;

/**
 * One owner of the background work over all processes that share the store. Wall clocks are never compared: an owner is gone once
 * its record has not changed for `LEASE_MS` on another process's monotonic clock.
 */
export function createLease({ owners, id, monotonic }: LeaseDeps) {
  let own: LeaseOwner | undefined;
  /** Another owner's record, and since when it is unchanged. */
  let other: { record: LeaseOwner; since: number } | undefined;
  let renewedAt = -Infinity;

  /** By this process's clock: a process that was suspended too long knows it without reading the store. */
  const isYoung = (): boolean => monotonic() - renewedAt < LEASE_MS;

  async function acquire(): Promise<void> {
    const startedAt = monotonic();
    const current = await owners.get(OWNER);
    if (current !== undefined) {
      if (JSON.stringify(current) !== JSON.stringify(other?.record))
        other = { record: current, since: startedAt };
      if (other === undefined || startedAt - other.since < LEASE_MS) return;
    }
    const { after } = await changeRecord(owners, LAST, (last) => ({
      id,
      epoch: Math.max(last?.epoch ?? 0, current?.epoch ?? 0) + 1,
    }));
    if (after === undefined) return;
    const next = { ...after, beat: 0 };
    const isOurs =
      current === undefined ? await owners.add(OWNER, next) : await owners.replace(OWNER, current, next);
    if (!isOurs) return;
    own = next;
    renewedAt = startedAt;
  }

  async function renew(owner: LeaseOwner): Promise<void> {
    const startedAt = monotonic();
    const next = { ...owner, beat: (owner.beat ?? 0) + 1 };
    // After a lost answer, the store may already have the next beat.
    const isOurs =
      (await owners.replace(OWNER, owner, next)) ||
      JSON.stringify(await owners.get(OWNER)) === JSON.stringify(next);
    if (isOurs) renewedAt = startedAt;
    own = isOurs ? next : undefined;
    other = undefined;
  }

  async function isOwner(epoch: number): Promise<boolean> {
    if (own?.epoch !== epoch || !isYoung()) return false;
    const owner = await owners.get(OWNER);
    return owner?.id === id && owner.epoch === epoch;
  }

  return {
    renewEveryMs: RENEW_MS,
    /** Takes or renews the lease. Throws `StoreError`. */
    async renew(): Promise<void> {
      if (own !== undefined && !isYoung()) own = undefined;
      await (own === undefined ? acquire() : renew(own));
    },
    /** The owner's epoch, `undefined` for all other processes. */
    epoch: (): number | undefined => (isYoung() ? own?.epoch : undefined),
    /** Whether the store says that this process is the owner right now. Throws `StoreError`. */
    isOwner,
    /** Call it before sending anything. Throws `NotOwnerError` and `StoreError`. */
    async check(epoch: number): Promise<void> {
      if (!(await isOwner(epoch))) throw new NotOwnerError('the lease is gone');
    },
    /** Lets another process take over at once. */
    async release(): Promise<void> {
      const owner = own;
      own = undefined;
      if (owner !== undefined) await owners.replace(OWNER, owner, undefined);
    },
  };
}
