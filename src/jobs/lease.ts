import { z } from 'zod';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Who does the background work. A later owner has a higher epoch. */
export const OwnerRecord = storedObject({ id: z.string(), epoch: z.number() });
export type OwnerRecord = z.infer<typeof OwnerRecord>;

/** After a kill of the owner, another process takes over within this time and `RENEW_MS`. */
const LEASE_MS = 15_000;
const RENEW_MS = 4000;
const OWNER = 'owner';
const LAST = 'last';

interface LeaseDeps {
  /** Under `owner`, as long as it lives, and under `last`, for ever. */
  owners: Store<OwnerRecord>;
  /** Of this process, unlike any other's. */
  id: string;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
}

export type Lease = ReturnType<typeof createLease>;

/** One owner of the background work over all processes that share the store. */
export function createLease({ owners, id, monotonic }: LeaseDeps) {
  let own: OwnerRecord | undefined;
  let checkedAt = -Infinity;
  let renewedAt = -Infinity;

  /** By the clock of this process alone: one that was suspended too long knows without asking the store. */
  const isYoung = (): boolean => monotonic() - renewedAt < LEASE_MS;

  async function acquire(): Promise<void> {
    if ((await owners.get(OWNER)) !== undefined) return;
    const { after } = await changeRecord(owners, LAST, (last) => ({ id, epoch: (last?.epoch ?? 0) + 1 }));
    const startedAt = monotonic();
    if (after === undefined || !(await owners.add(OWNER, after, LEASE_MS))) return;
    own = after;
    renewedAt = startedAt;
  }

  async function renew(owner: OwnerRecord): Promise<void> {
    const startedAt = monotonic();
    if (await owners.replace(OWNER, owner, owner, LEASE_MS)) renewedAt = startedAt;
    else own = undefined;
  }

  return {
    /** Takes or renews the lease where it is time to. Gives the owner's epoch, `undefined` for everybody else. */
    async hold(): Promise<number | undefined> {
      if (monotonic() - checkedAt >= RENEW_MS) {
        checkedAt = monotonic();
        await (own === undefined ? acquire() : renew(own));
      }
      if (!isYoung()) own = undefined;
      return own?.epoch;
    },
    /** Whether this process is the owner right now, by the store: asked before anything is posted. Throws `StoreError`. */
    async isOwner(epoch: number): Promise<boolean> {
      if (own?.epoch !== epoch || !isYoung()) return false;
      const owner = await owners.get(OWNER);
      return owner?.id === id && owner.epoch === epoch;
    },
    /** Lets another process take over at once. */
    async release(): Promise<void> {
      const owner = own;
      own = undefined;
      if (owner !== undefined) await owners.replace(OWNER, owner, undefined);
    },
  };
}
