import type { Store, Stores } from '../store/store.ts';
import type { LinkRequest } from './accounts.ts';
import { isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import type { Random } from './ports.ts';
import { RefusalError } from './refusals.ts';
import { sealContext } from './seal-contexts.ts';
import type { Vault } from './vault.ts';

const TICKET_MS = 10 * 60_000;
/** Beyond its ten minutes a ticket is kept for its words alone: "has expired" helps more than "is not known". */
export const RETAINED_MS = 20 * 60_000;

/** Under `h(ticket)`. */
export interface TicketRecord extends Omit<LinkRequest, 'interactionToken'> {
  /** Sealed for `ticket:<discordId>`. */
  interactionToken?: string;
  expiresAt: number;
}

interface TicketsDeps {
  stores: Stores;
  vault: Vault;
  now: () => number;
  random: Random;
}

export type Tickets = ReturnType<typeof createTickets>;

/** A ticket says which Discord user asked for a link. Whoever holds it still has to prove that they are that user. */
export function createTickets({ stores, vault, now, random }: TicketsDeps) {
  const tickets: Store<TicketRecord> = stores.namespace('tickets');
  const spent: Store<true> = stores.namespace('spent');

  async function issue(request: LinkRequest): Promise<{ ticket: string; expiresAt: number; key: string }> {
    const ticket = random(SECRET_BYTES).toString('base64url');
    const expiresAt = now() + TICKET_MS;
    const { interactionToken, ...asked } = request;
    const record: TicketRecord = { ...asked, expiresAt };
    if (interactionToken !== undefined) {
      record.interactionToken = vault.seal(interactionToken, sealContext.ticket(request.discordId));
    }
    const key = storageKey(ticket);
    await tickets.set(key, record, TICKET_MS + RETAINED_MS);
    return { ticket, expiresAt, key };
  }

  function stillValid(record: TicketRecord): TicketRecord {
    if (now() >= record.expiresAt) throw new RefusalError('ticket-expired');
    return record;
  }

  async function missing(key: string): Promise<never> {
    throw new RefusalError((await spent.get(key)) ? 'ticket-used' : 'ticket-unknown');
  }

  return {
    issue,

    /** Which message holds the link; of a ticket that is spent already, nothing. */
    async place(key: string, prompt: string): Promise<void> {
      const record = await tickets.get(key);
      if (record === undefined) return;
      await tickets.replace(key, record, { ...record, prompt }, record.expiresAt + RETAINED_MS - now());
    },

    /** The key of a ticket that came from outside. */
    keyOf(ticket: unknown): string {
      if (ticket === undefined || ticket === '') throw new RefusalError('ticket-missing');
      if (typeof ticket !== 'string') throw new RefusalError('malformed');
      if (!isSecret(ticket)) throw new RefusalError('ticket-unknown');
      return storageKey(ticket);
    },

    /** A ticket that may still be used; it stays. */
    async find(key: string): Promise<TicketRecord> {
      return stillValid((await tickets.get(key)) ?? (await missing(key)));
    },

    /** Spends a ticket: of all confirmations at once, here and on other replicas, one gets it. */
    async spend(key: string): Promise<TicketRecord | undefined> {
      const record = await tickets.take(key);
      if (record === undefined) return undefined;
      // For its words alone: where it fails, a used ticket is called unknown, and no more.
      await spent.set(key, true, TICKET_MS + RETAINED_MS).catch(() => undefined);
      return stillValid(record);
    },

    /** Throws `VaultError`. */
    requestOf({ expiresAt: _ended, interactionToken, ...asked }: TicketRecord): LinkRequest {
      if (interactionToken === undefined) return asked;
      return {
        ...asked,
        interactionToken: vault.open(interactionToken, sealContext.ticket(asked.discordId)),
      };
    },
  };
}
