import { verify } from 'node:crypto';
import {
  GatewayBotResponseSchema,
  PrivateApplicationResponseSchema,
  UserPIIResponseSchema,
} from 'discord-api-spec/zod';
import { DiscordAPIError, REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { Mishap } from '../rest/mishaps.ts';
import { answerFaults, discordWorld, publish } from './world.ts';

const AGENT = { 'user-agent': 'DiscordBot (https://bot.test, 1.0.0)' };

describe('the bot’s own routes', () => {
  test('answer as the official description says', async () => {
    const { rest, discord } = await discordWorld();
    expect(answerFaults(GatewayBotResponseSchema, await rest.get('/gateway/bot'))).toBeUndefined();
    const application = await rest.get('/applications/@me');
    expect(answerFaults(PrivateApplicationResponseSchema, application)).toEqual({
      // Deprecated, gone from the description, and still in what Discord sends.
      summary: expect.anything(),
    });
    expect(application).toMatchObject({ id: discord.applicationId, verify_key: discord.publicKey });
    expect(await rest.get('/oauth2/applications/@me')).toEqual(application);
    expect(answerFaults(UserPIIResponseSchema, await rest.get('/users/@me'))).toBeUndefined();
  });

  test('are versioned, and there without a version', async () => {
    const { discord } = await discordWorld();
    const get = async (path: string) => (await fetch(`${discord.apiUrl}${path}`, { headers: AGENT })).status;
    expect(await Promise.all(['/gateway', '/v10/gateway', '/v6/gateway', '/v10/nothing'].map(get))).toEqual([
      200, 200, 404, 404,
    ]);
  });

  test('tell messages newest first, private ones left out', async () => {
    const { rest, discord } = await discordWorld();
    await publish(rest, discord);
    for (const [content, flags] of [
      ['one', 0],
      ['secret', 64],
      ['two', 0],
    ] as const) {
      const { id, token } = discord.member('Ana').slash('rank');
      await rest.post(`/interactions/${id}/${token}/callback`, {
        body: { type: 4, data: { content, flags } },
        auth: false,
      });
    }
    const channel = discord.channels[0]!.id;
    const messages = (await rest.get(`/channels/${channel}/messages`)) as { id: string; content: string }[];
    expect(messages.map(({ content }) => content)).toEqual(['two', 'one']);
    expect(await rest.get(`/channels/${channel}/messages/${messages[0]!.id}`)).toEqual(messages[0]);
    await expect(rest.get('/channels/1/messages')).rejects.toMatchObject({ code: 10003 });
  });
});

describe('a request is refused', () => {
  test.each<[string, string, RequestInit, number, number]>([
    ['without a token', '/users/@me', { headers: AGENT }, 401, 0],
    ['with a wrong one', '/users/@me', { headers: { ...AGENT, authorization: 'Bot x' } }, 401, 0],
    ['with an unknown person’s', '/users/@me', { headers: { ...AGENT, authorization: 'Bearer x' } }, 401, 0],
    ['without Discord’s kind of user agent', '/gateway', { headers: { 'user-agent': 'node' } }, 403, 40333],
    ['by a method that the route has not', '/gateway', { method: 'POST', headers: AGENT }, 405, 0],
  ])('%s', async (_title, path, init, status, code) => {
    const { discord } = await discordWorld();
    const response = await fetch(`${discord.apiUrl}/v10${path}`, init);
    expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([status, code]);
    expect(discord.problems).toMatchObject([{ status, code }]);
  });

  test.each<[string, string, string, number]>([
    ['that is no JSON', 'application/json', '{', 50109],
    ['of another type', 'text/plain', 'x', 50035],
    ['that says nothing of its type', '', '{}', 50035],
    ['with a broken multipart', 'multipart/form-data; boundary=x', '--y', 50035],
  ])('with a body %s', async (_title, type, body, code) => {
    const { discord } = await discordWorld();
    const headers = { ...AGENT, authorization: `Bot ${discord.token}`, 'content-type': type };
    const url = `${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`;
    const response = await fetch(url, { method: 'PUT', headers, body });
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });
});

describe('limits', () => {
  test('are announced in headers', async () => {
    const { discord } = await discordWorld();
    const { headers } = await fetch(`${discord.apiUrl}/v10/gateway`, { headers: AGENT });
    for (const name of ['limit', 'remaining', 'reset', 'reset-after', 'bucket'])
      expect(headers.get(`x-ratelimit-${name}`)).toBeTruthy();
  });

  test('hold the bot to 50 requests a second; answers to interactions do not count', async () => {
    const { discord, rest } = await discordWorld({ now: () => 1_800_000_000_000 });
    await publish(rest, discord);
    const interactions = Array.from({ length: 60 }, () => discord.member('Ana').slash('rank'));
    const answered = await Promise.all(
      interactions.map(({ id, token }) =>
        fetch(`${discord.apiUrl}/v10/interactions/${id}/${token}/callback`, {
          method: 'POST',
          headers: { ...AGENT, 'content-type': 'application/json' },
          body: '{"type":5}',
        }),
      ),
    );
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([204]));
    const headers = { ...AGENT, authorization: `Bot ${discord.token}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${discord.apiUrl}/v10/users/@me`, { headers })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]!.headers.get('x-ratelimit-global')).toBe('true');
    expect(await refused[0]!.json()).toMatchObject({ global: true, retry_after: 1 });
  });
});

