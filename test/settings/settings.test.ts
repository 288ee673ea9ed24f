import { inspect } from 'node:util';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { addedByFile, explainFaults, noEnvFile, remarkLine, textOfEnvFile } from '../../src/cli/settings.ts';
import { remarksOnNames, remarksOnValues } from '../../src/settings/remarks.ts';
import { Secret } from '../../src/settings/secret.ts';
import { readConfig, type Config } from '../../src/settings/settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const fine = {
  DISCORD_TOKEN: 'token-value',
  DISCORD_CLIENT_SECRET: 'client-value',
  PLATFORM_BASE_URL: 'https://play.example/api',
  PLATFORM_API_KEY: 'key-value',
  PLATFORM_CLIENT_ID: 'id',
  PLATFORM_CLIENT_SECRET: 'secret-value',
  PUBLIC_URL: 'https://bot.example',
  ENCRYPTION_KEYS: `k1:${KEY}`,
};
const configOf = (environment: Record<string, string>): Config => {
  const result = readConfig(environment);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.config;
};
const faultsOf = (environment: Record<string, string | undefined>) => {
  const result = readConfig(environment);
  return 'faults' in result
    ? Object.fromEntries(result.faults.map(({ name, reason }) => [name, reason]))
    : {};
};

describe('readConfig', () => {
  it('fills in defaults, and is frozen', () => {
    const config = configOf(fine);
    expect(config.web).toMatchObject({ host: '0.0.0.0', port: 3000 });
    expect(config.storeUrl.reveal()).toBe('sqlite://data/matchpoint.sqlite');
    expect(config.platform.authorizeUrl.href).toBe('https://play.example/api/oauth/authorize');
    expect(Object.isFrozen(config) && Object.isFrozen(config.discord)).toBe(true);
  });

  it('reports all faults at once, without values', () => {
    const faults = faultsOf({
      ...fine,
      DISCORD_TOKEN: '  ',
      PORT: 'abc',
      PUBLIC_URL: 'http://bot.example',
      STORE_URL: 'mysql://secret',
      ENCRYPTION_KEYS: 'k1:c2hvcnQ=',
      LOG_LEVEL: 'loud',
      PLATFORM_OAUTH_EXTRAS: 'pkce,magic',
      TRUSTED_PROXIES: '10.0.0.0/99',
    });
    expect(faults).toEqual({
      DISCORD_TOKEN: 'missing',
      PORT: 'port',
      PUBLIC_URL: 'https',
      STORE_URL: 'store',
      ENCRYPTION_KEYS: 'keyLength',
      LOG_LEVEL: 'choice',
      PLATFORM_OAUTH_EXTRAS: 'extras',
      TRUSTED_PROXIES: 'proxies',
    });
  });

  it('accepts http:// only on loopback', () => {
    const within = ['http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:3000'];
    const beyond = [
      'http://127.0.0.1.evil.example',
      'http://play.example',
      'http://10.0.0.1',
      'http://[fe80::1]',
    ];
    for (const url of within) {
      const names = ['PUBLIC_URL', 'PLATFORM_BASE_URL', 'DISCORD_API_URL'];
      expect(faultsOf({ ...fine, ...Object.fromEntries(names.map((name) => [name, url])) }), url).toEqual({});
    }
    for (const url of [...beyond, 'ftp://localhost', 'nope'])
      expect(Object.keys(faultsOf({ ...fine, PUBLIC_URL: url })), url).toEqual(['PUBLIC_URL']);
    const guarded = {
      PLATFORM_PLAIN_HTTP: ['PLATFORM_BASE_URL', 'PLATFORM_AUTHORIZE_URL'],
      DISCORD_PLAIN_HTTP: ['DISCORD_API_URL', 'DISCORD_AUTHORIZE_URL'],
    };
    for (const [allowedBy, names] of Object.entries(guarded))
      for (const name of names)
        for (const url of beyond) {
          const environment = { ...fine, [name]: url };
          expect(faultsOf(environment), `${name} ${url}`).toEqual({ [name]: 'plainHttp' });
          expect(faultsOf({ ...environment, [allowedBy]: 'allow' }), `${name} ${url}`).toEqual({});
          const other = Object.keys(guarded).find((one) => one !== allowedBy) ?? '';
          expect(faultsOf({ ...environment, [other]: 'allow' }), `${name} ${url}`).toEqual({
            [name]: 'plainHttp',
          });
          expect(faultsOf({ ...environment, [allowedBy]: 'yes' }), `${name} ${url}`).toEqual({
            [name]: 'plainHttp',
            [allowedBy]: 'onlyChoice',
          });
        }
  });

  it('derives PUBLIC_URL from DOMAIN, and reports only the wrong one', () => {
    const { PUBLIC_URL: _, ...rest } = fine;
    expect(configOf({ ...rest, DOMAIN: 'bot.example.com' }).web.publicUrl.href).toBe(
      'https://bot.example.com/',
    );
    expect(configOf({ ...fine, DOMAIN: 'other.example' }).web.publicUrl.host).toBe('bot.example');
    expect(faultsOf(rest)).toEqual({ PUBLIC_URL: 'missing' });
    for (const domain of ['https://bot.example', 'bot.example/path', 'bot', '-a.example', 'bot.example:443'])
      expect(faultsOf({ ...rest, DOMAIN: domain }), domain).toEqual({ DOMAIN: 'domain' });
    expect(faultsOf({ ...fine, PLATFORM_BASE_URL: '' })).toEqual({ PLATFORM_BASE_URL: 'missing' });
    expect(faultsOf({ ...fine, PLATFORM_BASE_URL: 'nope' })).toEqual({ PLATFORM_BASE_URL: 'url' });
  });

  it('accepts values up to a limit, and refuses those beyond it', () => {
    const key = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
    const cases: [name: string, value: string, reason?: string][] = [
      ['PORT', '65535'],
      ['PORT', '65536', 'port'],
      ['PORT', '99999', 'port'],
      ['PORT', '1e3', 'port'],
      ['METRICS_PORT', '99999', 'port'],
      ['METRICS_PORT', '3000', 'samePort'],
      ['PLATFORM_BASE_URL', 'https://play.example/v10'],
      ['PLATFORM_BASE_URL', 'https://v1.example/v1x/'],
      ['PLATFORM_BASE_URL', 'https://play.example/v1', 'baseV1'],
      ['PLATFORM_BASE_URL', 'https://play.example/api/V1//', 'baseV1'],
      ['PLATFORM_CONNECTIONS', '9999'],
      ...['0', '-5', '12345', 'many'].map((value): [string, string, string] => [
        'PLATFORM_CONNECTIONS',
        value,
        'count',
      ]),
      ['TRUSTED_PROXIES', '2001:db8::/48, 10.0.0.0/32'],
      ['TRUSTED_PROXIES', '2001:db8::/129', 'proxies'],
      ['TRUSTED_PROXIES', '10.0.0.0/33', 'proxies'],
      ['TRUSTED_PROXIES', '10.0.0.1,nope', 'proxies'],
      ['ENCRYPTION_KEYS', `new:${KEY},old:${key(31)}`, 'keyLength'],
      ['ENCRYPTION_KEYS', `new:${key(33)},old:${KEY}`, 'keyLength'],
      ['ENCRYPTION_KEYS', `a:${KEY},a:${KEY}`, 'keys'],
      ['PLATFORM_NAME', 'x'.repeat(60)],
      ['PLATFORM_NAME', 'x'.repeat(61), 'name'],
      ...['0', '-1', '3-1/8', '0-8/8', '0-3', 'all', '1.5', '4/8'].map((value): [string, string, string] => [
        'DISCORD_SHARDS',
        value,
        'shards',
      ]),
    ];
    for (const [name, value, reason] of cases)
      expect(faultsOf({ ...fine, [name]: value }), `${name}=${value}`).toEqual(
        reason === undefined ? {} : { [name]: reason },
      );
  });

  it('explains a fault by what is allowed, without the value', () => {
    const result = readConfig({ ...fine, DISCORD_MODE: 'marked-text', STORE_URL: 'mysql://marked-text' });
    const text = explainFaults('faults' in result ? result.faults : [], 'settings.title.start');
    expect(text).toContain("DISCORD_MODE isn't one of gateway, http. How interactions arrive");
    expect(text).not.toContain('marked-text');
  });

  it('names a key that is too short, and ports that are equal', () => {
    const text = (environment: Record<string, string>) => {
      const result = readConfig({ ...fine, ...environment });
      return explainFaults('faults' in result ? result.faults : [], 'settings.title.start');
    };
    const short = Buffer.alloc(16, 7).toString('base64');
    expect(text({ ENCRYPTION_KEYS: `new:${KEY},k1:${short}` })).toMatch(/: k1 has 16 bytes instead of 32\. /);
    expect(text({ ENCRYPTION_KEYS: `new:${KEY},k1:${short}` })).not.toContain(short);
    expect(text({ PORT: '80', METRICS_PORT: '80' })).toContain('METRICS_PORT is the same port as PORT.');
    expect(faultsOf({ ...fine, PORT: '0', METRICS_PORT: '0' })).toEqual({});
    expect(text({ PLATFORM_PLAIN_HTTP: 'yes' })).toContain('PLATFORM_PLAIN_HTTP takes only allow.');
  });

  it('a key with the first word of its header has its own sentence', () => {
    expect(
      faultsOf({ ...fine, DISCORD_TOKEN: 'Bot marked-text', PLATFORM_API_KEY: 'bearer marked-text' }),
    ).toEqual({
      DISCORD_TOKEN: 'scheme',
      PLATFORM_API_KEY: 'scheme',
    });
    const result = readConfig({ ...fine, DISCORD_TOKEN: 'Bot marked-text' });
    const text = explainFaults('faults' in result ? result.faults : [], 'settings.title.start');
    expect(text).toContain('DISCORD_TOKEN begins with "Bot". Leave that out: the bot adds it.');
    expect(text).not.toContain('marked-text');
    expect(configOf({ ...fine, DISCORD_TOKEN: 'Botany' }).discord.token.reveal()).toBe('Botany');
  });

  it('reports unknown names, with the setting that is meant, but not those of other programs', () => {
    const lines = (environment: Record<string, string>) => remarksOnNames(environment).map(remarkLine);
    expect(
      lines({
        ...fine,
        DISCORD_TOKN: 'marked-text',
        PLATFORM_REGION: 'eu',
        DISCORD_GUILD: '1',
        ENCRYPTION_KEY_FILE: '/run/key',
        PUBLIC_URI: '',
        PATH: '/bin',
        HOSTNAME: 'x',
        DOMAINS: 'x',
      }),
    ).toEqual([
      "DISCORD_TOKN is set, but there's no such setting. Is it DISCORD_TOKEN?",
      "PLATFORM_REGION is set, but there's no such setting. Is it PLATFORM_REGIONS?",
      "DISCORD_GUILD is set, but there's no such setting, so nobody reads it.",
      "ENCRYPTION_KEY_FILE is set, but there's no such setting. Is it ENCRYPTION_KEYS?",
    ]);
    expect(lines({ ...fine, DISCORD_TOKEN_FILE: '/run/token' })).toEqual([
      "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: the file isn't read. Remove one of them.",
    ]);
    expect(lines(fine)).toEqual([]);
    const missing = explainFaults([{ name: 'DISCORD_TOKEN', reason: 'missing' }], 'settings.title.start', {
      DISCORD_TOKN: 'x',
    });
    expect(missing).toContain('Is it DISCORD_TOKEN?');
  });

  it('reports values that contradict each other or trust everyone', () => {
    const remarks = (environment: Record<string, string>) =>
      remarksOnValues(configOf({ ...fine, ...environment })).map(({ remark }) => remark);
    for (const range of ['0.0.0.0/0', '10.0.0.0/8, ::/0', '1.2.3.4/00'])
      expect(remarks({ TRUSTED_PROXIES: range }), range).toEqual(['proxies']);
    expect(remarks({ TRUSTED_PROXIES: '10.0.0.0/8,::1/10' })).toEqual([]);
    expect(remarks({ DOMAIN: 'other.example' })).toEqual(['domain']);
    expect(remarks({ DOMAIN: 'Bot.Example' })).toEqual([]);
  });

  it('reports a missing .env if settings are missing, with the folder', () => {
    const faults = [{ name: 'DISCORD_TOKEN', reason: 'missing' as const }];
    expect(noEnvFile(faults, () => false)).toEqual([
      `There is no .env in ${process.cwd()}, where this was started.`,
    ]);
    expect(noEnvFile(faults, () => true)).toEqual([]);
    expect(noEnvFile([{ name: 'PORT', reason: 'port' }], () => false)).toEqual([]);
  });

  it('.env may begin with a byte order mark, and is refused in UTF-16', () => {
    const text = 'PLATFORM_NAME=Schüler\n';
    expect(textOfEnvFile(Buffer.from(`\uFEFF${text}`))).toBe(text);
    expect(textOfEnvFile(Buffer.from(text))).toBe(text);
    for (const encoding of ['utf16le', 'latin1'] as const)
      expect(textOfEnvFile(Buffer.from(text, encoding)), encoding).toBeUndefined();
    expect(textOfEnvFile(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBeUndefined();
  });

  it('uses .env only for what the environment does not set, also by _FILE', () => {
    const environment = { DISCORD_TOKEN_FILE: '/run/token', PORT: '', METRICS_PORT_FILE: ' ' };
    const file = { DISCORD_TOKEN: 'a', PORT: '1', METRICS_PORT: '2', HOST: '::1', HOST_FILE: 'x' };
    expect(addedByFile(environment, file)).toEqual({ METRICS_PORT: '2', HOST: '::1', HOST_FILE: 'x' });
  });

  it('reads a value from NAME_FILE, and NAME takes precedence', () => {
    const files: Record<string, string> = { '/run/token': 'from-file\n' };
    const readFile = (path: string) => {
      const content = files[path];
      if (content === undefined) throw new Error('ENOENT');
      return content;
    };
    const result = readConfig({ ...fine, DISCORD_TOKEN: '', DISCORD_TOKEN_FILE: '/run/token' }, readFile);
    expect('config' in result && result.config.discord.token.reveal()).toBe('from-file');
    const missingFile = readConfig({ ...fine, DISCORD_TOKEN: '', DISCORD_TOKEN_FILE: '/none' }, readFile);
    expect('faults' in missingFile && missingFile.faults).toEqual([
      { name: 'DISCORD_TOKEN', reason: 'file' },
    ]);
  });

  it('adds the field names of a file, and refuses an invalid file', () => {
    const files: Record<string, string> = {
      'fields.json': '{ "tournament": { "startsAt": ["kickoff_at"] } }',
      'typo.json': '{ "tournament": { "startAt": ["kickoff_at"] } }',
      'path.txt': 'fields.json\n',
    };
    const readFile = (path: string) => {
      const content = files[path];
      if (content === undefined) throw new Error('ENOENT');
      return content;
    };
    const resultOf = (environment: Record<string, string>) =>
      readConfig({ ...fine, ...environment }, readFile);
    for (const environment of [{ PLATFORM_FIELDS: 'fields.json' }, { PLATFORM_FIELDS_FILE: 'path.txt' }]) {
      const result = resultOf(environment);
      expect('config' in result && result.config.platform.table.tournament.startsAt.names[0]).toBe(
        'kickoff_at',
      );
    }
    expect(resultOf({ PLATFORM_FIELDS: 'typo.json', PORT: 'x' })).toEqual({
      faults: [
        { name: 'PLATFORM_FIELDS', reason: 'fieldsUnknown', details: ['tournament.startAt'] },
        { name: 'PORT', reason: 'port' },
      ],
    });
    expect(resultOf({ PLATFORM_FIELDS: 'none.json' })).toEqual({
      faults: [{ name: 'PLATFORM_FIELDS', reason: 'fieldsFile' }],
    });
  });

  it('keeps several encryption keys in order', () => {
    const keys = `new:${KEY},old:${KEY}`;
    expect(configOf({ ...fine, ENCRYPTION_KEYS: keys }).encryptionKeys.map(({ id }) => id)).toEqual([
      'new',
      'old',
    ]);
  });

  it.each([
    ['auto', 'auto'],
    ['4', { from: 0, to: 3, count: 4 }],
    ['0-3/8', { from: 0, to: 3, count: 8 }],
    ['7-7/8', { from: 7, to: 7, count: 8 }],
  ])('reads the shards %s', (text, plan) => {
    expect(configOf({ ...fine, DISCORD_SHARDS: text }).discord.shards).toEqual(plan);
  });

  it('accepts a Redis as the store, and prints no part of its URL', () => {
    const config = configOf({ ...fine, STORE_URL: 'rediss://bot:marked-text@redis.example/2' });
    expect(config.storeUrl.reveal()).toContain('marked-text');
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toMatch(/marked-text|redis\.example/);
    expect(faultsOf({ ...fine, STORE_URL: 'redis://bot:pass#word@redis.example' })).toEqual({
      STORE_URL: 'store',
    });
  });

  it('keeps the query of the authorize URL', () => {
    const config = configOf({ ...fine, PLATFORM_AUTHORIZE_URL: 'https://play.example/consent?lang=en' });
    expect(config.platform.authorizeUrl.search).toBe('?lang=en');
  });
});

describe('secrets', () => {
  it('are masked in every output', () => {
    const lines: string[] = [];
    const secret = new Secret('marked-text');
    pino({}, { write: (line: string) => void lines.push(line) }).info({ secret, nested: { list: [secret] } });
    const printed = [
      String(secret),
      `${String(secret)}`,
      JSON.stringify({ secret }),
      inspect({ a: [secret] }),
      ...lines,
    ].join();
    expect(printed).not.toContain('marked-text');
    expect(printed).toContain('[secret]');
  });

  it('are masked in a printed config', () => {
    const printed = inspect(configOf(fine), { depth: 9 }) + JSON.stringify(configOf(fine));
    for (const value of ['token-value', 'client-value', 'key-value', 'secret-value', KEY])
      expect(printed).not.toContain(value);
  });
});
