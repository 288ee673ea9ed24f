import type { Channels } from '../../message/channels.ts';
import { createOutbox, type OutboxDeps, type Outbox } from '../deliver/outbox.ts';
import type { Lease } from './lease.ts';

/** Discord for the owner of the background work. Each call first checks that this process still is the owner. */
export interface Owned {
  channels: Channels;
  outbox: Outbox;
  /** Wraps another port of Discord in the same way. */
  guard: <T extends object>(port: T) => T;
}

/**
 * Runs work under the lease of an epoch, the only way to Discord for what must not run twice. `mayAct`: throws if another condition
 * for a call does not hold. The calls throw `NotOwnerError` and `StoreError` as well as what Discord's ports throw.
 */
export type RunOwned = <R>(
  epoch: number,
  work: (owned: Owned) => Promise<R>,
  mayAct?: () => Promise<void>,
) => Promise<R>;

const guarded = <T extends object>(port: T, check: () => Promise<void>): T =>
  new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]): Promise<unknown> => {
        await check();
        return Reflect.apply(method, target, args);
      };
    },
  });

export const createRunOwned =
  ({
    lease,
    channels,
    ...deps
  }: OutboxDeps & { lease: Pick<Lease, 'check'>; channels: Channels }): RunOwned =>
  async (epoch, work, mayAct) => {
    const guard = <T extends object>(port: T): T =>
      guarded(port, async () => {
        await mayAct?.();
        // Last: a process that was suspended in between must not send afterwards.
        await lease.check(epoch);
      });
    const own = guard(channels);
    return work({ channels: own, outbox: createOutbox({ ...deps, channels: own }), guard });
  };
