import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBot, ownPorts, type PlaygroundBot } from './bot.ts';
import { startDiscord, type DiscordStandIn } from '../tools/discord-stand-in/server.ts';
import { startPlatform, type PlatformStandIn } from '../tools/platform-stand-in/server.ts';

export interface Playground {
  readonly discord: DiscordStandIn;
  readonly platform: PlatformStandIn;
  readonly bot: PlaygroundBot;
  /** Where the bot keeps its file. */
  readonly dataFolder: string;
  close(): Promise<void>;
}

interface StandIns {
  discord: DiscordStandIn;
  platform: PlatformStandIn;
}

export interface PlaygroundOptions {
  /** How interactions reach the bot; over the gateway unless told. */
  mode?: 'gateway' | 'http';
  /** Added to the bot's environment; may be made once the stand-ins run. */
  env?: Record<string, string> | ((standIns: StandIns) => Promise<Record<string, string>>);
  /** Where the bot keeps its file; a folder that is removed at the end, unless given. */
  dataFolder?: string;
  platform?: Parameters<typeof startPlatform>[0];
  discord?: Parameters<typeof startDiscord>[0];
}

const PLATFORM_NAME = 'Rally';

/** The whole small world: stand-ins for Discord and the platform, and the built bot between them, reached by settings alone. */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'matchpoint-')));
  const discord = await startDiscord(options.discord);
  const ports = await ownPorts();
  const url = `http://127.0.0.1:${ports.PORT}`;
  const platform = await startPlatform({
    platformName: PLATFORM_NAME,
    ...options.platform,
    redirectUris: [`${url}/link/callback`],
  });
  discord.redirectUris = [`${url}/link/discord`];
  if (options.mode === 'http') discord.interactionsUrl = `${url}/interactions`;

  const { env } = options;
  const bot = createBot(
    {
      NODE_ENV: 'production',
      DISCORD_TOKEN: discord.token,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
      DISCORD_MODE: options.mode ?? 'gateway',
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      PLATFORM_NAME,
      PLATFORM_BASE_URL: platform.baseUrl,
      PLATFORM_API_KEY: platform.apiKey,
      PLATFORM_CLIENT_ID: platform.clientId,
      PLATFORM_CLIENT_SECRET: platform.clientSecret,
      PLATFORM_AUTHORIZE_URL: platform.authorizeUrl,
      PUBLIC_URL: url,
      HOST: '127.0.0.1',
      ...ports,
      STORE_URL: `sqlite://${join(dataFolder, 'matchpoint.sqlite')}`,
      ENCRYPTION_KEYS: `playground:${randomBytes(32).toString('base64')}`,
      ...(typeof env === 'function' ? await env({ discord, platform }) : env),
    },
    dataFolder,
  );

  const close = async () => {
    // A bot whose store goes with it has nothing to finish.
    await (options.dataFolder === undefined ? bot.kill() : bot.stop());
    await Promise.all([discord.close(), platform.close()]);
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await bot.start();
    // Discord takes an endpoint's address only after this.
    const refusal = options.mode === 'http' ? await discord.probe() : undefined;
    if (refusal !== undefined)
      throw new Error(`Discord would not take the interactions endpoint: ${refusal}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { discord, platform, bot, dataFolder, close };
}
