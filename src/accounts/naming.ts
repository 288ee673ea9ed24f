import { LRUCache } from 'lru-cache';
import type { Store } from '../store/store.ts';

const SEEN_TTL_MS = 24 * 60 * 60_000;
/** How often a member's record is written anew: of their 24 hours, at most this one is missing. */
const RENEW_MS = 60 * 60_000;
const MEMBERS = 50_000;

/** When a member was last seen in a server, epoch milliseconds. */
export interface SeenRecord {
  at: number;
}

/**
 * Decides who may be shown beside a platform name. A server is told apart by its Discord id; `undefined` stands for direct
 * messages and for servers where the bot is not installed.
 */
export interface Naming {
  /** Records an interaction of a user in a server, and the members that came with it. Never rejects. */
  seen(guildId: string | undefined, discordId: string, members?: readonly string[]): Promise<void>;
  /** Those of the users who may be named in this server. A store that does not answer names nobody. */
  nameable(guildId: string | undefined, discordIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Membership is proved by the member's own interaction in that very server within 24 hours, seen by any replica. */
export function createNaming(options: {
  store: Store<SeenRecord>;
  now: () => number;
  onError: (error: unknown) => void;
}): Naming {
  const { store, now, onError } = options;
  const written = new LRUCache<string, number>({ max: MEMBERS });
  const keyOf = (guildId: string, discordId: string): string => `${guildId}:${discordId}`;
  const isRecent = (at: number | undefined, ms: number): boolean => at !== undefined && now() - at < ms;

  async function wasSeen(key: string): Promise<boolean> {
    if (isRecent(written.get(key), RENEW_MS)) return true;
    return isRecent((await store.get(key))?.at, SEEN_TTL_MS);
  }

  return {
    async seen(guildId, discordId) {
      if (guildId === undefined) return;
      const key = keyOf(guildId, discordId);
      if (isRecent(written.get(key), RENEW_MS)) return;
      written.set(key, now());
      await store.set(key, { at: now() }, SEEN_TTL_MS).catch((error: unknown) => {
        written.delete(key);
        onError(error);
      });
    },
    async nameable(guildId, discordIds) {
      if (guildId === undefined) return new Set();
      const known = await Promise.all(
        discordIds.map(async (discordId) => ({
          discordId,
          isMember: await wasSeen(keyOf(guildId, discordId)).catch((error: unknown) => {
            onError(error);
            return false;
          }),
        })),
      );
      return new Set(known.flatMap(({ discordId, isMember }) => (isMember ? [discordId] : [])));
    },
  };
}
