import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../playground/bot.ts';
import { noRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const SCRIPT = 'deploy/redis/start.sh';

async function secretFile(held: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'store-url');
  writeFileSync(file, held);
  return file;
}

describe.skipIf(noRedis)('the start of Redis in compose.yaml', () => {
  it('requires the password of the bots’ STORE_URL, and never shows it', async () => {
    const file = await secretFile('redis://:marked5ecret@redis:6379\n');
    const port = String(await freePort());
    const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', path.dirname(file)];
    const child = spawn('sh', [SCRIPT, ...args], {
      env: { PATH: process.env['PATH'] ?? '', STORE_URL_FILE: file },
      stdio: 'ignore',
    });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    const cli = (login: string[]) =>
      spawnSync('redis-cli', ['-p', port, ...login, 'PING'], { encoding: 'utf8' }).stdout.trim();
    await until('Redis answers', () => cli([]) !== '');
    expect(cli([])).toContain('NOAUTH');
    expect(cli(['-a', 'marked5ecret'])).toBe('PONG');
    const processList = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)], {
      encoding: 'utf8',
    });
    // The shell has become Redis, which so gets the signal that stops it.
    expect(processList.stdout).toContain('redis-server');
    expect(processList.stdout).not.toContain('marked5ecret');
  });

  it.each([
    ['no password', 'redis://redis:6379'],
    ['no Redis', 'sqlite:///data/matchpoint.sqlite'],
    ['a password that Redis and an address would read differently', 'redis://:a%20b@redis:6379'],
  ])('is refused for a file with %s', async (_what, held) => {
    const file = await secretFile(held);
    const env = { PATH: process.env['PATH'] ?? '', STORE_URL_FILE: file };
    const { status, stderr, stdout } = spawnSync('sh', [SCRIPT], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('redis://:PASSWORD@redis:6379');
    expect(stdout + stderr).not.toContain(held);
  });
});
