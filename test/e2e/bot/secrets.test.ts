import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { goThroughLinking, linkAddress } from '../../../playground/tour/link-member.ts';
import { CAST } from '../../support/members.ts';
import { mode } from '../../support/mode.ts';
import { recordingProxy, type RecordingProxy } from '../../support/recording-proxy.ts';
import { until } from '../../support/until.ts';

let world: Playground;
const proxies: RecordingProxy[] = [];
/** Every string that opens something, by what it is. */
const secrets = new Map<string, string>();
/** What anybody got to see of the public port and of that of the metrics. */
const visible = { pages: '', metrics: '' };
const browser = new Browser();

const note = (what: string, value: string | null | undefined): void => {
  if (value && value.length >= 8 && !secrets.has(value)) secrets.set(value, what);
};

beforeAll(async () => {
  const before = async (target: string) => {
    const proxy = await recordingProxy(target);
    proxies.push(proxy);
    return proxy.url;
  };
  world = await startPlayground({
    mode,
    platform: { tokenSeconds: 1 },
    env: async ({ discord, platform }) => ({
      LOG_LEVEL: 'trace',
      PLATFORM_OAUTH_EXTRAS: 'redirect_uri,pkce',
      PLATFORM_BASE_URL: await before(platform.url),
      DISCORD_API_URL: `${await before(discord.url)}/api`,
    }),
  });
  await useEverything();
  await knock(world.bot.url);
  visible.metrics = await (await fetch(`http://127.0.0.1:${world.bot.env['METRICS_PORT']}/metrics`)).text();
  await world.bot.stop();
  collect();
});
afterAll(async () => {
  await world.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

/** All that goes well, and much that does not, so that failures are written down too. */
async function useEverything(): Promise<void> {
  const { discord, platform } = world;
  const ana = discord.member('Ana');
  const interactions = [ana.slash('link')];
  const address = linkAddress(await interactions[0]!.answer());
  await goThroughLinking(browser, address, { discord: 'Ana', player: CAST.contender });
  // What was visited comes again, wrongly: refusals are logged.
  for (const url of browser.visited)
    if (url.origin === world.bot.url) visible.pages += (await new Browser().open(url)).html;
  const type = async (name: string, values = {}) => {
    const one = ana.slash(name, values);
    interactions.push(one);
    await one.answer();
  };
  await type('rank');
  await type('register', { tournament: '2011' });
  for (const kind of ['error500', 'dropped', 'garbage'] as const) {
    platform.setFault({ kind });
    await type('rank', { id: '1003' });
    await type('register', { tournament: '2012' });
  }
  platform.setFault(undefined);
  // Discord fails as well: its client's errors hold the address, and with it the interaction's token.
  discord.mishaps.add({
    method: 'POST',
    path: /\/callback$/,
    status: 400,
    body: { code: 50_035, message: 'Invalid Form Body' },
  });
  // A write: its first answer goes over that route in both modes.
  interactions.push(ana.slash('register', { tournament: '2013' }));
  await interactions.at(-1)!.final.catch(() => undefined);
  discord.mishaps.add({
    method: 'PATCH',
    path: /@original$/,
    times: 9,
    status: 404,
    body: { code: 10_015, message: 'Unknown Webhook' },
  });
  interactions.push(ana.slash('register', { tournament: '2013' }));
  await until('Discord has refused an edit', () =>
    discord.wire.some((one) => one.via === 'rest' && one.method === 'PATCH' && one.status === 404),
  );
  discord.mishaps.clear();
  await type('unlink');
  for (const { token } of interactions) note('an interaction token', token);
}

const MARK = 'marked-by-a-stranger';

/** Requests of strangers, with a mark wherever a request can hold one. */
async function knock(url: string): Promise<void> {
  const headers = Object.fromEntries(
    ['authorization', 'cookie', 'x-forwarded-for', 'referer', 'origin', 'user-agent', 'accept-language'].map(
      (name) => [name, `${MARK}-${name}`],
    ),
  );
  const signed = { 'x-signature-ed25519': MARK, 'x-signature-timestamp': MARK };
  const body = JSON.stringify({ type: 2, token: MARK, data: { name: MARK, options: [{ value: MARK }] } });
  for (const [path, request] of [
    [`/${MARK}`, { headers }],
    [`/%ff${MARK}`, { headers }],
    [`/link/start?t=${MARK}`, { headers }],
    [`/link/discord?code=${MARK}&state=${MARK}`, { headers }],
    [`/link/callback?code=${MARK}&state=${MARK}&error_description=${MARK}`, { headers }],
    ['/link/confirm', { method: 'POST', headers, body: new URLSearchParams({ csrf: MARK, shown: MARK }) }],
    ['/interactions', { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }],
    ['/interactions', { method: 'POST', headers: { ...headers, ...signed }, body }],
  ] satisfies [string, RequestInit][])
    visible.pages += await (await fetch(`${url}${path}`, request)).text();
  for (const path of ['/healthz', '/readyz']) visible.pages += await (await fetch(`${url}${path}`)).text();
  // What node's parser gives up on.
  for (const text of [`GET /${MARK} HTTP/9.9\r\n\r\n`, `GET / HTTP/1.1\r\nx: ${MARK.repeat(2000)}\r\n\r\n`])
    visible.pages += await answerTo(Number(new URL(url).port), text);
}

const answerTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => void socket.write(text));
    socket.on('data', (data) => (answer += data.toString()));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });

