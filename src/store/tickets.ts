import { randomBytes } from 'node:crypto';
import type { Store } from './store.ts';

/** As long as a message's buttons are of any use to people. */
const TTL_MS = 24 * 60 * 60 * 1000;

/** Things kept for a later press, each under a random name of 128 bits. */
export function createTickets(store: Store<unknown>, random: (bytes: number) => Buffer = randomBytes) {
  return {
    async keep(value: unknown): Promise<string> {
      const ticket = random(16).toString('base64url');
      await store.set(ticket, value, TTL_MS);
      return ticket;
    },
    read: (ticket: string): Promise<unknown> => store.get(ticket),
    take: (ticket: string): Promise<unknown> => store.take(ticket),
  };
}
