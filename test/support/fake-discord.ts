import { IdentityError, type DiscordIdentity } from '../../src/linking/ports.ts';

export const DISCORD = 'https://discord.test';

interface User {
  discordId: string;
  name: string;
}

/** Discord's consent and code exchange: a code works once, and for the redirect address it was made for. */
export function fakeDiscord() {
  const codes = new Map<string, { user: User; redirectUri: string }>();
  let count = 0;
  const fake = {
    failure: undefined as Error | undefined,
    exchanges: 0,
    beforeAnswer: async () => {},
    code(user: User, redirectUri = 'https://bot.test/link/discord') {
      const code = `secret-discord-code-${++count}`;
      codes.set(code, { user, redirectUri });
      return code;
    },
    identity: {
      authorizeUrl({ state, redirectUri }) {
        const url = new URL('/oauth2/authorize', DISCORD);
        const query = { response_type: 'code', scope: 'identify', prompt: 'none', client_id: '9', state };
        url.search = new URLSearchParams({ ...query, redirect_uri: redirectUri }).toString();
        return url;
      },
      async identify({ code, redirectUri }) {
        await Promise.resolve();
        fake.exchanges++;
        if (fake.failure) throw fake.failure;
        const grant = codes.get(code);
        codes.delete(code);
        await fake.beforeAnswer();
        if (grant?.redirectUri !== redirectUri) throw new IdentityError('refused');
        return grant.user;
      },
    } satisfies DiscordIdentity,
  };
  return fake;
}
