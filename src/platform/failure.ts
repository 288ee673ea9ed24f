import { errors } from 'undici';
import { SECOND_MS } from '../durations.ts';
import { CodingError } from '../http/decode.ts';
import { isObject, type JsonObject } from '../json.ts';
import { present } from '../present.ts';
import { PlatformError, type PlatformErrorKind, type RawAnswer } from './error.ts';
import { isRefusal } from './refusals.ts';
import { asInteger, asText, words } from '../reading/values.ts';

/** Longer than any text that is shown; an error must not contain a whole page. */
const MAX_MESSAGE = 1000;

export const TOKEN_OPERATION = 'POST /oauth/token';

/**
 * The failure that a response means, `undefined` for a success: by its status, or in a 2xx by its body. A body that is not JSON is
 * the text itself. `secrets`: what the platform's message must not repeat, as in "Incorrect API key provided: …".
 */
export function failureOf(
  { operation, status, body }: RawAnswer,
  {
    retryAfter,
    contentType,
    secrets = () => [],
  }: {
    retryAfter?: number | undefined;
    contentType?: string | undefined;
    secrets?: () => readonly string[];
  } = {},
): PlatformError | undefined {
  const isSuccess = status >= 200 && status < 300;
  const oauthError =
    operation === TOKEN_OPERATION && isObject(body) ? asOAuthError(body['error']) : undefined;
  const kind =
    (oauthError === undefined ? undefined : kindOfOAuthError(oauthError, status)) ??
    (isSuccess ? kindInSuccess(body, contentType) : kindOfStatus(status));
  if (kind === undefined) return undefined;
  const details = {
    operation,
    status,
    platformMessage: platformMessage(body, status, secrets()),
    oauthError,
    retryAfterMs: isSuccess ? undefined : retryAfter,
  };
  return new PlatformError(kind, present(details));
}

function kindInSuccess(body: unknown, contentType: string | undefined): PlatformErrorKind | undefined {
  if (!isRefusal(body, contentType)) return undefined;
  const kinds = isObject(body) ? codesIn(body).map(kindOfCode) : [];
  return kinds.find((kind) => kind !== undefined) ?? 'invalid';
}

const KINDS: Readonly<Record<number, PlatformErrorKind>> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not-found',
  408: 'unavailable',
  409: 'conflict',
  410: 'not-found',
  423: 'conflict',
  425: 'unavailable',
  429: 'rate-limited',
};

function kindOfStatus(status: number): PlatformErrorKind {
  if (status >= 500) return 'unavailable';
  return KINDS[status] ?? (status >= 400 ? 'invalid' : 'unexpected-response');
}

/** RFC 6749 section 5.2. At the token endpoint `unauthorised` concerns the bot's client; no member can fix it. */
function kindOfOAuthError(error: string, status: number): PlatformErrorKind | undefined {
  if (error === 'invalid_client' || error === 'unauthorized_client') return 'unauthorised';
  // Some platforms send 401 for every refusal.
  return status === 401 || status === 403 ? 'invalid' : undefined;
}

/** The error codes in a 2xx response: statuses, or GraphQL's `extensions.code`. */
function codesIn(body: JsonObject): (string | number)[] {
  const errors = body['errors'];
  const first: unknown = Array.isArray(errors) ? errors[0] : (errors ?? body['error']);
  const holders = [
    first,
    isObject(first) ? first['extensions'] : undefined,
    body,
    body['meta'],
    body['status'],
  ];
  return holders
    .filter(isObject)
    .flatMap((holder) =>
      ['status', 'http_status', 'code', 'statusCode'].flatMap(
        (key) => asInteger(holder[key]) ?? asText(holder[key]) ?? [],
      ),
    );
}

function kindOfCode(code: string | number): PlatformErrorKind | undefined {
  if (typeof code === 'number') return code >= 400 && code < 600 ? kindOfStatus(code) : undefined;
  const word = code
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  if (/unauthenticated|unauthori[sz]ed|invalidtoken/.test(word)) return 'unauthorised';
  if (/forbidden|permission|accessdenied/.test(word)) return 'forbidden';
  if (/notfound/.test(word)) return 'not-found';
  if (/conflict|already/.test(word)) return 'conflict';
  if (/ratelimit|toomany|throttled/.test(word)) return 'rate-limited';
  return /internal|unavailable/.test(word) ? 'unavailable' : undefined;
}