function collect(): void {
  note('a stranger’s', MARK);
  const { discord, platform, bot } = world;
  note('the bot token', discord.token);
  note('the client secret at Discord', discord.clientSecret);
  note('the API key', platform.apiKey);
  note('the client secret at the platform', platform.clientSecret);
  note('the encryption key', bot.env['ENCRYPTION_KEYS']?.split(':')[1]);
  for (const { searchParams } of browser.visited)
    for (const name of ['code', 'state', 't']) note(name, searchParams.get(name));
  for (const jar of browser.cookies.values()) note('the cookie', jar.get('matchpoint'));
  for (const { authorization, requestBody, answerBody } of proxies.flatMap(({ exchanges }) => exchanges)) {
    note('a bearer token', authorization?.replace(/^\w+ /, ''));
    for (const [, name = '', value] of answerBody.matchAll(/"(\w+_token)":"([^"]+)"/g)) note(name, value);
    const form = new URLSearchParams(requestBody);
    for (const name of ['code', 'code_verifier', 'refresh_token']) note(name, form.get(name));
  }
}

/** What of the secrets stands in a text, in clear or as it stands in addresses. */
const leaked = (text: string): string[] =>
  [...secrets]
    .filter(([value]) => text.includes(value) || text.includes(encodeURIComponent(value)))
    .map(([, what]) => what);

test('the search looks for every kind of secret', () => {
  const kinds = new Set(secrets.values());
  for (const kind of [
    'the bot token',
    'the client secret at Discord',
    'the API key',
    'the client secret at the platform',
    'the encryption key',
    'code',
    'state',
    't',
    'the cookie',
    'access_token',
    'refresh_token',
    'code_verifier',
    'an interaction token',
    'a stranger’s',
  ])
    expect(kinds).toContain(kind);
});

test('nothing secret is in the log, at any level', () => {
  expect(world.bot.log()).toContain('"level":"debug"');
  expect(world.bot.log()).toContain('linking refused');
  expect(leaked(world.bot.log())).toEqual([]);
});

test('one line of JSON tells of each interaction: the command, its outcome, its milliseconds', () => {
  const lines = world.bot
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'interaction');
  expect(lines.find(({ command }) => command === 'rank')).toMatchObject({
    outcome: 'ok',
    ms: expect.any(Number),
    reference: expect.stringMatching(/^[\dA-Z]{7}$/),
  });
  expect(lines.map(({ outcome }) => outcome)).toContain('platform-unavailable');
});

test('nothing secret is in the metrics, or in a page that takes no more than its address', () => {
  expect(visible.pages.length).toBeGreaterThan(10_000);
  // The ticket stands in the address that was opened, and the page's "start again" leads back to it.
  expect(leaked(visible.pages).filter((what) => what !== 't')).toEqual([]);
  expect(visible.metrics).toContain('matchpoint_linking_refusals_total{reason="cookie-lost"}');
  expect(leaked(visible.metrics)).toEqual([]);
});

test('nothing secret is in clear in the file of the store', async () => {
  const names = await readdir(world.dataFolder);
  expect(names).toContain('matchpoint.sqlite');
  for (const name of names) {
    const bytes = await readFile(join(world.dataFolder, name));
    expect(leaked(bytes.toString('latin1'))).toEqual([]);
  }
});
