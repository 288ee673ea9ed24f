import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDiscord, type PlaygroundDiscord } from '../../discord/server.ts';
import { startPage, type PlaygroundPage } from '../../page/server.ts';
import { startPlatform, type PlaygroundPlatform } from '../../platform/server.ts';
import { says, startFakeBot } from '../support/fake-bot.ts';

let discord: PlaygroundDiscord;
let platform: PlaygroundPlatform;
let page: PlaygroundPage;

beforeAll(async () => {
  discord = await startDiscord();
  platform = await startPlatform();
  await startFakeBot(discord, [{ name: 'hello', description: 'Says hello' }], () =>
    says({ content: 'Hello!' }),
  );
  page = await startPage({ discord, platform });
});

afterAll(async () => {
  await page.close();
  await Promise.all([discord.close(), platform.close()]);
});

/** `fetch` would not let a test name another host. */
function statusOf(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, page.url), { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const hello = () => ({
  kind: 'command',
  memberId: discord.member('Ana').id,
  line: 'hello',
  values: {},
  channelId: discord.channels[0]!.id,
});

const act = (body: unknown, origin = page.url) =>
  fetch(`${page.url}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });

test('a post is taken from the page itself only', async () => {
  const before = discord.wire.length;
  expect((await act(hello(), 'https://evil.example')).status).toBe(403);
  expect(
    await statusOf('POST', '/act', { 'content-type': 'application/json' }, JSON.stringify(hello())),
  ).toBe(403);
  expect(discord.wire.length).toBe(before);
  const taken = await act(hello());
  expect(await taken.json()).toEqual({ kind: 'taken' });
});

test('a foreign name for this machine is turned away, and localhost is led to the right name', async () => {
  const { port } = new URL(page.url);
  expect(await statusOf('GET', '/events', { host: 'evil.example' })).toBe(421);
  expect(await statusOf('GET', '/events', { host: `evil.example:${port}` })).toBe(421);
  expect(await statusOf('GET', '/', { host: `localhost:${port}` })).toBe(307);
});

test('the page loads nothing from elsewhere', async () => {
  const answer = await fetch(page.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  const addresses = [...(await answer.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address,
  );
  expect(addresses).toEqual(['/icon.svg', '/page.css', '/page.js']);
});

test('what cannot be done is told in words, what cannot be read is refused', async () => {
  expect(await (await act({ ...hello(), line: 'goodbye' })).json()).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('goodbye') as unknown,
  });
  expect((await act({ kind: 'command' })).status).toBe(400);
});

test('shape and fault are turned, and only to what there is', async () => {
  const turn = async (body: unknown) =>
    (
      await fetch(`${page.url}/switches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: page.url },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await turn({ shape: 'jsonapi', fault: 'slow' })).toBe(200);
  expect([platform.shape, platform.fault?.kind]).toEqual(['jsonapi', 'slow']);
  expect(await turn({ fault: 'none' })).toBe(200);
  expect(platform.fault).toBeUndefined();
  expect(await turn({ fault: 'sulking' })).toBe(400);
});

test('a port that is taken is avoided', async () => {
  const second = await startPage({ discord, platform, port: Number(new URL(page.url).port) });
  expect(second.url).not.toBe(page.url);
  await second.close();
});

test('a new tab gets the state first, then what changes', async () => {
  const answer = await fetch(`${page.url}/events`);
  const reader = answer.body?.getReader();
  let stream = '';
  const read = async (wanted: string) => {
    while (!stream.includes(wanted)) stream += Buffer.from((await reader?.read())?.value ?? []).toString();
  };
  await read('event: state');
  await act(hello());
  await read('event: change\ndata: {"type":"message"');
  expect(stream.indexOf('event: state')).toBe(0);
  await reader?.cancel();
});
