import { present } from '../present.ts';
import type { Calls } from './calls.ts';
import { TOKEN_OPERATION as operation } from './failure.ts';
import type { Platform } from './platform.ts';
import { readToken } from './reading/read-token.ts';
import type { Reader } from './reading/reader.ts';
import type { TokenGrant } from './records.ts';

export interface OAuthOptions {
  calls: Calls;
  reader: Reader;
  now: () => number;
  prefix: string;
  clientId: string;
  clientSecret: string;
}

/** The token endpoint. Never repeated: a code and a rotating refresh token work once. */
export function createOAuth(options: OAuthOptions): Pick<Platform, 'exchangeCode' | 'refresh'> {
  const { calls, reader, now, prefix, clientId, clientSecret } = options;

  async function grant(grantType: string, form: Record<string, string>): Promise<TokenGrant> {
    const text = new URLSearchParams({
      grant_type: grantType,
      ...form,
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const body = { type: 'application/x-www-form-urlencoded', text } as const;
    const answer = await calls.write({
      operation,
      method: 'POST',
      path: `${prefix}/oauth/token`,
      grantType,
      body,
    });
    return readToken(reader, answer, now());
  }

  return {
    exchangeCode: ({ code, redirectUri, codeVerifier }) =>
      grant('authorization_code', present({ code, redirect_uri: redirectUri, code_verifier: codeVerifier })),
    refresh: (refreshToken) => grant('refresh_token', { refresh_token: refreshToken }),
  };
}
