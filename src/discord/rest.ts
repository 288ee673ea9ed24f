import { DefaultUserAgent, REST, type RateLimitData, type RESTOptions } from '@discordjs/rest';
import { Pool } from 'undici';
import { createCallbackPost } from './callback-post.ts';
import { createRequestOwners } from './request-owners.ts';
import { createInvalidRequests, createSend, type DirectApi } from './send.ts';
import { createMakeRequest } from './undici-request.ts';

const CONNECTIONS = 128;
const API_VERSION = '10';

interface RestOptions {
  apiUrl: URL;
  token: string;
  version: string;
  /** Called for each request that a rate limit delays, with the scope: "user", "global" or "shared". */
  onRateLimited?: (scope: string) => void;
}

/**
 * REST clients for one application. `apiUrl`: without a version ("https://discord.com/api"). Interaction routes are exempt
 * from Discord's global rate limit, so the library's own limit of 50 requests a second is off, and Discord's 429s decide.
 */
export function createRest(options: RestOptions) {
  const { origin } = options.apiUrl;
  // No pipelining, so this is the number of requests in flight.
  const pool = new Pool(origin, { connections: CONNECTIONS, connect: { timeout: 3000 } });
  const monotonic = () => performance.now();
  const invalid = createInvalidRequests(monotonic);
  const owners = createRequestOwners();
  const send = createSend(pool, invalid, owners);
  const api = options.apiUrl.href.replace(/\/+$/, '');
  const userAgentAppendix = `Matchpoint/${options.version}`;
  const direct: DirectApi = {
    send,
    api: new URL(`${api}/v${API_VERSION}`),
    userAgent: `${DefaultUserAgent} ${userAgentAppendix}`,
  };
  let latencyMs: number | undefined;
  const restOptions = {
    makeRequest: createMakeRequest({
      send,
      origin,
      onAnswer: (ms) => {
        latencyMs = ms;
      },
    }),
    api,
    version: API_VERSION,
    globalRequestsPerSecond: 1_000_000,
    // Never rejects; used as a hook, because the library's event does not include 429 responses.
    rejectOnRateLimit({ scope }: RateLimitData): boolean {
      options.onRateLimited?.(scope);
      return false;
    },
    userAgentAppendix,
    timeout: 10_000,
  } satisfies Partial<RESTOptions>;
  const rest = new REST(restOptions).setToken(options.token);
  // After a 401 the library clears the token, and every later call would fail without a request.
  rest.setToken = () => rest;
  return {
    /** For everything that may be retried. */
    rest,
    /** For what Discord would take twice: a request whose answer was lost is not repeated. It has no token. */
    restOnce: new REST({ ...restOptions, retries: 0 }),
    /**
     * For first answers. Never retries: after its own retry, a 40060 could not be distinguished from another process's
     * answer.
     */
    postCallback: createCallbackPost(direct),
    /** For requests with a member's code or token. */
    direct,
    owners,
    /** Requests that Discord refused in the current window of ten minutes. */
    invalidRequests: () => invalid.count(),
    /** Of the last request. */
    latencyMs: () => latencyMs,
    close: () => pool.close(),
  };
}

export type DiscordRest = ReturnType<typeof createRest>;
