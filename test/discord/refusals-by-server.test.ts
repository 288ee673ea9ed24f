import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPosts } from '../../src/discord/posts.ts';
import { createPressPosts } from '../../src/discord/press-posts.ts';
import { createServers } from '../../src/discord/servers.ts';
import { createResponseRoutes } from '../../src/discord/response-routes.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createTransport } from '../../src/app/transport.ts';
import { createPressTickets } from '../../src/store/press-tickets.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { silent } from '../support/fakes.ts';

const OWN = '100000000000000001';
const OTHER = '200000000000000002';
const post = { content: 'x' };

/** A fake Discord that refuses channels from 1000 on, everything about one server, and one member. */
async function discord() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    const isRefused = /channels\/1\d{3}\b|members\/666$/.test(path) || path.includes(`guilds/${OWN}`);
    request.on('end', () => {
      response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' });
      response.end(isRefused ? '{"code":50001,"message":"Missing Access"}' : '{"id":"1"}');
    });
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rests = createRest({ apiUrl: new URL(`http://127.0.0.1:${port}/api`), token: 't', version: '0' });
  onTestFinished(async () => {
    await rests.close();
    server.close();
  });
  const stores = memoryStores().replica();
  const transport = createTransport({
    mode: 'http',
    token: 't',
    shards: 'auto',
    publicKey: undefined,
    rests,
    stores,
    onRefusedSignature: () => {},
    onShard: () => undefined,
    log: silent,
  });
  return {
    paths,
    invalid: rests.invalidRequests,
    /** Receives an interaction from a channel. */
    receive: (guildId: string, channelId: string) =>
      transport.endpoint!(async () => 'ok').dispatch(
        { guild_id: guildId, channel_id: channelId },
        {
          answer: async () => 'ours',
          leave: () => undefined,
        },
      ),
    routes: createResponseRoutes(rests, () => '900', silent),
    servers: createServers(rests, () => '900'),
    posts: createPressPosts(
      createPosts({
        rest: rests.rest,
        botId: () => '900',
        ticketsOf: createPressTickets({ stores, now: () => 0 }),
        monotonic: () => 0,
      }),
      () => 0,
    ),
  };
}

test('refusals caused in one server stop only that server’s posts', async () => {
  const { servers, posts, receive, invalid, routes, paths } = await discord();
  await receive(OTHER, '500');
  for (let n = 1000; n < 1150; n += 1) {
    await receive(OWN, String(n));
    await posts.post(String(n), post).catch(() => undefined);
  }
  expect(invalid()).toBe(100);
  const before = paths.length;
  await expect(servers.isMember(OWN, '5')).rejects.toThrow('refused by Discord');
  const channelIds = ['1200', '1201'];
  expect(await servers.directory.missing(OWN, { roleIds: ['1'], channelIds })).toEqual(new Set());
  await expect(posts.post('1200', post)).rejects.toThrow('refused by Discord');
  expect(await servers.directory.access(OWN, '1202', { discordId: '5', roleIds: [] })).toBeUndefined();
  expect(paths).toHaveLength(before);
  await posts.edit('500', '1', post);
  await posts.post('501', post);
  await servers.isMember(OTHER, '5');
  // Interactions of its members are still answered.
  await routes.followUp('tok', { body: { ...post, allowed_mentions: { parse: [] } }, files: [] });
  expect(paths).toHaveLength(before + 4);
});

test('a server cannot claim another one’s channel', async () => {
  const { servers, posts, paths } = await discord();
  expect(await servers.directory.access(OTHER, '500', { discordId: '5', roleIds: [] })).toMatchObject({
    isElsewhere: true,
  });
  for (let n = 0; n < 100; n += 1) expect(await servers.isMember(OTHER, '666')).toBe(false);
  await expect(servers.isMember(OTHER, '666')).rejects.toThrow('refused by Discord');
  await posts.post('500', post);
  expect(paths.at(-1)).toContain('channels/500');
});

test('presses do not retry a channel for a minute after a 403', async () => {
  const { posts, paths } = await discord();
  for (let n = 0; n < 5; n += 1) {
    expect(await posts.post('1000', post)).toEqual({ refused: 'forbidden' });
    expect(await posts.edit('1000', '1', post)).toEqual({ refused: 'forbidden' });
  }
  expect(paths).toHaveLength(2);
  await posts.post('500', post);
  await posts.post('500', post);
  expect(paths).toHaveLength(4);
});
