import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrivateApplicationResponseSchema } from 'discord-api-spec/zod';
import { expect, onTestFinished, test } from 'vitest';
import { answerFaults, discordWorld } from './world.ts';

type EndpointReply = [status: number, body: string, type?: string];

/** An endpoint that answers the two probes, a good PING and a forged one, in this way. */
async function endpoint(...replies: EndpointReply[]): Promise<string> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const [status, body, type = 'application/json'] = replies.shift() ?? [500, ''];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`;
}

test('the address of an endpoint is taken once a PING is answered and a wrong signature refused', async () => {
  const { rest, discord } = await discordWorld();
  const set = async (...replies: EndpointReply[]) =>
    rest.patch('/applications/@me', { body: { interactions_endpoint_url: await endpoint(...replies) } }).then(
      () => 'taken',
      (error: { code: number }) => error.code,
    );
  const pong: EndpointReply = [200, '{"type":1}'];
  const cases: [string, EndpointReply[], unknown][] = [
    [
      'no PONG',
      [
        [200, '{}'],
        [401, ''],
      ],
      50_035,
    ],
    [
      'a PONG without its type',
      [
        [200, '{"type":1}', 'text/plain'],
        [401, ''],
      ],
      50_035,
    ],
    [
      'a PING refused',
      [
        [401, ''],
        [401, ''],
      ],
      50_035,
    ],
    ['any signature taken', [pong, pong], 50_035],
    ['a wrong signature told as a bad request', [pong, [400, '']], 50_035],
    ['both right', [pong, [401, '']], 'taken'],
  ];
  for (const [title, replies, expected] of cases) {
    expect([title, await set(...replies)]).toEqual([title, expected]);
    expect([title, discord.interactionsUrl !== undefined]).toEqual([title, expected === 'taken']);
  }
});

test('an API sets what the portal shows, and no more than that', async () => {
  const { rest } = await discordWorld();
  const body = {
    description: 'Ranks in chat',
    tags: ['esports'],
    install_params: { scopes: ['bot'], permissions: '2048' },
  };
  const changed = await rest.patch('/applications/@me', { body });
  expect(changed).toMatchObject(body);
  expect(answerFaults(PrivateApplicationResponseSchema, changed)).toEqual({ summary: expect.anything() });
  expect(await rest.get('/applications/@me')).toEqual(changed);
  for (const wrong of [
    { tags: ['x'.repeat(21)] },
    { description: 'x'.repeat(401) },
    { terms_of_service_url: 'x' },
  ])
    await expect(rest.patch('/applications/@me', { body: wrong })).rejects.toMatchObject({ code: 50_035 });
});
