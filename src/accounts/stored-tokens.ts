import type { LinkRecord } from './links.ts';
import { VaultError, type Vault } from './vault.ts';

export interface StoredTokens {
  accessToken: string;
  refreshToken?: string;
}

const context = (discordId: string) => `link:${discordId}`;

export const sealTokens = (vault: Vault, discordId: string, tokens: StoredTokens): string =>
  vault.seal(JSON.stringify(tokens), context(discordId));

/** Throws `VaultError`. */
export const openTokens = (vault: Vault, discordId: string, link: LinkRecord): StoredTokens =>
  parseTokens(vault.open(link.tokens, context(discordId)));

/** Throws `VaultError` for text that is not what was sealed. */
export function parseTokens(text: string): StoredTokens {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || !('accessToken' in parsed))
    throw new VaultError('damaged');
  const { accessToken } = parsed;
  const refreshToken = 'refreshToken' in parsed ? parsed.refreshToken : undefined;
  if (typeof accessToken !== 'string') throw new VaultError('damaged');
  return typeof refreshToken === 'string' ? { accessToken, refreshToken } : { accessToken };
}
