import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** Who does the background work. A later owner has a higher epoch. */
export interface OwnerRecord {
  id: string;
  epoch: number;
}

/** Another process takes over within this time and one look after the owner was killed. */
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
  let held: OwnerRecord | undefined;
  let looked = -Infinity;
  let renewed = -Infinity;

  /** By the clock of this process alone: whoever slept too long knows before it asks. */
  const isYoung = (): boolean => monotonic() - renewed < LEASE_MS;

  async function acquire(): Promise<void> {
    if ((await owners.get(OWNER)) !== undefined) return;
    const { after } = await changeRecord(owners, LAST, (last) => ({ id, epoch: (last?.epoch ?? 0) + 1 }));
    const startedAt = monotonic();
    if (after === undefined || !(await owners.add(OWNER, after, LEASE_MS))) return;
    held = after;
    renewed = startedAt;
  }

  async function renew(owner: OwnerRecord): Promise<void> {
    const startedAt = monotonic();
    if (await owners.replace(OWNER, owner, owner, LEASE_MS)) renewed = startedAt;
    else held = undefined;
  }

  return {
    /** Takes or renews the lease where it is time to. Gives the owner's epoch, `undefined` for everybody else. */
    async hold(): Promise<number | undefined> {
      if (monotonic() - looked >= RENEW_MS) {
        looked = monotonic();
        await (held === undefined ? acquire() : renew(held));
      }
      if (held !== undefined && !isYoung()) held = undefined;
      return held?.epoch;
    },
    /** Whether this process is the owner right now, by the store: asked before anything is posted. Throws `StoreError`. */
    async isOwner(epoch: number): Promise<boolean> {
      if (held?.epoch !== epoch || !isYoung()) return false;
      const owner = await owners.get(OWNER);
      return owner?.id === id && owner.epoch === epoch;
    },
    /** Lets another process take over at once. */
    async release(): Promise<void> {
      const owner = held;
      held = undefined;
      if (owner !== undefined) await owners.replace(OWNER, owner, undefined);
    },
  };
}
