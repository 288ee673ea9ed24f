import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import KeyvSqlite from '@keyv/sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ownPorts } from '../../../playground/bot.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { npmStart, type Started } from '../../support/npm-start.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';

const REQUIRED = [
  'DISCORD_TOKEN',
  'DISCORD_CLIENT_SECRET',
  'PLATFORM_BASE_URL',
  'PLATFORM_API_KEY',
  'PLATFORM_CLIENT_ID',
  'PLATFORM_CLIENT_SECRET',
  'PUBLIC_URL',
  'ENCRYPTION_KEYS',
];

const KEY_OF_FIXTURES = Buffer.alloc(32, 5).toString('base64');
const SLOW_MS = 4500;
const STACK = /^\s+at .*:\d+:\d+|Node\.js v\d/m;

/** Ends with code 1 and says why, without a stack. */
async function refusalOf(started: Started): Promise<string> {
  expect(await started.exited).toEqual({ code: 1, signal: null });
  expect(started.log()).not.toMatch(STACK);
  return started.log();
}

describe('settings', () => {
  test('that are all missing are named at once, with a way to try it without any', async () => {
    const message = await refusalOf(await npmStart({}));
    for (const name of REQUIRED) expect(message).toMatch(new RegExp(`^ {2}${name} is missing\\.`, 'm'));
    expect(message).toContain('npm run playground');
  });

  test('are read from .env, and the environment wins', async () => {
    const dotEnv = [...REQUIRED.map((name) => `${name}=x`), 'PORT=abc', 'LOG_LEVEL=loud'].join('\n');
    const message = await refusalOf(await npmStart({ LOG_LEVEL: 'info', PLATFORM_API_KEY: ' ' }, { dotEnv }));
    expect(message).toMatch(/^ {2}PORT isn't/m);
    expect(message).toContain('PLATFORM_API_KEY is missing');
    for (const fine of ['LOG_LEVEL', 'DISCORD_TOKEN', 'PLATFORM_CLIENT_ID'])
      expect(message).not.toMatch(new RegExp(`^ {2}${fine} `, 'm'));
  });
});

test('an unreadable .env gets a clear sentence', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '.env'));
  for (const entry of ['main', 'cli/doctor', 'cli/store', 'cli/publish']) {
    const file = resolve(`dist/src/${entry}.js`);
    const run = spawnSync(process.execPath, [file], { cwd: folder, env: {}, encoding: 'utf8' });
    expect(run, entry).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\.env can't be read \(EISDIR\)\. .*\n$/),
    });
  }
});

