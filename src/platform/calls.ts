import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Answer } from '../http/exchange.ts';
import { present } from '../present.ts';
import { inSlices } from '../async/slices.ts';
import { notUnderstood, PlatformError, type PlatformErrorKind, type RawAnswer } from './error.ts';
import { failureOf, retryAfterMs } from './failure.ts';
import { parseJson } from '../reading/parse-json.ts';
import { sha256 } from '../sha256.ts';
import type { HttpRequest, SendRequest } from './request.ts';

/** For metrics: one exchange with the platform, or one response that was cached or shared. No ids, no tokens. */
export interface CallEvent {
  /** "GET /v1/users/:id" */
  operation: string;
  outcome: 'ok' | PlatformErrorKind;
  status?: number;
  ms: number;
  /** Served without an exchange. */
  cached?: boolean;
}

export interface CallsOptions {
  send: SendRequest;
  callMs: number;
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  onCall: (event: CallEvent) => void;
  onAnswer: ((answer: RawAnswer) => void) | undefined;
  /** The bot's own, which no message of the platform may repeat. */
  secrets: readonly string[];
}

/** `size` in characters, to limit the cache. `digest`: of status and text, the same for the same response. */
export interface SizedAnswer extends RawAnswer {
  size: number;
  digest: string;
}

interface CallOptions {
  once?: boolean | undefined;
  /** The digest of a response that was understood: the same one comes without a parsed body. */
  known?: string | undefined;
}

export type Calls = ReturnType<typeof createCalls>;

/** Turns exchanges into parsed responses and failures. */
export function createCalls(options: CallsOptions) {
  const { send, callMs, now, monotonic, random, sleep, onCall, onAnswer, secrets } = options;
  const pauses = createPauses(monotonic);

  /** A GET, retried within `callMs` where that may help; with `once` it is not retried. */
  async function read(request: HttpRequest, { once = false, known }: CallOptions = {}): Promise<SizedAnswer> {
    const startedAt = monotonic();
    const remainingMs = () => callMs - (monotonic() - startedAt);
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, 'reads', remainingMs(), known);
      } catch (error) {
        const failure = asFailure(error);
        const state = { retries, failure, remainingMs: remainingMs(), random: random() };
        const delayMs = retryDelayMs(state);
        if (once || delayMs === undefined) throw failure;
        await sleep(delayMs);
      }
    }
  }

  /** A POST or PATCH. Never retried: it may have succeeded even if the response was lost. */
  function write(request: HttpRequest): Promise<SizedAnswer> {
    return attempt(request, request.grantType === undefined ? 'writes' : 'tokens', callMs);
  }

  async function attempt(
    request: HttpRequest,
    route: CallSource['route'],
    remainingMs: number,
    known?: string,
  ): Promise<SizedAnswer> {
    const { operation } = request;
    const caller = { route, credential: request.grantType ?? request.bearer };
    const pausedMs = pauses.leftMs(caller);
    if (pausedMs > 0) throw new PlatformError('rate-limited', { operation, retryAfterMs: pausedMs });
    const startedAt = monotonic();
    try {
      const response = await send(request, remainingMs);
      const answer = await understand(request, response, { nowMs: now(), secrets, known });
      onCall({ operation, outcome: 'ok', status: answer.status, ms: monotonic() - startedAt });
      if (answer.digest !== known) onAnswer?.(answer);
      return answer;
    } catch (error) {
      const failure = asFailure(error);
      pauses.note(caller, failure);
      const { kind, status } = failure;
      onCall({ operation, outcome: kind, ms: monotonic() - startedAt, ...present({ status }) });
      throw failure;
    }
  }

  return { read, write };
}

function asFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  throw error;
}

/** The secrets of a request. */
const secretsIn = ({ bearer, body }: HttpRequest): string[] => [
  ...(bearer === undefined ? [] : [bearer]),
  ...(body?.type === 'application/x-www-form-urlencoded'
    ? [...new URLSearchParams(body.text)].flatMap(([name, value]) =>
        SECRET_FIELDS.includes(name) ? value : [],
      )
    : []),
];
/** Shorter texts occur in any sentence. */
const SECRET_LENGTH = 4;
/** Of the token endpoint's form (RFC 6749 sections 4.1.3 and 6, RFC 7636). */
const SECRET_FIELDS = ['client_secret', 'code', 'code_verifier', 'refresh_token'];

