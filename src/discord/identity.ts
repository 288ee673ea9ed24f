import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { IdentityError, type DiscordIdentity } from '../accounts/ports.ts';
import type { OauthCall } from './oauth-call.ts';

const TokenAnswer = z.object({ access_token: z.string().min(1) });
const UserAnswer = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
});

interface Options {
  call: OauthCall;
  /** Known once Discord has been asked. */
  applicationId: () => string;
  clientSecret: string;
  authorizeUrl: URL;
}

/** Discord's OAuth with the scope `identify`. Source: Discord, "OAuth2", authorization code grant. */
export function createIdentity(options: Options): DiscordIdentity {
  const { call, applicationId, clientSecret } = options;

  async function exchange(code: string, redirectUri: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: applicationId(),
      client_secret: clientSecret,
    });
    const { status, body } = await call({
      method: 'POST',
      route: Routes.oauth2TokenExchange(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const token = status < 300 ? TokenAnswer.safeParse(body).data : undefined;
    if (token !== undefined) return token.access_token;
    // RFC 6749 section 5.2: 400, and 401 for a wrong client, which is nothing that the member could mend. 429 is an outage.
    throw new IdentityError(status === 400 ? 'refused' : 'unavailable', { cause: statusError(status) });
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
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await call({ method: 'GET', route: '/users/@me', headers });
      const user = status < 300 ? UserAnswer.safeParse(body).data : undefined;
      if (user === undefined) throw new IdentityError('unavailable', { cause: statusError(status) });
      return { discordId: user.id, name: user.global_name ?? user.username };
    },
  };
}

const statusError = (status: number) => new Error(`identify failed with ${status}`);
