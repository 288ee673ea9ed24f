const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'", // so no post may end in a redirect to Discord or the platform: those steps are GETs
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For every answer, whatever it is. */
export function securityHeaders(publicUrl: URL): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    // Keeps codes and tickets from Discord and the platform; with `no-referrer`, Chromium posts our own form as "null".
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
