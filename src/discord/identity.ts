import { DiscordAPIError, HTTPError, type REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { IdentityError, type DiscordIdentity } from '../accounts/ports.ts';

const TokenAnswer = z.object({ access_token: z.string().min(1) });
const UserAnswer = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
});

interface Options {
  rest: REST;
  /** Known once Discord has been asked. */
  applicationId: () => string;
  clientSecret: string;
  authorizeUrl: URL;
}

/** Discord's OAuth with the scope `identify`. Source: Discord, "OAuth2", authorization code grant. */
export function createIdentity(options: Options): DiscordIdentity {
  const { rest, applicationId, clientSecret } = options;

  async function exchange(code: string, redirectUri: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: applicationId(),
      client_secret: clientSecret,
    });
    const answer = await rest.post(Routes.oauth2TokenExchange(), {
      body: form.toString(),
      passThroughBody: true,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      auth: false,
    });
    return TokenAnswer.parse(answer).access_token;
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
      try {
        const token = await exchange(code, redirectUri);
        const headers = { Authorization: `Bearer ${token}` };
        const user = UserAnswer.parse(await rest.get('/users/@me', { auth: false, headers }));
        return { discordId: user.id, name: user.global_name ?? user.username };
      } catch (error) {
        // The cause is left out on purpose: REST's errors hold the request with the code and the client secret.
        const refused =
          error instanceof DiscordAPIError || error instanceof HTTPError ? error.status < 500 : false;
        const status = error instanceof Error && 'status' in error ? error.status : undefined;
        const cause = new Error(`identify failed with ${typeof status === 'number' ? status : 'no status'}`);
        throw new IdentityError(refused && status !== 429 ? 'refused' : 'unavailable', { cause });
      }
    },
  };
}
