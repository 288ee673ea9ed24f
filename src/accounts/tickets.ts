import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { derive, isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import type { LinkRequest, Restart } from './link-flow.ts';
import type { Tools } from './ports.ts';
import { RefusalError } from './refusals.ts';
import { sealContext } from './token-records.ts';

const TICKET_MS = 10 * 60_000;
/** Beyond its ten minutes a ticket is kept for its words alone: "has expired" helps more than "is not known". */
export const RETAINED_MS = 20 * 60_000;
const KEPT_MS = TICKET_MS + RETAINED_MS;

/** Under `h(ticket)`. */
export interface TicketRecord extends Omit<LinkRequest, 'interactionToken'> {
  /** Sealed for `ticket:<discordId>`. */
  interactionToken?: string;
  expiresAt: number;
}

/** After the confirmation only this is left of a ticket, so that it is not called unknown. */
type StoredTicket = TicketRecord | { spent: true };

export type Tickets = ReturnType<typeof createTickets>;

/** A ticket says which Discord user asked for a link. Whoever holds it still has to prove that they are that user. */
export function createTickets({ stores, vault, now, random }: Tools) {
  const tickets: Store<StoredTicket> = stores.namespace('tickets');

  async function issue(request: LinkRequest): Promise<{ ticket: string; expiresAt: number; key: string }> {
    const ticket = random(SECRET_BYTES).toString('base64url');
    const expiresAt = now() + TICKET_MS;
    const { interactionToken, ...asked } = request;
    const record: TicketRecord = { ...asked, expiresAt };
    if (interactionToken !== undefined) {
      record.interactionToken = vault.seal(interactionToken, sealContext.ticket(request.discordId));
    }
    const key = storageKey(ticket);
    await tickets.set(key, record, KEPT_MS);
    return { ticket, expiresAt, key };
  }

  /** Changes a ticket that was not used yet. */
  const change = (key: string, edit: (ticket: TicketRecord) => StoredTicket) =>
    changeRecord(
      tickets,
      key,
      (record) => (record === undefined || 'spent' in record ? record : edit(record)),
      () => KEPT_MS,
    );

  function stillValid(record: TicketRecord): TicketRecord {
    if (now() >= record.expiresAt) throw new RefusalError('ticket-expired');
    return record;
  }

  return {
    issue,

    /** Which message holds the link; of a ticket that is spent already, nothing. */
    async place(key: string, prompt: string): Promise<void> {
      await change(key, (ticket) => ({ ...ticket, prompt }));
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
      const record = await tickets.get(key);
      if (record === undefined) throw new RefusalError('ticket-unknown');
      if ('spent' in record) throw new RefusalError('ticket-used');
      return stillValid(record);
    },

    /** Spends a ticket: of all confirmations at once, here and on other replicas, one gets it. */
    async spend(key: string): Promise<TicketRecord | undefined> {
      const { before } = await change(key, () => ({ spent: true }));
      return before === undefined || 'spent' in before ? undefined : stillValid(before);
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