/** 132 bits, in base64url. */
const DIGEST_LENGTH = 22;

async function understand(
  request: HttpRequest,
  { status, headers, text }: Answer,
  { nowMs, secrets, known }: { nowMs: number; secrets: readonly string[]; known: string | undefined },
): Promise<SizedAnswer> {
  const { operation } = request;
  const sized = { operation, status, size: text.length, digest: sha256(`${status} ${text}`, DIGEST_LENGTH) };
  if (sized.digest === known) return { ...sized, body: undefined };
  const { body, isJson } = await parse(text);
  const answer = { ...sized, body };
  const failure = failureOf(answer, {
    retryAfter: retryAfterMs(headers['retry-after'], nowMs),
    contentType: String(headers['content-type'] ?? ''),
    secrets: () => [...secrets, ...secretsIn(request)].filter(({ length }) => length >= SECRET_LENGTH),
  });
  if (failure) throw failure;
  if (!isJson) throw notUnderstood(answer, 'body');
  return answer;
}

/** An empty body counts as JSON without a value. The parser's error is dropped, because it quotes the body. */
async function parse(text: string): Promise<{ body: unknown; isJson: boolean }> {
  if (text.trim() === '') return { body: undefined, isJson: true };
  try {
    return { body: await inSlices(parseJson(text)), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

/** Retries after the first attempt. */
const MAX_RETRIES = 2;
const RETRY_BASE_MS = 200;

/**
 * The delay before a GET is retried; `undefined` for no retry. Full jitter: the whole delay is scaled by `random` (0 to 1), so that
 * callers who failed together do not retry together. If `Retry-After` exceeds the remaining time, there is no retry.
 */
export function retryDelayMs(call: {
  /** Retries so far. */
  retries: number;
  failure: PlatformError;
  /** The time left for the whole call. */
  remainingMs: number;
  random: number;
}): number | undefined {
  const { kind, status, retryAfterMs: requestedMs } = call.failure;
  const mayPass = kind === 'unavailable' || kind === 'rate-limited';
  if (!mayPass || call.retries >= MAX_RETRIES || status === 501 || status === 505) return undefined;
  const delayMs = requestedMs ?? call.random * RETRY_BASE_MS * 2 ** (call.retries + 1);
  return delayMs < call.remainingMs ? delayMs : undefined;
}

/** Limits a `Retry-After` that is far too long by mistake. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** The token and the kind of endpoint of a call. */
interface CallSource {
  route: 'reads' | 'writes' | 'tokens';
  /** The bearer token; at the token endpoint the grant type. */
  credential: string | undefined;
}

/**
 * `Retry-After` applies to every call that it concerns, not only to the one that received it. A 429 pauses a token: the API key's
 * pauses all public reads, a member's only that member. At the token endpoint it pauses a grant type, so that codes, which anyone
 * may send, never block refreshes. A 503 pauses the whole route.
 * Source: RFC 9110 section 10.2.3, RFC 6585 section 4. `now`: monotonic milliseconds.
 */
export function createPauses(now: () => number) {
  const pauses = new LRUCache<string, number>(atMost(10_000));
  const callerKey = ({ route, credential = '' }: CallSource) =>
    `${route === 'tokens' ? 'grant' : 'token'} ${credential}`;
  /** In whole milliseconds. A timer may end a part of one too early: then it is over. */
  function leftOf(key: string): number {
    const leftMs = (pauses.get(key) ?? -Infinity) - now();
    return leftMs < 1 ? 0 : Math.ceil(leftMs);
  }
  return {
    /** Milliseconds until this caller may call again, or 0. */
    leftMs(caller: CallSource): number {
      return Math.max(leftOf(caller.route), leftOf(callerKey(caller)));
    },
    /** Records the pause that a failure demands. */
    note(caller: CallSource, { status, retryAfterMs: requestedMs }: PlatformError): void {
      if (requestedMs === undefined || (status !== 429 && status !== 503)) return;
      const key = status === 503 ? caller.route : callerKey(caller);
      // Of concurrent calls, the one with the shorter pause may end last.
      const leftMs = Math.max(leftOf(key), Math.min(requestedMs, MAX_PAUSE_MS));
      pauses.set(key, now() + leftMs);
    },
  };
}
