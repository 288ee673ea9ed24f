import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { checkNode } from '../../src/cli/doctor/check-settings.ts';
import { createFindings } from '../../src/cli/doctor/finding.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { createTerminalText } from '../../src/words/terminal.ts';
import enUS from '../../src/words/terminal/en-US.json' with { type: 'json' };
import { contentOf, fill, linkOf, NEW, OLD, withRecords } from '../support/filled-store.ts';
import { VERSION } from '../../src/version.ts';
import { doctorWorld, serve, type DoctorWorld } from '../support/doctor-world.ts';

const OPERATIONS = [
  'GET /v1/me',
  'GET /v1/tournaments?status=upcoming',
  'GET /v1/tournaments',
  'GET /v1/tournaments/:id',
  'GET /v1/tournaments/:id/bracket',
  'GET /v1/matches/:id',
  'GET /v1/rankings?type=global',
  'GET /v1/rankings?type=regional&region=berlin',
  'GET /v1/users/:id',
  'GET /v1/users/:id/rank',
  'GET /v1/users/:id/matches',
];

/** The requests that were neither reads nor made-up codes at a token endpoint. */
function changesIn({ discord, platform }: DoctorWorld, before: number): string[] {
  const arrived = [
    ...discord.wire
      .slice(before)
      .map((entry) => (entry.via === 'rest' ? `${entry.method} ${entry.path}` : entry.via)),
    ...platform.wire.map(({ method, path: requestPath }) => `${method} ${requestPath}`),
  ];
  return arrived.filter((line) => !/^GET |^POST \S*\/oauth2?\/token$/.test(line));
}

const closedPort = async (): Promise<string> => 'http://127.0.0.1:1';

function secretsOf({ env }: DoctorWorld): string[] {
  const secret = ['DISCORD_TOKEN', 'DISCORD_CLIENT_SECRET', 'PLATFORM_API_KEY', 'PLATFORM_CLIENT_SECRET'];
  return [...secret.map((name) => env[name] ?? ''), Buffer.alloc(32, 7).toString('base64')];
}

