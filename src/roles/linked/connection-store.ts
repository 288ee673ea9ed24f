import { z } from 'zod';
import { sealContext, sealTokens, tokenTimes, type StoredTokens } from '../../accounts/token-records.ts';
import type { Vault } from '../../accounts/vault.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import { present } from '../../present.ts';
import { changeEntries, changeRecord } from '../../store/change-record.ts';
import { storedObject } from '../../store/schema.ts';
import type { Stores } from '../../store/store.ts';
import type { ConnectionGrant } from './ports.ts';
import { openedTokens } from './tokens.ts';

/** The shortest time between two pushes of a member's connection. */
const PUSH_MS = 30 * MINUTE_MS;
/** The wait after an unclear answer; doubled after each further one. */
const RETRY_MS = MINUTE_MS;
const RETRY_MAX_MS = DAY_MS;
/** A member who shows their rank in Linked Roles. */
export const ConnectionRecord = storedObject({
  /** Discord's tokens, sealed for `linked:<discordId>`; absent once Discord refused them. */
  tokens: z.string().exactOptional(),
  accessExpiresAt: z.number().exactOptional(),
  refreshFrom: z.number().exactOptional(),
  /** Hash of what Discord received last, and when. */
  shows: z.string().exactOptional(),
  pushedAt: z.number().exactOptional(),
  /** After an unclear answer: when to retry, and how long the wait was. */
  retry: storedObject({ at: z.number(), waitMs: z.number() }).exactOptional(),
});
export type ConnectionRecord = z.infer<typeof ConnectionRecord>;

/** By Discord id: when their connection is to be pushed, epoch milliseconds. */
export const ConnectionsDue = z.record(z.string(), z.number());
const KEY = 'all';

interface ConnectionStoreDeps {
  stores: Pick<Stores, 'namespace'>;
  vault: Vault;
  now: () => number;
}

/** The stored connections of members, and when each is to be pushed. */
export function createConnectionStore({ stores, vault, now }: ConnectionStoreDeps) {
  const records = stores.namespace('connections', ConnectionRecord);
  const due = stores.namespace('connectionsdue', ConnectionsDue);

  const setDue = (discordId: string, at: number | undefined) =>
    changeEntries(due, KEY, {
      empty: {},
      edit: ({ [discordId]: _before, ...others }) =>
        at === undefined ? others : { ...others, [discordId]: at },
    });

  /** Marks the push as done, unless something changed meanwhile. */
  const setPushed = (discordId: string, dueAt: number) =>
    changeEntries(due, KEY, {
      empty: {},
      edit: ({ [discordId]: at, ...others }) =>
        at === undefined || at === dueAt ? others : { ...others, [discordId]: now() + PUSH_MS },
    });

  const opened = (discordId: string, tokens: string): StoredTokens | undefined =>
    openedTokens(vault, sealContext.linked(discordId), tokens);

  const sealed = (discordId: string, grant: ConnectionGrant) => ({
    tokens: sealTokens(vault, sealContext.linked(discordId), present({ ...grant })),
    ...tokenTimes({ accessToken: '', ...present({ expiresInSeconds: grant.expiresInSeconds }) }, now()),
  });

  const nextPush = ({ pushedAt = 0, retry }: Pick<ConnectionRecord, 'pushedAt' | 'retry'>): number =>
    Math.max(now(), pushedAt + PUSH_MS, retry?.at ?? 0);

  /** Postpones a push, longer each time. */
  async function retryLater(discordId: string): Promise<void> {
    let at = now() + RETRY_MS;
    await changeRecord(records, discordId, (record) => {
      if (record === undefined) return record;
      const waitMs = Math.min(RETRY_MAX_MS, 2 * (record.retry?.waitMs ?? RETRY_MS / 2));
      at = now() + waitMs;
      return { ...record, retry: { at, waitMs } };
    });
    await setDue(discordId, at);
  }

  /** The members whose connection is to be pushed now, with when it was due. */
  async function readDue(): Promise<[discordId: string, dueAt: number][]> {
    const all = Object.entries((await due.get(KEY)) ?? {});
    // If the clock was set back, a push must not wait forever.
    return all.filter(([, at]) => at <= now() || at - now() > RETRY_MAX_MS);
  }

  return { nextPush, opened, readDue, records, retryLater, sealed, setDue, setPushed };
}
