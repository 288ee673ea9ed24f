import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES, settingsSchema, type Config } from '../src/config.ts';
import { Secret } from '../src/secret.ts';
import enUS from '../src/words/en-US.json' with { type: 'json' };

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
  it('fills in the defaults, and is frozen', () => {
    const config = configOf(fine);
    expect(config.web).toMatchObject({ host: '0.0.0.0', port: 3000 });
    expect(config.storeUrl.reveal()).toBe('sqlite://data/matchpoint.sqlite');
    expect(config.platform.authorizeUrl.href).toBe('https://play.example/api/oauth/authorize');
    expect(Object.isFrozen(config) && Object.isFrozen(config.discord)).toBe(true);
  });

  it('names every fault at once, without any value', () => {
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
      ENCRYPTION_KEYS: 'keys',
      LOG_LEVEL: 'choice',
      PLATFORM_OAUTH_EXTRAS: 'extras',
      TRUSTED_PROXIES: 'proxies',
    });
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:3000', 'https://bot.example'])(
    'takes %s as PUBLIC_URL',
    (url) => {
      expect(faultsOf({ ...fine, PUBLIC_URL: url })).toEqual({});
    },
  );

  it.each(['http://127.0.0.1.evil.example', 'http://bot.example', 'ftp://localhost', 'nope'])(
    'refuses %s as PUBLIC_URL',
    (url) => {
      expect(Object.keys(faultsOf({ ...fine, PUBLIC_URL: url }))).toEqual(['PUBLIC_URL']);
    },
  );

  it('reads a value from the file that NAME_FILE names, and NAME itself wins', () => {
    const files: Record<string, string> = { '/run/token': 'from-file\n' };
    const read = (path: string) => {
      const held = files[path];
      if (held === undefined) throw new Error('ENOENT');
      return held;
    };
    const result = readConfig({ ...fine, DISCORD_TOKEN: '', DISCORD_TOKEN_FILE: '/run/token' }, read);
    expect('config' in result && result.config.discord.token.reveal()).toBe('from-file');
    const lost = readConfig({ ...fine, DISCORD_TOKEN: '', DISCORD_TOKEN_FILE: '/none' }, read);
    expect('faults' in lost && lost.faults).toEqual([{ name: 'DISCORD_TOKEN', reason: 'file' }]);
  });

  it('adds the names of fields that a file holds, and refuses a file that cannot be used', () => {
    const files: Record<string, string> = {
      'fields.json': '{ "tournament": { "startsAt": ["kickoff_at"] } }',
      'typo.json': '{ "tournament": { "startAt": ["kickoff_at"] } }',
      'path.txt': 'fields.json\n',
    };
    const read = (path: string) => {
      const held = files[path];
      if (held === undefined) throw new Error('ENOENT');
      return held;
    };
    const resultOf = (given: Record<string, string>) => readConfig({ ...fine, ...given }, read);
    for (const given of [{ PLATFORM_FIELDS: 'fields.json' }, { PLATFORM_FIELDS_FILE: 'path.txt' }]) {
      const result = resultOf(given);
      expect('config' in result && result.config.platform.table.tournament.startsAt[0]).toBe('kickoff_at');
    }
    expect(resultOf({ PLATFORM_FIELDS: 'typo.json', PORT: 'x' })).toEqual({
      faults: [
        { name: 'PLATFORM_FIELDS', reason: 'fieldsUnknown', named: ['tournament.startAt'] },
        { name: 'PORT', reason: 'port' },
      ],
    });
    expect(resultOf({ PLATFORM_FIELDS: 'none.json' })).toEqual({
      faults: [{ name: 'PLATFORM_FIELDS', reason: 'fieldsFile', named: [] }],
    });
  });

  it('keeps several encryption keys in order, and refuses two of one name', () => {
    const keys = `new:${KEY},old:${KEY}`;
    expect(configOf({ ...fine, ENCRYPTION_KEYS: keys }).encryptionKeys.map(({ id }) => id)).toEqual([
      'new',
      'old',
    ]);
    expect(faultsOf({ ...fine, ENCRYPTION_KEYS: `a:${KEY},a:${KEY}` })).toEqual({ ENCRYPTION_KEYS: 'keys' });
  });

  it.each([
    ['auto', 'auto'],
    ['4', { from: 0, to: 3, count: 4 }],
    ['0-3/8', { from: 0, to: 3, count: 8 }],
    ['7-7/8', { from: 7, to: 7, count: 8 }],
  ])('reads the shards %s', (text, plan) => {
    expect(configOf({ ...fine, DISCORD_SHARDS: text }).discord.shards).toEqual(plan);
  });

  it.each(['0', '-1', '3-1/8', '0-8/8', '0-3', 'all', '1.5', '4/8'])('refuses the shards %s', (text) => {
    expect(faultsOf({ ...fine, DISCORD_SHARDS: text })).toEqual({ DISCORD_SHARDS: 'shards' });
  });

  it.each(['0', '-5', '12345', 'many'])('refuses %s calls at once', (text) => {
    expect(faultsOf({ ...fine, PLATFORM_CONNECTIONS: text })).toEqual({ PLATFORM_CONNECTIONS: 'count' });
  });

  it('takes a Redis as the store, and prints no part of it', () => {
    const config = configOf({ ...fine, STORE_URL: 'rediss://bot:marked-text@redis.example/2' });
    expect(config.storeUrl.reveal()).toContain('marked-text');
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toMatch(/marked-text|redis\.example/);
    expect(faultsOf({ ...fine, STORE_URL: 'redis://bot:pass#word@redis.example' })).toEqual({
      STORE_URL: 'store',
    });
  });

  it('the authorize address keeps a query of its own', () => {
    const config = configOf({ ...fine, PLATFORM_AUTHORIZE_URL: 'https://play.example/consent?lang=en' });
    expect(config.platform.authorizeUrl.search).toBe('?lang=en');
  });
});

