import type { LinkRequest } from './accounts.ts';
import type { CodeFields } from './code-exchange.ts';
import { isSecret, SECRET_BYTES } from './flow-secrets.ts';
import { createFlowStore } from './flow-store.ts';
import type { Tools } from './ports.ts';
import { RefusalError } from './refusals.ts';
import { RETAINED_MS, type TicketRecord } from './tickets.ts';
import type { SealedAccount } from './token-records.ts';

interface FlowBase {
  /** `h(ticket)` */
  ticketKey: string;
  /** Of the ticket: whom this flow may link, once they have proved it. */
  discordId: string;
  startedAt: number;
  expiresAt: number;
}

/** Waits for Discord to say who it is. */
export interface DiscordStep extends FlowBase, CodeFields {
  step: 'discord';
}
/** Discord has said so; waits for the platform. */
export interface PlatformStep extends FlowBase, CodeFields {
  step: 'platform';
  discordName: string;
}
/** Both accounts are proved, tokens sealed for `flow:<discordId>`; waits for the member. */
export interface ConfirmStep extends FlowBase, SealedAccount {
  step: 'confirm';
  discordName: string;
}
export interface DoneStep extends FlowBase {
  step: 'done';
  discordName: string;
  playerId: string;
  playerName?: string;
  /** What waits in Discord, as people know it. */
  resumeName?: string;
  place?: LinkRequest['place'];
}

/** How far one browser has come. Under `h(cookie)`. */
export type FlowRecord = DiscordStep | PlatformStep | ConfirmStep | DoneStep;

export type Flows = ReturnType<typeof createFlows>;

export function createFlows({ stores, now, sleep, random }: Tools) {
  const flows = createFlowStore<FlowRecord>({
    store: stores.namespace('flows'),
    ttlMs: (flow) => flow.expiresAt + RETAINED_MS - now(),
    now,
    sleep,
  });

  /** A flow that was read and still counts. */
  function live(flow: FlowRecord | undefined): FlowRecord {
    if (flow === undefined) throw new RefusalError('flow-lost');
    if (flow.step !== 'done' && now() >= flow.expiresAt) throw new RefusalError('ticket-expired');
    return flow;
  }

  return {
    ...flows,
    live,

    /** The flow of a cookie that is one; `provenCookie` has looked at its state, where it needs one. */
    find: async (cookie: string): Promise<FlowRecord> => live(await flows.read(cookie)),

    async begin(ticketKey: string, { discordId, expiresAt }: TicketRecord): Promise<string> {
      const cookie = random(SECRET_BYTES).toString('base64url');
      await flows.set(cookie, { step: 'discord', ticketKey, discordId, startedAt: now(), expiresAt });
      return cookie;
    },

    /** The flow of a cookie, if there is one, however old. */
    peek: async (cookie: string | undefined): Promise<FlowRecord | undefined> =>
      isSecret(cookie) ? flows.read(cookie) : undefined,
  };
}
