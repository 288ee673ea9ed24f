import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '../durations.ts';
import { isSecret } from '../linking/flow-secrets.ts';
import type { LinkStep, Restart } from '../linking/link-flow.ts';
import type { Linking } from '../linking/linking.ts';
import { publicAddress } from '../linking/public-url.ts';
import { CONNECTION_RESULTS } from '../linking/ports.ts';
import { isReference, type LinkRefusal } from '../linking/refusals.ts';
import { TICKET_MS } from '../linking/tickets.ts';
import { callerNetworks } from './caller-network.ts';
import { sendPage, type ContextOf } from './layout.ts';
import { isFromOurPage, linkCookies } from './link-cookie.ts';
import { codePage, confirmPage, devicePage, donePage, linkedRolePage } from './link-pages.ts';
import { isRefusal, type RefusalDetails, type WebFault } from './refusal-page.ts';

/** Failed exchanges at each token endpoint, from one address. */
const EXCHANGES_PER_MINUTE = 10;

interface LinkRoutesDeps {
  linking: Linking;
  publicUrl: URL;
  contextOf: ContextOf;
  refuse: (reply: FastifyReply, refusal: LinkRefusal | WebFault, details?: RefusalDetails) => FastifyReply;
}

const REFUSED = {
  link: '/link/refused',
  device: '/link/device/refused',
  'linked-role': '/linked-role/refused',
} as const satisfies Record<Restart['way'], string>;

/** Where a refused callback redirects the browser. */
export const refusedAddress = (
  publicUrl: URL,
  reason: LinkRefusal | WebFault,
  { restart, reference }: RefusalDetails,
): string => {
  const path = `${REFUSED[restart?.way ?? 'link']}/${reason}`;
  return publicAddress(publicUrl, reference === undefined ? path : `${path}/${reference}`).href;
};

/** Whether a request URL is a redirect target of Discord or the platform. */
export const isCallback = (url: string): boolean => /^\/link\/(discord|callback)(\?|$)/.test(url);

/** A repeated parameter is an array; each use checks the type. */
interface Query {
  Querystring: Record<string, unknown>;
}

/** The linking pages. Registered in a separate scope: only these routes take form bodies and cookies. */
export async function linkRoutes(app: FastifyInstance, deps: LinkRoutesDeps): Promise<void> {
  const { linking, publicUrl, contextOf, refuse } = deps;
  const { name, deviceName, restartName, localeName, options } = linkCookies(publicUrl);
  await app.register(fastifyCookie);
  await app.register(fastifyFormbody);

  const cookieOf = (request: FastifyRequest) => request.cookies[name];
  const deviceCookieOf = (request: FastifyRequest) => request.cookies[deviceName];

  /**
   * For callbacks. A refusal redirects, so that the address bar does not keep an unused code that a victim could be talked
   * into copying. The path contains only one of our own reasons and a reference; the ticket travels in a cookie.
   */
  function showOrRedirect(reply: FastifyReply, step: LinkStep): FastifyReply {
    if (step.go !== 'refused') return show(reply, step);
    const { refusal, restart } = step;
    if (restart?.way === 'link')
      reply.setCookie(restartName, restart.ticket, { ...options, maxAge: TICKET_MS / SECOND_MS });
    else if (reply.request.cookies[restartName] !== undefined) reply.clearCookie(restartName, options);
    // A person who opened another member's link reads the warning in their own language.
    if (refusal === 'wrong-discord-user') reply.clearCookie(localeName, options);
    return reply.redirect(refusedAddress(publicUrl, refusal, step), 303);
  }

  function show(reply: FastifyReply, step: LinkStep): FastifyReply {
    switch (step.go) {
      case 'redirect':
        if (step.cookie !== undefined) reply.setCookie(name, step.cookie, options);
        if (step.deviceCookie !== undefined) reply.setCookie(deviceName, step.deviceCookie, options);
        if (step.locale !== undefined) reply.setCookie(localeName, step.locale, options);
        return reply.redirect(step.url, 303);
      case 'confirm':
        return sendPage(reply, confirmPage(contextOf(reply.request), step.view));
      case 'done':
        return sendPage(reply, donePage(contextOf(reply.request), step.view));
      case 'code':
        // Reloads once the code has expired, so that the page does not show a useless code.
        reply.header('refresh', Math.ceil(step.view.msLeft / SECOND_MS));
        return sendPage(reply, codePage(contextOf(reply.request), step.view));
      case 'refused':
        return refuse(reply, step.refusal, step);
    }
  }

  function page(
    path: string,
    handle: (request: FastifyRequest<Query>) => Promise<LinkStep>,
    answer = show,
  ): void {
    app.get<Query>(path, async (request, reply) => answer(reply, await handle(request)));
  }

  page('/link/start', (request) => linking.start({ ticket: request.query['t'], cookie: cookieOf(request) }));
  page('/link/confirm', (request) => linking.review({ cookie: cookieOf(request) }));
  page('/link/device/start', () => linking.startDevice());
  page('/link/device/code', (request) => linking.showCode({ deviceCookie: deviceCookieOf(request) }));
  // The same for everyone but the language: it has no state.
  app.get('/link/device', (request, reply) => sendPage(reply, devicePage(contextOf(request))));

  const sharedCallback = (request: FastifyRequest<Query>) => ({
    cookie: cookieOf(request),
    deviceCookie: deviceCookieOf(request),
    query: request.query,
    networks: callerNetworks(request.ip).map(({ name: network, times }) => ({
      name: network,
      max: EXCHANGES_PER_MINUTE * times,
    })),
  });
  page('/link/discord', (request) => linking.fromDiscord(sharedCallback(request)), showOrRedirect);
  page('/link/callback', (request) => linking.fromPlatform(sharedCallback(request)), showOrRedirect);

  const { startLinkedRole } = linking;
  if (startLinkedRole !== undefined) {
    // The address that servers' members come from, and its results.
    page('/linked-role', () => startLinkedRole());
    for (const result of CONNECTION_RESULTS)
      app.get(`/linked-role/${result}`, (request, reply) =>
        sendPage(reply, linkedRolePage(contextOf(request), result)),
      );
  }

  for (const way of ['link', 'device', 'linked-role'] as const) {
    const path = `${REFUSED[way]}/:reason/:reference?`;
    app.get<{ Params: { reason: string; reference?: string } }>(path, (request, reply) => {
      const { reason, reference } = request.params;
      if (!isRefusal(reason) || (reference !== undefined && !isReference(reference)))
        return reply.callNotFound();
      const ticket = request.cookies[restartName];
      if (way !== 'link') return refuse(reply, reason, { restart: { way }, reference });
      return refuse(reply, reason, { reference, restart: isSecret(ticket) ? { way, ticket } : undefined });
    });
  }

  app.post<{ Body: Record<string, unknown> | undefined }>('/link/confirm', async (request, reply) => {
    if (!isFromOurPage(request.headers, publicUrl.origin)) return show(reply, await linking.refuseForeign());
    const { csrf, shown } = request.body ?? {};
    return show(reply, await linking.confirm({ cookie: cookieOf(request), csrf, shown }));
  });
}
