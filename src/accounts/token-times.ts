import type { TokenGrant } from '../platform/records.ts';

// A tenth of the lifetime, so that tokens of ten seconds are used for nine; and never more than a minute.
const MARGIN_SHARE = 0.1;
const MARGIN_MAX_MS = 60_000;

export interface TokenTimes {
  accessExpiresAt?: number;
  refreshFrom?: number;
}

/** Without a lifetime (or with 0, by which some platforms mean "for ever") a token is used until the platform refuses it. */
export function tokenTimes({ expiresInSeconds }: TokenGrant, now: number): TokenTimes {
  if (expiresInSeconds === undefined || !(expiresInSeconds > 0) || !Number.isFinite(expiresInSeconds))
    return {};
  const lifetimeMs = expiresInSeconds * 1000;
  const accessExpiresAt = Math.round(now + lifetimeMs);
  const marginMs = Math.min(lifetimeMs * MARGIN_SHARE, MARGIN_MAX_MS);
  return { accessExpiresAt, refreshFrom: Math.round(accessExpiresAt - marginMs) };
}
