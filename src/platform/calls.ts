import { LRUCache } from 'lru-cache';
import type { Answer } from '../exchange.ts';
import { present } from '../present.ts';
import { inSlices } from '../slices.ts';
import { notUnderstood, PlatformError, type PlatformErrorKind, type RawAnswer } from './error.ts';
import { failureOf, retryAfterMs } from './failure.ts';
import { parseJson } from './reading/parse-json.ts';
import type { HttpRequest, Send } from './request.ts';

/** For metrics: one exchange with the platform, or one answer that was cached or shared. No ids, no tokens. */
export interface CallEvent {
  /** "GET /v1/users/:id" */
  operation: string;
  outcome: 'ok' | PlatformErrorKind;
  status?: number;
  ms: number;
  /** Answered without an exchange of its own. */
  cached?: boolean;
}

export interface CallsOptions {
  send: Send;
  callMs: number;
  now: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  onCall: (event: CallEvent) => void;
  onAnswer: ((answer: RawAnswer) => void) | undefined;
}

/** `size` in characters, for bounding what is cached. */
export interface SizedAnswer extends RawAnswer {
  size: number;
}

export type Calls = ReturnType<typeof createCalls>;

/** Turns exchanges into parsed answers and failures. */
export function createCalls({ send, callMs, now, random, sleep, onCall, onAnswer }: CallsOptions) {
  const pauses = createPauses(now);

  /** A GET, repeated where that may help, until `callMs` are over; with `once` it is not repeated. */
  async function read(request: HttpRequest, { once = false }: { once?: boolean } = {}): Promise<SizedAnswer> {
    const startedAt = now();
    const remainingMs = () => callMs - (now() - startedAt);
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, 'reads', remainingMs());
      } catch (error) {
        const failure = asFailure(error);
        const state = { retries, failure, remainingMs: remainingMs(), random: random() };
        const delayMs = retryDelayMs(state);
        if (once || delayMs === undefined) throw failure;
        await sleep(delayMs);
      }
    }
  }

  /** A POST or PATCH, once. Never again: what was lost may have been done. */
  function write(request: HttpRequest): Promise<SizedAnswer> {
    return attempt(request, request.grantType === undefined ? 'writes' : 'tokens', callMs);
  }

  async function attempt(
    request: HttpRequest,
    route: Caller['route'],
    remainingMs: number,
  ): Promise<SizedAnswer> {
    const { operation } = request;
    const caller = { route, credential: request.grantType ?? request.bearer };
    const pausedMs = pauses.leftMs(caller);
    if (pausedMs > 0) throw new PlatformError('rate-limited', { operation, retryAfterMs: pausedMs });
    const startedAt = now();
    try {
      const answer = await understand(operation, await send(request, remainingMs), now());
      onCall({ operation, outcome: 'ok', status: answer.status, ms: now() - startedAt });
      onAnswer?.(answer);
      return answer;
    } catch (error) {
      const failure = asFailure(error);
      pauses.note(caller, failure);
      const { kind, status } = failure;
      onCall({ operation, outcome: kind, ms: now() - startedAt, ...present({ status }) });
      throw failure;
    }
  }

  return { read, write };
}

function asFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  throw error;
}

async function understand(
  operation: string,
  { status, headers, text }: Answer,
  nowMs: number,
): Promise<SizedAnswer> {
  const { body, isJson } = await parse(text);
  const answer = { operation, status, body, size: text.length };
  const failure = failureOf(answer, retryAfterMs(headers['retry-after'], nowMs));
  if (failure) throw failure;
  if (!isJson) throw notUnderstood(answer, 'body');
  return answer;
}

/** No body is a success without anything to read. The parser's error is dropped: it quotes the body. */
async function parse(text: string): Promise<{ body: unknown; isJson: boolean }> {
  if (text.trim() === '') return { body: undefined, isJson: true };
  try {
    return { body: await inSlices(parseJson(text)), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

/** Repetitions after the first try. */
const MAX_RETRIES = 2;
const RETRY_BASE_MS = 200;

/**
 * How long to wait before a GET is made again, `undefined` for not at all. Full jitter: all of the wait is random (from 0
 * to 1), so that callers who failed together do not come back together. `Retry-After` is obeyed, or the call is given up.
 */
export function retryDelayMs(call: {
  /** Repetitions made so far. */
  retries: number;
  failure: PlatformError;
  /** What is left of the whole call. */
  remainingMs: number;
  random: number;
}): number | undefined {
  const { kind, status, retryAfterMs: wantedMs } = call.failure;
  const mayPass = kind === 'unavailable' || kind === 'rate-limited';
  if (!mayPass || call.retries >= MAX_RETRIES || status === 501 || status === 505) return undefined;
  const delayMs = wantedMs ?? call.random * RETRY_BASE_MS * 2 ** (call.retries + 1);
  return delayMs < call.remainingMs ? delayMs : undefined;
}

/** A platform that says "next year" by mistake is called again all the same. */
const MAX_PAUSE_MS = 10 * 60_000;

/** Who calls, and where. */
interface Caller {
  route: 'reads' | 'writes' | 'tokens';
  /** The bearer token; at the token endpoint the grant type. */
  credential: string | undefined;
}

/**
 * `Retry-After` holds for every caller that it means, not only for the one who met it. A 429 counts whose token it was:
 * the API key's stops all public reads, a member's stops that member. At the token endpoint it counts the grant type,
 * so that codes anybody may send never stop a member's refresh. A 503 is of the route.
 * Source: RFC 9110 section 10.2.3, RFC 6585 section 4.
 */
export function createPauses(now: () => number) {
  const until = new LRUCache<string, number>({ max: 10_000 });
  const callerKey = ({ route, credential = '' }: Caller) =>
    `${route === 'tokens' ? 'grant' : 'token'} ${credential}`;
  return {
    /** Milliseconds until this caller may call again; 0 for at once. */
    leftMs(caller: Caller): number {
      const end = Math.max(until.get(caller.route) ?? 0, until.get(callerKey(caller)) ?? 0);
      return Math.max(0, end - now());
    },
    /** Takes note of a failure that asks callers to stay away. */
    note(caller: Caller, { status, retryAfterMs: wantedMs }: PlatformError): void {
      if (wantedMs === undefined || (status !== 429 && status !== 503)) return;
      const key = status === 503 ? caller.route : callerKey(caller);
      const end = now() + Math.min(wantedMs, MAX_PAUSE_MS);
      // Of calls that were on their way together, a shorter answer may come last.
      until.set(key, Math.max(until.get(key) ?? 0, end));
    },
  };
}
