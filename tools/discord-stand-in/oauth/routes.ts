import { isRecord } from '../check/json.ts';
import { unauthorized } from '../refusal.ts';
import type { RestReply, RestRequest, Route } from '../rest/route.ts';
import type { DiscordWorld } from '../world.ts';
import type { DiscordGrants, TokenSet } from './grants.ts';

export interface OAuthRouteParts {
  applicationId: string;
  clientSecret: string;
  world: DiscordWorld;
  grants: DiscordGrants;
}

/** The token endpoint, and what an access token tells of its person. */
export function oauthRoutes(parts: OAuthRouteParts): Route[] {
  const { grants, world } = parts;
  const open = { auth: 'none', global: false } as const;
  return [
    {
      ...open,
      method: 'POST',
      path: '/oauth2/token',
      body: 'form',
      handle: (request) => token(request, parts),
    },
    {
      ...open,
      auth: 'person',
      method: 'GET',
      path: '/oauth2/@me',
      body: 'none',
      handle: ({ person }) => {
        if (!person) throw unauthorized();
        const { id, name, icon, description, bot_public, bot_require_code_grant, verify_key } =
          world.application;
        return {
          status: 200,
          body: {
            application: {
              id,
              name,
              icon,
              description,
              bot_public,
              bot_require_code_grant,
              verify_key,
              type: null,
              flags: 0,
              flags_new: '0',
            },
            scopes: person.scopes,
            expires: new Date(grants.find(person.token)?.expiresAt ?? 0).toISOString(),
            ...(person.scopes.includes('identify') ? { user: person.member.user } : {}),
          },
        };
      },
    },
    {
      ...open,
      auth: 'either',
      global: true,
      method: 'GET',
      path: '/users/@me',
      body: 'none',
      handle: ({ person }) => {
        if (person && !person.scopes.includes('identify')) throw unauthorized();
        const own = { mfa_enabled: false, premium_type: 0 };
        return {
          status: 200,
          body: person
            ? { ...person.member.user, ...own, locale: person.member.locale }
            : { ...world.bot, ...own, locale: 'en-US', verified: true, email: null },
        };
      },
    },
  ];
}

/** OAuth's errors have another shape (RFC 6749 §5.2). */
const refused = (status: number, error: string, description?: string): RestReply => ({
  status,
  body: { error, ...(description === undefined ? {} : { error_description: description }) },
});

const field = (body: unknown, name: string): string | undefined => {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

function isClient(
  { authorization, body }: RestRequest,
  { applicationId, clientSecret }: OAuthRouteParts,
): boolean {
  if (authorization?.startsWith('Basic ')) {
    const [id, secret] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
    return decoded(id) === applicationId && decoded(secret) === clientSecret;
  }
  return field(body, 'client_id') === applicationId && field(body, 'client_secret') === clientSecret;
}

function decoded(part: string | undefined): string | undefined {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    return part;
  }
}

function token(request: RestRequest, parts: OAuthRouteParts): RestReply {
  if (!isClient(request, parts)) return refused(401, 'invalid_client');
  const { body } = request;
  let tokens: TokenSet | undefined;
  switch (field(body, 'grant_type')) {
    case 'authorization_code':
      tokens = parts.grants.exchange(
        field(body, 'code') ?? '',
        field(body, 'redirect_uri') ?? '',
        field(body, 'code_verifier'),
      );
      if (!tokens) return refused(400, 'invalid_grant', 'Invalid "code" in request.');
      break;
    case 'refresh_token':
      tokens = parts.grants.refresh(field(body, 'refresh_token') ?? '');
      if (!tokens) return refused(400, 'invalid_grant', 'Invalid "refresh_token" in request.');
      break;
    case undefined:
      return refused(400, 'invalid_request', 'Missing "grant_type" in request.');
    default:
      return refused(400, 'unsupported_grant_type', 'Grant type None is not supported');
  }
  return { status: 200, body: tokens, headers: { 'cache-control': 'no-store' } };
}
