import type { FastifyInstance } from 'fastify';

/**
 * Anything that runs in the visitor's browser can reach a port of this machine. So a request has to name this very host
 * (a foreign name that resolves to 127.0.0.1 does not), and a post has to come from the page itself.
 */
export function guard(app: FastifyInstance, own: () => URL, pictures: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host, port, origin } = own();
    const { headers } = request;
    // Cookies for the consent pages are bound to the host's name: one name, or they get lost.
    if (headers.host === `localhost:${port}` && request.method === 'GET')
      return reply.redirect(`${origin}${request.url}`, 307);
    if (headers.host !== host) return reply.code(421).send('This is not the host you asked for.');
    if (request.method !== 'GET' && headers.origin !== origin)
      return reply.code(403).send('Posts are taken from the page itself only.');
    return undefined;
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        `img-src 'self' data: ${pictures}`,
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
}
