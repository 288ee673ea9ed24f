import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { SETTINGS } from '../../../src/settings/settings.ts';
import { npmStart } from '../../support/npm-start.ts';
import { missing } from '../../support/programs.ts';
import { until } from '../../support/until.ts';

const MARK = 'marked-secret';

const throwing = (how: 'in a listener' | 'in a promise') => ({
  NODE_OPTIONS: `--import=${pathToFileURL('test/support/throw-secrets.mjs').href}`,
  THROW: how,
});

let world: Playground;
beforeAll(async () => {
  world = await startPlayground({ mode: 'http' });
  await world.bot.stop();
});
afterAll(() => world.close());

describe('a bot', () => {
  test('that breaks ends with code 1, and what it writes is without the secrets that hang on the error', async () => {
    const started = await npmStart({ ...world.bot.env, ...throwing('in a listener') });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    expect(started.log()).toContain('uncaught exception');
    expect(started.log()).toContain('it broke');
    expect(started.log()).not.toContain(MARK);
  });

  test('with an unhandled rejection goes on, and logs it without secrets', async () => {
    const started = await npmStart({ ...world.bot.env, ...throwing('in a promise') });
    await until('it broke', () => started.log().includes('unhandled rejection'));
    await until('it answers', () =>
      fetch(`${world.bot.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    started.signalGroup('SIGTERM');
    expect(await started.exited).toEqual({ code: 0, signal: null });
    expect(started.log()).not.toContain(MARK);
  });

  test('names every setting that is wrong, and echoes none', async () => {
    const marked = SETTINGS.map(({ name }): [string, string] => [name, `${MARK} of ${name}`]);
    const started = await npmStart(Object.fromEntries(marked));
    expect(await started.exited).toEqual({ code: 1, signal: null });
    for (const name of ['PUBLIC_URL', 'STORE_URL', 'ENCRYPTION_KEYS', 'PLATFORM_FIELDS', 'METRICS_PORT'])
      expect(started.log()).toContain(`  ${name} `);
    expect(started.log()).not.toContain(MARK);
  });

  test('whose store is somewhere else does not echo the password in its address', async () => {
    const { METRICS_PORT = '' } = world.bot.env;
    for (const at of [`user:${MARK}@127.0.0.1:${METRICS_PORT}`, `:${MARK}@127.0.0.1:99999`]) {
      const started = await npmStart({ ...world.bot.env, STORE_URL: `redis://${at}` });
      await until('it says something', () => started.log() !== '');
      started.signalGroup('SIGTERM');
      await started.exited;
      expect(started.log()).not.toContain(MARK);
    }
  });
});

test.skipIf(missing('script'))(
  'on a terminal its lines are for people, without secrets as well',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'matchpoint-'));
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('script', ['-qefc', `exec node ${resolve('dist/src/main.js')}`, '/dev/null'], {
      cwd: folder,
      env: {
        PATH,
        HOME,
        SHELL: '/bin/sh',
        ...world.bot.env,
        LOG_LEVEL: 'trace',
        ...throwing('in a promise'),
      },
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    const exited = new Promise<number | null>((settle) => child.once('exit', settle));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    });
    await until('it goes on', () => output.includes('Matchpoint is running'));
    // Ctrl+C
    child.stdin.write('\u0003');
    expect(await exited).toBe(0);
    expect(output).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] \S*INFO/m);
    expect(output).toContain('it broke');
    expect(output).not.toMatch(/^\{/m);
    for (const secret of [MARK, world.discord.token, world.platform.apiKey])
      expect(output).not.toContain(secret);
  },
);
