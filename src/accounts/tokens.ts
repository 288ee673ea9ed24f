import { PlatformError } from '../platform/error.ts';
import type { MemberCredentials } from '../platform/platform.ts';
import { LinkLostError, type LinkRecord } from './links.ts';
import type { OpenLink, Refresh } from './refresh.ts';
import { openTokens, sealContext } from './token-records.ts';
import { VaultError, type Vault } from './vault.ts';

interface CredentialsDeps {
  discordId: string;
  /** As just read from the store. */
  link: LinkRecord;
  vault: Vault;
  refresh: Refresh;
  now: () => number;
}

/**
 * A member's token for the calls of one command. Throws `LinkLostError` where only /link helps; `PlatformError` and
 * `StoreError` pass: an outage of the token endpoint is no lost link.
 */
export function memberCredentials({
  discordId,
  link,
  vault,
  refresh,
  now,
}: CredentialsDeps): MemberCredentials {
  let current: OpenLink | undefined;

  /**
   * Tokens sealed under a key that the settings no longer have cannot be used, but the link is not marked: when the
   * key was left out by mistake, putting it back mends every link.
   */
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
      if (link.expired) throw new LinkLostError('expired');
      const held =
        current ??
        (await unsealed(() => ({
          link,
          tokens: openTokens(vault, sealContext.link(discordId), link.tokens),
        })));
      const { accessToken, refreshToken } = held.tokens;
      const { refreshFrom, accessExpiresAt } = held.link;
      // Without a refresh token the clocks decide nothing: theirs may differ from ours, and a 401 tells.
      const due = refreshFrom !== undefined && now() >= refreshFrom;
      if (!due || refreshToken === undefined) return accessToken;
      try {
        return (await unsealed(() => refresh(discordId, accessToken))).tokens.accessToken;
      } catch (error) {
        // The token endpoint is down, but there is a little time left on the token in hand.
        if (error instanceof PlatformError && accessExpiresAt !== undefined && now() < accessExpiresAt)
          return accessToken;
        throw error;
      }
    },

    renew: async (rejected) => (await unsealed(() => refresh(discordId, rejected))).tokens.accessToken,
  };
}
