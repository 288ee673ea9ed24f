import type { Store, Stores } from '../store/store.ts';
import type { LinkRequest } from './accounts.ts';
import { isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import type { Random, Sleep } from './ports.ts';
import { Refused } from './refusals.ts';
import { RETAINED_MS, type TicketRecord } from './tickets.ts';
import type { TokenTimes } from './token-times.ts';

const WAIT_POLL_MS = 100;

interface FlowBase {
  /** `h(ticket)` */
  ticketKey: string;
  /** Of the ticket: whom this flow may link, once they have proved it. */
  discordId: string;
  startedAt: number;
  expiresAt: number;
}

/** Waits for Discord to say who it is. */
interface DiscordStep extends FlowBase {
  step: 'discord';
}
/** Discord has said so; waits for the platform. */
export interface PlatformStep extends FlowBase {
  step: 'platform';
  discordName: string;
  /** `h(code)` of the code that is being exchanged. */
  codeKey?: string;
}
/** Both accounts are proved; waits for the member. */
export interface ConfirmStep extends FlowBase, TokenTimes {
  step: 'confirm';
  discordName: string;
  playerId: string;
  playerName?: string;
  /** `StoredTokens` as JSON, sealed for `flow:<discordId>`. */
  tokens: string;
}
export interface DoneStep extends FlowBase {
  step: 'done';
  discordName: string;
  playerId: string;
  playerName?: string;
  resumeCommand?: string;
  place?: LinkRequest['place'];
}

/** How far one browser has come. Under `h(cookie)`. */
export type FlowRecord = DiscordStep | PlatformStep | ConfirmStep | DoneStep;

interface FlowsDeps {
  stores: Stores;
  now: () => number;
  sleep: Sleep;
  random: Random;
}

export type Flows = ReturnType<typeof createFlows>;

export function createFlows({ stores, now, sleep, random }: FlowsDeps) {
  const flows: Store<FlowRecord> = stores.namespace('flows');
  const ttlMs = (flow: FlowRecord) => Math.max(1, flow.expiresAt + RETAINED_MS - now());

  /** The flow of a cookie that is one; `provenCookie` has looked at its state, where it needs one. */
  async function find(cookie: string): Promise<FlowRecord> {
    const flow = await flows.get(storageKey(cookie));
    if (flow === undefined) throw new Refused('flow-lost');
    if (flow.step !== 'done' && now() >= flow.expiresAt) throw new Refused('ticket-expired');
    return flow;
  }

  return {
    find,

    async begin(ticketKey: string, { discordId, expiresAt }: TicketRecord): Promise<string> {
      const cookie = random(SECRET_BYTES).toString('base64url');
      const flow: FlowRecord = { step: 'discord', ticketKey, discordId, startedAt: now(), expiresAt };
      await flows.set(storageKey(cookie), flow, ttlMs(flow));
      return cookie;
    },

    /** Goes on only from where the flow was seen: a slow first callback never sets a flow back that has gone on. */
    advance: (cookie: string, from: FlowRecord, to: FlowRecord): Promise<boolean> =>
      flows.replace(storageKey(cookie), from, to, ttlMs(to)),

    /** What another request of this browser has made of the flow, within `timeoutMs`. */
    async waitUntil(cookie: string, reached: (flow: FlowRecord) => boolean, timeoutMs: number) {
      for (const end = now() + timeoutMs; ; await sleep(WAIT_POLL_MS)) {
        const flow = await find(cookie);
        if (reached(flow)) return flow;
        if (now() >= end) return undefined;
      }
    },

    /** The flow of a cookie, if there is one, however old. */
    peek: async (cookie: string | undefined): Promise<FlowRecord | undefined> =>
      isSecret(cookie) ? flows.get(storageKey(cookie)) : undefined,

    /** Drops a flow, and tokens that may wait in it. */
    async forget(cookie: string | undefined): Promise<void> {
      if (isSecret(cookie)) await flows.delete(storageKey(cookie));
    },
  };
}