describe('mishaps', () => {
  test('an answer can get lost after the deed, or be another before it', async () => {
    const { discord, rest } = await discordWorld();
    await publish(rest, discord);
    const interaction = discord.member('Ana').slash('rank');
    const answer = () =>
      rest.post(`/interactions/${interaction.id}/${interaction.token}/callback`, {
        body: { type: 5 },
        auth: false,
      });
    discord.mishaps.add({ method: 'POST', path: /\/callback$/, status: 502 });
    await expect(answer()).rejects.toMatchObject({ status: 502 });
    expect(interaction.acknowledgement).toBeUndefined();
    const mishap: Mishap = { path: /\/callback$/, drop: true, applied: true };
    discord.mishaps.add(mishap);
    await expect(answer()).rejects.not.toBeInstanceOf(DiscordAPIError);
    expect(interaction.acknowledgement?.type).toBe(5);
    await expect(answer()).rejects.toMatchObject({ code: 40060 });
  });

  test('the API can be further away', async () => {
    const { discord, rest } = await discordWorld({ restDelayMs: 30 });
    const before = performance.now();
    await rest.get('/gateway', { auth: false });
    expect(performance.now() - before).toBeGreaterThan(25);
    expect(discord.restDelayMs).toBe(30);
  });
});

describe('the wire log', () => {
  test('holds what went both ways, and no secret', async () => {
    const { discord, rest } = await discordWorld();
    await publish(rest, discord);
    const interaction = discord.member('Ana').slash('rank');
    await rest.post(`/interactions/${interaction.id}/${interaction.token}/callback`, {
      body: { type: 4, data: { content: `${discord.token}!` } },
      auth: false,
    });
    await expect(
      new REST({ api: discord.apiUrl, retries: 0 }).setToken('wrong').get('/users/@me'),
    ).rejects.toMatchObject({ status: 401 });
    await fetch(`${discord.apiUrl}/v10/oauth2/token`, {
      method: 'POST',
      headers: AGENT,
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'a-secret-code',
        client_id: discord.applicationId,
        client_secret: discord.clientSecret,
      }),
    });
    expect(
      discord.wire.map((entry) =>
        entry.via === 'rest' ? `${entry.method} ${entry.path} ${entry.status}` : entry.event,
      ),
    ).toEqual([
      `PUT /applications/${discord.applicationId}/commands 200`,
      `POST /interactions/${interaction.id}/•••/callback 204`,
      'GET /users/@me 401',
      'POST /oauth2/token 400',
    ]);
    const text = JSON.stringify([discord.wire, discord.problems]);
    for (const secret of [discord.token, discord.clientSecret, interaction.token, 'a-secret-code'])
      expect(text).not.toContain(secret);
  });

  test('is bounded', async () => {
    const { discord } = await discordWorld({ now: () => 1_800_000_000_000 });
    for (let n = 0; n < 510; n += 1) await fetch(`${discord.apiUrl}/v10/gateway?n=${n}`);
    expect(discord.wire).toHaveLength(500);
    expect(discord.wire.at(-1)).toMatchObject({ path: '/gateway?n=509' });
  });
});

test('an endpoint of the bot’s own can be reached instead of the gateway', async () => {
  const { discord, rest } = await discordWorld();
  await publish(rest, discord);
  discord.deliver = (raw) => {
    discord.answer(raw, { type: 4, data: { content: discord.sign('text') } });
    return undefined;
  };
  const answer = await discord.member('Ana').slash('rank').answer();
  const key = {
    key: Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(discord.publicKey, 'hex'),
    ]),
    format: 'der',
    type: 'spki',
  } as const;
  expect(verify(null, Buffer.from('text'), key, Buffer.from(answer.content, 'hex'))).toBe(true);
});

test('two stand-ins run side by side', async () => {
  const [one, two] = [await discordWorld(), await discordWorld()];
  await publish(one.rest, one.discord);
  expect([one.discord.commands.length, two.discord.commands.length]).toEqual([3, 0]);
});
