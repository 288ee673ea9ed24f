import { createHash, randomBytes } from 'node:crypto';

const CODE_SECONDS = 60;

/** What the member agreed to: the request that an authorization code answers. */
interface Consent {
  playerId: string;
  /** Only where the authorize request carried one: then the token request has to repeat it. */
  redirectUri: string | null;
  /** PKCE with S256 (RFC 7636), where the authorize request used it. */
  codeChallenge: string | null;
  scope: string | null;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scope: string | null;
}

interface CodeProof {
  redirectUri: string | null;
  codeVerifier: string | null;
}

/** All tokens that come from one consent: what is stolen of one is worth nothing once the theft shows. */
interface Family {
  playerId: string;
  scope: string | null;
  revoked: boolean;
}

export interface PlatformGrants {
  /** Everybody who ever said yes. */
  readonly playerIds: ReadonlySet<string>;
  issueCode(consent: Consent): string;
  /** undefined: the code is unknown, expired, used, or not proven. */
  redeemCode(code: string, proof: CodeProof): Tokens | undefined;
  /** undefined: the refresh token is unknown, used or revoked. */
  refresh(refreshToken: string): Tokens | undefined;
  playerOf(accessToken: string): string | undefined;
}

/** Codes and tokens, in memory. Refresh tokens rotate: each works once, and a second use ends its whole family. */
export function createGrants({
  now,
  tokenSeconds,
}: {
  now: () => number;
  tokenSeconds: number;
}): PlatformGrants {
  const playerIds = new Set<string>();
  const codes = new Map<string, { consent: Consent; expiresAt: number; family?: Family }>();
  const accesses = new Map<string, { family: Family; expiresAt: number }>();
  const refreshes = new Map<string, { family: Family; used: boolean }>();

  function issueTokens(family: Family): Tokens {
    const accessToken = randomToken('at');
    const refreshToken = randomToken('rt');
    accesses.set(accessToken, { family, expiresAt: now() + tokenSeconds * 1000 });
    refreshes.set(refreshToken, { family, used: false });
    return { accessToken, refreshToken, expiresInSeconds: tokenSeconds, scope: family.scope };
  }

  return {
    playerIds,
    issueCode(consent) {
      playerIds.add(consent.playerId);
      const code = randomToken('code');
      codes.set(code, { consent, expiresAt: now() + CODE_SECONDS * 1000 });
      return code;
    },
    redeemCode(code, proof) {
      const issued = codes.get(code);
      if (!issued) return undefined;
      if (issued.family) {
        // A code that comes twice was seen by two: RFC 6749 section 4.1.2.
        issued.family.revoked = true;
        return undefined;
      }
      const { consent, expiresAt } = issued;
      if (now() >= expiresAt || !isProven(consent, proof)) {
        codes.delete(code);
        return undefined;
      }
      issued.family = { playerId: consent.playerId, scope: consent.scope, revoked: false };
      return issueTokens(issued.family);
    },
    refresh(refreshToken) {
      const issued = refreshes.get(refreshToken);
      if (!issued || issued.family.revoked) return undefined;
      if (issued.used) {
        issued.family.revoked = true;
        return undefined;
      }
      issued.used = true;
      return issueTokens(issued.family);
    },
    playerOf(accessToken) {
      const issued = accesses.get(accessToken);
      if (!issued || issued.family.revoked || now() >= issued.expiresAt) return undefined;
      return issued.family.playerId;
    },
  };
}

/** What the authorize request used has to come again, and what it did not use must not come. */
function isProven(consent: Consent, { redirectUri, codeVerifier }: CodeProof): boolean {
  const challenge =
    codeVerifier === null ? null : createHash('sha256').update(codeVerifier).digest('base64url');
  return redirectUri === consent.redirectUri && challenge === consent.codeChallenge;
}

function randomToken(kind: string): string {
  return `${kind}_${randomBytes(24).toString('base64url')}`;
}
