import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResponseRoutes } from '../../src/discord/response-routes.ts';
import { createRest } from '../../src/discord/rest.ts';
import type { ResponseRoutes } from '../../src/bot/respond.ts';
import { silent } from '../support/fakes.ts';

/** The next response: a status with an error code, or a closed connection. */
type NextResponse = { status: number; code?: number; retryAfter?: number } | 'closed';

let server: Server;
let routes: ResponseRoutes;
let next: NextResponse[];
let requests: { method: string; path: string; body: unknown; authorization: string | undefined }[];

beforeEach(async () => {
  next = [];
  requests = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        body: text.startsWith('{') ? JSON.parse(text) : text,
        authorization: request.headers.authorization,
      });
      const answer = next.shift() ?? { status: 204 };
      if (answer === 'closed') return void request.socket.destroy();
      if (answer.status === 204) return void response.writeHead(204).end();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      return void response.end(
        JSON.stringify({ message: 'no', code: answer.code ?? 0, retry_after: answer.retryAfter }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rest = createRest({
    apiUrl: new URL(`http://127.0.0.1:${port}/api`),
    token: 'bot-token',
    version: '0',
  });
  routes = createResponseRoutes(rest, () => '900', silent);
});

afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const acknowledge = () => routes.callback({ id: '1', token: 'tok' }, { body: { type: 5 }, files: [] });

describe('the acknowledgement', () => {
  it.each<[string, NextResponse[], string, number]>([
    ['is ours when Discord takes it', [], 'ours', 1],
    ['is another process’s on a 40060 at the first try', [{ status: 400, code: 40_060 }], 'theirs', 1],
    ['is too late on 10062', [{ status: 404, code: 10_062 }], 'expired', 1],
    ['is repeated once after a 502', [{ status: 502 }], 'ours', 2],
    ['is repeated once after a closed connection', ['closed'], 'ours', 2],
    ['comes again after a short 429', [{ status: 429, retryAfter: 0.01 }], 'ours', 2],
    [
      'is another process’s on a 40060 after a 429, which took nothing',
      [
        { status: 429, retryAfter: 0.01 },
        { status: 400, code: 40_060 },
      ],
      'theirs',
      2,
    ],
    ['is given up on a long 429', [{ status: 429, retryAfter: 60 }], 'failed', 1],
    [
      'is ours on a 40060 after a 502: the first try got through',
      [{ status: 502 }, { status: 400, code: 40_060 }],
      'ours',
      2,
    ],
    ['is ours on a 40060 after a closed connection', ['closed', { status: 400, code: 40_060 }], 'ours', 2],
    ['fails after two unclear tries', [{ status: 502 }, { status: 500 }], 'failed', 2],
    ['fails on a refusal, without another try', [{ status: 400, code: 50_035 }], 'failed', 1],
  ])('%s', async (_, answers, expected, tries) => {
    next = answers;
    expect(await acknowledge()).toBe(expected);
    expect(requests).toHaveLength(tries);
  });

  it('carries no bot token, so that a 401 does not make the client drop it', async () => {
    next = [{ status: 401 }];
    await acknowledge();
    expect(requests[0]?.authorization).toBeUndefined();
  });
});

describe('edits', () => {
  const message = { body: { content: 'x', flags: 64, allowed_mentions: { parse: [] } }, files: [] };

  it('do not send flags, which the first answer fixed', async () => {
    next = [{ status: 204 }];
    await routes.editOriginal('tok', message);
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      path: '/api/v10/webhooks/900/tok/messages/@original',
    });
    expect(requests[0]?.body).toEqual({ content: 'x', allowed_mentions: { parse: [] } });
  });

  it('send files as multipart with their names', async () => {
    const files = [{ name: 'bracket.png', bytes: Buffer.from('png'), description: 'a bracket' }];
    await routes.followUp('tok', { ...message, files });
    expect(requests[0]?.path).toBe('/api/v10/webhooks/900/tok');
    expect(String(requests[0]?.body)).toContain('filename="bracket.png"');
  });
});

describe('a request after the first answer', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['an edit', () => routes.editOriginal('tok', { body: {}, files: [] }), 'PATCH'],
    ['a follow-up', () => routes.followUp('tok', { body: {}, files: [] }), 'POST'],
    ['a deletion', () => routes.deleteOriginal('tok'), 'DELETE'],
  ])('%s waits until Discord has processed the first answer', async (_what, call, method) => {
    next = [
      { status: 404, code: 10_015 },
      { status: 404, code: 10_015 },
    ];
    await call();
    expect(requests.map((one) => one.method)).toEqual([method, method, method]);
  });

  it('outlasts a Discord that fails for longer than the client’s own retries, which wait for nothing', async () => {
    for (const call of [
      () => routes.editOriginal('tok', { body: { content: 'done' }, files: [] }),
      () => routes.deleteOriginal('tok'),
      () => routes.followUp('tok', { body: { content: 'x', flags: 64 }, files: [] }),
    ]) {
      next = Array.from({ length: 5 }, () => ({ status: 502 }));
      await call();
      expect(next).toEqual([]);
    }
  });

  it('that others would see twice is sent once, whether its answer comes or not', async () => {
    for (const lost of [{ status: 502 }, 'closed'] as const) {
      next = [lost];
      requests = [];
      const shown = routes.followUp('tok', { body: { content: 'x' }, files: [] });
      await expect(shown).rejects.toBeInstanceOf(Error);
      expect(requests).toHaveLength(1);
    }
    next = [{ status: 502 }];
    requests = [];
    await routes.followUp('tok', { body: { content: 'x', flags: 64 }, files: [] });
    expect(requests).toHaveLength(2);
  });

  it('fails if Discord never knows the interaction', async () => {
    next = Array.from({ length: 9 }, () => ({ status: 404, code: 10_015 }));
    await expect(routes.editOriginal('tok', { body: {}, files: [] })).rejects.toMatchObject({ code: 10_015 });
    expect(requests).toHaveLength(4);
  });
});
