import { DefaultUserAgent, REST, type RateLimitData } from '@discordjs/rest';
import { Pool } from 'undici';
import { createCallbackPost } from './callback-post.ts';
import { createPressPosts } from './press-posts.ts';
import { createRequestOwners } from './request-owners.ts';
import { createInvalidRequests, createSend, type DirectApi } from './send.ts';
import { createMakeRequest } from './undici-request.ts';

const CONNECTIONS = 128;
/** Of Discord's API. */
const VERSION = '10';

interface RestOptions {
  apiUrl: URL;
  token: string;
  version: string;
  /** Hears of every call that one of Discord's limits delays, and whose it is: "user", "global" or "shared". */
  onRateLimited?: (scope: string) => void;
}

/**
 * REST clients for one application. `apiUrl` is where the API is, without a version ("https://discord.com/api").
 * Interaction routes are exempt from Discord's global limit, so the library's own brake of 50 a second is lifted and
 * Discord's 429s rule.
 */
export function createRest(options: RestOptions) {
  const { origin } = options.apiUrl;
  // Answers are awaited one by one, so this is how many can be on their way; Discord itself allows as many.
  const pool = new Pool(origin, { connections: CONNECTIONS, connect: { timeout: 3000 } });
  const monotonic = () => performance.now();
  const invalid = createInvalidRequests(monotonic);
  const owners = createRequestOwners();
  const send = createSend(pool, invalid, owners);
  const api = options.apiUrl.href.replace(/\/+$/, '');
  const userAgentAppendix = `Matchpoint/${options.version}`;
  const direct: DirectApi = {
    send,
    api: new URL(`${api}/v${VERSION}`),
    userAgent: `${DefaultUserAgent} ${userAgentAppendix}`,
  };
  let latencyMs: number | undefined;
  const rest = new REST({
    makeRequest: createMakeRequest({
      send,
      origin,
      onAnswer: (ms) => {
        latencyMs = ms;
      },
    }),
    api,
    version: VERSION,
    globalRequestsPerSecond: 1_000_000,
    // Nothing is rejected: asked here since the library's own event leaves out what Discord refused with 429.
    rejectOnRateLimit({ scope }: RateLimitData): boolean {
      options.onRateLimited?.(scope);
      return false;
    },
    userAgentAppendix,
    timeout: 10_000,
  }).setToken(options.token);
  // After a 401 the library takes its token away, and every later call fails for want of one. Discord's answer decides anew.
  rest.setToken = () => rest;
  return {
    /** For everything that Discord lets be repeated. */
    rest,
    /**
     * For first answers: never repeats by itself, since a 40060 after a repetition of its own could not be told from
     * another process's answer.
     */
    postCallback: createCallbackPost(direct),
    /** For what carries a member's own code or token. */
    direct,
    /** For posts that a press brings about. */
    pressPost: createPressPosts(monotonic),
    owners,
    /** Requests that Discord refused in the ten minutes that it counts by. */
    invalidRequests: () => invalid.count(),
    /** How long the last call took. */
    latencyMs: () => latencyMs,
    close: () => pool.close(),
  };
}

export type DiscordRest = ReturnType<typeof createRest>;
