import { DefaultUserAgent, REST, type RateLimitData } from '@discordjs/rest';
import { Pool } from 'undici';
import { createCallbackPost, type PostCallback } from './callback-post.ts';
import { createInvalidRequests } from './invalid-requests.ts';
import { createOauthCall, type OauthCall } from './oauth-call.ts';
import { createMakeRequest } from './undici-request.ts';

const CONNECTIONS = 128;
/** Of Discord's API. */
const VERSION = '10';

export interface DiscordRest {
  /** For everything that Discord lets be repeated. */
  rest: REST;
  /**
   * For first answers: never repeats by itself, since a 40060 after a repetition of its own could not be told from
   * another process's answer.
   */
  postCallback: PostCallback;
  /** With a member's own code or token. */
  oauth: OauthCall;
  /** Requests that Discord refused in the ten minutes that it counts by. */
  invalidRequests(): number;
  /** How long the last call took. */
  latencyMs(): number | undefined;
  close(): Promise<void>;
}

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
export function createRest(options: RestOptions): DiscordRest {
  // Answers are awaited one by one, so this is how many can be on their way; Discord itself allows as many.
  const pool = new Pool(options.apiUrl.origin, { connections: CONNECTIONS, connect: { timeout: 3000 } });
  const invalid = createInvalidRequests(Date.now);
  const api = options.apiUrl.href.replace(/\/+$/, '');
  let latencyMs: number | undefined;
  const common = {
    makeRequest: createMakeRequest({
      pool,
      origin: options.apiUrl.origin,
      invalid,
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
    userAgentAppendix: `Matchpoint/${options.version}`,
  };
  const direct = {
    pool,
    api: new URL(`${api}/v${VERSION}`),
    userAgent: `${DefaultUserAgent} ${common.userAgentAppendix}`,
    invalid,
  };
  const rest = new REST({ ...common, timeout: 10_000 }).setToken(options.token);
  // After a 401 the library takes its token away, and every later call fails for want of one. Discord's answer decides anew.
  rest.setToken = () => rest;
  return {
    rest,
    postCallback: createCallbackPost(direct),
    oauth: createOauthCall(direct),
    invalidRequests: () => invalid.count(),
    latencyMs: () => latencyMs,
    close: () => pool.close(),
  };
}
