import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import { objectOf } from '../json.ts';
import type { TokenGrant } from '../reading/records.ts';
import { storedObject } from '../store/schema.ts';
import { VaultError, type Vault } from './vault.ts';

/**
 * Binds each sealed text to its own record: a member's tokens do not open in another member's link, and the tokens of an
 * unconfirmed flow do not open in a link.
 */
export const sealContext = {
  link: (discordId: string) => `link:${discordId}`,
  flow: (discordId: string) => `flow:${discordId}`,
  ticket: (discordId: string) => `ticket:${discordId}`,
  restart: (key: string) => `restart:${key}`,
  code: (codeKey: string) => `code:${codeKey}`,
  claim: (discordId: string) => `claim:${discordId}`,
  roles: () => 'roles',
  report: (guildId: string, matchId: string) => `report:${guildId}:${matchId}`,
  linked: (discordId: string) => `linked:${discordId}`,
  disconnect: () => 'disconnect',
  departure: () => 'departure',
};

export interface StoredTokens {
  accessToken: string;
  refreshToken?: string;
}

const TokenTimes = storedObject({
  /** When the access token expires, where the platform gives a lifetime (epoch milliseconds). */
  accessExpiresAt: z.number().exactOptional(),
  /** From then on the access token is refreshed before it is used. */
  refreshFrom: z.number().exactOptional(),
});
export type TokenTimes = z.infer<typeof TokenTimes>;

/** A platform account that a consent has proved. */
export const SealedAccount = storedObject({
  playerId: z.string(),
  /** The name at the time of linking. */
  playerName: z.string().exactOptional(),
  /** `StoredTokens` as JSON, sealed for the record that they are part of. */
  tokens: z.string(),
  ...TokenTimes.shape,
});
export type SealedAccount = z.infer<typeof SealedAccount>;

/** `context`: one of `sealContext`. */
export const sealTokens = (
  vault: Vault,
  context: string,
  { accessToken, refreshToken }: StoredTokens,
): string => vault.seal(JSON.stringify({ accessToken, refreshToken }), context);

/** Throws `VaultError`, also for text of another shape. */
export function openTokens(vault: Vault, context: string, sealed: string): StoredTokens {
  const parsed: unknown = JSON.parse(vault.open(sealed, context));
  const { accessToken, refreshToken } = objectOf(parsed);
  if (typeof accessToken !== 'string') throw new VaultError('damaged');
  return typeof refreshToken === 'string' ? { accessToken, refreshToken } : { accessToken };
}

/** The same tokens for another record. Throws `VaultError`. */
export const resealTokens = (
  vault: Vault,
  sealed: string,
  { from, to }: { from: string; to: string },
): string => sealTokens(vault, to, openTokens(vault, from, sealed));

export const sameTokens = (a: StoredTokens, b: StoredTokens): boolean =>
  a.accessToken === b.accessToken && a.refreshToken === b.refreshToken;

// A tenth of the lifetime, so that tokens of ten seconds are used for nine; and never more than a minute.
const MARGIN_SHARE = 0.1;
const MARGIN_MAX_MS = MINUTE_MS;

/** Without a lifetime (or with 0, by which some platforms mean "forever") a token is used until the platform refuses it. */
export function tokenTimes({ expiresInSeconds }: TokenGrant, now: number): TokenTimes {
  if (expiresInSeconds === undefined || !(expiresInSeconds > 0) || !Number.isFinite(expiresInSeconds))
    return {};
  const lifetimeMs = expiresInSeconds * SECOND_MS;
  const accessExpiresAt = Math.round(now + lifetimeMs);
  const marginMs = Math.min(lifetimeMs * MARGIN_SHARE, MARGIN_MAX_MS);
  return { accessExpiresAt, refreshFrom: Math.round(accessExpiresAt - marginMs) };
}
