import type { Store } from '../store/store.ts';
import { derive, storageKey } from './flow-secrets.ts';
import type { Restart } from './link-flow.ts';
import { sealContext } from './token-records.ts';
import type { Tools } from './ports.ts';

/**
 * Phones switch between apps and browsers, and a login may come back without the cookie it left with. What is left then
 * is the state in the address: by it the member finds their ticket again and starts over in the browser they are in now.
 * Whoever else gets hold of that address gets no further than with a forwarded link: Discord tells that they are not the
 * one who asked.
 */
export function createRestarts({ stores, vault, now }: Tools) {
  const restarts: Store<string> = stores.namespace('restarts');
  return {
    /** Keeps a flow's ticket under both of its states, as long as the ticket works. */
    async keep(cookie: string, ticket: string, expiresAt: number): Promise<void> {
      for (const label of ['state at discord', 'state at platform'] as const) {
        const key = storageKey(derive(cookie, label));
        await restarts.set(key, vault.seal(ticket, sealContext.restart(key)), Math.max(1, expiresAt - now()));
      }
    },

    /** The way to start again that belongs to a state from an address. */
    async find(state: unknown): Promise<Restart | undefined> {
      if (typeof state !== 'string') return undefined;
      const key = storageKey(state);
      try {
        const sealed = await restarts.get(key);
        return sealed === undefined
          ? undefined
          : { way: 'link', ticket: vault.open(sealed, sealContext.restart(key)) };
      } catch {
        // A convenience on a page that refuses anyway: without it, /link gives a new ticket.
        return undefined;
      }
    },
  };
}
