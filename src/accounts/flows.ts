import type { Store } from '../store/store.ts';
import { isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import type { LinkRequest } from './link-flow.ts';
import type { Tools } from './ports.ts';
import { RefusalError } from './refusals.ts';
import { RETAINED_MS, type TicketRecord } from './tickets.ts';
import type { SealedAccount } from './token-records.ts';

const WAIT_POLL_MS = 100;

/** What a flow remembers of the codes that came to one of its steps, as `h(code)`. */
export interface CodeFields {
  /** The code that is being exchanged. */
  codeKey?: string;
  /** Those that count: refused, or being exchanged. */
  codeKeys?: readonly string[];
}

interface FlowBase {
  /** `h(ticket)` */
  ticketKey: string;
  /** From the ticket: whom this flow may link, once they have proved it. */
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

export type FlowRecord = DiscordStep | PlatformStep | ConfirmStep | DoneStep;

interface FlowStoreDeps<F> extends Pick<Tools, 'now' | 'sleep'> {
  store: Store<F>;
  ttlMs: (flow: F) => number;
}

export type FlowStore<F> = ReturnType<typeof createFlowStore<F>>;

/** How far each browser has come, under `h(cookie)`. */
export function createFlowStore<F>({ store, ttlMs, now, sleep }: FlowStoreDeps<F>) {
  const lifetime = (flow: F) => Math.max(1, ttlMs(flow));
  const read = (cookie: string) => store.get(storageKey(cookie));
  return {
    read,

    /** Writes only over the step that was read: a slow callback never sets a flow back. */
    advance: (cookie: string, from: F | undefined, to: F): Promise<boolean> =>
      from === undefined
        ? store.add(storageKey(cookie), to, lifetime(to))
        : store.replace(storageKey(cookie), from, to, lifetime(to)),

    /** Waits for another request of this browser; undefined where that takes too long. */
    async waitUntil(cookie: string, reached: (flow: F | undefined) => boolean, timeoutMs: number) {
      for (const end = now() + timeoutMs; ; await sleep(WAIT_POLL_MS)) {
        const flow = await read(cookie);
        if (reached(flow)) return { flow };
        if (now() >= end) return undefined;
      }
    },

    /** Deletes a flow, and tokens that may wait in it. */
    async forget(cookie: string | undefined): Promise<void> {
      if (isSecret(cookie)) await store.delete(storageKey(cookie));
    },
  };
}

export function createFlows({ stores, now, sleep, random }: Tools) {
  const flows = createFlowStore<FlowRecord>({
    store: stores.namespace('flows'),
    ttlMs: (flow) => flow.expiresAt + RETAINED_MS - now(),
    now,
    sleep,
  });

  function live(flow: FlowRecord | undefined): FlowRecord {
    if (flow === undefined) throw new RefusalError('flow-lost');
    if (flow.step !== 'done' && now() >= flow.expiresAt) throw new RefusalError('ticket-expired');
    return flow;
  }

  return {
    ...flows,
    live,

    /** The flow of a well-formed cookie, whose state the caller has checked where there is one. */
    find: async (cookie: string): Promise<FlowRecord> => live(await flows.read(cookie)),

    async begin(ticketKey: string, { discordId, expiresAt }: TicketRecord): Promise<string> {
      const cookie = random(SECRET_BYTES).toString('base64url');
      const flow: FlowRecord = { step: 'discord', ticketKey, discordId, startedAt: now(), expiresAt };
      await flows.advance(cookie, undefined, flow);
      return cookie;
    },

    /** The flow of a cookie, if there is one, however old. */
    peek: async (cookie: string | undefined): Promise<FlowRecord | undefined> =>
      isSecret(cookie) ? flows.read(cookie) : undefined,
  };
}
