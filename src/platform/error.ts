import { ShapeError } from '../reading/shape-error.ts';

export const PLATFORM_ERROR_KINDS = [
  'unauthorised',
  'forbidden',
  'not-found',
  'conflict',
  'invalid',
  'rate-limited',
  'unavailable',
  'unexpected-response',
] as const;

export type PlatformErrorKind = (typeof PLATFORM_ERROR_KINDS)[number];

interface Details {
  /** "GET /v1/users/:id": the template, never the path with its ids. */
  operation: string;
  status?: number;
  /** The platform's message, untrusted: escape and cut it before showing it. */
  platformMessage?: string;
  /** From `Retry-After`, milliseconds from now. */
  retryAfterMs?: number;
  /** For `unexpected-response`: the path in the record that could not be understood ("data.sides[0]"). */
  at?: string;
  /** RFC 6749 section 5.2, of the token endpoint alone. */
  oauthError?: string;
  cause?: unknown;
}

/** Why a call to the platform failed. Has no request, header or token. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  readonly operation: string;
  readonly status: number | undefined;
  readonly platformMessage: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly at: string | undefined;
  readonly oauthError: string | undefined;

  constructor(kind: PlatformErrorKind, details: Details) {
    const where = details.at === undefined ? '' : ` at ${details.at}`;
    const status = details.status === undefined ? '' : ` (${details.status})`;
    super(`${details.operation}: ${kind}${status}${where}`, { cause: details.cause });
    this.kind = kind;
    this.operation = details.operation;
    this.status = details.status;
    this.platformMessage = details.platformMessage;
    this.retryAfterMs = details.retryAfterMs;
    this.at = details.at;
    this.oauthError = details.oauthError;
  }
}

/** A parsed response. */
export interface RawAnswer {
  /** "GET /v1/users/:id" */
  operation: string;
  status: number;
  /** Parsed JSON; `undefined` without a body. */
  body: unknown;
}

/** The failure for a response that cannot be read at the path `at`. */
export function notUnderstood({ operation, status }: RawAnswer, at: string): PlatformError {
  return new PlatformError('unexpected-response', { operation, status, at });
}

/** Reads the record of a response. Throws `unexpected-response` where the response has another shape. */
export async function understand<T>(answer: RawAnswer, read: (body: unknown) => T | Promise<T>): Promise<T> {
  try {
    return await read(answer.body);
  } catch (error) {
    if (error instanceof ShapeError) throw notUnderstood(answer, error.at);
    throw error;
  }
}
