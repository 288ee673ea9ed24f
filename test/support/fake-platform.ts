import { PlatformError } from '../../src/platform/error.ts';
import type { MemberCredentials, MemberPlatform } from '../../src/platform/platform.ts';
import type { Me, TokenGrant } from '../../src/reading/records.ts';
import { createHash } from 'node:crypto';

interface Options {
  /** A refresh token works once. */
  rotates?: boolean;
  gives?: 'refresh' | 'access alone';
  expiresInSeconds?: number;
}

/** The part of the platform that links and tokens need: codes, tokens with rotation, and /v1/me with its one renewal. */
export function fakePlatform({ rotates = true, gives = 'refresh', expiresInSeconds }: Options = {}) {
  let count = 0;
  const codes = new Map<string, { me: Me; challenge?: string }>();
  const access = new Map<string, Me>();
  const refreshTokens = new Map<string, Me>();
  const fake = {
    /** Set to make the next calls fail. */
    failure: undefined as PlatformError | undefined,
    meFailure: undefined as PlatformError | undefined,
    /** Awaited within a refresh, after the old token is spent and before the answer. */
    beforeAnswer: async () => {},
    exchanges: [] as { code: string; redirectUri?: string; codeVerifier?: string }[],
    refreshes: [] as string[],
    refused: 0,

    /** What the consent page hands to a browser signed in as `me`. */
    code(me: Me, challenge?: string) {
      const code = `secret-code-${++count}`;
      codes.set(code, { me, ...(challenge !== undefined && { challenge }) });
      return code;
    },
    grant(me: Me): TokenGrant {
      const accessToken = `secret-access-${++count}`;
      access.set(accessToken, me);
      const grant: TokenGrant = { accessToken, ...(expiresInSeconds !== undefined && { expiresInSeconds }) };
      if (gives === 'access alone') return grant;
      const refreshToken = `secret-refresh-${++count}`;
      refreshTokens.set(refreshToken, me);
      return { ...grant, refreshToken };
    },
    /** Ends all access tokens, as when their time is over. */
    endAccess: () => access.clear(),
    endRefresh: () => refreshTokens.clear(),

    async exchangeCode(grant: {
      code: string;
      redirectUri?: string;
      codeVerifier?: string;
    }): Promise<TokenGrant> {
      await Promise.resolve();
      if (fake.failure) throw fake.failure;
      fake.exchanges.push(grant);
      const request = codes.get(grant.code);
      codes.delete(grant.code);
      const challenge = createHash('sha256')
        .update(grant.codeVerifier ?? '')
        .digest('base64url');
      if (!request || (request.challenge !== undefined && request.challenge !== challenge)) {
        throw new PlatformError('invalid', {
          operation: 'POST /oauth/token',
          status: 400,
          oauthError: 'invalid_grant',
        });
      }
      return fake.grant(request.me);
    },

    async refresh(refreshToken: string): Promise<TokenGrant> {
      await Promise.resolve();
      if (fake.failure) throw fake.failure;
      fake.refreshes.push(refreshToken);
      const me = refreshTokens.get(refreshToken);
      if (!me) {
        fake.refused++;
        throw new PlatformError('invalid', {
          operation: 'POST /oauth/token',
          status: 400,
          oauthError: 'invalid_grant',
        });
      }
      if (rotates) refreshTokens.delete(refreshToken);
      const grant = fake.grant(me);
      await fake.beforeAnswer();
      if (rotates) return grant;
      refreshTokens.delete(grant.refreshToken ?? '');
      const { refreshToken: _kept, ...rest } = grant;
      return rest;
    },

    as(credentials: MemberCredentials): MemberPlatform {
      const meOf = (token: string): Me => {
        if (fake.meFailure) throw fake.meFailure;
        const me = access.get(token);
        if (!me) throw new PlatformError('unauthorised', { operation: 'GET /v1/me', status: 401 });
        return me;
      };
      const unused = async () => {
        throw new Error('not used here');
      };
      return {
        async me() {
          const token = await credentials.token();
          if (access.has(token) || fake.meFailure) return meOf(token);
          return meOf(await credentials.renew(token));
        },
        updateMe: unused,
        register: unused,
        reportScore: unused,
      };
    },
  };
  return fake;
}

export const outage = new PlatformError('unavailable', { operation: 'POST /oauth/token', status: 503 });
