import { z } from 'zod';
import { createRowIndex } from '../store/row-index.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { isSecret, SECRET_BYTES, storageKey } from './flow-secrets.ts';
import { LinkRequest } from './link-flow.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { RefusalError } from './refusals.ts';
import { RETAINED_MS, type TicketRecord } from './tickets.ts';
import { SealedAccount } from '../accounts/token-records.ts';

const WAIT_POLL_MS = 100;

/** The code on which one step of a flow has spent its state. */
export const CodeFields = storedObject({
  /** `h(code)` */
  codeKey: z.string().exactOptional(),
  /** Absent while it is being exchanged. `unclear`: there was no answer about it, and it may come again. */
  codeOutcome: z.enum(['refused', 'unclear']).exactOptional(),
});
export type CodeFields = z.infer<typeof CodeFields>;

const FlowBase = storedObject({
  /** `h(ticket)` */
  ticketKey: z.string(),
  /** From the ticket: the Discord user whom this flow may link, after the proof. */
  discordId: z.string(),
  startedAt: z.number(),
  expiresAt: z.number(),
});

/** Waits for Discord to identify the user. */
const DiscordStep = storedObject({ ...FlowBase.shape, ...CodeFields.shape, step: z.literal('discord') });
export type DiscordStep = z.infer<typeof DiscordStep>;

/** Discord has identified the user; waits for the platform. */
const PlatformStep = storedObject({
  ...FlowBase.shape,
  ...CodeFields.shape,
  step: z.literal('platform'),
  discordName: z.string(),
});
export type PlatformStep = z.infer<typeof PlatformStep>;

/** Both accounts are proved, tokens sealed for `flow:<discordId>`; waits for the confirmation. */
const ConfirmStep = storedObject({
  ...FlowBase.shape,
  ...SealedAccount.shape,
  step: z.literal('confirm'),
  discordName: z.string(),
});
export type ConfirmStep = z.infer<typeof ConfirmStep>;

const DoneStep = storedObject({
  ...FlowBase.shape,
  step: z.literal('done'),
  discordName: z.string(),
  playerId: z.string(),
  playerName: z.string().exactOptional(),
  /** The name of the command or button to resume in Discord. */
  resumeName: z.string().exactOptional(),
  place: LinkRequest.shape.place,
});
export type DoneStep = z.infer<typeof DoneStep>;

export const FlowRecord = z.discriminatedUnion('step', [DiscordStep, PlatformStep, ConfirmStep, DoneStep]);
export type FlowRecord = z.infer<typeof FlowRecord>;

interface FlowStoreDeps<F> extends Pick<AccountTools, 'now' | 'sleep'> {
  store: Store<F>;
  ttlMs: (flow: F) => number;
}

export type FlowStore<F> = ReturnType<typeof createFlowStore<F>>;

/** The progress of each browser, under `h(cookie)`. */
export function createFlowStore<F>({ store, ttlMs, now, sleep }: FlowStoreDeps<F>) {
  const lifetime = (flow: F) => Math.max(1, ttlMs(flow));
  const read = (cookie: string) => store.get(storageKey(cookie));
  return {
    read,

    /** Replaces only the step that was read: a slow callback never sets a flow back. */
    advance: (cookie: string, from: F | undefined, to: F): Promise<boolean> =>
      from === undefined
        ? store.add(storageKey(cookie), to, lifetime(to))
        : store.replace(storageKey(cookie), from, to, lifetime(to)),

    /** Waits for another request of this browser; undefined where that takes too long. */
    async waitUntil(cookie: string, isDone: (flow: F | undefined) => boolean, timeoutMs: number) {
      for (const end = now() + timeoutMs; ; await sleep(WAIT_POLL_MS)) {
        const flow = await read(cookie);
        if (isDone(flow)) return { flow };
        if (now() >= end) return undefined;
      }
    },

    /** Deletes a flow with any tokens in it. */
    async forget(cookie: string | undefined): Promise<void> {
      if (isSecret(cookie)) await store.delete(storageKey(cookie));
    },
  };
}

export function createFlows({ stores, now, sleep, random }: AccountTools) {
  const flows = createFlowStore<FlowRecord>({
    store: stores.namespace('flows', FlowRecord),
    ttlMs: (flow) => flow.expiresAt + RETAINED_MS - now(),
    now,
    sleep,
  });

  const index = createRowIndex({ stores, now });

  function live(flow: FlowRecord | undefined): FlowRecord {
    if (flow === undefined) throw new RefusalError('flow-lost');
    if (flow.step !== 'done' && now() >= flow.expiresAt) throw new RefusalError('ticket-expired');
    return flow;
  }

  return {
    ...flows,
    live,

    /** The caller has checked the form of the cookie, and the state if the request has one. */
    find: async (cookie: string): Promise<FlowRecord> => live(await flows.read(cookie)),

    async begin(ticketKey: string, { discordId, expiresAt }: TicketRecord): Promise<string> {
      const cookie = random(SECRET_BYTES).toString('base64url');
      const row = { of: 'flows', key: storageKey(cookie), expiresAt: expiresAt + RETAINED_MS } as const;
      await index.note(discordId, row);
      const flow: FlowRecord = { step: 'discord', ticketKey, discordId, startedAt: now(), expiresAt };
      await flows.advance(cookie, undefined, flow);
      return cookie;
    },

    /** The flow of a cookie, if there is one, however old. */
    peek: async (cookie: string | undefined): Promise<FlowRecord | undefined> =>
      isSecret(cookie) ? flows.read(cookie) : undefined,
  };
}
