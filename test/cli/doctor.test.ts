import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import enUS from '../../src/words/en-US.json' with { type: 'json' };
import { contentOf, fill, linkOf, NEW, OLD, withRecords } from '../support/filled-store.ts';
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

/** What arrived that was neither a read nor a made-up code at a token endpoint. */
function changesIn({ discord, platform }: DoctorWorld, before: number): string[] {
  const arrived = [
    ...discord.wire
      .slice(before)
      .map((entry) => (entry.via === 'rest' ? `${entry.method} ${entry.path}` : entry.via)),
    ...platform.wire.map(({ method, path: asked }) => `${method} ${asked}`),
  ];
  return arrived.filter((line) => !/^GET |^POST \S*\/oauth2?\/token$/.test(line));
}

const closedPort = async (): Promise<string> => 'http://127.0.0.1:1';

function secretsOf({ env }: DoctorWorld): string[] {
  const secret = ['DISCORD_TOKEN', 'DISCORD_CLIENT_SECRET', 'PLATFORM_API_KEY', 'PLATFORM_CLIENT_SECRET'];
  return [...secret.map((name) => env[name] ?? ''), Buffer.alloc(32, 7).toString('base64')];
}

describe('a deployment in which all is well', () => {
  it('is told so, operation by operation, and ends with 0', async () => {
    const world = await doctorWorld();
    await world.publish();
    const { code, text, report, troubles } = await world.run();
    expect(troubles).toEqual(['publicLoopback', 'fieldsMissing']);
    expect([code, report.faults]).toEqual([0, 0]);
    const platform = report.sections.find(({ section }) => section === 'platform');
    expect(platform?.findings.filter(({ reading }) => reading).map(({ says }) => says)).toEqual(OPERATIONS);
    const tournament = platform?.findings.find(({ says }) => says === 'GET /v1/tournaments')?.reading;
    expect(tournament?.found).toContainEqual({ field: 'startsAt', names: ['starts_at'] });
    expect(tournament?.missing).toEqual(['imageUrl', 'url']);
    expect(tournament?.unused).toEqual(['registration_open']);
    // The verdict first; the tables only where they are asked for.
    expect(text).toMatch(/^Matchpoint doctor\n\nNo faults/);
    expect(text).not.toContain('starts_at');
    expect(text).toContain('npm run doctor -- --fields');
    const { text: full } = await world.run({}, { fields: true });
    expect(full).toMatch(/startsAt +starts_at\n/);
    expect(full).toMatch(/sent, not used +registration_open\n/);
    for (const one of [text, full]) expect(one.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('in HTTP mode, is told that interactions come to the endpoint that Discord has', async () => {
    const world = await doctorWorld();
    await world.publish();
    const endpoint = `${world.env['PUBLIC_URL']}/interactions`;
    world.discord.world.application.interactions_endpoint_url = endpoint;
    const { code, findings, troubles } = await world.run({ DISCORD_MODE: 'http' });
    expect(findings.find(({ check }) => check === 'endpointRegistered')?.says).toContain(endpoint);
    expect([code, troubles]).toEqual([0, ['publicLoopback', 'fieldsMissing']]);
  });

  it('is not changed: only GETs and made-up codes arrive at Discord and at the platform, and nothing is left in the store', async () => {
    const world = await doctorWorld();
    await world.publish();
    const before = world.discord.wire.length;
    const { findings } = await world.run();
    expect(changesIn(world, before)).toEqual([]);
    expect(findings.filter(({ check }) => check === 'clientTaken')).toHaveLength(2);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it.each([
    [503, '', 'clientUntold'],
    [400, '{"error":"invalid_request"}', 'clientUntold'],
    [200, '{"access_token":"marked"}', 'clientUntold'],
    [401, '', 'platformClient'],
    [400, '{"message":"what is this"}', 'clientTaken'],
  ])('is judged by what the token endpoint answers: %i %s', async (status, body, check) => {
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

  it('is looked at while the bot has its store open, and the doctor leaves no key there', async () => {
    const world = await doctorWorld();
    await world.publish();
    const log = { info: () => undefined, warn: () => undefined };
    const tools = { log, now: Date.now };
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
    const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'doctor' });
    expect(await adapter.query('SELECT key FROM doctor')).toEqual([]);
    await adapter.close();
  });
});

test('keys are told by how many links they read', async () => {
  const world = await doctorWorld();
  await world.publish();
  await fill(world.env['STORE_URL'] ?? '', 3);
  const read = await world.run({ ENCRYPTION_KEYS: OLD.setting });
  expect(read.findings.find(({ check }) => check === 'keysRead')?.says).toContain('3 links');
  const before = await contentOf(world.env['STORE_URL'] ?? '');
  const unread = await world.run({ ENCRYPTION_KEYS: NEW.setting });
  const [finding] = unread.findings.filter(({ check }) => check === 'keysUnread');
  expect(finding).toMatchObject({ grade: 'fault', says: expect.stringContaining('3 of 3 links') });
  expect(unread.code).toBe(1);
  expect(await contentOf(world.env['STORE_URL'] ?? '')).toEqual(before);
  // Some that do not open are those of a key that was left out, or damaged.
  await withRecords(world.env['STORE_URL'] ?? '', (records) =>
    records.put([{ namespace: 'links', key: '9', value: linkOf(9, NEW) }]),
  );
  const some = await world.run({ ENCRYPTION_KEYS: OLD.setting });
  expect(some.findings.find(({ check }) => check === 'keysUnread')).toMatchObject({
    grade: 'remark',
    says: expect.stringContaining('1 of 4 links'),
  });
});

describe('a deployment that is only half set up', () => {
  it('is checked as far as it goes: the token before everything else is filled in', async () => {
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
    expect(checks('store')).toEqual(['storeNew']);
    expect(checks('web')).toEqual(['notChecked']);
    expect(checks('platform')).toEqual(['notChecked']);
    expect(findings.map(({ says }) => says)).toContain(
      'Not checked. This needs PLATFORM_BASE_URL, PLATFORM_API_KEY.',
    );
  });

  it('echoes no secret, even where other settings are wrong', async () => {
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

  it('whose install link lacks what only /follow needs is told so, and can be used', async () => {
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

  it('is told which addresses carry keys in the clear', async () => {
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

/** What is broken, how, and what the doctor has to call it. Each is a fault. */
const faults: [check: keyof typeof enUS.doctor.cure, broken: string, arrange: Arrange][] = [
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
    'storeClosed',
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
    'operationFailing',
    'the platform fails',
    ({ platform }) => {
      platform.setFault({ kind: 'error500' });
      return {};
    },
  ],
];

describe('a deployment that is broken', () => {
  it.each(faults)('%s: %s', async (check, _broken, arrange) => {
    const world = await doctorWorld();
    await world.publish();
    const before = world.discord.wire.length;
    const { code, text, findings } = await world.run(await arrange(world));
    const found = findings.filter((finding) => finding.check === check);
    expect(found.map(({ grade }) => grade)).toContain('fault');
    expect(found[0]?.cure).toBeTruthy();
    expect(code).toBe(1);
    // The first words of what is said and of the cure are on the terminal as well.
    const squeezed = text.replace(/\s+/g, ' ');
    expect(squeezed).toContain(found[0]?.says.replace(/\s+/g, ' '));
    expect(squeezed).toContain(found[0]?.cure?.replace(/\s+/g, ' '));
    for (const secret of [...secretsOf(world), 'marked'])
      expect(text + JSON.stringify(findings)).not.toContain(secret);
    expect(text).not.toMatch(/\n\s+at .*:\d+/);
    expect(changesIn(world, before)).toEqual([]);
  });

  it('is told what nothing has been published: members would see no commands', async () => {
    const world = await doctorWorld();
    expect((await world.run()).troubles).toContain('commandsNone');
    expect(world.discord.commands).toEqual([]);
  });

  it('ends in time although nobody answers, and still says what it knows', async () => {
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

  it('a server that sends the key back does not get it printed', async () => {
    const world = await doctorWorld();
    const echo = await serve((request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ message: `no such key: ${request.headers.authorization}\u001b[2J\u202e` }),
      );
    });
    const { text, findings } = await world.run({ PLATFORM_BASE_URL: echo });
    expect(text).toContain('no such key: Bearer [secret]');
    for (const told of [text, JSON.stringify(findings)]) {
      expect(told).not.toContain(world.platform.apiKey);
      // oxlint-disable-next-line no-control-regex
      expect(told).not.toMatch(/[\u001b\u202e]/);
    }
  });

  it('a folder that was made to try the store is removed again, and one that was there stays', async () => {
    const world = await doctorWorld();
    const deep = path.join(world.folder, 'there', 'a', 'b');
    mkdirSync(path.join(world.folder, 'there'));
    const { findings } = await world.run({ STORE_URL: `sqlite://${path.join(deep, 'x.sqlite')}` });
    expect(findings.map(({ check }) => check)).toContain('storeNew');
    expect(existsSync(path.join(world.folder, 'there'))).toBe(true);
    expect(readdirSync(path.join(world.folder, 'there'))).toEqual([]);
  });
});

describe('what the doctor says', () => {
  const sources = readdirSync('src/cli/doctor')
    .map((file) => readFileSync(path.join('src/cli/doctor', file), 'utf8'))
    .join('\n');

  it.each(Object.keys(enUS.doctor.says))('%s is said somewhere', (check) => {
    expect(sources).toContain(`'${check}'`);
  });

  it.each(Object.keys(enUS.doctor.cure))('the cure of %s is one of something', (check) => {
    expect(enUS.doctor.says).toHaveProperty(check);
  });
});

describe('remarks', () => {
  const remarks: [check: string, arrange: Arrange][] = [
    ['regionsUnset', () => ({ PLATFORM_REGIONS: '' })],
    ['privacyUnlinked', (w) => application(w, { privacy_policy_url: null })],
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

  it('commands that differ are named', async () => {
    const world = await doctorWorld();
    await world.publish();
    await fetch(`${world.discord.apiUrl}/v10/applications/${world.discord.applicationId}/commands`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${world.discord.token}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (https://example.org, 1)',
      },
      body: JSON.stringify({ name: 'old', description: 'An old one' }),
    });
    const { code, findings } = await world.run();
    expect(findings.find(({ check }) => check === 'commandsDiffer')?.says).toContain('/old');
    expect(code).toBe(0);
  });
});
