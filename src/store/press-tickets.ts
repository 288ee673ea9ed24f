import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { changeRecord } from './change-record.ts';
import { storedObject } from './schema.ts';
import type { Stores } from './store.ts';

const MINUTE_MS = 60_000;
/** How long a private question is of use. */
const BRIEF_MS = 30 * MINUTE_MS;
/** How long the buttons of a public message are of use. */
const LASTING_MS = 24 * 60 * MINUTE_MS;
/** Of one member. The oldest go first: their buttons say that they are too old. */
const TICKETS_MAX = 100;

/** What a member has, oldest first. */
export const TicketList = storedObject({
  tickets: z.array(storedObject({ name: z.string(), expiresAt: z.number() })),
});
type TicketList = z.infer<typeof TicketList>;

interface TicketsDeps {
  stores: Pick<Stores, 'namespace'>;
  now: () => number;
}

/** What a later press of one member needs, each under a random name of 128 bits, so many of each member. */
export function createTickets({ stores, now }: TicketsDeps) {
  const store = stores.namespace('presses', z.unknown());
  /** Under the Discord id. */
  const lists = stores.namespace('pressers', TicketList);

  /** Adds a name to a member's list, and gives those that are too many. */
  async function enlist(discordId: string, ticket: TicketList['tickets'][number]): Promise<string[]> {
    let over: TicketList['tickets'] = [];
    await changeRecord(
      lists,
      discordId,
      (before) => {
        const live = (before?.tickets ?? []).filter(({ expiresAt }) => expiresAt > now());
        const tickets = [...live, ticket];
        over = tickets.splice(0, Math.max(0, tickets.length - TICKETS_MAX));
        return { tickets };
      },
      () => LASTING_MS,
    );
    return over.map(({ name }) => name);
  }

  return (discordId: string) => ({
    async keep(value: unknown, { lasting }: { lasting: boolean } = { lasting: false }): Promise<string> {
      const name = randomBytes(16).toString('base64url');
      const ttlMs = lasting ? LASTING_MS : BRIEF_MS;
      const over = await enlist(discordId, { name, expiresAt: now() + ttlMs });
      await Promise.all([store.set(name, value, ttlMs), ...over.map((old) => store.delete(old))]);
      return name;
    },
    read: (name: string): Promise<unknown> => store.get(name),
    take: (name: string): Promise<unknown> => store.take(name),
  });
}
