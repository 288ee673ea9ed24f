import type { Calls } from './calls.ts';
import { tokenOperation as operation } from './failure.ts';
import type { Platform } from './platform.ts';
import { readToken } from './read-token.ts';
import type { Reader } from './reader.ts';
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

  async function grant(form: Record<string, string>): Promise<TokenGrant> {
    const text = new URLSearchParams({
      ...form,
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const body = { type: 'application/x-www-form-urlencoded', text } as const;
    return readToken(
      reader,
      await calls.write({ operation, method: 'POST', path: `${prefix}/oauth/token`, body }),
      now(),
    );
  }

  return {
    exchangeCode: ({ code, redirectUri, codeVerifier }) =>
      grant({
        grant_type: 'authorization_code',
        code,
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
      }),
    refresh: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}
