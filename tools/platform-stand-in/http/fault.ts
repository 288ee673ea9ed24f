import { setTimeout as wait } from 'node:timers/promises';

import type { Shape } from '../shapes/shape.ts';
import { jsonAnswer, type Answer, type Incoming } from './exchange.ts';

interface Restrictions {
  /** So many requests are struck, then all is well again; without it, until the fault is taken away. */
  times?: number;
  match?: { method?: string; path?: RegExp };
}

/**
 * How the platform fails. Faults strike the API and the token endpoint; `lost-writes` only what writes under /v1, and
 * `down` everything, the consent page too.
 */
export type Fault = Restrictions &
  (
    | { kind: 'slow'; ms?: number }
    | { kind: 'error500' }
    | { kind: 'rate-limited'; retryAfterSeconds?: number }
    | { kind: 'dropped' }
    | { kind: 'garbage'; as?: 'html' | 'broken-json' }
    | { kind: 'lost-writes' }
    | { kind: 'down' }
  );

export type FaultKind = Fault['kind'];

export const FAULT_KINDS: readonly FaultKind[] = [
  'slow',
  'error500',
  'rate-limited',
  'dropped',
  'garbage',
  'lost-writes',
  'down',
];

const SLOW_MS = 2_500;

export interface FaultSwitch {
  readonly current: Fault | undefined;
  set(fault: Fault | undefined): void;
  /** The fault that this request meets; counts it. */
  strike(incoming: Pick<Incoming, 'method' | 'path'>): Fault | undefined;
}

export function createFaultSwitch(): FaultSwitch {
  let current: Fault | undefined;
  let remaining = 0;

  function set(fault: Fault | undefined): void {
    current = fault;
    remaining = fault?.times ?? Infinity;
  }

  return {
    get current() {
      return current;
    },
    set,
    strike(incoming) {
      const fault = current;
      if (!fault || !isHit(fault, incoming)) return undefined;
      remaining -= 1;
      if (remaining <= 0) current = undefined;
      return fault;
    },
  };
}

function isHit({ kind, match }: Fault, { method, path }: Pick<Incoming, 'method' | 'path'>): boolean {
  const api = path.startsWith('/v1/');
  const reach = {
    everything: true,
    api: api || path === '/oauth/token',
    writes: api && method !== 'GET',
  }[kind === 'down' ? 'everything' : kind === 'lost-writes' ? 'writes' : 'api'];
  return reach && (match?.method ?? method) === method && (match?.path?.test(path) ?? true);
}

/**
 * What comes of a request under a fault; null where the connection is closed without an answer. `answer` does what the
 * request asks: it is not called where the platform fails before it acts.
 */
export async function answerUnder(
  fault: Fault | undefined,
  answer: () => Answer,
  { shape, signal }: { shape: Shape; signal: AbortSignal },
): Promise<Answer | null> {
  switch (fault?.kind) {
    case undefined:
      return answer();
    case 'slow':
      await wait(fault.ms ?? SLOW_MS, undefined, { signal });
      return answer();
    case 'error500':
      return failure(shape, 500, 'internal', 'Something broke on our side.');
    case 'rate-limited': {
      const headers = { 'retry-after': String(fault.retryAfterSeconds ?? 2) };
      return failure(shape, 429, 'rate_limited', 'Too many requests, please slow down.', headers);
    }
    case 'garbage':
      return fault.as === 'broken-json' ? BROKEN_JSON : HTML;
    case 'lost-writes':
      answer();
      return null;
    case 'dropped':
    case 'down':
      return null;
  }
}

const HTML: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Welcome to nginx!</title><h1>It works!</h1>',
};

const BROKEN_JSON: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"id":"1002","name":"An',
};

function failure(
  shape: Shape,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer(status, shape.failure({ status, code, message }), headers);
}