describe('a healthy deployment', () => {
  it('is reported operation by operation, with exit code 0', async () => {
    const world = await doctorWorld();
    await world.publish();
    const { code, text, report, troubles } = await world.run();
    expect(troubles).toEqual(['publicLoopback', 'fieldsMissing']);
    expect([code, report.faults]).toEqual([0, 0]);
    expect(report).toHaveProperty('version', VERSION);
    const platform = report.sections.find(({ section }) => section === 'platform');
    expect(platform?.findings.filter(({ reading }) => reading).map(({ says }) => says)).toEqual(OPERATIONS);
    const tournament = platform?.findings.find(({ says }) => says === 'GET /v1/tournaments')?.reading;
    expect(tournament?.found).toContainEqual({ field: 'startsAt', names: ['starts_at'] });
    expect(tournament?.missing).toEqual(['official', 'imageUrl', 'url']);
    expect(tournament?.unused).toEqual(['registration_open']);
    // The verdict comes first; the tables only on request.
    expect(text).toMatch(/^Matchpoint \d+\.\d+\.\d+(-dev)?, doctor\n\nNo faults/);
    expect(text).not.toContain('starts_at');
    expect(text).toContain('npm run doctor -- --fields');
    const { text: full } = await world.run({}, { fields: true });
    expect(full).toMatch(/startsAt +starts_at\n/);
    expect(full).toMatch(/sent, not used +registration_open\n/);
    for (const one of [text, full]) expect(one.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('in HTTP mode, has the endpoint set that Discord sends interactions to', async () => {
    const world = await doctorWorld();
    await world.publish();
    const endpoint = `${world.env['PUBLIC_URL']}/interactions`;
    world.discord.world.application.interactions_endpoint_url = endpoint;
    const { code, findings, troubles } = await world.run({ DISCORD_MODE: 'http' });
    expect(findings.find(({ check }) => check === 'endpointRegistered')?.says).toContain(endpoint);
    expect([code, troubles]).toEqual([0, ['publicLoopback', 'fieldsMissing']]);
  });

  it('is not changed: Discord and the platform get only GETs and made-up codes, and the store stays the same', async () => {
    const world = await doctorWorld();
    await world.publish();
    const before = world.discord.wire.length;
    const { findings } = await world.run();
    expect(changesIn(world, before)).toEqual([]);
    expect(findings.filter(({ check }) => check === 'clientTaken')).toHaveLength(2);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it.each([
    [503, '', 'tokenEndpointDown'],
    [429, '', 'clientUntold'],
    [200, '<h1>It works!</h1>', 'clientUntold'],
    [400, '{"error":"invalid_request"}', 'clientUntold'],
    [200, '{"access_token":"marked"}', 'clientUntold'],
    [401, '', 'platformClient'],
    [400, '{"message":"what is this"}', 'clientTaken'],
  ])('is judged by the token endpoint’s response: %i %s', async (status, body, check) => {
    const world = await doctorWorld();
    const forms: string[] = [];
    const url = await serve((request, response) => {
      if (request.method === 'GET') return response.writeHead(404).end();
      request.on('data', (bytes: Buffer) => forms.push(bytes.toString()));
      return request.on('end', () => response.writeHead(status).end(body));
    });
    const { report } = await world.run({
      PLATFORM_BASE_URL: url,
      PLATFORM_OAUTH_EXTRAS: 'pkce,redirect_uri',
    });
    const oauth = report.sections.find(({ section }) => section === 'oauth');
    expect(oauth?.findings[0]?.check).toBe(check);
    expect(forms.join()).toMatch(/code=doctor-.*redirect_uri=.*callback.*code_verifier=/);
  });

  it('can be examined while the bot has its store open, and the doctor leaves no key there', async () => {
    const world = await doctorWorld();
    await world.publish();
    const log = { info: () => undefined, warn: () => undefined };
    const tools = { log, now: Date.now, version: 'test' };
    const url = world.env['STORE_URL'] ?? '';
    const stores = await openStores(url, tools);
    const links = stores.namespace<string>('links');
    await links.set('1', 'kept');
    const [{ troubles, findings }] = await Promise.all([world.run(), links.set('2', 'kept')]);
    expect(troubles).toEqual(['publicLoopback', 'fieldsMissing']);
    expect(findings.map(({ check }) => check)).toContain('storeHolds');
    expect(await links.get('1')).toBe('kept');
    await stores.close();
    const file = path.join(world.folder, 'store', 'matchpoint.sqlite');
    const { default: KeyvSqlite } = await import('@keyv/sqlite');
    const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'records' });
    expect(await adapter.query(`SELECT key FROM records WHERE key LIKE 'doctor:%'`)).toEqual([]);
    await adapter.close();
  });
});

test('a store of another version is a remark or a fault, and not changed', async () => {
  const world = await doctorWorld();
  await world.publish();
  const file = path.join(world.folder, 'old.sqlite');
  const { default: KeyvSqlite } = await import('@keyv/sqlite');
  const outsider = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'links' });
  await outsider.query(`INSERT INTO links VALUES ('5', '{"value":1}')`);
  const examined = async () =>
    (await world.run({ STORE_URL: `sqlite://${file}` })).findings.filter(({ check }) =>
      /^store|^keys/.test(check),
    );
  expect(await examined()).toEqual([
    {
      grade: 'remark',
      check: 'storeOlder',
      says: expect.stringMatching(/older/),
      cure: expect.stringMatching(/back it up/),
    },
  ]);
  await outsider.query(
    `INSERT INTO records VALUES ('version', '{"value":{"version":7,"matchpoint":"3.1.0"}}')`,
  );
  expect(await examined()).toEqual([
    {
      grade: 'fault',
      check: 'storeNewer',
      says: expect.stringMatching(/3\.1\.0 .*format 7.* format 2/),
      cure: expect.stringMatching(/^Start Matchpoint 3\.1\.0 or later/),
    },
  ]);
  expect(await outsider.query('SELECT key FROM links')).toEqual([{ key: '5' }]);
  await outsider.close();
});

test('encryption keys are judged by how many links they open', async () => {
  const world = await doctorWorld();
  await world.publish();
  await fill(world.env['STORE_URL'] ?? '', 3);
  const all = await world.run({ ENCRYPTION_KEYS: OLD.setting });
  expect(all.findings.find(({ check }) => check === 'keysRead')?.says).toContain('3 links');
  const before = await contentOf(world.env['STORE_URL'] ?? '');
  const unread = await world.run({ ENCRYPTION_KEYS: NEW.setting });
  const [finding] = unread.findings.filter(({ check }) => check === 'keysUnread');
  expect(finding).toMatchObject({ grade: 'fault', says: expect.stringContaining('3 of 3 links') });
  expect(unread.code).toBe(1);
  expect(await contentOf(world.env['STORE_URL'] ?? '')).toEqual(before);
  // If only some do not open, a key was left out, or they are damaged.
  await withRecords(world.env['STORE_URL'] ?? '', (records) =>
    records.put([{ namespace: 'links', key: '9', value: linkOf(9, NEW) }]),
  );
  const some = await world.run({ ENCRYPTION_KEYS: OLD.setting });
  expect(some.findings.find(({ check }) => check === 'keysUnread')).toMatchObject({
    grade: 'remark',
    says: expect.stringContaining('1 of 4 links'),
  });
});

describe('an incomplete deployment', () => {
  it('is checked as far as possible, such as the token alone', async () => {
    const world = await doctorWorld();
    await world.publish();
    const bare = Object.fromEntries(Object.keys(world.env).map((name) => [name, '']));
    const { DISCORD_TOKEN = '', DISCORD_API_URL = '', STORE_URL = '' } = world.env;
    const { code, report, findings } = await world.run({
      ...bare,
      DISCORD_TOKEN,
      DISCORD_API_URL,
      STORE_URL,
    });
    const checks = (name: string) =>
      report.sections.find(({ section }) => section === name)?.findings.map(({ check }) => check) ?? [];
    expect(code).toBe(1);
    expect(checks('discord')).toEqual(expect.arrayContaining(['application', 'commandsSame']));
    expect(checks('store')).toEqual(['storeNew', 'sqliteWithdrawn']);
    expect(checks('web')).toEqual(['notChecked']);
    expect(checks('platform')).toEqual(['notChecked']);
    expect(findings.map(({ says }) => says)).toContain(
      'Not checked. This needs PLATFORM_BASE_URL, PLATFORM_API_KEY.',
    );
  });

  it('prints no secret, even if other settings are wrong', async () => {
    const world = await doctorWorld();
    const { text } = await world.run({
      PORT: 'x',
      DISCORD_CLIENT_SECRET_FILE: '/nowhere',
      DISCORD_CLIENT_SECRET: '',
      PLATFORM_API_KEY: 'marked-key',
      PLATFORM_BASE_URL: await serve((request, response) =>
        response.writeHead(401).end(JSON.stringify({ message: request.headers.authorization })),
      ),
    });
    expect(text).toContain('[secret]');
    expect(text).not.toContain('marked-key');
  });

  it('gets only a remark if its install link lacks what /follow needs', async () => {
    const world = await doctorWorld();
    await world.publish();
    application(world, {
      integration_types_config: {
        0: { oauth2_install_params: { scopes: ['bot', 'applications.commands'], permissions: '3072' } },
        1: {},
      },
    });
    const { code, findings, troubles } = await world.run();
    expect([code, troubles]).toEqual([0, ['publicLoopback', 'installPermissions', 'fieldsMissing']]);
    expect(findings.find(({ check }) => check === 'installPermissions')?.says).toContain('/follow');
  });

  it('gets a remark about addresses that get keys unencrypted', async () => {
    const world = await doctorWorld();
    const { findings } = await world.run({
      PLATFORM_AUTHORIZE_URL: 'http://play.example/consent',
      PLATFORM_PLAIN_HTTP: 'allow',
    });
    expect(findings.find(({ check }) => check === 'plainHttp')?.says).toContain('PLATFORM_AUTHORIZE_URL');
  });
});

type Arrange = (world: DoctorWorld) => Promise<Record<string, string>> | Record<string, string>;

const application = (world: DoctorWorld, change: object) => {
  Object.assign(world.discord.world.application, change);
  return {};
};
const publicAt = async (status: number, body = '', headers: Record<string, string> = {}) => ({
  PUBLIC_URL: await serve((_request, response) => response.writeHead(status, headers).end(body)),
});

/** The expected check, the fault in words, and how to cause it. */
type Broken = [check: keyof typeof enUS.doctor.cure, broken: string, arrange: Arrange];
const faults: Broken[] = [
  ['settingWrong', 'a setting is wrong', () => ({ PORT: 'marked-value' })],
  ['tokenRefused', 'the token is wrong', () => ({ DISCORD_TOKEN: 'marked-other-token' })],
  ['discordSilent', 'Discord is down', async () => ({ DISCORD_API_URL: await closedPort() })],
  [
    'discordSilent',
    'Discord fails',
    ({ discord }) => {
      discord.mishaps.add({ path: /applications/, status: 503, times: 100 });
      return {};
    },
  ],
  [
    'discordUnclear',
    'something else is at Discord’s address',
    async () => ({ DISCORD_API_URL: await serve((_request, response) => response.end('{}')) }),
  ],
  [
    'applicationOther',
    'the id is another application’s',
    () => ({ DISCORD_APPLICATION_ID: '123456789012345678' }),
  ],
  ['publicKeyOther', 'the key is another application’s', () => ({ DISCORD_PUBLIC_KEY: 'ab'.repeat(32) })],
  ['discordClient', 'the client secret is wrong', () => ({ DISCORD_CLIENT_SECRET: 'marked-secret' })],
  ['platformClient', 'the platform’s secret is wrong', () => ({ PLATFORM_CLIENT_SECRET: 'marked-secret' })],
  ['platformClient', 'the client id is wrong', () => ({ PLATFORM_CLIENT_ID: 'marked-client' })],
  [
    'redirectMissing',
    'the redirect is not registered',
    ({ discord }) => {
      discord.redirectUris = ['https://other.example/link/discord'];
      return {};
    },
  ],
  [
    'endpointSet',
    'interactions go elsewhere',
    (w) => application(w, { interactions_endpoint_url: 'https://x.example/i' }),
  ],
  ['endpointMissing', 'nothing is sent by HTTP', () => ({ DISCORD_MODE: 'http' })],
  [
    'endpointOther',
    'interactions are sent to another address',
    (w) => ({
      ...application(w, { interactions_endpoint_url: `${w.env['PUBLIC_URL']}/interactions?key=marked` }),
      DISCORD_MODE: 'http',
    }),
  ],
  ['codeGrant', 'a code grant is required', (w) => application(w, { bot_require_code_grant: true })],
  ['installServer', 'servers cannot add it', (w) => application(w, { integration_types_config: { 1: {} } })],
  [
    'installScope',
    'the install link lacks a scope',
    (w) =>
      application(w, {
        integration_types_config: {
          0: { oauth2_install_params: { scopes: ['bot'], permissions: '52224' } },
          1: {},
        },
      }),
  ],
  [
    'storeClosed',
    'the store is no database',
    ({ folder }) => {
      const file = path.join(folder, 'notes.txt');
      writeFileSync(file, 'these are notes');
      return { STORE_URL: `sqlite://${file}` };
    },
  ],
  [
    'storeDamaged',
    'the store is damaged',
    ({ folder }) => {
      const file = path.join(folder, 'damaged.sqlite');
      writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8192, 0xff)]));
      return { STORE_URL: `sqlite://${file}` };
    },
  ],
  [
    'storePath',
    'the store’s folder is a file',
    ({ folder }) => {
      writeFileSync(path.join(folder, 'file'), '');
      return { STORE_URL: `sqlite://${path.join(folder, 'file', 'x.sqlite')}` };
    },
  ],
  ['publicNobody', 'the bot is not running', async () => ({ PUBLIC_URL: await closedPort(), PORT: '1' })],
  ['publicUnreached', 'the address leads past the bot', async () => ({ PUBLIC_URL: await closedPort() })],
  [
    'publicUnknown',
    'the name is not known',
    () => ({ PUBLIC_URL: 'https://no-such-host.invalid', PORT: '1' }),
  ],
  [
    'publicTls',
    'there is no TLS where there should be',
    ({ env }) => ({ PUBLIC_URL: (env['PUBLIC_URL'] ?? '').replace('http:', 'https:'), PORT: '1' }),
  ],
  [
    'publicMoved',
    'the address sends on',
    () => publicAt(308, '', { location: 'https://a.example/x?code=marked' }),
  ],
  ['publicGateway', 'the proxy reaches nothing', () => publicAt(502)],
  ['publicOther', 'another server answers', () => publicAt(200, '<h1>It works!</h1>')],
  ['publicOther', 'another server refuses', () => publicAt(404)],
  [
    'notReady',
    'the bot is not connected',
    async () => ({
      PUBLIC_URL: await serve((request, response) =>
        request.url === '/healthz' ? response.end('{"alive":true}') : response.writeHead(503).end('{}'),
      ),
    }),
  ],
  ...(
    [
      ['answers', (response) => response.end('<h1>It works!</h1>')],
      ['never answers', () => undefined],
    ] as [string, (response: ServerResponse) => unknown][]
  ).map(([what, answer]): Broken => [
    'portTaken',
    `another program that ${what} has the port`,
    async () => {
      const url = await serve((_request, response) => answer(response));
      return { PUBLIC_URL: url, PORT: new URL(url).port };
    },
  ]),
  [
    'metricsPortTaken',
    'another program has the port for metrics, and the bot does not run',
    async () => {
      const { port } = new URL(await serve((_request, response) => response.end('# figures')));
      return { PUBLIC_URL: await closedPort(), PORT: '0', METRICS_PORT: port };
    },
  ],
  [
    'tokenEndpointDown',
    'the token endpoint cuts the connection',
    async () => ({
      PLATFORM_BASE_URL: await serve((request, response) =>
        request.method === 'GET' ? response.writeHead(404).end() : response.destroy(),
      ),
    }),
  ],
  ['operationRefused', 'the API key is wrong', () => ({ PLATFORM_API_KEY: 'marked-other-key' })],
  ['operationSilent', 'the platform is down', async () => ({ PLATFORM_BASE_URL: await closedPort() })],
  [
    'operationMissing',
    'the platform’s address is wrong',
    ({ env }) => ({ PLATFORM_BASE_URL: `${env['PLATFORM_BASE_URL']}/x` }),
  ],
  [
    'operationMoved',
    'the platform has moved',
    async () => ({
      PLATFORM_BASE_URL: await serve((_request, response) =>
        response.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
      ),
    }),
  ],
  [
    'operationUnclear',
    'a page answers in place of the platform',
    ({ platform }) => {
      platform.setFault({ kind: 'garbage' });
      return {};
    },
  ],
  [
    'operationWrapped',
    'lists stand under names of the platform’s own',
    async () => ({
      PLATFORM_BASE_URL: await serve((_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"turniere":[{}],"anzahl":1}'),
      ),
    }),
  ],
  [
    'operationFailing',
    'the platform fails',
    ({ platform }) => {
      platform.setFault({ kind: 'error500' });
      return {};
    },
  ],
];

