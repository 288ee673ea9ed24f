import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { jsonOf, objectOf, textOf } from '../json.ts';
import { IdentityError, type DiscordIdentity } from '../linking/ports.ts';
import { present } from '../present.ts';
import type { DirectApi } from './send.ts';

/** For each of the two requests. */
const TIMEOUT_MS = 4000;
const RESPONSE_BYTES_MAX = 64 * 1024;

const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
});
export type DiscordTokens = z.infer<typeof TokenResponse>;
const UserResponse = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
});

export interface IdentityOptions {
  /** Bypasses the REST client, which sends requests to a route one by one: a slow exchange would delay other members. */
  direct: DirectApi;
  /** Empty until it is known. */
  applicationId: () => string;
  clientSecret: string;
  authorizeUrl: URL;
  timeoutMs?: number;
  /** Called each time that Discord refuses the application's id or secret. */
  onClientRefused?: (() => void) | undefined;
}

/** Discord's token endpoint, and who a token belongs to. Both throw `IdentityError`. */
export function createTokens(options: IdentityOptions) {
  const { applicationId, clientSecret, timeoutMs = TIMEOUT_MS } = options;
  const { send, api, userAgent } = options.direct;
  const { origin, pathname } = api;
  const limits = { timeoutMs, maxBytes: RESPONSE_BYTES_MAX };

  const ask = (request: Parameters<typeof send>[0]) =>
    send(request, limits).catch((cause: unknown) => {
      throw new IdentityError('unavailable', { cause });
    });

  async function grant(fields: Record<string, string>): Promise<DiscordTokens> {
    const form = new URLSearchParams({
      ...fields,
      client_id: applicationId(),
      client_secret: clientSecret,
    });
    const { status, text } = await ask({
      origin,
      path: pathname + Routes.oauth2TokenExchange(),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
      body: form.toString(),
    });
    const token = status < 300 ? TokenResponse.safeParse(jsonOf(text)).data : undefined;
    if (token !== undefined) return token;
    const oauthError = textOf(objectOf(jsonOf(text))['error']);
    const kind = identityErrorKind(status, oauthError);
    if (kind === 'client') options.onClientRefused?.();
    throw new IdentityError(kind, present({ status, oauthError }));
  }

  async function userOf(accessToken: string): Promise<{ discordId: string; name: string }> {
    const headers = { authorization: `Bearer ${accessToken}`, 'user-agent': userAgent };
    const request = { origin, path: pathname + Routes.user(), method: 'GET', headers } as const;
    const { status, text } = await ask(request);
    const user = status < 300 ? UserResponse.safeParse(jsonOf(text)).data : undefined;
    if (user === undefined) throw new IdentityError('unavailable', { status });
    return { discordId: user.id, name: user.global_name ?? user.username };
  }

  return {
    authorizeUrl(parameters: { scope: string; prompt?: string; state: string; redirectUri: string }): URL {
      const { scope, prompt = 'none', state, redirectUri } = parameters;
      const url = new URL(options.authorizeUrl);
      const query = {
        client_id: applicationId(),
        response_type: 'code',
        scope,
        prompt,
        state,
        redirect_uri: redirectUri,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },
    exchange: (code: string, redirectUri: string): Promise<DiscordTokens> =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: (refreshToken: string): Promise<DiscordTokens> =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    userOf,
  };
}

/** Discord's OAuth with the scope `identify`. Source: Discord, "OAuth2", authorization code grant. */
export function createIdentity(options: IdentityOptions): DiscordIdentity {
  const tokens = createTokens(options);
  return {
    authorizeUrl: (flow) => tokens.authorizeUrl({ ...flow, scope: 'identify' }),
    identify: async ({ code, redirectUri }) =>
      tokens.userOf((await tokens.exchange(code, redirectUri)).access_token),
  };
}

/** RFC 6749 §5.2: 401 means a wrong client. A 429 counts as an outage. */
function identityErrorKind(status: number, error: string | undefined): IdentityError['kind'] {
  if (status === 401 || error === 'invalid_client') return 'client';
  return status === 400 ? 'refused' : 'unavailable';
}
