import { PlatformError } from '../platform/error.ts';
import { present } from '../present.ts';
import { StoreError, UnreadableError } from '../store/errors.ts';

/**
 * The fields of a failure for the log. Messages of other libraries are left out: they may contain a URL, and with it a
 * code or an interaction token.
 */
export function failureFields(error: unknown): object {
  if (error instanceof PlatformError) {
    const { name: failure, kind, operation, status, at, oauthError } = error;
    return {
      failure,
      kind,
      operation,
      status,
      at,
      oauthError: knownOauthError(oauthError),
      ...causeOf(error),
    };
  }
  if (error instanceof StoreError || error instanceof UnreadableError)
    return { failure: error.name, message: error.message };
  if (!(error instanceof Error)) return { failure: typeof error };
  if ('kind' in error && typeof error.kind === 'string' && /^[a-z-]{1,32}$/.test(error.kind))
    return { failure: error.name, kind: error.kind, ...answerOf(error), ...causeOf(error) };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { failure: error.name, ...codeField(error), frames: frames?.slice(0, 8).map((line) => line.trim()) };
}

/** What a server answered. */
function answerOf(error: Error): object {
  const status = 'status' in error ? error.status : undefined;
  const oauthError = 'oauthError' in error ? error.oauthError : undefined;
  return present({
    status: typeof status === 'number' ? status : undefined,
    oauthError: typeof oauthError === 'string' ? knownOauthError(oauthError) : undefined,
  });
}

function causeOf({ cause }: Error): object {
  return cause instanceof Error ? { cause: cause.name, ...codeField(cause) } : {};
}

function codeField(error: Error): object {
  if (!('code' in error)) return {};
  const { code } = error;
  return typeof code === 'number' || (typeof code === 'string' && /^[A-Z][A-Z\d_]{0,63}$/.test(code))
    ? { code }
    : {};
}

// RFC 6749 sections 4.1.2.1 and 5.2. Any other text is untrusted and stays out of the log.
const OAUTH_ERRORS = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

export function knownOauthError(error: string | undefined): string | undefined {
  return error === undefined || OAUTH_ERRORS.has(error) ? error : 'other';
}
