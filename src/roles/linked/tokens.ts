import { openTokens, type StoredTokens } from '../../accounts/token-records.ts';
import { VaultError, type Vault } from '../../accounts/vault.ts';
import { present } from '../../present.ts';
import type { ConnectionGrant, ConnectionOutcome, ConnectionsPort } from './ports.ts';

/** `undefined`: its key is not in the settings. */
export function openedTokens(vault: Vault, context: string, tokens: string): StoredTokens | undefined {
  try {
    return openTokens(vault, context, tokens);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

interface HeldTokens {
  tokens: StoredTokens;
  /** When they should be refreshed, epoch milliseconds. */
  refreshFrom?: number | undefined;
}

/** Calls Discord as a member. */
export type CallAsMember = (
  held: HeldTokens,
  call: (accessToken: string) => Promise<ConnectionOutcome>,
  /** Stores new tokens: a rotated one must not be lost. */
  keep?: (grant: ConnectionGrant) => Promise<void>,
) => Promise<{ outcome: ConnectionOutcome; tokens: StoredTokens }>;

/** Refreshes an old token before the call, and once if Discord refuses it. */
export const createCallAsMember =
  ({ discord, now }: { discord: Pick<ConnectionsPort, 'refresh'>; now: () => number }): CallAsMember =>
  async ({ tokens, refreshFrom }, call, keep = () => Promise.resolve()) => {
    const { accessToken, refreshToken } = tokens;
    const isOld = refreshToken !== undefined && refreshFrom !== undefined && now() >= refreshFrom;
    const outcome = isOld ? 'refused' : await call(accessToken);
    if (outcome !== 'refused' || refreshToken === undefined) return { outcome, tokens };
    const grant = await discord.refresh(refreshToken);
    if (typeof grant === 'string') return { outcome: grant, tokens };
    const renewed = { refreshToken, ...present(grant) };
    await keep(renewed);
    return { outcome: await call(renewed.accessToken), tokens: renewed };
  };
