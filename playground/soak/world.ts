import { createBot, ownPorts, type PlaygroundBot } from '../bot.ts';
import { startPlayground, type Playground } from '../start.ts';
import { startBalancer, type Balancer } from '../balancer.ts';
import { startPrivateRedis } from '../redis.ts';

export type SoakMode = 'gateway' | 'http';

/** What is soaked: one process on the gateway, or two replicas behind a balancer. */
export interface SoakWorld {
  playground: Playground;
  bots: readonly PlaygroundBot[];
  balancer: Balancer | undefined;
  /** "SQLite" or "Redis". */
  store: string;
  close(): Promise<void>;
}

export interface SoakWorldOptions {
  mode: SoakMode;
  seed: number;
  crowd: number;
  acknowledgeMs: number;
  /** How long an access token lives. */
  tokenSeconds?: number;
  /** Added to the environment of each process. */
  env?: Readonly<Record<string, string>>;
}

/** So short that tokens are refreshed while it runs. */
const TOKEN_SECONDS = 20;

/** Starts it, and closes what runs already where a part does not start. */
export async function startWorld(options: SoakWorldOptions): Promise<SoakWorld> {
  const { mode, seed, crowd, acknowledgeMs, tokenSeconds = TOKEN_SECONDS } = options;
  const closings: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closings.toReversed()) await end();
  };
  try {
    const redis = mode === 'http' ? await startPrivateRedis() : undefined;
    if (redis) closings.push(() => redis.close());
    const balancer =
      mode === 'http' ? await startBalancer({ keepAlive: false, checkEveryMs: 100 }) : undefined;
    if (balancer) closings.push(() => balancer.close());

    const playground = await startPlayground({
      mode,
      platform: { seed, tokenSeconds },
      discord: { crowd, deadlines: { acknowledgeMs } },
      env: {
        ...options.env,
        ...(balancer && { PUBLIC_URL: balancer.url }),
        ...(redis && { STORE_URL: redis.url }),
      },
    });
    closings.push(() => playground.close());
    const { bot, discord, platform } = playground;
    const bots = [bot];
    if (balancer) {
      const second = createBot({ ...bot.env, ...(await ownPorts()) }, playground.dataFolder);
      closings.push(() => second.stop());
      await second.start();
      bots.push(second);
      for (const { url } of bots) await balancer.add(url);
      discord.interactionsUrl = `${balancer.url}/interactions`;
      discord.redirectUris = [`${balancer.url}/link/discord`];
      platform.setRedirectUris([`${balancer.url}/link/callback`]);
    }
    return { playground, bots, balancer, store: redis ? 'Redis' : 'SQLite', close };
  } catch (error) {
    await close();
    throw error;
  }
}
