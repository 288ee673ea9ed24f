import { hasMediaType, jsonAnswer, type Answer, type Incoming } from '../http/exchange.ts';
import type { Client } from './authorize.ts';
import type { PlatformGrants, Tokens } from './grants.ts';

const FIELDS: Record<string, { required: readonly string[]; allowed: readonly string[] }> = {
  authorization_code: { required: ['code'], allowed: ['redirect_uri', 'code_verifier'] },
  refresh_token: { required: ['refresh_token'], allowed: [] },
};
const COMMON = ['grant_type', 'client_id', 'client_secret'];

/** POST /oauth/token. Strict: a field that does not belong to the request is refused, not overlooked. */
export function answerToken(incoming: Incoming, client: Client, grants: PlatformGrants): Answer {
  if (incoming.method !== 'POST') return refused(405, 'invalid_request', 'Only POST is answered here.');
  if (!hasMediaType(incoming, 'application/x-www-form-urlencoded')) {
    return refused(415, 'invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(incoming.body);
  const names = [...form.keys()];
  if (new Set(names).size < names.length) return refused(400, 'invalid_request', 'A field came twice.');

  const grantType = form.get('grant_type') ?? '';
  const fields = FIELDS[grantType];
  if (!fields) return refused(400, 'unsupported_grant_type', 'Use authorization_code or refresh_token.');
  const missing = [...COMMON, ...fields.required].find((name) => !form.get(name));
  if (missing !== undefined) return refused(400, 'invalid_request', `The field ${missing} is missing.`);
  const allowedNames = [...COMMON, ...fields.required, ...fields.allowed];
  if (names.some((name) => !allowedNames.includes(name))) {
    return refused(400, 'invalid_request', 'There is a field that does not belong here.');
  }
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
    return refused(401, 'invalid_client', 'The client is unknown, or its secret is wrong.');
  }

  const tokens =
    grantType === 'refresh_token'
      ? grants.refresh(form.get('refresh_token') ?? '')
      : grants.redeemCode(form.get('code') ?? '', {
          redirectUri: form.get('redirect_uri'),
          codeVerifier: form.get('code_verifier'),
        });
  if (!tokens) return refused(400, 'invalid_grant', 'The grant is unknown, expired, used or not proven.');
  return jsonAnswer(200, tokenBody(tokens));
}

/** RFC 6749 section 5.1. */
function tokenBody({ accessToken, refreshToken, expiresInSeconds, scope }: Tokens): Record<string, unknown> {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
    ...(scope === null ? {} : { scope }),
  };
}

/** RFC 6749 section 5.2. */
function refused(status: number, error: string, description: string): Answer {
  return jsonAnswer(status, { error, error_description: description });
}
