import { PlatformError } from '../platform/error.ts';
import type { MemberCredentials } from '../platform/platform.ts';
import type { LinkRecord } from './links.ts';
import type { AccountTools } from './ports.ts';
import { openLink, type OpenLink, type Refresh } from './refresh.ts';
import { VaultError } from './vault.ts';

interface CredentialsDeps extends Pick<AccountTools, 'vault' | 'now'> {
  discordId: string;
  /** As it was just read from the store. */
  link: LinkRecord;
  refresh: Refresh;
}

/** A link is stored, and these keys do not open it: a fault of the settings, so linking again would not help. */
export class LinkUnreadableError extends Error {
  override readonly name = 'LinkUnreadableError';
}

/**
 * A member's token for the calls of one command. Throws `LinkLostError` where only /link helps, and
 * `LinkUnreadableError`; `PlatformError` and `StoreError` pass: an outage of the token endpoint does not end a link.
 */
export function memberCredentials(deps: CredentialsDeps): MemberCredentials {
  const { discordId, link, vault, refresh, now } = deps;
  let current: OpenLink | undefined;

  /** Does not mark the link if its key is missing from the settings: adding the key again repairs every link. */
  async function load(work: () => OpenLink | Promise<OpenLink>): Promise<OpenLink> {
    try {
      current = await work();
      return current;
    } catch (error) {
      if (error instanceof VaultError)
        throw new LinkUnreadableError('a link does not open', { cause: error });
      throw error;
    }
  }

  return {
    playerId: link.playerId,
    async token() {
      const { tokens, link: currentLink } = current ?? (await load(() => openLink(vault, discordId, link)));
      const { accessToken, refreshToken } = tokens;
      const { refreshFrom, accessExpiresAt } = currentLink;
      // Without a refresh token the times do not matter: clocks may differ, and the platform answers 401.
      const isDue = refreshFrom !== undefined && now() >= refreshFrom;
      if (!isDue || refreshToken === undefined) return accessToken;
      try {
        return (await load(() => refresh(discordId, accessToken))).tokens.accessToken;
      } catch (error) {
        // The token endpoint is down, but this token is still valid for a moment.
        if (error instanceof PlatformError && accessExpiresAt !== undefined && now() < accessExpiresAt)
          return accessToken;
        throw error;
      }
    },

    renew: async (rejected) => (await load(() => refresh(discordId, rejected))).tokens.accessToken,
  };
}