/** RFC 6749 section 5.2: a code in printable ASCII. */
function asOAuthError(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z_]{3,60}$/.test(value) ? value : undefined;
}

/** The platform's message for people, wherever it is in the body. HTML does not count. */
function platformMessage(body: unknown, status: number, secrets: readonly string[]): string | undefined {
  const message = typeof body === 'string' && status >= 500 ? undefined : messageIn(body, 4, secrets);
  return message?.slice(0, MAX_MESSAGE);
}

/** Call it before the text is cut: a part of a secret is no longer recognized. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), text);

const MESSAGE_KEYS = words(`
  message error_message errorMessage msg Message error detail error_description errors reason description title
  status data
`);

function messageIn(value: unknown, depth: number, secrets: readonly string[]): string | undefined {
  if (depth === 0) return undefined;
  if (typeof value === 'string') return sentence(withoutSecrets(value, secrets).slice(0, MAX_MESSAGE));
  if (Array.isArray(value)) {
    const parts = value.slice(0, 5).flatMap((part) => messageIn(part, depth - 1, secrets) ?? []);
    return parts.length === 0 ? undefined : [...new Set(parts)].join('; ');
  }
  if (!isObject(value)) return undefined;
  let code: string | undefined;
  for (const key of MESSAGE_KEYS) {
    // A `status` or `data` that is not an object has no message: `"status": "error"`.
    const inner = value[key];
    if ((key === 'status' || key === 'data') && !isObject(inner)) continue;
    const message = messageIn(inner, depth - 1, secrets);
    if (message === undefined) continue;
    // `"error": "invalid_request"` is a code: any other message is better.
    if (!/^[A-Za-z]+([_.-][A-Za-z0-9]+)+$/.test(message) && !(key === 'error' && typeof inner === 'string'))
      return message;
    code ??= message;
  }
  // `{ "errors": { "name": ["is too short"] } }`: by field.
  return code ?? byField(value, depth, secrets);
}

function byField(value: JsonObject, depth: number, secrets: readonly string[]): string | undefined {
  const isField = ([key, inner]: [string, unknown]) => Array.isArray(inner) && !MESSAGE_KEYS.includes(key);
  const field = Object.entries(value).find(isField);
  const message = field && messageIn(field[1], depth - 1, secrets);
  return field && message !== undefined ? `${withoutSecrets(field[0], secrets)}: ${message}` : undefined;
}

function sentence(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' || /^<|<\/?[a-z!][^>]*>/i.test(trimmed) ? undefined : trimmed;
}

/** `Retry-After` in milliseconds from now: seconds, or an IMF-fixdate (RFC 9110 sections 10.2.3 and 5.6.7). */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * SECOND_MS);
  const at = Date.parse(text);
  // `Date.parse` also reads `-1` and `after 3`, as days of 2001. An IMF-fixdate is what `toUTCString` writes.
  if (Number.isNaN(at) || new Date(at).toUTCString() !== text) return undefined;
  return Math.max(0, at - nowMs);
}

/** Failures before the request was sent: connection, DNS and certificate errors. */
const NEVER_SENT: ReadonlySet<unknown> = new Set(
  words(`
    ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT UND_ERR_INVALID_ARG
    CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE
    ERR_TLS_CERT_ALTNAME_INVALID
  `),
);

export function failureOfTransport(operation: string, cause: unknown): PlatformError {
  const isUnreadable = cause instanceof errors.ResponseExceededMaxSizeError || cause instanceof CodingError;
  return isUnreadable
    ? new PlatformError('unexpected-response', { operation, at: 'body', cause })
    : new PlatformError('unavailable', { operation, cause });
}

/** Whether a write failed before the platform received the request. */
export function wasNeverSent(failure: PlatformError): boolean {
  const cause = failure.cause;
  if (failure.status !== undefined || !(cause instanceof Error)) return false;
  const code = 'code' in cause ? cause.code : undefined;
  const syscall = 'syscall' in cause ? cause.syscall : undefined;
  return NEVER_SENT.has(code) || syscall === 'connect' || syscall === 'getaddrinfo';
}
