import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../playground/bot.ts';
import { checkout } from '../playground/checkout.ts';
import type { DiscordQuestions, Load, LoadResult } from './discord/questions.ts';
import type { LoopQuestions } from './loop-probe.ts';
import { startProgram, type Program } from './measure/program.ts';
import type { PlatformQuestions } from './platform/questions.ts';

const LISTENS_WITHIN_MS = 20_000;

const built = (path: string): string => join(checkout(), 'dist', path);

/** The programs of `bench/others`. */
type Other =
  | 'discordjs-constant'
  | 'discordjs-edit'
  | 'discordjs-reply'
  | 'core-constant'
  | 'http-constant'
  | 'http-calls';

/** A bot under test. */
export interface BenchBot<Q = object> extends Pick<
  Program<Q>,
  'ask' | 'cpuMs' | 'memoryMiB' | 'stop' | 'kill'
> {
  token: string;
  /** Where it takes interactions over HTTP, if it does. */
  endpoint: string;
}

interface OursOptions {
  mode?: 'gateway' | 'http';
  /** Whether it draws rank cards, as it does for members. */
  cards?: boolean;
  /** Its data; an empty temporary folder if left out. */
  folder?: string;
  env?: Record<string, string>;
}

/** The stand-ins, and the bots that run against them. */
export interface BenchWorld {
  discord: Program<DiscordQuestions>;
  platform: Program<PlatformQuestions>;
  ours(options?: OursOptions): Promise<BenchBot>;
  /** Ours with the loop's delay to be asked for; nothing else differs. */
  oursProbed(options?: OursOptions): Promise<BenchBot<LoopQuestions>>;
  other(name: Other, env?: Record<string, string>): Promise<BenchBot>;
  load(bot: BenchBot, load: Omit<Load, 'token' | 'endpoint'>): Promise<LoadResult>;
  temporaryFolder(): string;
  close(): Promise<void>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Nothing announces that an endpoint listens; a gateway bot shows up with its session. */
async function untilListening(endpoint: string): Promise<void> {
  for (
    const end = Date.now() + LISTENS_WITHIN_MS;
    endpoint !== '' && !(await accepts(Number(new URL(endpoint).port)));
  ) {
    if (Date.now() > end) throw new Error(`nothing listens at ${endpoint}`);
    await sleep(20);
  }
}

/** `nodeArguments`: for ours. */
export async function openWorld({
  nodeArguments = [],
}: { nodeArguments?: readonly string[] } = {}): Promise<BenchWorld> {
  const folders: string[] = [];
  const temporaryFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'matchpoint-bench-'));
    folders.push(folder);
    return folder;
  };
  const discord = startProgram<DiscordQuestions>(built('bench/discord/main.js'), { talks: true });
  const platform = startProgram<PlatformQuestions>(built('bench/platform/main.js'), { talks: true });
  const [{ api, publicKey }, { baseUrl }] = await Promise.all([
    discord.ask('open', {}),
    platform.ask('open', {}),
  ]);
  let bots = 0;

  async function settingsOf(
    { mode = 'gateway', folder = temporaryFolder(), env }: OursOptions,
    token: string,
  ) {
    const port = await freePort();
    return {
      folder,
      endpoint: mode === 'http' ? `http://127.0.0.1:${port}/interactions` : '',
      env: {
        DISCORD_TOKEN: token,
        DISCORD_CLIENT_SECRET: 'bench-secret',
        DISCORD_MODE: mode,
        DISCORD_API_URL: api,
        PLATFORM_BASE_URL: baseUrl,
        PLATFORM_API_KEY: 'bench-key',
        PLATFORM_CLIENT_ID: 'bench',
        PLATFORM_CLIENT_SECRET: 'bench-secret',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(await freePort()),
        STORE_URL: `sqlite://${join(folder, 'matchpoint.sqlite')}`,
        ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
        LOG_LEVEL: 'info',
        ...env,
      },
    };
  }

  return {
    discord,
    platform,
    async ours(options = {}) {
      // The token stays with the folder's owner: the commands published under it are there at the next start.
      const token = `ours.${options.folder ?? (bots += 1)}`;
      const { folder, endpoint, env } = await settingsOf(options, token);
      const bot = {
        token,
        endpoint,
        ...startProgram(built(options.cards === true ? 'src/main.js' : 'bench/ours.js'), {
          env,
          folder,
          nodeArguments: ['--enable-source-maps', ...nodeArguments],
        }),
      };
      await untilListening(endpoint);
      return bot;
    },
    async oursProbed(options = {}) {
      const token = `probed.${(bots += 1)}`;
      const { folder, endpoint, env } = await settingsOf(options, token);
      const program = startProgram<LoopQuestions>(built('bench/ours.js'), {
        env,
        folder,
        nodeArguments: ['--enable-source-maps', ...nodeArguments, '--import', built('bench/loop-probe.js')],
        talks: true,
      });
      return { token, endpoint, ...program };
    },
    async other(name, more) {
      const token = `${name}.${(bots += 1)}`;
      const port = await freePort();
      const env = {
        BENCH_TOKEN: token,
        BENCH_API: api,
        BENCH_PLATFORM: baseUrl,
        BENCH_PUBLIC_KEY: publicKey,
        PORT: String(port),
        ...more,
      };
      const endpoint = name.startsWith('http-') ? `http://127.0.0.1:${port}/interactions` : '';
      const bot = { token, endpoint, ...startProgram(built(`bench/others/${name}.js`), { env }) };
      await untilListening(endpoint);
      return bot;
    },
    load: ({ token, endpoint }, load) =>
      discord.ask('load', { ...load, token, ...(endpoint !== '' && { endpoint }) }),
    temporaryFolder,
    async close() {
      await Promise.all([discord.kill(), platform.kill()]);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
