import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { createRowIndex } from '../store/row-index.ts';
import { storedObject } from '../store/schema.ts';
import { derive, isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import { LinkRequest, type Restart } from './link-flow.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { RefusalError } from './refusals.ts';
import { sealContext } from '../accounts/token-records.ts';

export const TICKET_MS = 10 * MINUTE_MS;
/** How long an expired or used ticket stays in the store, so that its page can say which of the two it is. */
export const RETAINED_MS = 20 * MINUTE_MS;
/** How many refused codes end a flow. */
const REFUSALS_MAX = 3;
export const TICKET_TTL_MS = TICKET_MS + RETAINED_MS;

/** A request whose `interactionToken` is sealed for `ticket:<discordId>`. */
const TicketRecord = storedObject({
  ...LinkRequest.shape,
  expiresAt: z.number(),
  /** How many codes were refused, in all browsers. */
  refusals: z.number().exactOptional(),
});
export type TicketRecord = z.infer<typeof TicketRecord>;

/** Under `h(ticket)`. */
export const StoredTicket = z.union([storedObject({ spent: z.literal(true) }), TicketRecord]);
type StoredTicket = z.infer<typeof StoredTicket>;

/** A ticket says which Discord user requested a link. Its holder still has to prove that they are that user. */
export function createTickets({ stores, vault, now, random }: AccountTools) {
  const tickets = stores.namespace('tickets', StoredTicket);
  const index = createRowIndex({ stores, now });

  async function issue(request: LinkRequest): Promise<{ ticket: string; expiresAt: number; key: string }> {
    const ticket = random(SECRET_BYTES).toString('base64url');
    const expiresAt = now() + TICKET_MS;
    const { interactionToken: token, ...rest } = request;
    const interactionToken = token && vault.seal(token, sealContext.ticket(request.discordId));
    const key = storageKey(ticket);
    await index.note(request.discordId, { of: 'tickets', key, expiresAt: now() + TICKET_TTL_MS });
    await tickets.set(key, { ...rest, ...present({ interactionToken }), expiresAt }, TICKET_TTL_MS);
    return { ticket, expiresAt, key };
  }

  /** Changes a ticket that is not spent. */
  const change = (key: string, edit: (ticket: TicketRecord) => StoredTicket) =>
    changeRecord(
      tickets,
      key,
      (record) => (record === undefined || 'spent' in record ? record : edit(record)),
      () => TICKET_TTL_MS,
    );

  function requireValid(record: TicketRecord): TicketRecord {
    if ((record.refusals ?? 0) >= REFUSALS_MAX) throw new RefusalError('flow-over');
    if (now() >= record.expiresAt) throw new RefusalError('ticket-expired');
    return record;
  }

  return {
    issue,

    /** Records which message holds the link, unless the ticket is spent. */
    async setPrompt(key: string, prompt: string): Promise<void> {
      await change(key, (ticket) => ({ ...ticket, prompt }));
    },

    /** Counts a refused code: a new state must not allow another three. */
    async noteRefusal(key: string): Promise<void> {
      await change(key, (ticket) => ({ ...ticket, refusals: (ticket.refusals ?? 0) + 1 }));
    },

    /** Validates an untrusted ticket and returns its key. */
    keyOf(ticket: unknown): string {
      if (ticket === undefined || ticket === '') throw new RefusalError('ticket-missing');
      if (typeof ticket !== 'string') throw new RefusalError('malformed');
      if (!isSecret(ticket)) throw new RefusalError('ticket-unknown');
      return storageKey(ticket);
    },

    async find(key: string): Promise<TicketRecord> {
      const record = await tickets.get(key);
      if (record === undefined) throw new RefusalError('ticket-unknown');
      if ('spent' in record) throw new RefusalError('ticket-used');
      return requireValid(record);
    },

    /** Spends a ticket: one confirmation gets it, over all replicas. */
    async spend(key: string): Promise<TicketRecord | undefined> {
      const { before } = await change(key, () => ({ spent: true }));
      return before === undefined || 'spent' in before ? undefined : requireValid(before);
    },

    /** Throws `VaultError`. */
    requestOf({
      expiresAt: _expiresAt,
      refusals: _refusals,
      interactionToken: sealed,
      ...rest
    }: TicketRecord): LinkRequest {
      const interactionToken = sealed && vault.open(sealed, sealContext.ticket(rest.discordId));
      return { ...rest, ...present({ interactionToken }) };
    },
  };
}

/**
 * Phones switch between apps and browsers, and a login may come back without its cookie. The state in the address then
 * leads to the member's ticket, so that they start over in the browser they are in now. For anyone else, that address
 * is no better than a forwarded link: Discord's proof shows that they did not request it.
 */
export function createRestarts({ stores, vault, now }: AccountTools) {
  const restarts = stores.namespace('restarts', z.string());
  return {
    /** Stores a flow's ticket under both of its states, for as long as the ticket is valid. */
    async save(cookie: string, ticket: string, expiresAt: number): Promise<void> {
      for (const label of ['state at discord', 'state at platform'] as const) {
        const key = storageKey(derive(cookie, label));
        await restarts.set(key, vault.seal(ticket, sealContext.restart(key)), Math.max(1, expiresAt - now()));
      }
    },

    async find(state: unknown): Promise<Restart | undefined> {
      if (typeof state !== 'string') return undefined;
      const key = storageKey(state);
      try {
        const sealed = await restarts.get(key);
        return sealed === undefined
          ? undefined
          : { way: 'link', ticket: vault.open(sealed, sealContext.restart(key)) };
      } catch {
        // Only a convenience on a page that refuses anyway: /link issues a new ticket.
        return undefined;
      }
    },
  };
}
