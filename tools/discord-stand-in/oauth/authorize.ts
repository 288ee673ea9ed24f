import type { Member } from '../world.ts';
import type { DiscordGrants } from './grants.ts';

/** The cookie that remembers who is signed in to Discord in this browser. Cookies do not tell ports apart, so the chat page can set it too. */
export const MEMBER_COOKIE = 'stand_in_member';

export interface AuthorizeParts {
  applicationId: string;
  members: readonly Member[];
  grants: DiscordGrants;
  /** Registered redirect addresses; undefined accepts any on this machine. */
  redirectUris: () => readonly string[] | undefined;
}

/** A request to the consent page that holds together. */
export interface AuthorizeRequest {
  redirectUri: string;
  scopes: readonly string[];
  state: string | undefined;
  prompt: string;
  challenge: string | undefined;
}

/** What the page is to do: ask, send the browser back, or say what is wrong (never redirecting to an address that is not registered). */
export type AuthorizeStep =
  | { step: 'ask'; request: AuthorizeRequest; member: Member | undefined }
  | { step: 'redirect'; to: string; member: Member | undefined }
  | { step: 'refuse'; reason: string };

const SCOPES: ReadonlySet<string> = new Set([
  'identify',
  'email',
  'guilds',
  'guilds.join',
  'guilds.members.read',
  'connections',
  'openid',
  'role_connections.write',
  'applications.commands',
  'bot',
]);

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isLoopback = (address: string): boolean =>
  URL.canParse(address) && LOOPBACK.has(new URL(address).hostname);

function readAuthorizeRequest(query: URLSearchParams, parts: AuthorizeParts): AuthorizeRequest | string {
  if (query.get('client_id') !== parts.applicationId) return 'Unknown Application';
  const redirectUri = query.get('redirect_uri') ?? '';
  const registered = parts.redirectUris();
  const isAllowed = registered ? registered.includes(redirectUri) : isLoopback(redirectUri);
  if (!isAllowed) return 'Invalid OAuth2 redirect_uri';
  if (query.get('response_type') !== 'code') return 'The requested response type is not supported.';
  const scopes = (query.get('scope') ?? '').split(/[ +]/).filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.has(scope)))
    return 'The requested scope is invalid, unknown, or malformed.';
  const challenge = query.get('code_challenge') ?? undefined;
  if (challenge !== undefined && query.get('code_challenge_method') !== 'S256')
    return 'The code challenge method is not supported.';
  return {
    redirectUri,
    scopes,
    state: query.get('state') ?? undefined,
    prompt: query.get('prompt') ?? 'consent',
    challenge,
  };
}

/** Opening the page: with `prompt=none` and an authorisation of before, the browser is sent straight back. */
export function openConsent(
  query: URLSearchParams,
  memberId: string | undefined,
  parts: AuthorizeParts,
): AuthorizeStep {
  const request = readAuthorizeRequest(query, parts);
  if (typeof request === 'string') return { step: 'refuse', reason: request };
  const member = parts.members.find(({ id }) => id === memberId);
  if (member && request.prompt === 'none' && parts.grants.hasAuthorized(member.id, request.scopes))
    return { step: 'redirect', to: withCode(request, member, parts), member };
  return { step: 'ask', request, member };
}

/** The page's form was sent: `decision` is `authorize` or `cancel`, `memberId` who is signed in. */
export function decideConsent(
  query: URLSearchParams,
  decision: string | null,
  memberId: string | undefined,
  parts: AuthorizeParts,
): AuthorizeStep {
  const request = readAuthorizeRequest(query, parts);
  if (typeof request === 'string') return { step: 'refuse', reason: request };
  const member = parts.members.find(({ id, name }) => id === memberId || name === memberId);
  if (decision === 'cancel') return { step: 'redirect', to: cancelled(request), member };
  if (!member || decision !== 'authorize') return { step: 'ask', request, member };
  return { step: 'redirect', to: withCode(request, member, parts), member };
}

function back(request: AuthorizeRequest, answer: Record<string, string>): string {
  const to = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value);
  if (request.state !== undefined) to.searchParams.set('state', request.state);
  return to.href;
}

const cancelled = (request: AuthorizeRequest): string =>
  back(request, {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request',
  });

const withCode = (request: AuthorizeRequest, member: Member, { grants }: AuthorizeParts): string =>
  back(request, {
    code: grants.issueCode({
      memberId: member.id,
      scopes: request.scopes,
      redirectUri: request.redirectUri,
      ...(request.challenge === undefined ? {} : { challenge: request.challenge }),
    }),
  });
