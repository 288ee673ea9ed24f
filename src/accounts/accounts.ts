import { LRUCache } from 'lru-cache';
import type { MemberPlatform } from '../platform/platform.ts';
import { present } from '../present.ts';
import type { LinkRecord, LinkTools } from './links.ts';
import { createRefresh } from './refresh.ts';
import { memberCredentials } from './tokens.ts';

/** Lists ask for the same owners again and again. */
const OWNER_KEPT_MS = 15_000;

/** A Discord user whose platform account is known and usable. */
export interface Account {
  discordId: string;
  playerId: string;
  /** The name at the time of linking; the platform's records are newer. */
  playerName?: string;
  /** What this member does with their own token. */
  platform: MemberPlatform;
}

/** `expired`: linked once, but the platform no longer takes the tokens; the member has to go through /link again. */
export type AccountState =
  | { state: 'none' }
  | { state: 'expired'; playerId: string; playerName?: string }
  | { state: 'linked'; account: Account };

export type Accounts = ReturnType<typeof createAccounts>;

/** Who is who. Every method throws `StoreError`. */
export function createAccounts(deps: LinkTools) {
  const { links, vault, platform, now } = deps;
  const refresh = createRefresh(deps);

  const owners = new LRUCache<string, { discordId: string | undefined; until: number }>({ max: 5000 });

  return {
    async find(discordId: string): Promise<AccountState> {
      const link = await links.read(discordId);
      if (link === undefined) return { state: 'none' };
      if (link.expired) return { state: 'expired', ...named(link) };
      const credentials = memberCredentials({ discordId, link, vault, refresh, now });
      return { state: 'linked', account: { discordId, ...named(link), platform: platform.as(credentials) } };
    },
    /** The Discord user to whom this player belongs, to name them: what another replica changed shows within 15 s. */
    async ownerOf(playerId: string): Promise<string | undefined> {
      const known = owners.get(playerId);
      if (known !== undefined && known.until > now()) return known.discordId;
      const discordId = await links.ownerOf(playerId);
      owners.set(playerId, { discordId, until: now() + OWNER_KEPT_MS });
      return discordId;
    },
    /** Deletes the link with its tokens; tells whether there was one. */
    async unlink(discordId: string): Promise<boolean> {
      const was = await links.remove(discordId);
      owners.clear();
      return was;
    },
  };
}

const named = ({ playerId, playerName }: LinkRecord) => present({ playerId, playerName });