it('says that a history of IDs alone is read match by match, and misses no field of it', async () => {
  const world = await doctorWorld();
  const answers: Record<string, unknown> = {
    '/v1/me': { id: 'u1', name: 'Ana' },
    '/v1/rankings': [{ place: 1, user: { id: 'u1', name: 'Ana' } }],
    '/v1/users/u1/matches': ['m1', 'm2'],
  };
  const baseUrl = await serve((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path] ?? []));
  });
  const { text } = await world.run({ PLATFORM_BASE_URL: baseUrl });
  expect(text).toContain('GET /v1/users/:id/matches: IDs alone. The bot reads each match by its ID.');
});

describe('a broken deployment', () => {
  it.each(faults)('%s: %s', async (check, _broken, arrange) => {
    const world = await doctorWorld();
    await world.publish();
    const before = world.discord.wire.length;
    const { code, text, findings } = await world.run(await arrange(world));
    const matching = findings.filter((finding) => finding.check === check);
    expect(matching.map(({ grade }) => grade)).toContain('fault');
    expect(matching[0]?.cure).toBeTruthy();
    // One cause is one fault, and a port isn't a quantity.
    expect(matching).toHaveLength(1);
    expect(text).not.toMatch(/port \d+,\d{3}/);
    expect(code).toBe(1);
    // The text for the terminal contains the finding and the cure.
    const squeezed = text.replace(/\s+/g, ' ');
    expect(squeezed).toContain(matching[0]?.says.replace(/\s+/g, ' '));
    expect(squeezed).toContain(matching[0]?.cure?.replace(/\s+/g, ' '));
    for (const secret of [...secretsOf(world), 'marked'])
      expect(text + JSON.stringify(findings)).not.toContain(secret);
    expect(text).not.toMatch(/\n\s+at .*:\d+/);
    expect(changesIn(world, before)).toEqual([]);
  });

  it('gets a fault if no commands are published', async () => {
    const world = await doctorWorld();
    expect((await world.run()).troubles).toContain('commandsNone');
    expect(world.discord.commands).toEqual([]);
  });

  it('is examined in time even if no server answers', async () => {
    const world = await doctorWorld();
    const silent = await serve(() => undefined);
    const begun = Date.now();
    const { code, troubles } = await world.run(
      { DISCORD_API_URL: silent, PLATFORM_BASE_URL: silent, PUBLIC_URL: silent },
      { deadlineMs: 700 },
    );
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(code).toBe(1);
    expect(troubles.filter((check) => check === 'checkLate').length).toBeGreaterThanOrEqual(2);
  });

  it('does not print a key that a server echoes', async () => {
    const world = await doctorWorld();
    const echo = await serve((request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ message: `no such key: ${request.headers.authorization}\u001b[2J\u202e` }),
      );
    });
    const { text, findings } = await world.run({ PLATFORM_BASE_URL: echo });
    expect(text).toContain('no such key: Bearer [secret]');
    for (const output of [text, JSON.stringify(findings)]) {
      expect(output).not.toContain(world.platform.apiKey);
      // oxlint-disable-next-line no-control-regex
      expect(output).not.toMatch(/[\u001b\u202e]/);
    }
  });

  it('names the store that it may not read, and creates no file beside it', async () => {
    const world = await doctorWorld();
    const file = path.join(world.folder, 'loop.sqlite');
    symlinkSync('loop.sqlite', file);
    const { findings } = await world.run({ STORE_URL: `sqlite://${file}` });
    expect(findings.find(({ check }) => check === 'storePath')?.says).toContain(`${file} cannot be opened`);
    expect(readdirSync(world.folder).filter((name) => name.startsWith('.doctor-'))).toEqual([]);
  });

  it('removes a folder that the store check created, and keeps an existing one', async () => {
    const world = await doctorWorld();
    const deep = path.join(world.folder, 'there', 'a', 'b');
    mkdirSync(path.join(world.folder, 'there'));
    const { findings } = await world.run({ STORE_URL: `sqlite://${path.join(deep, 'x.sqlite')}` });
    expect(findings.map(({ check }) => check)).toContain('storeNew');
    expect(existsSync(path.join(world.folder, 'there'))).toBe(true);
    expect(readdirSync(path.join(world.folder, 'there'))).toEqual([]);
  });
});

