import { codeChallenge, derive } from './flow-secrets.ts';
import type { ConsentSettings } from './ports.ts';

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
  return {
    ...(extras.has('redirect_uri') && { redirectUri }),
    ...(extras.has('pkce') && { codeVerifier: derive(cookie, 'pkce verifier') }),
  };
}
