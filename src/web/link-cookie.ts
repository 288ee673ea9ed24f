import type { IncomingHttpHeaders } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';

/** As long as a flow is kept. Not a session cookie: phones end a browser that is in the background, and its session. */
const MAX_AGE_SECONDS = 30 * 60;

/**
 * `__Host-` keeps a sibling domain from planting its own cookie here, and with it its own flow. Browsers take that name
 * over https alone, and http is for the loopback alone.
 */
export function linkCookies(publicUrl: URL): {
  name: string;
  /** Of the way through another device. */
  deviceName: string;
  /** Holds the ticket by which a page that refuses may start again. */
  restartName: string;
  options: CookieSerializeOptions;
} {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? '__Host-matchpoint' : 'matchpoint';
  return {
    name,
    deviceName: `${name}-code`,
    restartName: `${name}-restart`,
    // Lax: the redirects back from Discord and the platform are top-level navigations, and have to bring it.
    options: { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: MAX_AGE_SECONDS },
  };
}

/**
 * Whether a form was posted from a page of ours. Browsers send `Origin` with every post, but as `null` from where the
 * referrer policy hides it (an in-app browser may bring its own); then `Sec-Fetch-Site`, which no page can set, decides.
 * A post with neither is from something old or something hostile, and both can use the link again.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, ourOrigin: string): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null') return origin === ourOrigin;
  return headers['sec-fetch-site'] === 'same-origin';
}
