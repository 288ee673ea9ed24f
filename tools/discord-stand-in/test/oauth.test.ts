import { createHash } from 'node:crypto';
import { OAuth2GetAuthorizationResponseSchema, UserPIIResponseSchema } from 'discord-api-spec/zod';
import { PermissionFlagsBits as Permission } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { DiscordStandIn } from '../server.ts';
import { answerFaults, discordWorld } from './world.ts';

const AGENT = { 'user-agent': 'DiscordBot (https://bot.test, 1.0.0)' };
const REDIRECT = 'http://127.0.0.1:3000/link/discord';

const consentUrl = (discord: DiscordStandIn, more: Record<string, string> = {}): string =>
  `${discord.authorizeUrl}?${String(
    new URLSearchParams({
      client_id: discord.applicationId,
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'identify',
      state: 's t&te',
      ...more,
    }),
  )}`;

const open = (url: string, member?: string): Promise<Response> =>
  fetch(url, {
    redirect: 'manual',
    ...(member ? { headers: { cookie: `a=b; stand_in_member=${member}` } } : {}),
  });

const decide = (url: string, form: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

async function authorize(
  discord: DiscordStandIn,
  member = 'Ana',
  more: Record<string, string> = {},
): Promise<string> {
  const response = await decide(consentUrl(discord, more), { member, decision: 'authorize' });
  return new URL(response.headers.get('location')!).searchParams.get('code')!;
}

async function exchange(
  discord: DiscordStandIn,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<[number, Record<string, unknown>]> {
  const response = await fetch(`${discord.apiUrl}/v10/oauth2/token`, {
    method: 'POST',
    headers: { ...AGENT, ...headers },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: REDIRECT, ...fields }),
  });
  return [response.status, (await response.json()) as Record<string, unknown>];
}

const client = ({ applicationId, clientSecret }: DiscordStandIn) => ({
  client_id: applicationId,
  client_secret: clientSecret,
});

describe('the consent page', () => {
  test('asks in words, and offers everybody', async () => {
    const { discord } = await discordWorld();
    const response = await open(consentUrl(discord), discord.member('Bruno').id);
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const words of [
      'Matchpoint',
      'Ana',
      'Chloé',
      'Access your username',
      'http://127.0.0.1:3000',
      'Authorize',
    ])
      expect(html).toContain(words);
    expect(html).toMatch(new RegExp(`value="${discord.member('Bruno').id}" checked`));
  });

  test('leads back with a code and the state as it was, and remembers who was signed in', async () => {
    const { discord } = await discordWorld();
    const response = await decide(consentUrl(discord), {
      member: discord.member('Bruno').id,
      decision: 'authorize',
    });
    const to = new URL(response.headers.get('location')!);
    expect([response.status, to.origin + to.pathname, to.searchParams.get('state')]).toEqual([
      302,
      REDIRECT,
      's t&te',
    ]);
    expect(to.searchParams.get('code')).toBeTruthy();
    expect(response.headers.get('set-cookie')).toContain(`stand_in_member=${discord.member('Bruno').id}`);
  });

  test('leads back with access_denied after Cancel', async () => {
    const { discord } = await discordWorld();
    const response = await decide(consentUrl(discord), { member: 'Ana', decision: 'cancel' });
    const to = new URL(response.headers.get('location')!);
    expect([to.searchParams.get('error'), to.searchParams.get('code'), to.searchParams.get('state')]).toEqual(
      ['access_denied', null, 's t&te'],
    );
  });

  test('with prompt=none is passed over once a member has authorised, and only then', async () => {
    const { discord } = await discordWorld();
    const [ana, bruno] = [discord.member('Ana').id, discord.member('Bruno').id];
    const url = consentUrl(discord, { prompt: 'none' });
    expect((await open(url, ana)).status).toBe(200);
    await authorize(discord, ana);
    const passed = await open(url, ana);
    expect([passed.status, passed.headers.get('location')]).toEqual([302, expect.stringContaining('code=')]);
    expect((await open(url, bruno)).status).toBe(200);
    expect((await open(consentUrl(discord, { prompt: 'none', scope: 'identify email' }), ana)).status).toBe(
      200,
    );
    expect((await open(consentUrl(discord), ana)).status).toBe(200);
  });

  test.each<[string, Record<string, string>, string]>([
    ['of another application', { client_id: '1' }, 'Unknown Application'],
    ['that leads elsewhere', { redirect_uri: 'https://evil.test/' }, 'Invalid OAuth2 redirect_uri'],
    ['that leads nowhere', { redirect_uri: '' }, 'Invalid OAuth2 redirect_uri'],
    ['for a token at once', { response_type: 'token' }, 'response type'],
    ['for a scope that does not exist', { scope: 'identify everything' }, 'scope'],
    ['for no scope', { scope: '' }, 'scope'],
    ['with a plain challenge', { code_challenge: 'x', code_challenge_method: 'plain' }, 'challenge'],
  ])('refuses a request %s, and redirects nowhere', async (_title, more, words) => {
    const { discord } = await discordWorld();
    for (const response of [
      await open(consentUrl(discord, more)),
      await decide(consentUrl(discord, more), { member: 'Ana', decision: 'authorize' }),
    ]) {
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toContain(words);
    }
  });

  test('takes registered addresses alone, once they are named', async () => {
    const { discord } = await discordWorld();
    discord.redirectUris = ['https://bot.test/link/discord'];
    expect((await open(consentUrl(discord))).status).toBe(400);
    expect((await open(consentUrl(discord, { redirect_uri: 'https://bot.test/link/discord' }))).status).toBe(
      200,
    );
    expect((await open(consentUrl(discord, { redirect_uri: 'https://bot.test/link/discord/' }))).status).toBe(
      400,
    );
  });

  test('shows nothing of a request as markup', async () => {
    const { discord } = await discordWorld();
    const html = await (
      await open(consentUrl(discord, { redirect_uri: 'http://127.0.0.1/"><script>' }))
    ).text();
    expect(html).not.toContain('<script>');
  });
});

