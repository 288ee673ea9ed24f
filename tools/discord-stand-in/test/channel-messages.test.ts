import { MessageResponseSchema, PrivateChannelResponseSchema } from 'discord-api-spec/zod';
import { ChannelType, MessageFlags, type RESTPostAPIChannelMessageResult } from 'discord.js';
import { expect, test } from 'vitest';
import { answerFaults, discordWorld } from './world.ts';

const AGENT = { 'user-agent': 'DiscordBot (https://bot.test, 1.0.0)' };

async function channelWorld() {
  // A clock that runs ahead of the limits: these tests are about the other rules.
  let time = 1_800_000_000_000;
  const world = await discordWorld({ now: () => (time += 2000) });
  const { discord, rest } = world;
  const path = (name: string) =>
    `/channels/${discord.channels.find((one) => one.name === name)!.id}/messages`;
  const call = async (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', where: string, body?: unknown) => {
    const response = await fetch(`${discord.apiUrl}/v10${where}`, {
      method,
      headers: { ...AGENT, authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = response.status === 204 ? {} : await response.json();
    return { status: response.status, body: answer as RESTPostAPIChannelMessageResult & { code?: number } };
  };
  const wait = (ms: number) => (time += ms);
  return { discord, rest, path, call, wait };
}

test('a message without an interaction is posted, edited, read and removed by its own route', async () => {
  const { path, call, discord } = await channelWorld();
  const { body } = await call('POST', path('results'), {
    content: 'Ana 2–1 <@200000000000000002> <@&310000000000000001>',
    allowed_mentions: { users: ['200000000000000002'], roles: ['310000000000000001'] },
    embeds: [{ description: 'Final' }],
  });
  expect(answerFaults(MessageResponseSchema, body)).toBeUndefined();
  expect(body).toMatchObject({ mentions: [{ username: 'bruno' }], mention_roles: ['310000000000000001'] });
  expect(body).not.toHaveProperty('interaction_metadata');
  expect(body).not.toHaveProperty('webhook_id');
  const one = `${path('results')}/${body.id}`;
  expect(await call('PATCH', one, { content: 'Ana 3–1' })).toMatchObject({ body: { content: 'Ana 3–1' } });
  expect((await call('GET', one)).body).toMatchObject({ content: 'Ana 3–1', embeds: [{}] });
  expect((await call('DELETE', one)).status).toBe(204);
  expect((await call('GET', one)).body.code).toBe(10_008);
  expect((await call('PATCH', one, { content: 'x' })).body.code).toBe(10_008);
  expect(discord.problems.map(({ code }) => code)).toEqual([10_008, 10_008]);
});

test('an enforced nonce makes one message of repeated requests, for a few minutes', async () => {
  const { path, call, wait } = await channelWorld();
  const body = { content: 'Your match is up', nonce: 'call:m1', enforce_nonce: true };
  const first = await call('POST', path('general'), body);
  expect((await call('POST', path('general'), { ...body, content: 'again' })).body).toEqual(first.body);
  expect((await call('POST', path('results'), body)).body.id).not.toBe(first.body.id);
  expect((await call('POST', path('general'), { ...body, enforce_nonce: false })).body.id).not.toBe(
    first.body.id,
  );
  wait(10 * 60 * 1000);
  expect((await call('POST', path('general'), body)).body.id).not.toBe(first.body.id);
  expect((await call('POST', path('general'), { ...body, nonce: 'x'.repeat(26) })).body.code).toBe(50_035);
});

test('what Discord does not let a bot post is refused', async () => {
  const { path, call, discord } = await channelWorld();
  const [arena] = discord.guilds;
  const cases: [string, string, object, number][] = [
    ['where it may not write', path('announcements'), { content: 'x' }, 50_013],
    ['where it sees nothing', path('staff'), { content: 'x' }, 50_001],
    ['where nothing is', '/channels/1/messages', { content: 'x' }, 10_003],
    ['nothing', path('general'), {}, 50_006],
    ['2,001 units', path('general'), { content: 'x'.repeat(2001) }, 50_035],
    // Two UTF-16 units each: how Discord counts them is not documented, and the stricter holds here.
    ['1,001 emoji', path('general'), { content: '🏆'.repeat(1001) }, 50_035],
    ['an ephemeral message', path('general'), { content: 'x', flags: 64 }, 50_035],
    ['a field that is none', path('general'), { content: 'x', colour: 1 }, 50_035],
  ];
  for (const [title, where, body, code] of cases)
    expect([title, (await call('POST', where, body)).body.code]).toEqual([title, code]);
  const role = arena!.roles.find(({ botId }) => botId !== undefined)!;
  role.permissions &= ~((1n << 14n) | (1n << 11n));
  expect((await call('POST', path('general'), { embeds: [{ title: 'x' }] })).body.code).toBe(50_013);
  expect((await call('GET', '/guilds/1/roles')).body.code).toBe(10_004);
});

test('an archived thread takes no edit; a post opens it again', async () => {
  const { path, call, discord } = await channelWorld();
  const thread = discord.channels.find(({ name }) => name === 'friday-cup')!;
  const { body } = await call('POST', path('friday-cup'), { content: 'round 1' });
  thread.archived = true;
  expect((await call('PATCH', `${path('friday-cup')}/${body.id}`, { content: 'x' })).body.code).toBe(50_083);
  expect((await call('POST', path('friday-cup'), { content: 'round 2' })).status).toBe(200);
  expect((await call('PATCH', `${path('friday-cup')}/${body.id}`, { content: 'x' })).status).toBe(200);
});

test('a deleted channel and closed direct messages get their own error codes', async () => {
  const { call, discord, rest, path } = await channelWorld();
  const ana = discord.member('Ana');
  const dm = await rest.post('/users/@me/channels', { body: { recipient_id: ana.id } });
  expect(answerFaults(PrivateChannelResponseSchema, dm)).toBeUndefined();
  const direct = `/channels/${ana.dmChannelId}/messages`;
  expect((await call('POST', direct, { content: 'Your match is up' })).status).toBe(200);
  expect(ana.sees('dm').map(({ content }) => content)).toEqual(['Your match is up']);
  discord.channels.find(({ id }) => id === ana.dmChannelId)!.closed = true;
  expect((await call('POST', direct, { content: 'again' })).body.code).toBe(50_007);
  const results = path('results');
  const { channels } = discord.guilds[0]!;
  channels.splice(
    channels.findIndex(({ name }) => name === 'results'),
    1,
  );
  expect((await call('POST', results, { content: 'x' })).body.code).toBe(10_003);
});

test('the sixth post within five seconds gets the route’s own 429, and the client waits', async () => {
  let time = 1_800_000_000_000;
  const { discord } = await discordWorld({ now: () => time });
  const post = (channel: string) =>
    fetch(`${discord.apiUrl}/v10/channels/${channel}/messages`, {
      method: 'POST',
      headers: { ...AGENT, authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
      body: '{"content":"x"}',
    });
  const [general, night] = discord.channels.map(({ id }) => id);
  for (let nth = 0; nth < 5; nth += 1) expect((await post(general!)).status).toBe(200);
  const refused = await post(general!);
  expect(refused.status).toBe(429);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'x-ratelimit-scope': 'user',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset-after': '5.000',
    'retry-after': '5',
  });
  expect(refused.headers.has('x-ratelimit-global')).toBe(false);
  expect(await refused.json()).toEqual({
    message: 'You are being rate limited.',
    retry_after: 5,
    global: false,
  });
  expect((await post(night!)).status).toBe(200);
  time += 5000;
  expect((await post(general!)).status).toBe(200);
});

test('a message of an announcement channel is published once, ten an hour in one channel, and stays so when edited', async () => {
  const { path, call, discord, wait } = await channelWorld();
  const post = async (where: string) =>
    `${where}/${(await call('POST', where, { content: 'News' })).body.id}`;
  const publish = (one: string) => call('POST', `${one}/crosspost`);
  const arena = discord.guilds[0]!;
  const news = { id: '400000000000000099', name: 'news', type: ChannelType.GuildAnnouncement } as const;
  arena.channels.push({ ...news, guildId: arena.id });
  const inNews = `/channels/${news.id}/messages`;
  expect((await publish(await post(path('general')))).body.code).toBe(50_024);
  const one = await post(inNews);
  const { status, body } = await publish(one);
  expect(answerFaults(MessageResponseSchema, body)).toBeUndefined();
  expect([status, body.flags]).toEqual([200, MessageFlags.Crossposted]);
  expect((await publish(one)).body.code).toBe(40_033);
  expect((await call('PATCH', one, { content: 'Old news', flags: 0 })).body.flags).toBe(
    MessageFlags.Crossposted,
  );
  expect((await publish(`${inNews}/1`)).body.code).toBe(10_008);
  for (let count = 3; count < 10; count++) expect((await publish(await post(inNews))).status).toBe(200);
  expect((await publish(await post(inNews))).status).toBe(429);
  wait(60 * 60 * 1000);
  expect((await publish(await post(inNews))).status).toBe(200);
});
