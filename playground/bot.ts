import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from './checkout.ts';

/** The bot as it is shipped, in a separate process. */
export interface PlaygroundBot {
  /** Where it listens; browsers may know it, and its replicas, by another address. */
  readonly url: string;
  /** Its settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Of its process, while there is one. */
  pid(): number | undefined;
  /** What it has written so far. */
  log(): string;
  /** Starts it, again after `stop` on the same store, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it as an admin does, and gives its exit code; null if it had to be killed. */
  stop(): Promise<number | null>;
  /** Ends it without a warning (SIGKILL), as a machine that is lost does. */
  kill(): Promise<void>;
}

const ENTRY = join(checkout(), 'dist/src/main.js');

const READY_WITHIN_MS = 60_000;
/** Longer than the 10 s within which it shuts down. */
const END_WITHIN_MS = 15_000;

/** What a process needs besides its settings: where programs are, and where it may keep caches (of fonts). */
function surroundings(): Record<string, string> {
  const { PATH = '', HOME = tmpdir() } = process.env;
  return { PATH, HOME };
}

/** Below the range from which systems lend ports to outgoing connections: a port of that one may be gone a moment later. */
const PORTS = { from: 20_000, to: 30_000 };

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Holds the UDP port of the same number until this process ends, which TCP does not mind: of all who ask here, one gets a port. */
const claim = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });

/** A free port, given out once while this process runs. A stranger may take it, and then starting fails with a clear sentence. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if ((await claim(port)) && (await listens(port))) return port;
  }
}

/** The settings that no two bots on one machine can share. */
export async function ownPorts() {
  return { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
}

/** The built bot with these settings and this working folder, not started yet. */
export function createBot(env: Readonly<Record<string, string>>, folder: string): PlaygroundBot {
  const url = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  let child: ChildProcess | undefined;
  let output = '';

  async function untilReady(started: ChildProcess): Promise<void> {
    for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end;) {
      if (started.exitCode !== null || started.signalCode !== null) break;
      const ready = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the bot did not get ready:\n${output.slice(-3000)}`);
  }

  return {
    url,
    env,
    pid: () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined),
    log: () => output,
    async start() {
      const started = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
        env: { ...surroundings(), ...env },
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (data: Buffer) => (output += data.toString()));
      await untilReady(started);
    },
    async stop() {
      const ending = child;
      if (ending === undefined) return null;
      if (ending.exitCode !== null || ending.signalCode !== null) return ending.exitCode;
      const ended = new Promise<number | null>((resolve) => ending.once('exit', resolve));
      ending.kill('SIGTERM');
      // A bot that hangs must not hang the process that started it.
      const late = setTimeout(() => ending.kill('SIGKILL'), END_WITHIN_MS);
      return ended.finally(() => clearTimeout(late));
    },
    async kill() {
      const ending = child;
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill('SIGKILL');
      await ended;
    },
  };
}
