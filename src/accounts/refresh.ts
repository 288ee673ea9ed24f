import { z } from 'zod';
import { createInFlight } from '../async/in-flight.ts';
import { PlatformError } from '../platform/error.ts';
import type { TokenGrant } from '../reading/records.ts';
import { present } from '../present.ts';
import { StoreError } from '../store/errors.ts';
import { LinkLostError, type LinkRecord, type LinkTools } from './links.ts';
import {
  openTokens,
  sameTokens,
  sealContext,
  sealTokens,
  tokenTimes,
  type StoredTokens,
} from './token-records.ts';
import type { Vault } from './vault.ts';

// Longer than the platform's whole call (10 s) and the store's: a lease expires only if its holder has died.
const LEASE_MS = 15_000;
const LEASE_POLL_MS = 200;
const WINNER_GRACE_MS = 300;
const WRITE_TRIES = 4;
const WRITE_PAUSE_MS = 250;

export interface OpenLink {
  link: LinkRecord;
  tokens: StoredTokens;
}

export const openLink = (vault: Vault, discordId: string, link: LinkRecord): OpenLink => ({
  link,
  tokens: openTokens(vault, sealContext.link(discordId), link.tokens),
});

export type Refresh = (discordId: string, stale: string) => Promise<OpenLink>;

/**
 * Returns a user's link with an access token other than `stale`. Throws `LinkLostError` where only /link helps,
 * `PlatformError` where the platform did not answer (the link stays), `StoreError`, `VaultError`.
 *
 * One refresh at a time per user: in this process by the promise in flight, among replicas by a lease. A platform may
 * treat a second use of a rotating refresh token as theft and revoke the whole grant (RFC 9700 section 4.14.2). Where the
 * lease fails (its holder is slower than it lives), the rules for `invalid_grant` below hold.
 */
