import { PlatformError } from '../platform/error.ts';
import type { MemberCredentials } from '../platform/platform.ts';
import { LinkLostError, type LinkRecord } from './links.ts';
import type { Tools } from './ports.ts';
import { openLink, type OpenLink, type Refresh } from './refresh.ts';
import { VaultError } from './vault.ts';

interface CredentialsDeps extends Pick<Tools, 'vault' | 'now'> {
  discordId: string;
  /** As just read from the store. */
  link: LinkRecord;
  refresh: Refresh;
}

/**
 * A member's token for the calls of one command. Throws `LinkLostError` where only /link helps; `PlatformError` and
 * `StoreError` pass: an outage of the token endpoint is no lost link.
 */
export function memberCredentials(deps: CredentialsDeps): MemberCredentials {
  const { discordId, link, vault, refresh, now } = deps;
  let current: OpenLink | undefined;

  /** Where the key of the tokens is gone from the settings the link is not marked: putting the key back mends every link. */
  async function unsealed(work: () => OpenLink | Promise<OpenLink>): Promise<OpenLink> {
    try {
      current = await work();
      return current;
    } catch (error) {
      if (error instanceof VaultError) throw new LinkLostError('expired', { cause: error });
      throw error;
    }
  }

  return {
    playerId: link.playerId,
    async token() {
      const { tokens, link: opened } = current ?? (await unsealed(() => openLink(vault, discordId, link)));
      const { accessToken, refreshToken } = tokens;
      const { refreshFrom, accessExpiresAt } = opened;
      // Without a refresh token the times decide nothing: the platform's clock may differ, and a 401 tells.
      const due = refreshFrom !== undefined && now() >= refreshFrom;
      if (!due || refreshToken === undefined) return accessToken;
      try {
        return (await unsealed(() => refresh(discordId, accessToken))).tokens.accessToken;
      } catch (error) {
        // The token endpoint is down, but this token still lives for a moment.
        if (error instanceof PlatformError && accessExpiresAt !== undefined && now() < accessExpiresAt)
          return accessToken;
        throw error;
      }
    },

    renew: async (rejected) => (await unsealed(() => refresh(discordId, rejected))).tokens.accessToken,
  };
}
