import type { Store } from '../store/store.ts';
import { isSecret, storageKey } from './flow-secrets.ts';
import type { Sleep } from './ports.ts';

const WAIT_POLL_MS = 100;

interface FlowStoreDeps<F> {
  store: Store<F>;
  ttlMs: (flow: F) => number;
  now: () => number;
  sleep: Sleep;
}

export type FlowStore<F> = ReturnType<typeof createFlowStore<F>>;

/** How far each browser has come, under `h(cookie)`. */
export function createFlowStore<F>({ store, ttlMs, now, sleep }: FlowStoreDeps<F>) {
  const lifetime = (flow: F) => Math.max(1, ttlMs(flow));
  const read = (cookie: string) => store.get(storageKey(cookie));
  return {
    read,

    set: (cookie: string, flow: F): Promise<void> => store.set(storageKey(cookie), flow, lifetime(flow)),

    /** Goes on only from where the flow was seen: a slow first callback never sets a flow back that has gone on. */
    advance: (cookie: string, from: F | undefined, to: F): Promise<boolean> =>
      from === undefined
        ? store.add(storageKey(cookie), to, lifetime(to))
        : store.replace(storageKey(cookie), from, to, lifetime(to)),

    /** What another request of this browser has made of the flow; undefined where it was not reached in time. */
    async waitUntil(cookie: string, reached: (flow: F | undefined) => boolean, timeoutMs: number) {
      for (const end = now() + timeoutMs; ; await sleep(WAIT_POLL_MS)) {
        const flow = await read(cookie);
        if (reached(flow)) return { flow };
        if (now() >= end) return undefined;
      }
    },

    /** Drops a flow, and tokens that may wait in it. */
    async forget(cookie: string | undefined): Promise<void> {
      if (isSecret(cookie)) await store.delete(storageKey(cookie));
    },
  };
}
