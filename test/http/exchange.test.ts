import { createServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from '../../src/http/exchange.ts';

/** A server of raw bytes, and a pool of one connection to it. Both end with the test. */
async function serve(answer: (socket: Socket, request: string) => void, connections = 1) {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.on('data', (bytes) => {
      requests.push(String(bytes));
      answer(socket, String(bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await pool.destroy();
  });
  const get = (path: string, limits?: Partial<Parameters<typeof exchange>[2]>) =>
    exchange(pool, { path, method: 'GET' }, { timeoutMs: 5000, maxBytes: 1000, ...limits });
  return { get, pool, server, sockets, requests };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const whole = (body: string) => `${OK}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
/** Each piece is a chunk, however the bytes arrive. */
const inPieces = (...pieces: string[]) =>
  [
    `${OK}Transfer-Encoding: chunked\r\n`,
    ...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}`),
    '0\r\n\r\n',
  ].join('\r\n');

describe('an answer', () => {
  test.each<[string, string, string]>([
    ['with a length', whole('{"name":"Đorđe"}'), '{"name":"Đorđe"}'],
    ['in chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`, 'abcde'],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${whole('late')}`, 'late'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['with a byte order mark', whole('\uFEFF{}'), '{}'],
  ])('%s is read whole, and its connection serves the next request', async (_, bytes, text) => {
    const { get, sockets } = await serve((socket) => socket.write(bytes));
    expect(await get('/a')).toMatchObject({ text });
    expect(await get('/b')).toMatchObject({ text });
    expect(sockets).toHaveLength(1);
  });

  test('whose header says that it is too large is refused before its body comes', async () => {
    const { get } = await serve((socket) => socket.write(`${OK}Content-Length: 1001\r\n\r\n`));
    await expect(get('/')).rejects.toThrow('exceeded max size');
  });

  test('whose letter is cut between two chunks has that letter', async () => {
    const [head, tail] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    const { get } = await serve((socket) => {
      socket.write(`${OK}Content-Length: 2\r\n\r\n`);
      socket.write(head, () => setImmediate(() => socket.write(tail)));
    });
    expect((await get('/')).text).toBe('é');
  });

  test('may be as large as is allowed, in one piece or in several', async () => {
    const text = 'x'.repeat(1000);
    const { get } = await serve((socket, request) =>
      socket.write(
        request.startsWith('GET /whole') ? whole(text) : inPieces(text.slice(600), text.slice(400)),
      ),
    );
    expect((await get('/whole')).text).toBe(text);
    expect((await get('/pieces')).text).toBe(text);
  });

  test('tells status and headers', async () => {
    const { get } = await serve((socket) =>
      socket.write('HTTP/1.1 429 Slow\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await get('/')).toEqual({
      status: 429,
      headers: { 'retry-after': '3', 'content-length': '0' },
      text: '',
    });
  });
});

/** What the server does, and what the failure says. */
const faults: [string, (socket: Socket) => void, object][] = [
  ['says nothing', () => undefined, { message: 'no answer in time' }],
  [
    'stops in the middle of a body',
    (socket) => void socket.write(`${OK}Content-Length: 9\r\n\r\nabc`),
    { message: 'no answer in time' },
  ],
  [
    'trickles for ever',
    (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      const drip = setInterval(() => socket.write('1\r\n.\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    },
    { message: 'no answer in time' },
  ],
  ['resets before an answer', (socket) => void socket.resetAndDestroy(), { code: 'ECONNRESET' }],
  [
    'resets in the middle of a body',
    (socket) =>
      void socket.write(`${OK}Content-Length: 9\r\n\r\nabc`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    { code: 'ECONNRESET' },
  ],
  [
    'ends a body before its length',
    (socket) => void socket.end(`${OK}Content-Length: 9\r\n\r\nabc`),
    { code: 'UND_ERR_SOCKET' },
  ],
  [
    'ends chunks without the last',
    (socket) => void socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`),
    { code: 'UND_ERR_SOCKET' },
  ],
  [
    'sends more than is allowed',
    (socket) => void socket.write(whole('x'.repeat(1001))),
    { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' },
  ],
  [
    'sends more than is allowed piece by piece',
    (socket) => void socket.write(inPieces('x'.repeat(600), 'x'.repeat(401))),
    { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' },
  ],
  ['speaks no HTTP', (socket) => void socket.write('hello\r\n\r\n'), { name: 'HTTPParserError' }],
];

describe('a request fails where the server', () => {
  test.each(faults)('%s, and the next one gets a connection', async (_, fault, failure) => {
    const { get, sockets } = await serve((socket, request) => {
      if (request.startsWith('GET /next')) socket.write(whole('fine'));
      else fault(socket);
    });
    await expect(get('/', { timeoutMs: 200 })).rejects.toMatchObject(failure);
    expect(await get('/next')).toMatchObject({ text: 'fine' });
    expect(sockets).toHaveLength(2);
  });

  test('is not there', async () => {
    const { get, server } = await serve(() => undefined);
    await new Promise((resolve) => void server.close(resolve));
    await expect(get('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('is one that we have closed', async () => {
    const { get, pool } = await serve(() => undefined);
    await pool.close();
    await expect(get('/')).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  });
});

test('what waits for a connection until its time is up is never sent', async () => {
  let answerFirst = () => undefined as void;
  const { get, requests } = await serve((socket, request) => {
    if (request.startsWith('GET /first')) answerFirst = () => void socket.write(whole('first'));
    else socket.write(whole('other'));
  });
  const first = get('/first');
  await expect(get('/second', { timeoutMs: 50 })).rejects.toThrow('no answer in time');
  answerFirst();
  expect((await first).text).toBe('first');
  expect((await get('/third')).text).toBe('other');
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/first', '/third']);
});

describe('a signal', () => {
  test('that has aborted already sends nothing', async () => {
    const { get, sockets } = await serve((socket) => socket.write(whole('fine')));
    await expect(get('/', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(sockets).toHaveLength(0);
  });

  test.each<[string, string]>([
    ['before an answer', ''],
    ['in the middle of a body', `${OK}Content-Length: 9\r\n\r\nabc`],
  ])('ends a request %s, and the next one gets a connection', async (_, bytes) => {
    const controller = new AbortController();
    const { get } = await serve((socket, request) => {
      if (request.startsWith('GET /next')) return void socket.write(whole('fine'));
      if (bytes !== '') socket.write(bytes);
      setImmediate(() => controller.abort());
    });
    await expect(get('/', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(await get('/next')).toMatchObject({ text: 'fine' });
  });

  test('that aborts after the answer harms neither it nor the next one', async () => {
    const controller = new AbortController();
    const { get, sockets } = await serve((socket) => socket.write(whole('fine')));
    const answer = await get('/', { signal: controller.signal });
    controller.abort();
    expect(answer.text).toBe('fine');
    expect(await get('/next')).toMatchObject({ text: 'fine' });
    expect(sockets).toHaveLength(1);
  });
});

describe('a coded answer', () => {
  const coded = (body: Buffer, coding: string) =>
    Buffer.concat([
      Buffer.from(`${OK}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ]);
  const TEXT = '{"name":"Đorđe"}';
  const answer = async (body: Buffer, coding: string, maxBytes = 1000) => {
    const { get } = await serve((socket) => socket.write(coded(body, coding)));
    return get('/', { maxBytes });
  };

  test.each<[string, Buffer]>([
    ['gzip', gzipSync(TEXT)],
    ['X-GZIP', gzipSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  ])('%s is decoded', async (coding, body) => {
    expect(await answer(body, coding)).toMatchObject({ text: TEXT });
  });

  test.each<[string, Buffer, string]>([
    ['of an unknown coding', Buffer.from(TEXT), 'zstd'],
    ['of another coding than it says', Buffer.from(TEXT), 'gzip'],
    ['that ends too early', gzipSync(TEXT.repeat(9)).subarray(0, 20), 'gzip'],
    ['in three codings', gzipSync(gzipSync(gzipSync(TEXT))), 'gzip, gzip, gzip'],
  ])('%s is refused', async (_, body, coding) => {
    await expect(answer(body, coding)).rejects.toMatchObject({ name: 'CodingError' });
  });

  test('may be as long as any other, and no bomb', async () => {
    const long = 'x'.repeat(1000);
    expect((await answer(gzipSync(long), 'gzip')).text).toBe(long);
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    await expect(answer(bomb, 'gzip', 2 * 1024 * 1024)).rejects.toThrow('exceeded max size');
    for (const [body, coding] of [
      [gzipSync(`${long}x`), 'gzip'],
      [brotliCompressSync(`${long}x`), 'br'],
      [gzipSync(bomb), 'gzip, gzip'],
    ] as const)
      await expect(answer(body, coding)).rejects.toThrow('exceeded max size');
  });
});
