export type PlatformErrorKind =
  | 'unauthorised'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'rate-limited'
  | 'unavailable'
  | 'unexpected-response';

interface Details {
  /** "GET /v1/users/:id": the template, never the path with its ids. */
  operation: string;
  status?: number;
  /** The platform's own words, as it sent them: untrusted text, to be escaped and cut before it is shown. */
  platformMessage?: string;
  /** Milliseconds from now, of `Retry-After`. */
  retryAfterMs?: number;
  /** For `unexpected-response`: the path in the record that could not be understood ("data.sides[0]"). */
  at?: string;
  /** RFC 6749 section 5.2, of the token endpoint alone. */
  oauthError?: string;
  cause?: unknown;
}

/** Why the platform did not give what was asked of it. Carries no request, header or token. */
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

/** A parsed answer, as the readers get it. */
export interface RawAnswer {
  /** "GET /v1/users/:id" */
  operation: string;
  status: number;
  /** Parsed JSON; `undefined` for an answer without a body. */
  body: unknown;
}

/** The failure of an answer that cannot be understood at `at`. */
export function notUnderstood({ operation, status }: RawAnswer, at: string): PlatformError {
  return new PlatformError('unexpected-response', { operation, status, at: at === '' ? 'body' : at });
}
