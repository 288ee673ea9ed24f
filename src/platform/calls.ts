import { present } from '../present.ts';
import type { RawAnswer } from './reading/answer.ts';
import { PlatformError, type PlatformErrorKind } from './error.ts';
import { failureInSuccess, failureOfStatus, retryAfterMs } from './failure.ts';
import { parseJson } from './reading/parse-json.ts';
import { inSlices } from '../slices.ts';
import type { Caller, Pauses } from './pauses.ts';
import type { Answer } from '../exchange.ts';
import type { HttpClient, HttpRequest } from './request.ts';
import { retryDelayMs } from './retry.ts';

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
  http: HttpClient;
  pauses: Pauses;
  callMs: number;
  now: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  onCall: (event: CallEvent) => void;
  onAnswer: ((answer: RawAnswer) => void) | undefined;
}

export interface Calls {
  /** A GET, repeated where that may help, until `callMs` are over; with `once` it is not repeated. */
  read(request: HttpRequest, options?: { once: boolean }): Promise<SizedAnswer>;
  /** A POST or PATCH, once. Never again: what was lost may have been done. */
  write(request: HttpRequest): Promise<SizedAnswer>;
}

/** `size` in characters, for bounding what is cached. */
export interface SizedAnswer extends RawAnswer {
  status: number;
  size: number;
}

/** Turns exchanges into parsed answers and failures. */
export function createCalls(options: CallsOptions): Calls {
  const { http, pauses, callMs, now, random, sleep, onCall, onAnswer } = options;
  return {
    async read(request, { once: isLast } = { once: false }) {
      const startedAt = now();
      for (let retries = 0; ; retries += 1) {
        const remainingMs = callMs - (now() - startedAt);
        try {
          return await once(request, 'reads', remainingMs);
        } catch (error) {
          const failure = asFailure(error);
          const left = callMs - (now() - startedAt);
          const delayMs = retryDelayMs({ retries, failure, remainingMs: left, random: random() });
          if (isLast || delayMs === undefined) throw failure;
          await sleep(delayMs);
        }
      }
    },
    write: (request) => once(request, request.grantType === undefined ? 'writes' : 'tokens', callMs),
  };

  async function once(
    request: HttpRequest,
    route: Caller['route'],
    remainingMs: number,
  ): Promise<SizedAnswer> {
    const caller = { route, credential: request.grantType ?? request.bearer };
    const pausedMs = pauses.leftMs(caller);
    if (pausedMs > 0) {
      const { operation } = request;
      throw new PlatformError('rate-limited', { operation, retryAfterMs: pausedMs });
    }
    const startedAt = now();
    try {
      const answer = await understand(request.operation, await http.send(request, remainingMs), now());
      onCall({ operation: request.operation, outcome: 'ok', status: answer.status, ms: now() - startedAt });
      onAnswer?.(answer);
      return answer;
    } catch (error) {
      const failure = asFailure(error);
      pauses.note(caller, failure);
      const { operation, kind, status } = failure;
      onCall({ operation, outcome: kind, ms: now() - startedAt, ...present({ status }) });
      throw failure;
    }
  }
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
  const parsed = await parse(text);
  if (status < 200 || status >= 300) {
    const after = retryAfterMs(headers['retry-after'], nowMs);
    const body = parsed.ok ? parsed.body : text;
    throw failureOfStatus({ operation, status, body, ...present({ retryAfterMs: after }) });
  }
  if (!parsed.ok) throw new PlatformError('unexpected-response', { operation, status, at: 'body' });
  const failure = failureInSuccess(operation, status, parsed.body);
  if (failure) throw failure;
  return { operation, status, body: parsed.body, size: text.length };
}

/** No body is a success without anything to read. The parser's error is dropped: it quotes the body. */
async function parse(text: string): Promise<{ ok: true; body: unknown } | { ok: false }> {
  if (text.trim() === '') return { ok: true, body: undefined };
  try {
    return { ok: true, body: await inSlices(parseJson(text)) };
  } catch {
    return { ok: false };
  }
}