describe('a bot', () => {
  let world: Playground;
  const ana = () => world.discord.member('Ana');
  const idOf = (name: string) =>
    [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;
  beforeAll(async () => {
    world = await startPlayground();
    await linked(world, 'Ana', CAST.contender);
    // Its place is taken by bots that npm starts.
    await world.bot.stop();
  });
  afterAll(() => world.close());

  /** `npm start` on the same store, at another port, once it answers. */
  async function ready(env: Record<string, string> = {}): Promise<Started> {
    const ports = await ownPorts();
    const started = await npmStart({ ...world.bot.env, ...ports, ...env });
    await until('the bot is ready', () =>
      fetch(`http://127.0.0.1:${ports.PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return started;
  }

  test.each(['PORT', 'METRICS_PORT'])('whose %s is taken says so', async (setting) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await new Promise((resolve) => other.close(resolve));
    });
    // Not one of the bot's, which another process may have by now.
    const { port } = other.address() as AddressInfo;
    const ports = { ...(await ownPorts()), [setting]: String(port) };
    const message = await refusalOf(await npmStart({ ...world.bot.env, ...ports }));
    expect(message).toContain(
      `Can't listen on 127.0.0.1, port ${port} (EADDRINUSE). Choose another ${setting}, or stop what uses it.`,
    );
  });

  test.each([
    ['at the REST API', {}],
    ['with its application id set', { DISCORD_APPLICATION_ID: '900000000000000001' }],
  ])('whose token is refused %s says so and ends, without trying again', async (_where, env) => {
    const before = world.discord.wire.length;
    const message = await refusalOf(
      await npmStart({ ...world.bot.env, DISCORD_TOKEN: `wrong-${'x'.repeat(50)}`, ...env }),
    );
    expect(message).toContain("Discord didn't accept the bot token.");
    expect(world.discord.wire.length - before).toBeLessThanOrEqual(2);
  });

  test('that is stopped while it waits for Discord never says that it runs', async () => {
    const started = await npmStart({ ...world.bot.env, DISCORD_API_URL: 'http://127.0.0.1:1/api' });
    await until('it waits', () => started.log().includes('retrying'));
    started.signalGroup('SIGTERM');
    expect(await started.exited).toEqual({ code: 0, signal: null });
    expect(started.log()).not.toContain('is running');
  });

  test.each([
    // The token has been reset.
    [4004, "Discord didn't accept the bot token."],
    // The bot has come to be in too many servers for its shards.
    [4011, 'Set DISCORD_SHARDS=auto.'],
  ])('that Discord refuses with %i while it runs says why and ends', async (code, sentence) => {
    const started = await ready();
    world.discord.gateway.drop(code);
    expect(await refusalOf(started)).toContain(sentence);
  });

  test('whose store cannot be opened says so', async () => {
    const inAFile = `${world.bot.env['STORE_URL']}/matchpoint.sqlite`;
    const message = await refusalOf(await npmStart({ ...world.bot.env, STORE_URL: inAFile }));
    expect(message).toMatch(
      /^The store can't be opened: .*matchpoint\.sqlite cannot be opened: ENOTDIR\. STORE_URL leads to .* correct the path/m,
    );
  });

  test('whose store 0.1.0 wrote migrates it once; one that a newer version wrote stops the start', async () => {
    const file = join(await temporaryFolder(), 'store.sqlite');
    await copyFile('test/store/fixtures/0.1.0.sqlite', file);
    const env = { STORE_URL: `sqlite://${file}`, ENCRYPTION_KEYS: `fixture:${KEY_OF_FIXTURES}` };
    for (const migrations of [1, 0]) {
      const started = await ready(env);
      started.signalGroup('SIGTERM');
      expect(await started.exited).toEqual({ code: 0, signal: null });
      expect(started.log().match(/"from":0,"to":1,.*the store was migrated/g) ?? []).toHaveLength(migrations);
    }
    const outsider = new KeyvSqlite({ uri: env.STORE_URL, table: 'records' });
    await outsider.set('version', '{"value":{"version":7,"matchpoint":"3.1.0"}}');
    await outsider.close();
    expect(await refusalOf(await npmStart({ ...world.bot.env, ...env }))).toMatch(
      /^Matchpoint 3\.1\.0 wrote the store in format 7, .*: start Matchpoint 3\.1\.0 or later, or restore the backup/m,
    );
  });

  test.each(['other', 'playground'])(
    'whose keys are others than those of its store (%s) says so, and blames nobody',
    async (id) => {
      const ENCRYPTION_KEYS = `${id}:${randomBytes(32).toString('base64')}`;
      const started = await ready({ ENCRYPTION_KEYS });
      const message = await ana()
        .slash('register', { tournament: idOf('Women’s Masters') })
        .answer();
      expect(message).toReadAlone(ana().id, "I can't read it right now. It's nothing you did.");
      await until('the log says so', () => started.log().includes('1 of the 1 links'));
      expect(started.log()).toContain('"settings":["ENCRYPTION_KEYS"]');
      started.signalGroup('SIGTERM');
      expect(await started.exited).toEqual({ code: 0, signal: null });
    },
  );

  test.each([
    ['SIGTERM', 'Sunday Social'],
    ['SIGINT', 'Late Break'],
  ] as const)(
    'that the whole group is sent %s answers what is running and ends with code 0',
    async (signal, name) => {
      const started = await ready();
      world.platform.setFault({ kind: 'slow', ms: 1200 });
      const rank = ana().slash('rank');
      const registered = ana().slash('register', { tournament: idOf(name) });
      await registered.acknowledged;
      started.signalGroup(signal);
      expect(await rank.answer()).toRead('Ana Conceição');
      expect(await registered.answer()).toReadAlone(ana().id, `You're registered for ${name}`);
      expect(await started.exited).toEqual({ code: 0, signal: null });
      world.platform.setFault(undefined);
      expect(started.log()).not.toMatch(STACK);
    },
  );

  test('that is sent a second signal half a second later ends at once', async () => {
    const started = await ready();
    world.platform.setFault({ kind: 'slow', ms: SLOW_MS });
    const running = ana().slash('rank');
    await running.acknowledged;
    const from = performance.now();
    started.signalGroup('SIGTERM');
    // What counts as a second signal is a matter of time alone.
    await new Promise((resolve) => setTimeout(resolve, 700));
    started.signalGroup('SIGTERM');
    expect((await started.exited).code).toBe(1);
    // Before what runs would have ended.
    expect(performance.now() - from).toBeLessThan(SLOW_MS);
    world.platform.setFault(undefined);
  });
});