export function createRefresh(tools: LinkTools): Refresh {
  const { stores, links, vault, platform, now, sleep, random, log, onLink } = tools;
  const leases = stores.namespace('leases', z.string());
  const inFlight = createInFlight<OpenLink>();

  async function open(discordId: string): Promise<OpenLink> {
    const link = await links.read(discordId);
    if (link === undefined) throw new LinkLostError('none');
    if (link.expired) throw new LinkLostError('expired');
    return openLink(vault, discordId, link);
  }

  async function refreshNow(discordId: string, staleLink: OpenLink): Promise<OpenLink> {
    const { refreshToken } = staleLink.tokens;
    if (refreshToken === undefined) return markExpired(discordId, staleLink);
    let grant: TokenGrant;
    try {
      grant = await platform.refresh(refreshToken);
    } catch (error) {
      if (!isRefusedGrant(error)) {
        onLink?.({ what: 'refreshed', outcome: 'failed' });
        throw error;
      }
      // Another replica may have used this token first, and not stored the new tokens yet.
      await sleep(WINNER_GRACE_MS);
      const again = await open(discordId);
      if (again.tokens.accessToken !== staleLink.tokens.accessToken) return again;
      return markExpired(discordId, again, error);
    }
    onLink?.({ what: 'refreshed', outcome: 'ok' });
    return storeGrant(discordId, staleLink, grant);
  }

  /**
   * Stores the new tokens before they are used: with rotation the old refresh token is already invalid. Replaces the
   * tokens of the same link, even if another replica has marked it as expired meanwhile (it lost the race for the token
   * and saw no newer one in time). Never replaces the tokens of a newer link or restores a deleted one.
   */
  async function storeGrant(discordId: string, staleLink: OpenLink, grant: TokenGrant): Promise<OpenLink> {
    const refreshToken = grant.refreshToken ?? staleLink.tokens.refreshToken;
    const tokens: StoredTokens = present({ accessToken: grant.accessToken, refreshToken });
    const context = sealContext.link(discordId);
    for (let attempt = 1; ; attempt++) {
      try {
        const current = await links.read(discordId);
        if (current === undefined) throw new LinkLostError('none');
        // The tokens are compared, not their sealed text: a rekey may seal the same ones again at any moment.
        const stored = openTokens(vault, context, current.tokens);
        if (!sameTokens(stored, staleLink.tokens)) {
          // Linked again meanwhile: those tokens are newer than ours.
          if (current.expired) throw new LinkLostError('expired');
          return { link: current, tokens: stored };
        }
        const {
          expired: _expired,
          accessExpiresAt: _accessExpiresAt,
          refreshFrom: _refreshFrom,
          ...rest
        } = current;
        const link = { ...rest, tokens: sealTokens(vault, context, tokens), ...tokenTimes(grant, now()) };
        if (await links.replace(discordId, current, link)) return { link, tokens };
      } catch (error) {
        // We have the only copy of a rotated token: try again where the store fails.
        if (!(error instanceof StoreError) || attempt >= WRITE_TRIES) throw error;
        await sleep(WRITE_PAUSE_MS * attempt);
      }
    }
  }

  /** Marks the link only if it still has the refused tokens. */
  async function markExpired(
    discordId: string,
    refusedLink: OpenLink,
    cause?: PlatformError,
  ): Promise<OpenLink> {
    for (let current = refusedLink; ; current = await open(discordId)) {
      if (!sameTokens(current.tokens, refusedLink.tokens)) return current;
      // Also fails where a rekey has sealed the same tokens again.
      if (await links.replace(discordId, current.link, { ...current.link, expired: true })) break;
    }
    onLink?.({ what: 'refreshed', outcome: 'refused' });
    log.info(
      { discordId, oauthError: cause?.oauthError },
      'a link has expired: the platform refuses its tokens',
    );
    throw new LinkLostError('expired', { cause });
  }

  async function refreshUnderLease(discordId: string, stale: string): Promise<OpenLink> {
    const lease = random(16).toString('base64url');
    const waitUntil = now() + LEASE_MS;
    for (;;) {
      // Another replica may have stored newer tokens already.
      const latest = await open(discordId);
      if (latest.tokens.accessToken !== stale) return latest;
      if (await leases.add(discordId, lease, LEASE_MS)) break;
      if (now() >= waitUntil) break; // no holder is that slow: let the platform decide
      await sleep(LEASE_POLL_MS);
    }
    try {
      const latest = await open(discordId); // what the former holder of the lease has written
      if (latest.tokens.accessToken !== stale) return latest;
      return await refreshNow(discordId, latest);
    } finally {
      // Only our own lease: after it expires another replica may hold one. A lease that is not removed expires.
      await leases.replace(discordId, lease, undefined).catch(() => false);
    }
  }

  return async function refresh(discordId, stale) {
    for (;;) {
      const running = inFlight.get(discordId);
      if (running === undefined) break;
      const latest = await running;
      if (latest.tokens.accessToken !== stale) return latest;
    }
    return inFlight.share(discordId, () => refreshUnderLease(discordId, stale));
  };
}

const TOKEN_WORDS = /token|grant|session/i;
const DEAD_WORDS = /invalid|expired|bad|revoked|unknown|not[\s_-]?found|incorrect|already[\s_-]?used|reuse/i;

/**
 * A refused grant, not an outage or an error in the settings. RFC 6749 section 5.2 defines `invalid_grant`; a 400 without
 * an error code means the same, and so does `unsupported_grant_type`: the platform has no refresh. Platforms also say it
 * in their own codes, by a 404, or in a sentence that names the token. Not `invalid_client`: a wrong secret in the settings
 * must not end every link.
 */
function isRefusedGrant(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  const { kind, oauthError, platformMessage = '' } = error;
  const namesToken = (text: string) => TOKEN_WORDS.test(text) && DEAD_WORDS.test(text);
  if (kind === 'not-found') return true;
  // Down, busy, or not to be read: it says nothing of the grant.
  if (kind === 'unavailable' || kind === 'rate-limited' || kind === 'unexpected-response') return false;
  if (oauthError === undefined) return kind === 'invalid' || namesToken(platformMessage);
  if (CLIENT_ERRORS.has(oauthError)) return false;
  if (GRANT_ERRORS.has(oauthError) || namesToken(oauthError)) return true;
  return oauthError === 'invalid_request' && namesToken(platformMessage);
}

const CLIENT_ERRORS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);
const GRANT_ERRORS: ReadonlySet<string> = new Set(['invalid_grant', 'unsupported_grant_type']);
