import { LRUCache } from 'lru-cache';
import type { MemberPlatform } from '../platform/platform.ts';
import { present } from '../present.ts';
import { unlessUnreadable } from '../store/store.ts';
import type { LinkRecord, LinkTools } from './links.ts';
import { createRefresh } from './refresh.ts';
import { memberCredentials } from './tokens.ts';

/** Lists look up the same owners repeatedly. */
const OWNER_CACHE_MS = 15_000;

/** A Discord user whose platform account is known and usable. */
export interface Account {
  discordId: string;
  playerId: string;
  /** The name at the time of linking; the platform's records are newer. */
  playerName?: string;
  /** The platform's operations with this member's own token. */
  platform: MemberPlatform;
}

/** `expired`: the platform refuses the tokens of the link; the member has to run /link again. */
export type AccountState =
  | { state: 'none' }
  | { state: 'expired'; playerId: string; playerName?: string }
  | { state: 'linked'; account: Account };

export type Accounts = ReturnType<typeof createAccounts>;

/** Finds the account of a Discord user and the owner of a player. Every method throws `StoreError`. */
export function createAccounts(deps: LinkTools) {
  const { links, vault, platform, now } = deps;
  const refresh = createRefresh(deps);

  const owners = new LRUCache<string, { discordId: string | undefined; until: number }>({ max: 5000 });

  return {
    async find(discordId: string): Promise<AccountState> {
      const link = await links.read(discordId);
      if (link === undefined) return { state: 'none' };
      if (link.expired) return { state: 'expired', ...playerOf(link) };
      const credentials = memberCredentials({ discordId, link, vault, refresh, now });
      return {
        state: 'linked',
        account: { discordId, ...playerOf(link), platform: platform.as(credentials) },
      };
    },
    /** The Discord user who owns this player, for display: changes by another replica show within 15 s. */
    async ownerOf(playerId: string): Promise<string | undefined> {
      const cached = owners.get(playerId);
      if (cached !== undefined && cached.until > now()) return cached.discordId;
      // One record that cannot be read must not hold up an answer that names many.
      const discordId = await links.ownerOf(playerId).catch(unlessUnreadable);
      owners.set(playerId, { discordId, until: now() + OWNER_CACHE_MS });
      return discordId;
    },
    /** Deletes the link with its tokens; returns whether there was one. */
    async unlink(discordId: string): Promise<boolean> {
      const hadLink = await links.remove(discordId);
      owners.clear();
      return hadLink;
    },
  };
}

const playerOf = ({ playerId, playerName }: LinkRecord) => present({ playerId, playerName });
