import { DefaultUserAgent, REST, type RateLimitData } from '@discordjs/rest';
import { Pool } from 'undici';
import { createCallbackPost } from './callback-post.ts';
import { createRequestSubjects } from './request-subjects.ts';
import { isThreadLimit } from './thread-limits.ts';
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
  const subjects = createRequestSubjects();
  const send = createSend(pool, invalid, subjects);
  const api = options.apiUrl.href.replace(/\/+$/, '');
  const userAgentAppendix = `Matchpoint/${options.version}`;
  const direct: DirectApi = {
    send,
    api: new URL(`${api}/v${API_VERSION}`),
    userAgent: `${DefaultUserAgent} ${userAgentAppendix}`,
  };
  let latencyMs: number | undefined;
  const makeRequest = createMakeRequest({
    send,
    origin,
    onAnswer: (ms) => {
      latencyMs = ms;
    },
  });

  function createClient(more: { retries?: number } = {}): REST {
    const client = new REST({
      makeRequest,
      api,
      version: API_VERSION,
      globalRequestsPerSecond: 1_000_000,
      // Also a hook, because the library's event does not include 429 responses.
      rejectOnRateLimit(limit: RateLimitData): boolean {
        options.onRateLimited?.(limit.scope);
        return isThreadLimit(limit);
      },
      userAgentAppendix,
      timeout: 10_000,
      ...more,
    }).setToken(options.token);
    // After a 401 the library clears the token, and every later call would fail without a request.
    client.setToken = () => client;
    return client;
  }

  return {
    /** For everything that may be retried. */
    rest: createClient(),
    /** For what is never repeated: what Discord would take twice if an answer was lost, and what has a limit of the bot's own. */
    restOnce: createClient({ retries: 0 }),
    /**
     * For first answers. Never retries: after its own retry, a 40060 could not be distinguished from another process's
     * answer.
     */
    postCallback: createCallbackPost(direct),
    /** For requests with a member's code or token. */
    direct,
    subjects,
    /** Requests that Discord refused in the current window of ten minutes. */
    invalidRequests: () => invalid.count(),
    /** Of the last request. */
    latencyMs: () => latencyMs,
    close: () => pool.close(),
  };
}

export type DiscordRest = ReturnType<typeof createRest>;
