import { execFile } from 'node:child_process';
import { readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import KeyvSqlite from '@keyv/sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLinks } from '../../src/accounts/links.ts';
import { openTokens, sealContext, sealTokens } from '../../src/accounts/token-records.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { runStore } from '../../src/cli/store/run.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { openToRead } from '../../src/store/open-to-read.ts';
import { contentOf, fill, linkOf, NEW, OLD, openAt, withRecords } from '../support/filled-store.ts';
import { recordingLog } from '../support/recording-log.ts';
import { missing } from '../support/programs.ts';
import { noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs `npm run store` and returns its output. Each read of the clock advances it by a second. */
async function run(
  url: string,
  args: string[],
  settings: Record<string, string> = {},
  signal: AbortSignal = new AbortController().signal,
) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  let ticks = 0;
  const code = await runStore(
    args,
    { STORE_URL: url, ...settings },
    {
      say: (line) => void stdout.push(line),
      printStatus: (line) => void stderr.push(line),
      now: () => Date.now() + 1000 * ticks++,
      version: 'test',
      signal,
    },
  );
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') };
}

async function world() {
  const folder = await temporaryFolder();
  const at = (name: string) => `sqlite://${path.join(folder, name)}`;
  return { folder, file: path.join(folder, 'export'), url: at('from.sqlite'), at };
}

describe('an export', () => {
  test('is only readable by its user, has no plain tokens, needs no key, and reports progress', async () => {
    const { url, file, folder } = await world();
    await fill(url, 5);
    const { code, stdout, stderr } = await run(url, ['export', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Saved 14 records in ${file}.`)]);
    expect(stderr).toMatch(/records so far/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/access-\d|refresh-\d|of a process/);
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('{"matchpoint":"store","version":2}');
    expect(lines.at(-1)).toBe('{"end":true,"records":14}');
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$/));
  });

  test('that is stopped leaves no file, and says so', async () => {
    const { url, file, folder } = await world();
    await fill(url, 5);
    const { code, stdout, stderr } = await run(url, ['export', file], {}, AbortSignal.abort());
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^Stopped before the end\. Run it again/),
    ]);
    expect(await readdir(folder)).toEqual(['from.sqlite']);
  });

  test('and stats write nothing to the store, and nothing beside it', async () => {
    const { url, file, folder } = await world();
    await fill(url, 5);
    const store = path.join(folder, 'from.sqlite');
    const [before, names] = [await readFile(store), await readdir(folder)];
    expect((await run(url, ['stats'])).code).toBe(0);
    expect((await run(url, ['export', file])).code).toBe(0);
    expect((await readFile(store)).equals(before)).toBe(true);
    expect((await readdir(folder)).filter((name) => name !== 'export')).toEqual(names);
  });

  test('during which a bot starts fails with a sentence if the file was read as unchanging', async () => {
    const { url } = await world();
    await fill(url, 5);
    const tools = { log: recordingLog(), now: Date.now, version: 'test' };
    const { records } = await openToRead(url, tools);
    const walkAll = async (between: () => Promise<unknown>) => {
      for await (const _batch of records.walk()) await between();
    };
    await walkAll(async () => undefined);
    const start = async () => (await openStores(url, tools)).close();
    await expect(walkAll(start)).rejects.toThrow(/a bot was started meanwhile/);
  });

  test('does not overwrite a file', async () => {
    const { url, file } = await world();
    await fill(url, 1);
    await writeFile(file, 'precious');
    const { code, stderr } = await run(url, ['export', file]);
    expect([code, stderr]).toEqual([1, `${file} exists already. Choose another name.`]);
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  test('reports a missing folder', async () => {
    const { url } = await world();
    await fill(url, 1);
    expect(await run(url, ['export', '/nowhere/at/all'])).toMatchObject({
      code: 1,
      stderr: "/nowhere/at/all can't be used (ENOENT).",
    });
  });

  test('reports a missing store, and creates none', async () => {
    const { url, file, folder } = await world();
    for (const args of [['export', file], ['stats']]) {
      expect(await run(url, args)).toMatchObject({ code: 1, stderr: "There's no store at STORE_URL." });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  test('does not call a store missing that it may not look at', async () => {
    const { url, file, folder } = await world();
    // Fails for every user, root too, and isn't ENOENT.
    await symlink('from.sqlite', path.join(folder, 'from.sqlite'));
    const { code, stderr } = await run(url, ['export', file]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/from\.sqlite cannot be opened: ELOOP/)]);
  });

  test('made while a bot writes is a consistent snapshot', async () => {
    const { url, file, at } = await world();
    await fill(url, 3000);
    const stores = await openAt(url);
    const links = createLinks({ stores, now: Date.now, log: recordingLog() });
    let writing = true;
    let rounds = 0;
    // Members swap players: a read at two points in time would have links without owners.
    const writer = (async () => {
      while (writing) {
        const n = 1 + ((rounds * 7) % 3000);
        await links.store(String(n), linkOf(n + 3000 * ++rounds));
      }
    })();
    const { code } = await run(url, ['export', file]);
    writing = false;
    await writer;
    await stores.close();
    expect([code, rounds > 0]).toEqual([0, true]);

    await run(at('to.sqlite'), ['import', file]);
    const copy = await openAt(at('to.sqlite'));
    const copied = createLinks({ stores: copy, now: Date.now, log: recordingLog() });
    const all = Array.from({ length: 3000 }, (_, i) => copied.read(String(i + 1)));
    const intact = (await Promise.all(all)).filter((link) => link !== undefined);
    await copy.close();
    expect(intact).toHaveLength(3000);
  });
});

describe('an import', () => {
  test('of an export restores the same store', async () => {
    const { url, file, at } = await world();
    await fill(url, 700);
    await run(url, ['export', file]);
    const { code, stdout } = await run(at('to.sqlite'), ['import', file]);
    expect([code, stdout]).toEqual([0, 'Added 1,404 records. 0 were there already, 0 had expired.']);
    expect(await contentOf(at('to.sqlite'))).toEqual(await contentOf(url));
  });

  test.each([
    [
      'without its end',
      (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n'),
      'is incomplete',
    ],
    [
      'cut in the middle of a line',
      (text: string) => text.slice(0, text.length / 2),
      /is (damaged|incomplete)/,
    ],
    ['that lacks a line', (text: string) => text.split('\n').toSpliced(3, 1).join('\n'), 'is incomplete'],
    ['with a line of nonsense', (text: string) => text.replace('"key"', '"kez"'), 'is damaged at line 2'],
    [
      'with a table that is none',
      (text: string) => text.replace('"flows"', '"a; drop"'),
      /is damaged at line \d/,
    ],
    [
      'of a later version',
      (text: string) => text.replace('"version":2', '"version":3'),
      'comes from a newer version (3)',
    ],
    [
      'whose version is text for the terminal',
      (text: string) => text.replace('"version":2', String.raw`"version":"\u001b[2J"`),
      "isn't an export of a store",
    ],
    ['that is something else', () => 'hello\n', "isn't an export of a store"],
    ['that is empty', () => '', "isn't an export of a store"],
  ])('of a file %s writes nothing', async (_what, harm, sentence) => {
    const { url, file, at } = await world();
    await fill(url, 3);
    await run(url, ['export', file]);
    await writeFile(file, harm(await readFile(file, 'utf8')));
    const { code, stderr } = await run(at('to.sqlite'), ['import', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(await contentOf(at('to.sqlite'))).toEqual([]);
  });

  test('reports a folder or a missing file', async () => {
    const { url, folder, file } = await world();
    expect((await run(url, ['import', folder])).stderr).toMatch(/can't be used \(EISDIR\)/);
    expect((await run(url, ['import', file])).stderr).toMatch(/can't be used \(ENOENT\)/);
  });

  test('can be repeated after an interruption', async () => {
    const { url, file, at } = await world();
    await fill(url, 700);
    await run(url, ['export', file]);
    const half = (await contentOf(url)).slice(0, 650);
    await withRecords(at('to.sqlite'), (records) => records.put(half));
    expect((await run(at('to.sqlite'), ['import', file])).stdout).toMatch(
      /^Added 754 records. 650 were there/,
    );
    expect((await run(at('to.sqlite'), ['import', file])).stdout).toMatch(
      /^Added 0 records. 1,404 were there/,
    );
    expect(await contentOf(at('to.sqlite'))).toEqual(await contentOf(url));
  });

  test('keeps and reports different records; --overwrite replaces them', async () => {
    const { url, file, at } = await world();
    await fill(url, 3);
    await run(url, ['export', file]);
    const changed = { namespace: 'links', key: '2', value: linkOf(9) };
    await withRecords(at('to.sqlite'), (records) => records.put([changed]));
    const result = await run(at('to.sqlite'), ['import', file]);
    expect([result.code, result.stdout]).toEqual([
      0,
      expect.stringContaining('1 differ from the ones in the store'),
    ]);
    expect(await contentOf(at('to.sqlite'))).toContainEqual(changed);
    await run(at('to.sqlite'), ['import', file, '--overwrite']);
    expect(await contentOf(at('to.sqlite'))).toEqual(await contentOf(url));
  });
});

describe('rekey', () => {
  const keys = (...all: { setting: string }[]) => ({
    ENCRYPTION_KEYS: all.map(({ setting }) => setting).join(','),
  });

  test('reseals everything with the newest key, so that the older one can be removed', async () => {
    const { url } = await world();
    await fill(url, 120);
    const { code, stdout, stderr } = await run(url, ['rekey'], keys(NEW, OLD));
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Encrypted 123 records with new. 0 used it already.'),
    ]);
    expect(stdout).toContain('Keep it with the backups from before: they need it.');
    expect(stdout + stderr).not.toContain(NEW.key.toString('base64'));
    const vault = createVault([NEW]);
    const content = await contentOf(url);
    const linked = content.filter(({ namespace }) => namespace === 'links');
    const opened = linked.map(({ key, value }) =>
      openTokens(vault, sealContext.link(key), (value as { tokens: string }).tokens),
    );
    expect(opened.map(({ accessToken }) => accessToken)).toEqual(linked.map(({ key }) => `access-${key}`));
    const restart = content.find(({ namespace }) => namespace === 'restarts');
    expect(vault.open(String(restart?.value), 'restart:r')).toBe('ticket');
    expect((await run(url, ['stats'])).stdout).toMatch(/^Encrypted with key new: 123$/m);
    expect((await run(url, ['rekey'], keys(NEW))).stdout).toMatch(
      /^Encrypted 0 records with new. 123 used it/,
    );
  });

  test('reseals entries of one record too', async () => {
    const { url } = await world();
    await fill(url, 1);
    const old = createVault([OLD]);
    const tokens = { accessToken: 'a', refreshToken: 'r' };
    const stores = await openAt(url);
    const debts = { a: old.seal('1', sealContext.roles()), b: old.seal('2', sealContext.roles()) };
    const gone = { tokens: sealTokens(old, sealContext.disconnect(), tokens), since: 1, triedAt: 2 };
    await stores.namespace('roledebts').set('all', debts);
    await stores.namespace('disconnects').set('all', { x: gone });
    await stores.close();
    expect((await run(url, ['rekey'], keys(NEW, OLD))).code).toBe(0);
    const vault = createVault([NEW]);
    const content = await contentOf(url);
    const valueOf = (name: string) => content.find(({ namespace }) => namespace === name)?.value;
    const resealed = valueOf('roledebts') as Record<string, string>;
    expect(Object.entries(resealed).map(([id, text]) => [id, vault.open(text, sealContext.roles())])).toEqual(
      [
        ['a', '1'],
        ['b', '2'],
      ],
    );
    const { x } = valueOf('disconnects') as { x: typeof gone };
    expect(x).toEqual({ tokens: expect.any(String), since: 1, triedAt: 2 });
    expect(openTokens(vault, sealContext.disconnect(), x.tokens)).toEqual(tokens);
  });

  test('keeps what no key opens, with exit code 1', async () => {
    const { url } = await world();
    await fill(url, 3);
    const before = await contentOf(url);
    const { code, stdout } = await run(url, ['rekey'], keys(NEW));
    expect([code, stdout]).toEqual([1, expect.stringContaining("6 can't be decrypted")]);
    expect(await contentOf(url)).toEqual(before);
  });

  test('does not undo writes of a running bot', async () => {
    const { url } = await world();
    await fill(url, 300);
    const stores = await openAt(url);
    const links = createLinks({ stores, now: Date.now, log: recordingLog() });
    let running = true;
    const refreshed = new Map<string, string>();
    const bot = (async () => {
      for (let n = 1; running; n = (n % 300) + 1) {
        const link = await links.read(String(n));
        const next = linkOf(n, n % 2 ? NEW : OLD);
        if (link && (await links.replace(String(n), link, next))) refreshed.set(String(n), next.tokens);
      }
    })();
    const { code } = await run(url, ['rekey'], keys(NEW, OLD));
    running = false;
    await bot;
    expect(code).toBe(0);
    const both = createVault([NEW, OLD]);
    for (const [discordId, tokens] of refreshed) {
      const link = await links.read(discordId);
      // The bot's last write is stored, unchanged or resealed with the newer key.
      const context = sealContext.link(discordId);
      expect(openTokens(both, context, link!.tokens)).toEqual(openTokens(both, context, tokens));
    }
    expect(refreshed.size).toBeGreaterThan(0);
    await stores.close();
  });

  test('without valid keys names only that setting', async () => {
    const { url } = await world();
    await fill(url, 1);
    const { code, stderr } = await run(url, ['rekey'], { ENCRYPTION_KEYS: 'short:abc' });
    expect(code).toBe(1);
    expect(stderr.match(/^ {2}[A-Z_]+/gm)).toEqual(['  ENCRYPTION_KEYS']);
  });
});

test('stats counts links, owners, servers and keys, and with --all every namespace', async () => {
  const { url } = await world();
  await fill(url, 3);
  await withRecords(url, (records) =>
    records.put([{ namespace: 'links', key: '4', value: { ...linkOf(4, NEW), expired: true } }]),
  );
  // One server from its settings, one from the list of servers, two from a member, one of these also from its roster.
  const stores = await openAt(url);
  await stores.namespace('servers').set('9', { 70: 0, 73: 0 });
  await stores.namespace('guilds').set('70', { organizerRoleId: '1' });
  await stores
    .namespace('members')
    .set('1', { guilds: { 71: { since: 1, at: 1 }, 72: { since: 1, at: 1 } } });
  await stores.namespace('members').set('2', { hidden: true, guilds: {} });
  await stores.namespace('members').set('3', { hidden: true, guilds: {} });
  const rosters = stores.namespace('rosters');
  for (const bucket of [0, 1]) await rosters.set(`71:${bucket}`, { 1: 1 });
  await stores.close();
  const { code, stdout } = await run(url, ['stats']);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/[\d.]+ KB/, 'N KB'))).toEqual([
    'Linked members: 4',
    '  of them have to link again: 1',
    'Platform accounts: 3',
    'Servers: 4',
    'Linked members seen in them: 1',
    'People who hide: 2',
    'Started, but not finished linking: 1',
    'Size: 21 records, N KB of data',
    'Encrypted with key new: 1',
    'Encrypted with key old: 6',
  ]);
  const all = (await run(url, ['stats', '--all'])).stdout.trimEnd().split('\n');
  expect(all.slice(0, lines.length)).toEqual(lines);
  expect(all.slice(lines.length).map((line) => line.replace(/[\d.]+ [KB]+$/, 'N'))).toContain(
    'owners: 3 records, N',
  );
});

test('a store of another version is refused by every command, and not changed', async () => {
  const { url, file, at, folder } = await world();
  const from = at('good.sqlite');
  await fill(from, 1);
  await run(from, ['export', file]);
  const sql = async (...texts: string[]) => {
    const outsider = new KeyvSqlite({ uri: url, table: 'links' });
    let rows: unknown;
    for (const text of texts) rows = await outsider.query(text);
    await outsider.close();
    return rows;
  };
  const commands = [
    ['stats'],
    ['rekey'],
    ['import', file, '--overwrite'],
    ['export', path.join(folder, 'none')],
  ];
  await sql(`INSERT INTO links VALUES ('5', '{"value":1}')`);
  for (const command of commands) {
    const { code, stderr } = await run(url, command, { ENCRYPTION_KEYS: OLD.setting });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^An older version .*start this version's bot/),
    ]);
  }
  await sql(`INSERT INTO records VALUES ('version', '{"value":{"version":7,"matchpoint":"3.1.0"}}')`);
  for (const command of commands) {
    const { code, stderr } = await run(url, command, { ENCRYPTION_KEYS: OLD.setting });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Matchpoint 3\.1\.0 .*start Matchpoint 3\.1\.0/),
    ]);
  }
  expect(await sql('SELECT key FROM links')).toEqual([{ key: '5' }]);
  expect(await sql('SELECT key FROM records')).toEqual([{ key: 'version' }]);
});

test('what is counted cannot change the terminal', async () => {
  const { url } = await world();
  const stores = await openAt(url);
  const tokens = 'v1.\u001b[2J\u001b]0;title\u0007.x';
  await stores.namespace('links').set('7', { ...linkOf(7), tokens });
  await stores.close();
  const { stdout } = await run(url, ['stats', '--all']);
  expect(stdout).toContain('Encrypted with key [2J]0;title: 1');
});

test('unreadable records are counted by namespace, and stop neither an export nor a rekey', async () => {
  const { url, file, at } = await world();
  await fill(url, 3);
  const stores = await openAt(url);
  await stores.namespace('links').set('7', { playerId: 'p7', tokens: 5 });
  await stores.namespace('links').set('8', { ...linkOf(8), linkedAt: 'today' });
  await stores.namespace('rosters').set('70:0', { 1: 5, 17: 'x' });
  await stores.namespace('boards').set('70', 'none');
  await stores.close();
  const outsider = new KeyvSqlite({ uri: url, table: 'outsider' });
  await outsider.query(`INSERT INTO records VALUES ('owners:broken', 'hunter2 {')`);
  await outsider.close();
  const { code, stdout } = await run(url, ['stats']);
  expect(code).toBe(0);
  expect(stdout.match(/^Can't be read.*$/gm)).toEqual([
    "Can't be read, in boards: 1",
    "Can't be read, in links: 2",
    "Can't be read, in owners: 1",
    "Can't be read, in rosters: 1",
  ]);
  // Sealed text in them still needs its key.
  expect(stdout).toContain('Encrypted with key old: 7');

  const exported = await run(url, ['export', file]);
  expect([exported.code, exported.stdout]).toEqual([0, expect.stringContaining("1 can't be read")]);
  expect(await readFile(file, 'utf8')).not.toContain('hunter2');
  expect((await run(at('to.sqlite'), ['import', file])).code).toBe(0);
  expect(await contentOf(at('to.sqlite'))).toEqual(await contentOf(url));

  const rekeyed = await run(url, ['rekey'], { ENCRYPTION_KEYS: `${NEW.setting},${OLD.setting}` });
  expect([rekeyed.code, rekeyed.stdout]).toEqual([
    0,
    expect.stringMatching(/Encrypted 7 records[^]*1 can't be read/) as string,
  ]);
});

test.each([
  [[]],
  [['export']],
  [['stats', 'x']],
  [['export', 'a', 'b']],
  [['stats', '--overwrite']],
  [['export', 'a', '--all']],
  [['toString']],
  [['drop']],
])('the command line %j prints the usage', async (args) => {
  const { url } = await world();
  const { code, stderr } = await run(url, args);
  expect([code, stderr]).toEqual([1, expect.stringContaining('export FILE')]);
});

test.skipIf(missing('sqlite3'))(
  'a file copied with sqlite3 while a bot writes opens with everything',
  async () => {
    const { url, at, folder } = await world();
    await fill(url, 500);
    const stores = await openAt(url);
    const presses = stores.namespace<number>('presses');
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) await presses.set(`press ${n}`, n);
    })();
    const copy = path.join(folder, 'copy.sqlite');
    await promisify(execFile)('sqlite3', [path.join(folder, 'from.sqlite'), `.backup ${copy}`]);
    writing = false;
    await writer;
    const links = (all: { namespace: string }[]) => all.filter(({ namespace }) => namespace !== 'presses');
    expect(links(await contentOf(at('copy.sqlite')))).toEqual(links(await contentOf(url)));
    await stores.close();
  },
);

describe.skipIf(noRedis)('between SQLite and Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });

  test('20,000 links survive an export and an import', async () => {
    const { url, file, folder, at } = await world();
    await fill(url, 20_000);
    const back = path.join(folder, 'back');
    const steps = [
      await run(url, ['export', file]),
      await run(redis.url, ['import', file]),
      await run(redis.url, ['export', back]),
      await run(at('to.sqlite'), ['import', back]),
    ];
    expect(steps.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const content = await contentOf(url);
    expect(content).toHaveLength(40_004);
    expect(await contentOf(redis.url)).toEqual(content);
    expect(await contentOf(at('to.sqlite'))).toEqual(content);
    expect(Number(redis.cli('PTTL', 'matchpoint:tickets:t'))).toBeGreaterThan(60_000);
    expect(redis.cli('PTTL', 'matchpoint:links:1')).toBe('-1');
  });

  test('Redis supports rekey and stats', async () => {
    redis.cli('FLUSHALL');
    await fill(redis.url, 50);
    const settings = { ENCRYPTION_KEYS: `${NEW.setting},${OLD.setting}` };
    expect(await run(redis.url, ['rekey'], settings)).toMatchObject({ code: 0 });
    expect((await run(redis.url, ['stats'])).stdout).toMatch(/^Encrypted with key new: 53$/m);
    expect(Number(redis.cli('PTTL', 'matchpoint:flows:f'))).toBeGreaterThan(60_000);
  });

  test('reports a Redis that is away, without its URL', async () => {
    const away = 'redis://:hunter2@127.0.0.1:1';
    const { code, stderr } = await run(away, ['stats']);
    expect(code).toBe(1);
    expect(stderr).toContain('Redis is out of reach (ECONNREFUSED)');
    expect(stderr).not.toMatch(/hunter2|127\.0\.0\.1/);
  });
});
