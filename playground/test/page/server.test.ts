import { request } from 'node:http';
import { InteractionType } from 'discord.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RawInteraction } from '../../../tools/discord-stand-in/interactions/payload.ts';
import { startDiscord, type DiscordStandIn } from '../../../tools/discord-stand-in/server.ts';
import type { PageModal } from '../../page/protocol.ts';
import { startPage, type PlaygroundPage } from '../../page/server.ts';
import { startPlatform, type PlatformStandIn } from '../../../tools/platform-stand-in/server.ts';
import { says, startFakeBot } from '../support/fake-bot.ts';

let discord: DiscordStandIn;
let platform: PlatformStandIn;
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
    const clientRequest = request(new URL(path, page.url), { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
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
  const accepted = await act(hello());
  expect(await accepted.json()).toEqual({ kind: 'taken' });
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

test('an impossible act gets a sentence, an unreadable one a refusal', async () => {
  expect(await (await act({ ...hello(), line: 'goodbye' })).json()).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('goodbye') as unknown,
  });
  expect((await act({ kind: 'command' })).status).toBe(400);
});

const FORM = {
  custom_id: 'report',
  title: 'Report',
  components: [
    { type: 18, label: 'Screenshots', component: { type: 19, custom_id: 'shots', max_values: 2 } },
  ],
};

test('a form with files is sent, with all their bytes and names', async () => {
  const opener = await startDiscord();
  onTestFinished(() => opener.close());
  const interactions: RawInteraction[] = [];
  await startFakeBot(opener, [{ name: 'report', description: 'Reports' }], (raw) => {
    interactions.push(raw);
    return raw.type === InteractionType.ModalSubmit ? says({ content: 'Thanks' }) : { type: 9, data: FORM };
  });
  const own = await startPage({ discord: opener, platform });
  onTestFinished(() => own.close());
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json', origin: own.url };
    const answer = await fetch(`${own.url}/act`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { kind: string; modal: PageModal };
  };
  const memberId = opener.member('Ana').id;
  const { modal } = await post({ ...hello(), memberId, line: 'report', channelId: opener.channels[0]!.id });
  expect(modal.fields).toMatchObject([{ kind: 'files', label: 'Screenshots', max: 2, required: true }]);
  const large = Buffer.alloc(5 * 2 ** 20, 'x');
  const file = { filename: 'Đ.png', contentType: 'image/png', base64: large.toString('base64') };
  const unnamed = { filename: 'b', contentType: '', base64: '' };
  const submit = (shots: unknown) =>
    post({ kind: 'submit', memberId, openedBy: modal.openedBy, values: { shots } });
  expect(await submit([file, unnamed])).toEqual({ kind: 'taken' });
  const [first, second] = Object.values(interactions.at(-1)!.data.resolved?.attachments ?? {});
  expect(first).toMatchObject({ filename: 'Đ.png', size: large.length, content_type: 'image/png' });
  expect(second).toMatchObject({ filename: 'b', size: 0, content_type: 'application/octet-stream' });
  expect(Buffer.from(await (await fetch(first!.url)).arrayBuffer()).equals(large)).toBe(true);
  expect(await submit([])).toMatchObject({ kind: 'refused' });
  expect(await submit([{ ...file, base64: '%' }])).toHaveProperty('error');
});

const turn = async (body: unknown) =>
  (
    await fetch(`${page.url}/switches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: page.url },
      body: JSON.stringify(body),
    })
  ).status;

test("a player's account may report any match once the page says so", async () => {
  const ana = platform.world.players.get('1002')!;
  expect(await turn({ organizer: { playerId: ana.id, is: true } })).toBe(200);
  expect(ana.organizer).toBe(true);
  expect(await turn({ organizer: { playerId: ana.id, is: false } })).toBe(200);
  expect(ana.organizer).toBe(false);
});

test('interactions carry the languages that the page has chosen for a member and for the server', async () => {
  const ana = discord.member('Ana');
  const guild = discord.guilds[0]!;
  const languages = () => {
    const { raw } = ana.slash('hello');
    return [raw.locale, raw.guild_locale];
  };
  expect(languages()).toEqual(['en-US', 'en-US']);
  expect(await turn({ language: { ownerId: ana.id, locale: 'ja' } })).toBe(200);
  expect(await turn({ language: { ownerId: guild.id, locale: 'de' } })).toBe(200);
  expect(languages()).toEqual(['ja', 'de']);
  expect(await turn({ language: { ownerId: ana.id, locale: 'tlh' } })).toBe(400);
  for (const ownerId of [ana.id, guild.id]) await turn({ language: { ownerId, locale: 'en-US' } });
});

test('a moderator deletes a message and a channel, and others are refused', async () => {
  await act(hello());
  const [ana, bruno] = discord.members.map(({ id }) => id);
  const { id: messageId, channelId } = discord.messages(discord.channels[0]!.id).at(-1)!;
  const outcome = async (body: unknown) => ((await (await act(body)).json()) as { kind: string }).kind;
  expect(await outcome({ kind: 'delete-message', memberId: bruno, messageId })).toBe('refused');
  expect(await outcome({ kind: 'delete-message', memberId: ana, messageId })).toBe('taken');
  expect(discord.message(messageId)?.deleted).toBe(true);
  const thread = discord.channels.find(({ name }) => name === 'friday-cup')!;
  expect(await outcome({ kind: 'delete-channel', memberId: bruno, channelId })).toBe('refused');
  expect(await outcome({ kind: 'delete-channel', memberId: ana, channelId: thread.id })).toBe('taken');
  expect(discord.channels).not.toContain(thread);
});

test('shape and fault are turned, and only to what there is', async () => {
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
  const untilText = async (wanted: string) => {
    while (!stream.includes(wanted)) stream += Buffer.from((await reader?.read())?.value ?? []).toString();
  };
  await untilText('event: state');
  await act(hello());
  await untilText('event: change\ndata: {"type":"message"');
  expect(stream.indexOf('event: state')).toBe(0);
  await reader?.cancel();
});
