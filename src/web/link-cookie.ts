import type { IncomingHttpHeaders } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { SECOND_MS } from '../durations.ts';
import { TICKET_TTL_MS } from '../linking/tickets.ts';

/** As long as a flow is stored. Not a session cookie: phones kill browsers in the background, and their sessions. */
const MAX_AGE_SECONDS = TICKET_TTL_MS / SECOND_MS;

/**
 * The prefix `__Host-` keeps a sibling domain from planting a cookie, and with it its own flow. Browsers accept the prefix
 * only over https; http is only for loopback.
 */
export function linkCookies(publicUrl: URL): {
  name: string;
  /** Without a ticket: for linking with a code, and for Linked Roles. */
  deviceName: string;
  /** Holds the ticket with which a refusal page can restart the flow. */
  restartName: string;
  /** Holds the member's locale. */
  localeName: string;
  options: CookieSerializeOptions;
} {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? '__Host-matchpoint' : 'matchpoint';
  return {
    name,
    deviceName: `${name}-code`,
    restartName: `${name}-restart`,
    localeName: `${name}-locale`,
    // Lax: the redirects from Discord and the platform are top-level navigations and must send it.
    options: { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: MAX_AGE_SECONDS },
  };
}

/**
 * Whether a form was posted from our own page. Browsers send `Origin` with every post, but as `null` where a referrer policy
 * hides it (in-app browsers may have their own); then `Sec-Fetch-Site` decides, which no page can set. A post with neither
 * comes from an old browser or an attacker, and is refused.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, ourOrigin: string): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null') return origin === ourOrigin;
  return headers['sec-fetch-site'] === 'same-origin';
}
