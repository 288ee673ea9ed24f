import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './bot.ts';

export interface PrivateRedis {
  url: string;
  close(): Promise<void>;
}

/** A Redis of one's own, in memory alone; undefined where the program is not installed. */
export async function startPrivateRedis(): Promise<PrivateRedis | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'matchpoint-redis-'));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...args, '--dir', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('Ready to accept connections')) break;
  if (child.exitCode !== null) throw new Error('redis-server did not start');
  // There is no further reader: its output must not fill the pipe.
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    async close() {
      const ended = once(child, 'exit');
      if (child.kill('SIGTERM')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
