import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { createRowIndex } from './row-index.ts';
import type { Stores } from './store.ts';

/** For private messages. */
const PRIVATE_MS = 30 * MINUTE_MS;
/** For public messages. */
const PUBLIC_MS = DAY_MS;
/** Per member. The oldest are deleted first: their buttons then report that they expired. */
const TICKETS_MAX = 100;

interface PressTicketsDeps {
  stores: Pick<Stores, 'namespace'>;
  now: () => number;
}

/** Stores the data of a member's buttons and forms, each under a random name of 128 bits. */
export function createPressTickets({ stores, now }: PressTicketsDeps) {
  const store = stores.namespace('presses', z.unknown());
  const index = createRowIndex({ stores, now });

  return (discordId: string) => ({
    async keep(value: unknown, { lasting }: { lasting: boolean } = { lasting: false }): Promise<string> {
      const name = randomBytes(16).toString('base64url');
      const ttlMs = lasting ? PUBLIC_MS : PRIVATE_MS;
      const row = { of: 'presses', key: name, expiresAt: now() + ttlMs } as const;
      const excess = await index.note(discordId, row, TICKETS_MAX);
      await Promise.all([store.set(name, value, ttlMs), ...excess.map((old) => store.delete(old))]);
      return name;
    },
    read: (name: string): Promise<unknown> => store.get(name),
    take: (name: string): Promise<unknown> => store.take(name),
  });
}
