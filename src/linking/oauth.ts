import { knownOauthError } from '../accounts/failure-fields.ts';
import { present } from '../present.ts';
import { codeChallenge, derive, equals, isSecret } from './flow-secrets.ts';
import type { ConsentSettings } from './ports.ts';
import { RefusalError } from './refusals.ts';

/** The platform's consent page for one flow. RFC 6749 section 4.1.1; the extras only where the settings ask for them. */
export function consentUrl(
  consent: ConsentSettings,
  { cookie, state, redirectUri }: { cookie: string; state: string; redirectUri: string },
): URL {
  const { authorizeUrl, clientId, scope, extras } = consent;
  const url = new URL(authorizeUrl);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('state', state);
  if (scope !== undefined) url.searchParams.set('scope', scope);
  if (extras.has('redirect_uri')) url.searchParams.set('redirect_uri', redirectUri);
  if (extras.has('pkce')) {
    url.searchParams.set('code_challenge', codeChallenge(derive(cookie, 'pkce verifier')));
    url.searchParams.set('code_challenge_method', 'S256');
  }
  return url;
}

/** The same extras for the token request: RFC 6749 section 4.1.3, RFC 7636 section 4.5. */
export function grantExtras({ extras }: ConsentSettings, cookie: string, redirectUri: string) {
  return present({
    redirectUri: extras.has('redirect_uri') ? redirectUri : undefined,
    codeVerifier: extras.has('pkce') ? derive(cookie, 'pkce verifier') : undefined,
  });
}

/** How long a code may be: some platforms send whole signed tokens. */
const CODE_MAX = 4096;
// RFC 6749 appendix A.11: visible ASCII and spaces.
const CODE = /^[\x20-\x7e]+$/;

export type CallbackQuery = Record<string, unknown>;
type StateLabel = 'state at discord' | 'state at platform' | 'state for linked roles' | 'state for a code';

export interface Callback {
  cookie: string | undefined;
  query: CallbackQuery;
}

/** The only value of a parameter: no redirect repeats one, or sends anything but text. */
function singleValue(query: CallbackQuery, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new RefusalError('malformed');
  return value;
}

/**
 * Returns the cookie of a callback whose state belongs to this browser. Both have to be present: if two absent values
 * compared as equal, an attacker could make a victim's browser send a valid callback.
 */
function verifyState(cookie: string | undefined, query: CallbackQuery, label: StateLabel): string {
  const state = singleValue(query, 'state');
  if (!isSecret(cookie)) throw new RefusalError('cookie-lost');
  if (state === undefined) throw new RefusalError('state-missing');
  if (!equals(state, derive(cookie, label))) throw new RefusalError('state-mismatch');
  return cookie;
}

/** Checks state and issuer before anything is read: a callback in another browser reads nothing. */
export function parseCallback({ cookie, query }: Callback, label: StateLabel, issuers: readonly URL[]) {
  const verified = verifyState(cookie, query, label);
  const issuer = singleValue(query, 'iss');
  // RFC 9207 section 2.4. Only the origin is known: an issuer's path is in no setting.
  const isIssuer = ({ origin }: URL): boolean =>
    issuer === undefined || (URL.canParse(issuer) && new URL(issuer).origin === origin);
  if (!issuers.some(isIssuer)) throw new RefusalError('issuer-mismatch');
  return { cookie: verified, grant: parseGrant(query) };
}

/** Whether the state of a callback belongs to this cookie: several ways of linking share one address. */
export function matchesState(cookie: string | undefined, query: CallbackQuery, label: StateLabel): boolean {
  const { state } = query;
  return isSecret(cookie) && typeof state === 'string' && equals(state, derive(cookie, label));
}

/** The code, or the reason for a missing one (one of the errors that RFC 6749 section 4.1.2.1 names, or `other`). */
function parseGrant(query: CallbackQuery): { code: string } | { error: string } {
  const error = knownOauthError(singleValue(query, 'error'));
  if (error !== undefined) return { error };
  const code = singleValue(query, 'code');
  if (code === undefined || code.length > CODE_MAX || !CODE.test(code)) throw new RefusalError('malformed');
  return { code };
}
