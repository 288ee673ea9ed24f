import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { jsonOf, objectOf } from '../json.ts';
import { IdentityError, type DiscordIdentity } from '../linking/ports.ts';
import type { DirectApi } from './send.ts';

/** For each of the two requests. */
const TIMEOUT_MS = 4000;
const RESPONSE_BYTES_MAX = 64 * 1024;

const TokenResponse = z.object({ access_token: z.string().min(1) });
const UserResponse = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
});

interface IdentityOptions {
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

/** Discord's OAuth with the scope `identify`. Source: Discord, "OAuth2", authorization code grant. */
export function createIdentity(options: IdentityOptions): DiscordIdentity {
  const { applicationId, clientSecret, timeoutMs = TIMEOUT_MS } = options;
  const { send, api, userAgent } = options.direct;
  const { origin, pathname } = api;
  const limits = { timeoutMs, maxBytes: RESPONSE_BYTES_MAX };

  async function exchange(code: string, redirectUri: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: applicationId(),
      client_secret: clientSecret,
    });
    const { status, text } = await send(
      {
        origin,
        path: pathname + Routes.oauth2TokenExchange(),
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
        body: form.toString(),
      },
      limits,
    );
    const token = status < 300 ? TokenResponse.safeParse(jsonOf(text)).data : undefined;
    if (token !== undefined) return token.access_token;
    const kind = identityErrorKind(status, objectOf(jsonOf(text))['error']);
    if (kind === 'client') options.onClientRefused?.();
    throw new IdentityError(kind, { cause: statusError(status) });
  }

  return {
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(options.authorizeUrl);
      const parameters = {
        client_id: applicationId(),
        response_type: 'code',
        scope: 'identify',
        prompt: 'none',
        state,
        redirect_uri: redirectUri,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },
    async identify({ code, redirectUri }) {
      const token = await exchange(code, redirectUri);
      const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
      const request = { origin, path: pathname + Routes.user(), method: 'GET', headers } as const;
      const { status, text } = await send(request, limits);
      const user = status < 300 ? UserResponse.safeParse(jsonOf(text)).data : undefined;
      if (user === undefined) throw new IdentityError('unavailable', { cause: statusError(status) });
      return { discordId: user.id, name: user.global_name ?? user.username };
    },
  };
}

/** RFC 6749 §5.2: 401 means a wrong client. A 429 counts as an outage. */
function identityErrorKind(status: number, error: unknown): IdentityError['kind'] {
  if (status === 401 || error === 'invalid_client') return 'client';
  return status === 400 ? 'refused' : 'unavailable';
}

const statusError = (status: number) => new Error(`identify failed with ${status}`);
