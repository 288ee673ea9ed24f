import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createCallbackPost } from '../../src/discord/callback-post.ts';
import { createRequestSubjects } from '../../src/discord/request-subjects.ts';
import { createInvalidRequests, createSend } from '../../src/discord/send.ts';

/** Posts one first answer to a fake Discord that responds with `handle`. */
async function post(handle: (response: ServerResponse) => void) {
  const server = createServer((request, response) => void request.on('end', () => handle(response)).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api = new URL(`http://127.0.0.1:${port}/api/v10`);
  const pool = new Pool(api.origin);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await pool.destroy();
  });
  const invalid = createInvalidRequests(Date.now);
  const direct = { send: createSend(pool, invalid, createRequestSubjects()), api, userAgent: 'DiscordBot' };
  const answered = createCallbackPost(direct, 200)(
    { id: '1', token: 'tok' },
    { body: { type: 5 }, files: [] },
  );
  return { answered, invalid };
}

test('reads Discord’s error code and wait from a refusal, and counts the refusal', async () => {
  const { answered, invalid } = await post((response) =>
    response.writeHead(429).end('{"code":20028,"retry_after":0.5}'),
  );
  expect(await answered).toEqual({ status: 429, code: 20_028, retryAfterMs: 500 });
  expect(invalid.count()).toBe(1);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['no headers', () => undefined],
  ['half a body', (response) => void response.writeHead(200, { 'content-length': 9 }).write('{')],
  [
    'a body that is cut off',
    (response) =>
      void response.writeHead(200, { 'content-length': 9 }).write('{', () => response.socket?.end()),
  ],
  ['a closed connection', (response) => void response.destroy()],
  ['a refusal without end', (response) => response.writeHead(400).end('x'.repeat(70_000))],
])('%s rejects', async (_, handle) => {
  const { answered } = await post(handle);
  await expect(answered).rejects.toThrow(Error);
});
