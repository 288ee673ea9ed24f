import type { LinkRecord } from './links.ts';
import { VaultError, type Vault } from './vault.ts';

export interface StoredTokens {
  accessToken: string;
  refreshToken?: string;
}

/** As sealed text, each bound to its place: tokens of one user open for no other, waiting ones in no link. */
const inLink = (discordId: string) => `link:${discordId}`;
const inFlow = (discordId: string) => `flow:${discordId}`;
const inCode = (codeKey: string) => `code:${codeKey}`;

const asText = ({ accessToken, refreshToken }: StoredTokens) => JSON.stringify({ accessToken, refreshToken });

export const sealTokens = (vault: Vault, discordId: string, tokens: StoredTokens): string =>
  vault.seal(asText(tokens), inLink(discordId));

/** Throws `VaultError`. */
export const openTokens = (vault: Vault, discordId: string, link: Pick<LinkRecord, 'tokens'>): StoredTokens =>
  parseTokens(vault.open(link.tokens, inLink(discordId)));

/** Tokens that wait for the confirmation. */
export const sealWaitingTokens = (vault: Vault, discordId: string, tokens: StoredTokens): string =>
  vault.seal(asText(tokens), inFlow(discordId));

/** The same tokens, sealed for the link. Throws `VaultError`. */
export const sealConfirmedTokens = (vault: Vault, discordId: string, waiting: string): string =>
  sealTokens(vault, discordId, parseTokens(vault.open(waiting, inFlow(discordId))));

/** Tokens that wait for their code: they belong to no Discord user yet, so they are bound to the code's hash. */
export const sealCodeTokens = (vault: Vault, codeKey: string, tokens: StoredTokens): string =>
  vault.seal(asText(tokens), inCode(codeKey));

/** The same tokens, sealed for the link. Throws `VaultError`. */
export const sealClaimedTokens = (
  vault: Vault,
  codeKey: string,
  discordId: string,
  waiting: string,
): string => sealTokens(vault, discordId, parseTokens(vault.open(waiting, inCode(codeKey))));

/** Throws `VaultError` for text that is not what was sealed. */
function parseTokens(text: string): StoredTokens {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || !('accessToken' in parsed))
    throw new VaultError('damaged');
  const { accessToken } = parsed;
  const refreshToken = 'refreshToken' in parsed ? parsed.refreshToken : undefined;
  if (typeof accessToken !== 'string') throw new VaultError('damaged');
  return typeof refreshToken === 'string' ? { accessToken, refreshToken } : { accessToken };
}
