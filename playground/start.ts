import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from './checkout.ts';
import { startDiscord, type PlaygroundDiscord } from './discord/server.ts';
import { startPlatform, type PlaygroundPlatform } from './platform/server.ts';

/** The bot as it is shipped, in a process of its own. */
export interface PlaygroundBot {
  /** Where its linking pages are. */
  readonly url: string;
  /** What it has written so far. */
  log(): string;
  /** Ends it as an admin does, and gives its exit code. */
  stop(): Promise<number | null>;
  /** Starts it again after `stop`, on the same store. */
  start(): Promise<void>;
}

export interface Playground {
  readonly discord: PlaygroundDiscord;
  readonly platform: PlaygroundPlatform;
  readonly bot: PlaygroundBot;
  close(): Promise<void>;
}

export interface PlaygroundOptions {
  /** Added to the bot's environment. */
  env?: Record<string, string>;
  /** Where the bot keeps its file; a folder that is removed at the end, unless given. */
  dataFolder?: string;
  platform?: Parameters<typeof startPlatform>[0];
  discord?: Parameters<typeof startDiscord>[0];
}

/** A port that was free a moment ago; another process may take it, and then starting fails with a clear sentence. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const ENTRY = join(checkout(), 'dist/src/main.js');

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (child.exitCode !== null) break;
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the bot did not get ready:\n${log().slice(-3000)}`);
}

/** The whole small world: stand-ins for Discord and the platform, and the built bot between them, reached by settings alone. */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const folder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'matchpoint-')));
  const discord = await startDiscord(options.discord);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const platform = await startPlatform({ ...options.platform, redirectUris: [`${url}/link/callback`] });
  discord.redirectUris = [`${url}/link/discord`];

  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DISCORD_TOKEN: discord.token,
    DISCORD_CLIENT_SECRET: discord.clientSecret,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
    PLATFORM_NAME: 'Rally',
    PLATFORM_BASE_URL: platform.baseUrl,
    PLATFORM_API_KEY: platform.apiKey,
    PLATFORM_CLIENT_ID: platform.clientId,
    PLATFORM_CLIENT_SECRET: platform.clientSecret,
    PLATFORM_AUTHORIZE_URL: platform.authorizeUrl,
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    PORT: String(port),
    STORE_URL: `sqlite://${join(folder, 'matchpoint.sqlite')}`,
    ENCRYPTION_KEYS: `playground:${randomBytes(32).toString('base64')}`,
    ...options.env,
  };

  let child: ChildProcess | undefined;
  let written = '';
  const log = () => written;
  const bot: PlaygroundBot = {
    url,
    log,
    async start() {
      child = spawn(process.execPath, [ENTRY], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout?.on('data', (data: Buffer) => (written += data.toString()));
      child.stderr?.on('data', (data: Buffer) => (written += data.toString()));
      await untilReady(url, child, log);
    },
    async stop() {
      const ending = child;
      if (ending === undefined || ending.exitCode !== null) return ending?.exitCode ?? null;
      const ended = new Promise<number | null>((resolve) => ending.once('exit', resolve));
      ending.kill('SIGTERM');
      return ended;
    },
  };

  const close = async () => {
    await bot.stop();
    await Promise.all([discord.close(), platform.close()]);
    if (options.dataFolder === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    await bot.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { discord, platform, bot, close };
}
