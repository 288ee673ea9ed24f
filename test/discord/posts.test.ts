import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPosts } from '../../src/discord/posts.ts';
import { createRest, type DiscordRest } from '../../src/discord/rest.ts';

interface Answer {
  status: number;
  body: unknown;
}

let server: Server;
let rests: DiscordRest;
let posts: ReturnType<typeof createPosts>;
let answer: (request: { method: string; path: string }) => Answer;
let seen: { method: string; path: string; body: unknown }[];

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const [method = '', path = ''] = [request.method, request.url?.replace('/api/v10', '')];
      seen.push({ method, path, body: text.startsWith('{') ? JSON.parse(text) : text });
      const { status, body } = answer({ method, path });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  rests = createRest({ apiUrl: new URL(`http://127.0.0.1:${port}/api`), token: 'bot-token', version: '0' });
  const none = () => Promise.reject(new Error('no ticket is needed'));
  posts = createPosts({ rest: rests.rest, ticketsOf: () => ({ keep: none, read: none, take: none }) });
});

afterEach(async () => {
  await rests.close();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
});

const refuse = (status: number, code: number) => (): Answer => ({ status, body: { code, message: 'no' } });

describe("the bot's own posts", () => {
  it('go with a nonce that Discord takes once, and mention whom they name alone', async () => {
    answer = () => ({ status: 200, body: { id: '77' } });
    const post = { content: 'hello <@5>', mentions: { users: ['5'] } };
    expect(await posts.post('10', post, 'once')).toEqual({ id: '77' });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        path: '/channels/10/messages',
        body: { nonce: 'once', enforce_nonce: true, allowed_mentions: { parse: [], users: ['5'] } },
      },
    ]);
  });

  it('are refused for good by what repeating does not change, and for now by all else', async () => {
    const cases = [
      [403, 50_001, 'forbidden'],
      [403, 50_013, 'forbidden'],
      [404, 10_003, 'channel-gone'],
      [404, 10_008, 'post-gone'],
      [400, 50_083, 'archived'],
      [400, 50_035, 'refused'],
    ] as const;
    for (const [status, code, refused] of cases) {
      answer = refuse(status, code);
      expect(await posts.edit('10', '77', { content: 'x' }), String(code)).toEqual({ refused });
    }
    for (const status of [401, 500, 503]) {
      answer = refuse(status, 0);
      await expect(posts.edit('10', '77', { content: 'x' }), String(status)).rejects.toMatchObject({
        status,
      });
    }
  });

  it('to a member who takes none say so', async () => {
    answer = ({ path }) =>
      path === '/users/@me/channels' ? { status: 200, body: { id: '88' } } : refuse(403, 50_007)();
    expect(await posts.postDirect('5', { content: 'x' }, 'once')).toEqual({ refused: 'closed' });
    answer = ({ path }) => ({ status: 200, body: { id: path === '/users/@me/channels' ? '88' : '99' } });
    expect(await posts.postDirect('5', { content: 'x' }, 'once')).toEqual({ id: '99' });
    expect(seen.at(-1)?.path).toBe('/channels/88/messages');
  });

  it('are found again, by whichever clock; older ones are not taken for them', async () => {
    const at = Date.UTC(2027, 0, 1);
    const message = (id: string, ms: number) => ({
      id,
      content: `text ${id}`,
      timestamp: new Date(ms).toISOString(),
      nonce: `n${id}`,
    });
    answer = ({ path }) => ({
      status: 200,
      body: path.includes('after=') ? [] : [message('1', at - 1000), message('2', at + 1000)],
    });
    expect(await posts.since('10', at)).toEqual([{ id: '2', content: 'text 2', nonce: 'n2' }]);
    expect(seen[0]?.path).toContain(`after=${String((BigInt(at) - 1_420_070_400_000n) << 22n)}`);
    answer = refuse(403, 50_001);
    expect(await posts.since('10', at)).toEqual([]);
  });

  it('are planned as external events, with an end', async () => {
    answer = () => ({ status: 200, body: { id: '44' } });
    const startsAt = Date.UTC(2027, 0, 1);
    const event = { name: 'Cup', description: 'd', location: 'here', startsAt, endsAt: startsAt + 3_600_000 };
    expect(await posts.createEvent('1', event)).toEqual({ id: '44' });
    expect(await posts.editEvent('1', '44', { status: 'canceled' })).toEqual({ id: '44' });
    expect(seen.map(({ body }) => body)).toEqual([
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
});
