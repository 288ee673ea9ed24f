import { VaultError, type Vault } from './vault.ts';

export interface StoredTokens {
  accessToken: string;
  refreshToken?: string;
}

/** `context`: one of `sealContext`. */
export const sealTokens = (
  vault: Vault,
  context: string,
  { accessToken, refreshToken }: StoredTokens,
): string => vault.seal(JSON.stringify({ accessToken, refreshToken }), context);

/** Throws `VaultError`, also for text that is not what was sealed. */
export function openTokens(vault: Vault, context: string, sealed: string): StoredTokens {
  const parsed: unknown = JSON.parse(vault.open(sealed, context));
  if (typeof parsed !== 'object' || parsed === null || !('accessToken' in parsed))
    throw new VaultError('damaged');
  const { accessToken } = parsed;
  const refreshToken = 'refreshToken' in parsed ? parsed.refreshToken : undefined;
  if (typeof accessToken !== 'string') throw new VaultError('damaged');
  return typeof refreshToken === 'string' ? { accessToken, refreshToken } : { accessToken };
}

export const sameTokens = (a: StoredTokens, b: StoredTokens): boolean =>
  a.accessToken === b.accessToken && a.refreshToken === b.refreshToken;
