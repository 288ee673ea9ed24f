import { present } from '../present.ts';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'", // covers redirects of a post too: steps that redirect to Discord or the platform are GETs
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For every response. */
export function securityHeaders(publicUrl: URL): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    // Hides codes and tickets from Discord and the platform. With `no-referrer`, Chromium posts our form with the origin "null".
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...present({
      'strict-transport-security': publicUrl.protocol === 'https:' ? 'max-age=31536000' : undefined,
    }),
  };
}
