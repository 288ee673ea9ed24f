import { LRUCache } from 'lru-cache';
import { present } from '../present.ts';
import type { Account, Accounts } from './accounts.ts';
import type { LinkRecord, LinkTools } from './links.ts';
import { createRefresh } from './refresh.ts';
import { memberCredentials } from './tokens.ts';

/** A list names many, again and again. */
const OWNER_KEPT_MS = 15_000;

/** Who is who. Every method throws `StoreError` where the store does not answer. */
export function createAccounts(deps: LinkTools): Accounts {
  const { links, vault, platform, now } = deps;
  const refresh = createRefresh(deps);

  const owners = new LRUCache<string, { discordId: string | undefined; until: number }>({ max: 5000 });

  function accountOf(discordId: string, link: LinkRecord): Account {
    return {
      discordId,
      ...named(link),
      platform: platform.as(memberCredentials({ discordId, link, vault, refresh, now })),
    };
  }

  return {
    async find(discordId) {
      const link = await links.read(discordId);
      if (link === undefined) return { state: 'none' };
      if (link.expired) return { state: 'expired', ...named(link) };
      return { state: 'linked', account: accountOf(discordId, link) };
    },
    async ownerOf(playerId) {
      const known = owners.get(playerId);
      if (known !== undefined && known.until > now()) return known.discordId;
      const discordId = await links.ownerOf(playerId);
      owners.set(playerId, { discordId, until: now() + OWNER_KEPT_MS });
      return discordId;
    },
    async unlink(discordId) {
      const was = await links.remove(discordId);
      owners.clear();
      return was;
    },
  };
}

const named = ({ playerId, playerName }: LinkRecord) => present({ playerId, playerName });
