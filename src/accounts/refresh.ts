import { PlatformError } from '../platform/error.ts';
import type { TokenGrant } from '../platform/records.ts';
import { present } from '../present.ts';
import { StoreError, type Store } from '../store/store.ts';
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

// Longer than the platform's whole call (10 s) and the store's: a lease ends by itself only where its holder died.
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
 * take a second use of a rotating refresh token as theft and revoke the whole grant (RFC 9700 section 4.14.2). Where the
 * lease fails (its holder is slower than it lives), the rules for `invalid_grant` below hold.
 */
export function createRefresh(tools: LinkTools): Refresh {
  const { stores, links, vault, platform, now, sleep, random, log, onLink } = tools;
  const leases: Store<string> = stores.namespace('leases');
  const inFlight = new Map<string, Promise<OpenLink>>();

  async function open(discordId: string): Promise<OpenLink> {
    const link = await links.read(discordId);
    if (link === undefined) throw new LinkLostError('none');
    if (link.expired) throw new LinkLostError('expired');
    return openLink(vault, discordId, link);
  }

  async function refreshNow(discordId: string, used: OpenLink): Promise<OpenLink> {
    const { refreshToken } = used.tokens;
    if (refreshToken === undefined) return markExpired(discordId, used);
    let grant: TokenGrant;
    try {
      grant = await platform.refresh(refreshToken);
    } catch (error) {
      if (!refuses(error)) {
        onLink?.({ what: 'refreshed', outcome: 'failed' });
        throw error;
      }
      // Another replica may have used this token first, and not stored yet what it got.
      await sleep(WINNER_GRACE_MS);
      const again = await open(discordId);
      if (again.tokens.accessToken !== used.tokens.accessToken) return again;
      return markExpired(discordId, again, error);
    }
    onLink?.({ what: 'refreshed', outcome: 'ok' });
    return keep(discordId, used, grant);
  }

  /**
   * Stores the new tokens before anybody uses them: with rotation the old refresh token is dead already. They replace
   * those of the same link, also where another replica has marked it as expired meanwhile (it lost the race of
   * `invalid_grant` and saw nothing newer in time), but never another link's, and they bring no deleted link back.
   */
  async function keep(discordId: string, used: OpenLink, grant: TokenGrant): Promise<OpenLink> {
    const refreshToken = grant.refreshToken ?? used.tokens.refreshToken;
    const tokens: StoredTokens = present({ accessToken: grant.accessToken, refreshToken });
    const context = sealContext.link(discordId);
    for (let attempt = 1; ; attempt++) {
      try {
        const current = await links.read(discordId);
        if (current === undefined) throw new LinkLostError('none');
        // The tokens are compared, not their sealed text: a change of keys may seal the same ones anew at any moment.
        const stored = openTokens(vault, context, current.tokens);
        if (!sameTokens(stored, used.tokens)) {
          // Linked again meanwhile: those tokens are newer than ours.
          if (current.expired) throw new LinkLostError('expired');
          return { link: current, tokens: stored };
        }
        const { expired: _mended, accessExpiresAt: _old, refreshFrom: _times, ...rest } = current;
        const link = { ...rest, tokens: sealTokens(vault, context, tokens), ...tokenTimes(grant, now()) };
        if (await links.replace(discordId, current, link)) return { link, tokens };
      } catch (error) {
        // We have the only copy of a rotated token: try again where the store fails.
        if (!(error instanceof StoreError) || attempt >= WRITE_TRIES) throw error;
        await sleep(WRITE_PAUSE_MS * attempt);
      }
    }
  }

  /** Marks the link only where it still is the one whose token was refused. */
  async function markExpired(discordId: string, refused: OpenLink, cause?: PlatformError): Promise<OpenLink> {
    for (let current = refused; ; current = await open(discordId)) {
      if (!sameTokens(current.tokens, refused.tokens)) return current;
      // Misses also where a change of keys has sealed the same tokens anew.
      if (await links.replace(discordId, current.link, { ...current.link, expired: true })) break;
    }
    onLink?.({ what: 'refreshed', outcome: 'refused' });
    log.info(
      { discordId, oauthError: cause?.oauthError },
      'a link has expired: the platform refuses its tokens',
    );
    throw new LinkLostError('expired', { cause });
  }

  async function underLease(discordId: string, stale: string): Promise<OpenLink> {
    const lease = random(16).toString('base64url');
    const waitUntil = now() + LEASE_MS;
    for (;;) {
      // Another replica may have stored newer tokens already.
      const found = await open(discordId);
      if (found.tokens.accessToken !== stale) return found;
      if (await leases.add(discordId, lease, LEASE_MS)) break;
      if (now() >= waitUntil) break; // nobody is that slow: let the platform judge
      await sleep(LEASE_POLL_MS);
    }
    try {
      const found = await open(discordId); // what the former holder of the lease has written
      if (found.tokens.accessToken !== stale) return found;
      return await refreshNow(discordId, found);
    } finally {
      // Only our own: after its end another replica's lease may be there. One that is not removed runs out.
      await leases.replace(discordId, lease, undefined).catch(() => false);
    }
  }

  return async function refresh(discordId, stale) {
    for (;;) {
      const running = inFlight.get(discordId);
      if (running === undefined) break;
      const found = await running;
      if (found.tokens.accessToken !== stale) return found;
    }
    const mine = underLease(discordId, stale).finally(() => inFlight.delete(discordId));
    inFlight.set(discordId, mine);
    return mine;
  };
}

/**
 * A refused grant, as against an outage or a fault of the settings. RFC 6749 section 5.2 knows `invalid_grant`; a 400
 * that names no error at all means the same, and a platform without refresh will not learn it. Not `invalid_client`:
 * a wrong secret in the settings must not end every link.
 */
function refuses(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  if (error.oauthError === undefined) return error.kind === 'invalid';
  return error.oauthError === 'invalid_grant' || error.oauthError === 'unsupported_grant_type';
}
