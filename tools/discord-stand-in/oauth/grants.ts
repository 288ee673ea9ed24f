import { createHash, randomBytes } from 'node:crypto';

/** What a member has allowed, as it goes into a code. */
interface Grant {
  memberId: string;
  scopes: readonly string[];
  redirectUri: string;
  /** S256 (RFC 7636); what the token request has to prove. */
  challenge?: string;
}

export interface TokenSet {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

interface AccessToken {
  memberId: string;
  scopes: readonly string[];
  expiresAt: number;
}

/** Codes and tokens of Discord's OAuth (RFC 6749), and which members have authorised the application before. */
export interface DiscordGrants {
  issueCode(grant: Grant): string;
  /** Takes a code, once; undefined where code, redirect URI or verifier do not fit. */
  exchange(code: string, redirectUri: string, verifier: string | undefined): TokenSet | undefined;
  /** New tokens for a refresh token, once. */
  refresh(refreshToken: string): TokenSet | undefined;
  find(accessToken: string): AccessToken | undefined;
  hasAuthorized(memberId: string, scopes: readonly string[]): boolean;
}

const CODE_MS = 10 * 60 * 1000;
const TOKEN_SECONDS = 604_800;

const secret = (): string => randomBytes(22).toString('base64url');

export function createGrants(now: () => number): DiscordGrants {
  const codes = new Map<string, Grant & { expiresAt: number }>();
  const access = new Map<string, AccessToken>();
  const authorized = new Map<string, Set<string>>();

  const refreshTokens = new Map<string, { memberId: string; scopes: readonly string[] }>();

  function issue(memberId: string, scopes: readonly string[]): TokenSet {
    const accessToken = secret();
    const refreshToken = secret();
    refreshTokens.set(refreshToken, { memberId, scopes });
    access.set(accessToken, { memberId, scopes, expiresAt: now() + TOKEN_SECONDS * 1000 });
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    };
  }

  return {
    issueCode: (grant) => {
      const code = secret();
      codes.set(code, { ...grant, expiresAt: now() + CODE_MS });
      const scopes = authorized.get(grant.memberId) ?? new Set();
      for (const scope of grant.scopes) scopes.add(scope);
      authorized.set(grant.memberId, scopes);
      return code;
    },
    exchange: (code, redirectUri, verifier) => {
      const grant = codes.get(code);
      // A code that was shown with wrong company is spent too.
      codes.delete(code);
      if (!grant || now() > grant.expiresAt || grant.redirectUri !== redirectUri) return undefined;
      if (grant.challenge !== undefined && !proves(verifier, grant.challenge)) return undefined;
      return issue(grant.memberId, grant.scopes);
    },
    refresh: (refreshToken) => {
      const grant = refreshTokens.get(refreshToken);
      refreshTokens.delete(refreshToken);
      return grant && issue(grant.memberId, grant.scopes);
    },
    find: (accessToken) => {
      const record = access.get(accessToken);
      return record && now() <= record.expiresAt ? record : undefined;
    },
    hasAuthorized: (memberId, scopes) => scopes.every((scope) => authorized.get(memberId)?.has(scope)),
  };
}

const proves = (verifier: string | undefined, challenge: string): boolean =>
  verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge;
