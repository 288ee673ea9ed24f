import type { Answer, Incoming } from '../http/exchange.ts';
import type { World, WorldPlayer } from '../world/records.ts';
import { consentPage, faultPage, signInPage, type PageFrame } from './consent-page.ts';
import type { PlatformGrants } from './grants.ts';

export interface Client {
  id: string;
  secret: string;
  /** As people see it. */
  name: string;
  /** The first is used where a request names none. */
  redirectUris: readonly string[];
}

export interface ConsentDesk {
  world: World;
  client: Client;
  grants: PlatformGrants;
  platformName: string;
  basePath: string;
}

/** Parameters of RFC 6749 section 4.1.1 and RFC 7636 section 4.3; what else comes is overlooked. */
const CARRIED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];
const COOKIE = 'competitive_play_player';

/**
 * GET and POST /oauth/authorize: sign in as a player, then allow or deny. Each form carries the whole request, so that a
 * program can post one form with `player` and `decision` and have its code, without a cookie and without reading pages.
 */
export function answerAuthorize(incoming: Incoming, desk: ConsentDesk): Answer {
  const fields = incoming.method === 'POST' ? new URLSearchParams(incoming.body) : incoming.query;
  const carried = new URLSearchParams([...fields].filter(([name]) => CARRIED.includes(name)));
  const action = `${desk.basePath}/oauth/authorize`;
  const frame: PageFrame = { platformName: desk.platformName, appName: desk.client.name, action, carried };

  // A wrong client or a foreign address is shown to the person here: a redirect would make this an open redirector.
  const { client } = desk;
  if (carried.get('client_id') !== client.id) {
    return page(400, faultPage(frame, 'The app that sent you here is not known to us.'));
  }
  const redirectUri = carried.get('redirect_uri') ?? client.redirectUris[0];
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri)) {
    return page(400, faultPage(frame, 'The app wants to send you to an address that it has not registered.'));
  }
  const goBack = (outcome: Record<string, string>) =>
    redirectBack(redirectUri, outcome, carried.get('state'));
  const fault = requestFault(carried);
  if (fault) return goBack(fault);

  if (incoming.method === 'GET') {
    const chosen = fields.get('prompt') !== 'select_account' ? playerInCookie(incoming, desk) : undefined;
    const html = chosen ? consentPage(frame, chosen, redirectUri) : signInPage(frame, desk.world);
    return page(200, html);
  }

  const decision = fields.get('decision');
  if (decision === 'deny')
    return goBack({ error: 'access_denied', error_description: 'The member said no.' });
  const typed = fields.get('player');
  const player = typed === null ? playerInCookie(incoming, desk) : findPlayer(desk.world, typed);
  if (!player) return page(422, signInPage(frame, desk.world, { typed: typed ?? '' }));
  if (decision === 'allow') {
    const code = desk.grants.issueCode({
      playerId: player.id,
      redirectUri: carried.get('redirect_uri'),
      codeChallenge: carried.get('code_challenge'),
      scope: carried.get('scope'),
    });
    return goBack({ code });
  }
  return redirect(`${action}?${carried.toString()}`, {
    'set-cookie': `${COOKIE}=${player.id}; Path=${action}; HttpOnly; SameSite=Lax; Max-Age=2592000`,
  });
}

/** The error that the redirect carries to the app: RFC 6749 section 4.1.2.1. */
function requestFault(carried: URLSearchParams): { error: string; error_description: string } | undefined {
  const names = [...carried.keys()];
  if (new Set(names).size < names.length) {
    return { error: 'invalid_request', error_description: 'A parameter came twice.' };
  }
  if (carried.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', error_description: 'response_type must be code.' };
  }
  if (carried.has('code_challenge') && carried.get('code_challenge_method') !== 'S256') {
    return { error: 'invalid_request', error_description: 'code_challenge_method must be S256.' };
  }
  return undefined;
}

function playerInCookie({ headers }: Incoming, { world }: ConsentDesk): WorldPlayer | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  return world.players.get(cookies.find(([name]) => name === COOKIE)?.[1] ?? '');
}

/** By id, or by the whole name in any case. */
function findPlayer({ players }: World, typed: string): WorldPlayer | undefined {
  const key = typed.trim().toLowerCase();
  return players.get(key) ?? [...players.values()].find(({ name }) => name.trim().toLowerCase() === key);
}

function redirectBack(redirectUri: string, outcome: Record<string, string>, state: string | null): Answer {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(outcome)) target.searchParams.set(name, value);
  if (state !== null) target.searchParams.set('state', state);
  return redirect(target.href);
}

function redirect(location: string, headers: Record<string, string> = {}): Answer {
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...headers },
    body: '',
  };
}

function page(status: number, body: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      // No form-action: Chromium holds it against the redirect that follows a form, too.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body,
  };
}
