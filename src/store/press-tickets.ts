import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { changeRecord } from './change-record.ts';
import { storedObject } from './schema.ts';
import type { Stores } from './store.ts';

/** For private messages. */
const PRIVATE_MS = 30 * MINUTE_MS;
/** For public messages. */
const PUBLIC_MS = DAY_MS;
/** Per member. The oldest are deleted first: their buttons then report that they expired. */
const TICKETS_MAX = 100;

/** A member's tickets, oldest first. */
export const TicketList = storedObject({
  tickets: z.array(storedObject({ name: z.string(), expiresAt: z.number() })),
});
type TicketList = z.infer<typeof TicketList>;

interface PressTicketsDeps {
  stores: Pick<Stores, 'namespace'>;
  now: () => number;
}

/** Stores the data of a member's buttons and forms, each under a random name of 128 bits. */
export function createPressTickets({ stores, now }: PressTicketsDeps) {
  const store = stores.namespace('presses', z.unknown());
  /** Under the Discord id. */
  const lists = stores.namespace('pressers', TicketList);

  /** Adds a ticket to a member's list and returns the names of those beyond the limit. */
  async function addToList(discordId: string, ticket: TicketList['tickets'][number]): Promise<string[]> {
    let excess: TicketList['tickets'] = [];
    await changeRecord(
      lists,
      discordId,
      (before) => {
        const live = (before?.tickets ?? []).filter(({ expiresAt }) => expiresAt > now());
        const tickets = [...live, ticket];
        excess = tickets.splice(0, Math.max(0, tickets.length - TICKETS_MAX));
        return { tickets };
      },
      () => PUBLIC_MS,
    );
    return excess.map(({ name }) => name);
  }

  return (discordId: string) => ({
    async keep(value: unknown, { lasting }: { lasting: boolean } = { lasting: false }): Promise<string> {
      const name = randomBytes(16).toString('base64url');
      const ttlMs = lasting ? PUBLIC_MS : PRIVATE_MS;
      const excess = await addToList(discordId, { name, expiresAt: now() + ttlMs });
      await Promise.all([store.set(name, value, ttlMs), ...excess.map((old) => store.delete(old))]);
      return name;
    },
    read: (name: string): Promise<unknown> => store.get(name),
    take: (name: string): Promise<unknown> => store.take(name),
  });
}
