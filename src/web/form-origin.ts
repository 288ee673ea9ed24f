import type { IncomingHttpHeaders } from 'node:http';

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
