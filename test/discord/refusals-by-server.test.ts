import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServers } from '../../src/discord/servers.ts';
import { createResponseRoutes } from '../../src/discord/response-routes.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createTransport } from '../../src/app/transport.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { silent } from '../support/fakes.ts';

const OWN = '100000000000000001';
const OTHER = '200000000000000002';
const message = { body: { content: 'x', allowed_mentions: { parse: [] } }, files: [] };

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
  const transport = createTransport({
    mode: 'http',
    token: 't',
    shards: 'auto',
    publicKey: undefined,
    rests,
    stores: memoryStores().replica(),
    dispatch: async () => 'ok',
    onRefusedSignature: () => {},
    onShard: () => undefined,
    log: silent,
  });
  return {
    paths,
    invalid: rests.invalidRequests,
    /** Receives an interaction from a channel. */
    receive: (guildId: string, channelId: string) =>
      transport.endpoint!.dispatch(
        { guild_id: guildId, channel_id: channelId },
        {
          answer: async () => 'ours',
          leave: () => undefined,
        },
      ),
    routes: createResponseRoutes(rests, () => '900', silent),
    channels: createServers(rests, () => '900'),
  };
}

test('refusals caused in one server stop only that server’s posts', async () => {
  const { channels, receive, invalid, routes, paths } = await discord();
  await receive(OTHER, '500');
  for (let n = 1000; n < 1150; n += 1) {
    await receive(OWN, String(n));
    await routes.post(String(n), message).catch(() => undefined);
  }
  expect(invalid()).toBe(100);
  const before = paths.length;
  await expect(channels.isMember(OWN, '5')).rejects.toThrow('refused by Discord');
  const channelIds = ['1200', '1201'];
  expect(await channels.directory.missing(OWN, { roleIds: ['1'], channelIds })).toEqual(new Set());
  await expect(channels.postText('1200', 'x')).rejects.toThrow('refused by Discord');
  expect(await channels.directory.access(OWN, '1202')).toBeUndefined();
  expect(paths).toHaveLength(before);
  await routes.post('500', message);
  await channels.postText('501', 'x');
  await channels.isMember(OTHER, '5');
  // Interactions of its members are still answered.
  await routes.followUp('tok', message);
  expect(paths).toHaveLength(before + 4);
});

test('a server cannot claim another one’s channel', async () => {
  const { channels, paths } = await discord();
  expect(await channels.directory.access(OTHER, '500')).toMatchObject({ isElsewhere: true });
  for (let n = 0; n < 100; n += 1) expect(await channels.isMember(OTHER, '666')).toBe(false);
  await expect(channels.isMember(OTHER, '666')).rejects.toThrow('refused by Discord');
  await channels.postText('500', 'x');
  expect(paths.at(-1)).toContain('channels/500');
});

test('presses do not retry a channel for a minute after a 403', async () => {
  const { channels, routes, paths } = await discord();
  for (let n = 0; n < 5; n += 1) {
    await expect(routes.post('1000', message)).rejects.toMatchObject({ status: 403, code: 50_001 });
    await expect(channels.postText('1000', 'x')).rejects.toMatchObject({ status: 403, code: 50_001 });
  }
  expect(paths).toHaveLength(1);
  await channels.postText('500', 'x');
  await channels.postText('500', 'x');
  expect(paths).toHaveLength(3);
});