describe('a code', () => {
  test('becomes a token that tells who authorised', async () => {
    const { discord } = await discordWorld();
    const [status, tokens] = await exchange(discord, {
      code: await authorize(discord, 'Chloé'),
      ...client(discord),
    });
    expect([status, tokens]).toMatchObject([
      200,
      { token_type: 'Bearer', scope: 'identify', expires_in: 604_800 },
    ]);
    const headers = { ...AGENT, authorization: `Bearer ${String(tokens['access_token'])}` };
    const me: unknown = await (await fetch(`${discord.apiUrl}/users/@me`, { headers })).json();
    expect(me).toMatchObject({ id: discord.member('Chloé').id, global_name: 'Chloé', locale: 'en-US' });
    expect(answerFaults(UserPIIResponseSchema, me)).toBeUndefined();
    const authorization: unknown = await (
      await fetch(`${discord.apiUrl}/v10/oauth2/@me`, { headers })
    ).json();
    expect(answerFaults(OAuth2GetAuthorizationResponseSchema, authorization)).toBeUndefined();
  });

  test('is taken with client credentials in the header as well', async () => {
    const { discord } = await discordWorld();
    const basic = `Basic ${btoa(`${discord.applicationId}:${discord.clientSecret}`)}`;
    const [status] = await exchange(discord, { code: await authorize(discord) }, { authorization: basic });
    expect(status).toBe(200);
  });

  test('works once', async () => {
    const { discord } = await discordWorld();
    const fields = { code: await authorize(discord), ...client(discord) };
    expect((await exchange(discord, fields))[0]).toBe(200);
    expect(await exchange(discord, fields)).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(discord.problems).toMatchObject([{ where: 'POST /oauth2/token', status: 400 }]);
  });

  test('works for ten minutes', async () => {
    let time = 1_800_000_000_000;
    const { discord } = await discordWorld({ now: () => time });
    const code = await authorize(discord);
    time += 600_001;
    expect((await exchange(discord, { code, ...client(discord) }))[0]).toBe(400);
  });

  test.each<[string, Record<string, string>, [number, string]]>([
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:3000/other' }, [400, 'invalid_grant']],
    ['another secret', { client_secret: 'x' }, [401, 'invalid_client']],
    ['another client', { client_id: '1' }, [401, 'invalid_client']],
    ['another kind of grant', { grant_type: 'password' }, [400, 'unsupported_grant_type']],
  ])('is refused with %s', async (_title, more, [status, error]) => {
    const { discord } = await discordWorld();
    const code = await authorize(discord);
    expect(await exchange(discord, { code, ...client(discord), ...more })).toMatchObject([status, { error }]);
  });

  test('that was bound to a verifier asks for it', async () => {
    const { discord } = await discordWorld();
    const verifier = 'a'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const bound = { code_challenge: challenge, code_challenge_method: 'S256' };
    for (const [more, status] of [
      [{}, 400],
      [{ code_verifier: 'b'.repeat(43) }, 400],
      [{ code_verifier: verifier }, 200],
    ] as const)
      expect(
        (
          await exchange(discord, {
            code: await authorize(discord, 'Ana', bound),
            ...client(discord),
            ...more,
          })
        )[0],
      ).toBe(status);
  });

  test('is not taken as JSON', async () => {
    const { discord } = await discordWorld();
    const response = await fetch(`${discord.apiUrl}/v10/oauth2/token`, {
      method: 'POST',
      headers: { ...AGENT, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });
});

test('every member has a picture', async () => {
  const { discord } = await discordWorld();
  for (const { avatarUrl } of discord.members) {
    const response = await fetch(avatarUrl);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  }
  expect((await fetch(`${discord.url}/cdn/nothing`)).status).toBe(404);
});

test('an invitation gives the bot what it asks for, from who manages the server', async () => {
  const { discord } = await discordWorld();
  const [arena] = discord.guilds;
  const bot = arena?.roles.find(({ botId }) => botId !== undefined);
  const url = `${discord.authorizeUrl}?${String(
    new URLSearchParams({
      client_id: discord.applicationId,
      scope: 'bot applications.commands',
      permissions: String(Permission.ManageRoles | Permission.SendMessages),
    }),
  )}`;
  const page = await (await open(url)).text();
  expect(page).toContain('Manage Roles');
  expect(page).toContain('Backyard');
  const refused = await decide(url, { member: 'Chloé', guild: 'Arena', decision: 'authorize' });
  expect([refused.status, (bot!.permissions & Permission.ManageRoles) === 0n]).toEqual([403, true]);
  const accepted = await decide(url, { member: 'Ana', guild: 'Arena', decision: 'authorize' });
  expect([accepted.status, (bot!.permissions & Permission.ManageRoles) === 0n]).toEqual([200, false]);
  expect(await accepted.text()).toContain('The bot is in Arena.');
  expect((await open(url.replace('bot', 'email'))).status).toBe(400);
});