describe('secrets', () => {
  it('print a mask wherever they are printed', () => {
    const lines: string[] = [];
    const secret = new Secret('marked-text');
    pino({}, { write: (line: string) => void lines.push(line) }).info({ secret, nested: { list: [secret] } });
    const shown = [
      String(secret),
      `${String(secret)}`,
      JSON.stringify({ secret }),
      inspect({ a: [secret] }),
      ...lines,
    ].join();
    expect(shown).not.toContain('marked-text');
    expect(shown).toContain('[secret]');
  });

  it('no setting that is a secret is readable in a printed config', () => {
    const shown = inspect(configOf(fine), { depth: 9 }) + JSON.stringify(configOf(fine));
    for (const value of ['token-value', 'client-value', 'key-value', 'secret-value', KEY])
      expect(shown).not.toContain(value);
  });
});

describe('.env.example', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const shown = lines.flatMap((line, at) => {
    const [, name, value] = /^#? ?([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: value ?? '', above: lines[at - 1] ?? '' }];
  });

  it('names every setting, in the schema’s order, and no other', () => {
    expect(shown.map(({ name }) => name)).toEqual(SETTING_NAMES);
  });

  it('shows the same defaults', () => {
    for (const { name, value } of shown) {
      const bare = { ...fine } as Record<string, string>;
      const key = name as keyof typeof settingsSchema.shape;
      if (name in fine) continue;
      const written = settingsSchema.shape[key].safeParse(value === '' ? undefined : value);
      const implied = settingsSchema.shape[key].safeParse(bare[name]);
      expect(written, name).toEqual(implied);
    }
  });

  it('says of each, in the words of the locale file, what it is', () => {
    for (const { name, above } of shown) {
      const sentence = enUS.settings.cure[name as keyof typeof enUS.settings.cure];
      expect(above, name).toBe(`# ${sentence}`);
    }
  });
});
