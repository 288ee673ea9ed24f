import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createInvalidRequests, createSend } from '../../src/discord/send.ts';
import { createRequestSubjects } from '../../src/discord/request-subjects.ts';
import { createMakeRequest } from '../../src/discord/undici-request.ts';

/** Sends one edit to a fake Discord that responds with `handle`; `abort` ends the library's timeout. */
async function edit(handle: (response: ServerResponse, abort: () => void) => void) {
  const controller = new AbortController();
  const server = createServer((request, response) =>
    request.on('end', () => handle(response, () => setImmediate(() => controller.abort()))).resume(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await pool.destroy();
  });
  const invalid = createInvalidRequests(Date.now);
  const send = createMakeRequest({
    send: createSend(pool, invalid, createRequestSubjects()),
    origin,
    onAnswer: () => undefined,
  });
  const init = { method: 'PATCH', body: '{}', signal: controller.signal };
  return { answered: send(`${origin}/api/v10/webhooks/1/tok`, init), invalid };
}

test('a response provides its body in the forms that the library reads', async () => {
  const { answered } = await edit((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Đorđe"}'),
  );
  const answer = await answered;
  expect(answer).toMatchObject({ status: 200, statusText: 'OK', ok: true });
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  expect(await answer.json()).toEqual({ name: 'Đorđe' });
  expect(await answer.text()).toBe('{"name":"Đorđe"}');
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('{"name":"Đorđe"}');
});

test('a refusal is a response, and is counted', async () => {
  const { answered, invalid } = await edit((response) => response.writeHead(403).end('{"code":50001}'));
  expect(await answered).toMatchObject({ status: 403, ok: false });
  expect(invalid.count()).toBe(1);
});

test.each<[string, Parameters<typeof edit>[0], object]>([
  ['no headers', (_, abort) => abort(), { name: 'AbortError' }],
  [
    'half a body',
    (response, abort) => response.writeHead(200, { 'content-length': 9 }).write('{', abort),
    { name: 'AbortError' },
  ],
  [
    'a body that is cut off',
    (response) =>
      void response.writeHead(200, { 'content-length': 9 }).write('{', () => response.socket?.end()),
    { code: 'UND_ERR_SOCKET' },
  ],
  ['a closed connection', (response) => void response.destroy(), { code: 'UND_ERR_SOCKET' }],
  [
    'an answer without end',
    (response) => response.writeHead(200).end(Buffer.alloc(17 * 1024 * 1024)),
    { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' },
  ],
])('%s is an error that the library recognizes', async (_, handle, failure) => {
  const { answered } = await edit(handle);
  await expect(answered).rejects.toMatchObject(failure);
});