describe('the doctor’s text', () => {
  const sources = readdirSync('src/cli/doctor')
    .map((file) => readFileSync(path.join('src/cli/doctor', file), 'utf8'))
    .join('\n');

  it.each(Object.keys(enUS.doctor.says))('%s is said somewhere', (check) => {
    expect(sources).toContain(`'${check}'`);
  });

  it.each(Object.keys(enUS.doctor.cure))('the cure of %s is one of something', (check) => {
    expect(enUS.doctor.says).toHaveProperty(check);
  });

  it('ends with what has to be copied exactly', () => {
    const copied = Object.values(enUS.doctor.cure).filter((cure) => cure.includes('exactly this:'));
    expect(copied.length).toBeGreaterThan(0);
    for (const cure of copied) expect(cure).toMatch(/exactly this: \{\{\w+\}\}$/);
  });
});

describe('remarks', () => {
  const remarks: [check: string, arrange: Arrange][] = [
    ['regionsUnset', () => ({ PLATFORM_REGIONS: '' })],
    ['privacyUnlinked', (w) => application(w, { privacy_policy_url: null })],
    ['linkedRolesUnset', (w) => application(w, { role_connections_verification_url: null })],
    [
      'linkedRolesUnknown',
      ({ discord }) => {
        discord.connections.metadata = [];
        return {};
      },
    ],
    ['termsUnlinked', (w) => application(w, { terms_of_service_url: 'https://x.example/terms' })],
    ['privacyUnlinked', () => ({ PRIVACY_URL: 'https://own.example/privacy' })],
    ['botPrivate', (w) => application(w, { bot_public: false })],
    ['installUser', (w) => application(w, { integration_types_config: { 0: {} } })],
    ['installUntold', (w) => application(w, { integration_types_config: undefined })],
    [
      'operationLimited',
      ({ platform }) => {
        platform.setFault({ kind: 'rate-limited', retryAfterSeconds: 60, match: { path: /^\/v1\/me$/ } });
        return {};
      },
    ],
    [
      'operationEmpty',
      ({ platform }) => {
        platform.world.tournaments.clear();
        return {};
      },
    ],
  ];

  it.each(remarks)('%s is one, and leaves the exit code at 0', async (check, arrange) => {
    const world = await doctorWorld();
    await world.publish();
    const { code, troubles, findings } = await world.run(await arrange(world));
    expect(troubles).toContain(check);
    expect([code, findings.filter(({ grade }) => grade === 'fault')]).toEqual([0, []]);
  });

  it('servers whose rules for roles wait for Manage Roles are one, and no others', async () => {
    const world = await doctorWorld();
    await world.publish();
    const url = world.env['STORE_URL'] ?? '';
    await fill(url, 1);
    await withRecords(url, (records) =>
      records.put([
        { namespace: 'rolesindex', key: 'all', value: { '71': 1, '72': 1 } },
        { namespace: 'roles', key: '71', value: { rules: {} } },
        { namespace: 'roles', key: '72', value: { rules: {}, pausedAt: 1 } },
      ]),
    );
    const { code, findings } = await world.run({ ENCRYPTION_KEYS: OLD.setting });
    expect(findings.find(({ check }) => check === 'rolesPaused')).toMatchObject({
      grade: 'remark',
      says: expect.stringMatching(/in 1 of the servers, .*: 72$/),
    });
    expect(code).toBe(0);
  });

  it('says nothing of Linked Roles where they are off', async () => {
    const world = await doctorWorld();
    await world.publish();
    world.discord.connections.metadata = [];
    const { findings } = await world.run({ LINKED_ROLES: 'off' });
    expect(findings.filter(({ check }) => check.startsWith('linkedRoles'))).toEqual([]);
  });

  it('a Node.js past its end of life is one', async () => {
    const world = await doctorWorld();
    await world.publish();
    const { code, text, troubles } = await world.run({}, { node: '21.7.0' });
    expect(code).toBe(0);
    expect(troubles).toContain('nodeEnded');
    expect(text).toContain('Node.js 21.7.0 has had no security fixes since 2024-06-01.');
    const say = createFindings(createTerminalText());
    expect(checkNode('20.20.0', Date.UTC(2026, 10), say)).toMatchObject([{ grade: 'remark' }]);
    for (const version of ['22.1.0', '24.0.0', '26.10.0', '27.0.0'])
      expect(checkNode(version, Date.UTC(2026, 10), say)).toEqual([]);
    // No version that the bot takes is forgotten.
    const [, from = '', below = ''] = /^>=(\d+)\.\d+ <(\d+)$/.exec(packageJson.engines.node) ?? [];
    for (let major = Number(from); major < Number(below); major += 1)
      expect(checkNode(`${major}.0.0`, Date.UTC(2040, 0), say), String(major)).toHaveLength(1);
  });

  it('names the commands that differ', async () => {
    const world = await doctorWorld();
    await world.publish([{ name: 'old', description: 'An old one' }]);
    const { code, findings } = await world.run();
    expect(findings.find(({ check }) => check === 'commandsDiffer')?.says).toContain('/old');
    expect(code).toBe(0);
  });
});
