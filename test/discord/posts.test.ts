import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectOf } from '../../src/json.ts';
import { createServers } from '../../src/discord/servers.ts';
import { createPosts } from '../../src/discord/posts.ts';
import { createRest, type DiscordRest } from '../../src/discord/rest.ts';

/** The bot's user id. */
const BOT = '42';

interface FakeResponse {
  status: number;
  /** Text is sent as it is, like a proxy's page. */
  body: unknown;
  headers?: Record<string, string>;
}

let time = 0;
let server: Server;
let rests: DiscordRest;
let posts: ReturnType<typeof createPosts>;
let answer: (request: { method: string; path: string }) => FakeResponse;
let requests: { method: string; path: string; body: unknown }[];

beforeEach(async () => {
  requests = [];
  time = 0;
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const [method = '', path = ''] = [request.method, request.url?.replace('/api/v10', '')];
      requests.push({ method, path, body: text.startsWith('{') ? JSON.parse(text) : text });
      const { status, body, headers } = answer({ method, path });
      const isPage = typeof body === 'string';
      response
        .writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers })
        .end(isPage ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  rests = createRest({ apiUrl: new URL(`http://127.0.0.1:${port}/api`), token: 'bot-token', version: '0' });
  const none = () => Promise.reject(new Error('no ticket is needed'));
  posts = createPosts({
    rest: rests.rest,
    botId: () => BOT,
    ticketsOf: () => ({ keep: none, read: none, take: none }),
    monotonic: () => time,
  });
});

afterEach(async () => {
  await rests.close();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
});

const refuse = (status: number, code: number) => (): FakeResponse => ({
  status,
  body: { code, message: 'no' },
});

