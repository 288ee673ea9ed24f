import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../playground/bot.ts';
import { missing } from './programs.ts';
import { until } from './until.ts';

/** Why there is no Redis to test with. */
export const noRedis = missing('redis');

/** A Redis of the tests' own, in memory alone, on a port of 127.0.0.1 that it keeps. */
export interface TestRedis {
  port: number;
  url: string;
  /** SIGKILL: everything is lost, as nothing is saved. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay, without answers. */
  hang(): void;
  goOn(): void;
  start(): Promise<void>;
  /** What redis-cli prints for a command. */
  cli(this: void, ...command: string[]): string;
  close(): Promise<void>;
}

interface Options {
  /** Added to the command line of the server. */
  args?: readonly string[];
  /** Added to that of redis-cli. */
  cliArgs?: readonly string[];
  /** Whether it runs from the start. */
  running?: boolean;
  /** Its port wants TLS; `args` name the certificate. */
  tls?: boolean;
}

export async function startRedis({
  args = [],
  cliArgs = [],
  running = true,
  tls = false,
}: Options = {}): Promise<TestRedis> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matchpoint-redis-'));
  let child: ChildProcess | undefined;
  const ports = tls ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];

  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1');
      socket.once('error', () => resolve(false));
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
    });

  async function start(): Promise<void> {
    const started = spawn(
      'redis-server',
      [...ports, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder, ...args],
      { stdio: 'ignore' },
    );
    await once(started, 'spawn'); // without the program, this is where the test fails
    child = started;
    await until('redis-server listens', isUp);
  }

  async function kill(): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill('SIGKILL');
    await exited;
  }

  if (running) await start();
  return {
    port,
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    kill,
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    start,
    cli: (...command) =>
      execFileSync('redis-cli', ['-p', String(port), ...cliArgs, ...command], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lets time go by for every key of a Redis, whose clock is its own: what is left to each gets less. */
const AGE = `
  for _, key in ipairs(redis.call('KEYS', '*')) do
    local left = redis.call('PTTL', key)
    if left > tonumber(ARGV[1]) then redis.call('PEXPIRE', key, left - ARGV[1])
    elseif left >= 0 then redis.call('DEL', key) end
  end`;

export const ageRedis = ({ cli }: TestRedis, ms: number): void => void cli('EVAL', AGE, '0', String(ms));