describe("the bot's own posts", () => {
  it('have an enforced nonce, and mention only the named users', async () => {
    answer = () => ({ status: 200, body: { id: '77' } });
    const post = { content: 'hello <@5>', mentions: { users: ['5'] } };
    expect(await posts.post('10', post, 'once')).toEqual({ id: '77' });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/channels/10/messages',
        body: { nonce: 'once', enforce_nonce: true, allowed_mentions: { parse: [], users: ['5'] } },
      },
    ]);
  });

  it('without a nonce are new messages each time', async () => {
    answer = () => ({ status: 200, body: { id: '77' } });
    await posts.post('10', { content: 'hello' });
    await posts.post('10', { content: 'hello' });
    const [first, second] = requests.map(({ body }) => objectOf(body));
    expect([first?.['enforce_nonce'], second?.['enforce_nonce']]).toEqual([true, true]);
    expect(first?.['nonce']).not.toBe(second?.['nonce']);
  });

  it('are refused for good only by Discord’s JSON error codes', async () => {
    const cases = [
      [403, 50_001, 'forbidden'],
      [403, 50_013, 'forbidden'],
      [404, 10_003, 'channel-gone'],
      [404, 10_004, 'channel-gone'],
      [404, 10_008, 'post-gone'],
      [403, 50_005, 'post-gone'],
      [400, 50_083, 'archived'],
      [400, 160_005, 'archived'],
      [400, 50_035, 'refused'],
    ] as const;
    for (const [status, code, refused] of cases) {
      answer = refuse(status, code);
      expect(await posts.edit('10', '77', { content: 'x' }), String(code)).toEqual({ refused });
    }
  });

  it('are retried after a proxy’s error, a rate limit, and codes that are not final', async () => {
    const page = '<html>Forbidden</html>';
    const cases: [string, FakeResponse][] = [
      ...[401, 403, 404, 500, 503].map((status): [string, FakeResponse] => [
        `${status} 0`,
        refuse(status, 0)(),
      ]),
      ...[403, 404, 408, 502].map((status): [string, FakeResponse] => [
        `${status} page`,
        { status, body: page },
      ]),
      ['403 40333', refuse(403, 40_333)()],
      ['403 40003', refuse(403, 40_003)()],
      ['403 20026', refuse(403, 20_026)()],
    ];
    for (const [name, one] of cases) {
      answer = () => one;
      const { status } = one;
      await expect(posts.edit('10', '77', { content: 'x' }), name).rejects.toMatchObject({ status });
      await expect(posts.openDirect('5'), name).rejects.toMatchObject({ status });
    }
  });

  it('to a member with closed direct messages are refused by two of Discord’s codes', async () => {
    answer = () => ({ status: 200, body: { id: '88' } });
    expect(await posts.openDirect('5')).toEqual({ id: '88' });
    expect(requests.at(-1)).toMatchObject({ path: '/users/@me/channels', body: { recipient_id: '5' } });
    for (const code of [50_007, 50_278]) {
      answer = refuse(403, code);
      expect(await posts.post('88', { content: 'x' }, 'once')).toEqual({ refused: 'closed' });
    }
  });

  const at = Date.UTC(2027, 0, 1);
  const message = (id: string, ms: number, author = BOT) => ({
    id,
    content: `text ${id}`,
    timestamp: new Date(ms).toISOString(),
    nonce: `n${id}`,
    author: { id: author },
  });

  it('start a thread from a message, which has one at most', async () => {
    answer = () => ({ status: 201, body: { id: '77' } });
    expect(await posts.startThread('10', '77', 'Ana vs Bruno')).toEqual({ id: '77' });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/channels/10/messages/77/threads',
        body: { name: 'Ana vs Bruno', auto_archive_duration: 1440 },
      },
    ]);
    answer = refuse(400, 160_004);
    expect(await posts.startThread('10', '77', 'Ana vs Bruno')).toEqual({ id: '77' });
    answer = refuse(400, 160_006);
    expect(await posts.startThread('10', '77', 'Ana vs Bruno')).toEqual({ refused: 'refused' });
    answer = refuse(403, 50_013);
    expect(await posts.startThread('10', '77', 'Ana vs Bruno')).toEqual({ refused: 'forbidden' });
    answer = refuse(403, 0);
    await expect(posts.startThread('10', '77', 'Ana vs Bruno')).rejects.toMatchObject({ status: 403 });
  });

  it('are published to the servers that follow a channel, once', async () => {
    answer = () => ({ status: 200, body: { id: '77' } });
    expect(await posts.publish('10', '77')).toEqual({ id: '77' });
    expect(requests).toMatchObject([{ method: 'POST', path: '/channels/10/messages/77/crosspost' }]);
    answer = refuse(400, 40_033);
    expect(await posts.publish('10', '77')).toEqual({ id: '77' });
    answer = refuse(400, 50_024);
    expect(await posts.publish('10', '77')).toEqual({ refused: 'refused' });
  });

  it('are not held up where Discord limits threads: in that channel none is asked for until the limit passes', async () => {
    answer = () => ({
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: 240, global: false },
      headers: { 'retry-after': '240', 'x-ratelimit-scope': 'shared' },
    });
    const start = async (channelId: string) => posts.startThread(channelId, '77', 'Ana vs Bruno');
    const first = await start('10');
    expect('retryAfterMs' in first && Math.round(first.retryAfterMs / 1000)).toBe(240);
    answer = () => ({ status: 201, body: { id: '77' } });
    time = 200_000;
    expect(await start('10')).toHaveProperty('retryAfterMs');
    expect(await start('11')).toEqual({ id: '77' });
    expect(requests).toHaveLength(2);
    time = 241_000;
    expect(await start('10')).toEqual({ id: '77' });
  });

  it('wait for a limit of threads that passes soon', async () => {
    let count = 0;
    answer = () =>
      (count += 1) === 1
        ? { status: 429, body: { retry_after: 0.05, global: false }, headers: { 'retry-after': '0.05' } }
        : { status: 201, body: { id: '77' } };
    expect(await posts.startThread('10', '77', 'Ana vs Bruno')).toEqual({ id: '77' });
  });

  it('delete a message, which may be gone already', async () => {
    answer = () => ({ status: 200, body: {} });
    expect(await posts.remove('10', '77')).toEqual({ id: '77' });
    expect(requests).toMatchObject([{ method: 'DELETE', path: '/channels/10/messages/77' }]);
    answer = refuse(404, 10_008);
    expect(await posts.remove('10', '77')).toEqual({ refused: 'post-gone' });
  });

  it('close a thread in one request, and archive it alone where they may not lock it', async () => {
    answer = () => ({ status: 200, body: { id: '77' } });
    expect(await posts.closeThread('77', '10')).toEqual({ id: '77' });
    expect(requests).toMatchObject([
      { method: 'PATCH', path: '/channels/77', body: { locked: true, archived: true } },
    ]);
    let count = 0;
    answer = () => ((count += 1) === 1 ? refuse(403, 50_013)() : { status: 200, body: { id: '77' } });
    expect(await posts.closeThread('77', '10')).toEqual({ id: '77' });
    expect(requests.map(({ body }) => body).slice(1)).toEqual([
      { locked: true, archived: true },
      { archived: true },
    ]);
    // Where it may lock none, it asks for the next ones at once without.
    answer = refuse(400, 50_083);
    expect(await posts.closeThread('78', '10')).toEqual({ refused: 'archived' });
    expect(requests.slice(3).map(({ body }) => body)).toEqual([{ archived: true }]);
    expect(await posts.closeThread('79', '11')).toEqual({ refused: 'archived' });
    expect(requests.slice(4).map(({ body }) => body)).toEqual([{ locked: true, archived: true }]);
  });

  it('are found again under any clock difference, without those of other users', async () => {
    answer = ({ path }) => ({
      status: 200,
      body: path.includes('after=')
        ? []
        : [message('1', at - 1000), message('2', at + 1000), message('3', at + 1000, '43')],
    });
    expect(await posts.since('10', at)).toEqual([
      { id: '1', content: 'text 1', nonce: 'n1' },
      { id: '2', content: 'text 2', nonce: 'n2' },
    ]);
    expect(requests[0]?.path).toContain(`after=${String((BigInt(at) - 1_420_070_400_000n) << 22n)}`);
  });

  it('are unknown if the channel shows no messages, as without Read Message History', async () => {
    answer = () => ({ status: 200, body: [] });
    expect(await posts.since('10', at)).toBeUndefined();
    const channel = (last: string | null) => (request: { path: string }) => ({
      status: 200,
      body: request.path.includes('/messages') ? [] : { id: '10', last_message_id: last },
    });
    answer = channel('7');
    expect(await posts.since('10', at)).toBeUndefined();
    // The channel is empty.
    answer = channel(null);
    expect(await posts.since('10', at)).toEqual([]);
    answer = refuse(403, 50_001);
    expect(await posts.since('10', at)).toBeUndefined();
    answer = () => ({ status: 200, body: [message('1', at, '43')] });
    expect(await posts.since('10', at)).toEqual([]);
    answer = refuse(403, 0);
    await expect(posts.since('10', at)).rejects.toMatchObject({ status: 403 });
  });

  it('include external events with an end', async () => {
    answer = () => ({ status: 200, body: { id: '44' } });
    const startsAt = Date.UTC(2027, 0, 1);
    const event = { name: 'Cup', description: 'd', location: 'here', startsAt, endsAt: startsAt + 3_600_000 };
    expect(await posts.createEvent('1', event)).toEqual({ id: '44' });
    expect(await posts.editEvent('1', '44', { status: 'canceled' })).toEqual({ id: '44' });
    expect(requests.map(({ body }) => body)).toEqual([
      {
        name: 'Cup',
        description: 'd',
        entity_metadata: { location: 'here' },
        scheduled_start_time: '2027-01-01T00:00:00.000Z',
        scheduled_end_time: '2027-01-01T01:00:00.000Z',
        privacy_level: 2,
        entity_type: 3,
      },
      { status: 4 },
    ]);
  });

  it('include only the bot’s own events in a look-up', async () => {
    for (const [status, name] of [
      [1, 'scheduled'],
      [2, 'active'],
      [3, 'completed'],
      [4, 'canceled'],
    ] as const) {
      answer = () => ({ status: 200, body: { id: '44', status } });
      expect(await posts.eventStatus('1', '44')).toBe(name);
    }
    answer = refuse(404, 10_070);
    expect(await posts.eventStatus('1', '44')).toBe('gone');
    answer = refuse(404, 0);
    await expect(posts.eventStatus('1', '44')).rejects.toMatchObject({ status: 404 });
    const event = (id: string, creator: string) => ({
      id,
      creator_id: creator,
      name: 'Cup',
      description: 'In <#5>.',
      scheduled_start_time: new Date(at).toISOString(),
    });
    answer = () => ({ status: 200, body: [event('44', BOT), event('45', '43')] });
    expect(await posts.ownEvents('1')).toEqual([
      { id: '44', name: 'Cup', description: 'In <#5>.', startsAt: at },
    ]);
  });
});

describe('a member', () => {
  it('counts as a member until Discord itself says otherwise', async () => {
    const { isMember } = createServers(rests, () => BOT);
    answer = () => ({ status: 200, body: {} });
    expect(await isMember('1', '5')).toBe(true);
    for (const [status, code] of [
      [404, 10_007],
      [404, 10_013],
      [404, 10_004],
      [403, 50_001],
    ] as const) {
      answer = refuse(status, code);
      expect(await isMember('1', '5'), String(code)).toBe(false);
    }
    for (const [status, body] of [
      [404, { code: 0 }],
      [404, '<html>Not found</html>'],
      [403, { code: 40_333 }],
      [503, {}],
    ] as const) {
      answer = () => ({ status, body });
      requests = [];
      await expect(isMember('1', '5'), JSON.stringify(body)).rejects.toMatchObject({ status });
      // Look-ups have a separate limit.
      expect(requests).toHaveLength(1);
    }
  });
});
