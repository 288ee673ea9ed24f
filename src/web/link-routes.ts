import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LinkFlow, LinkStep } from '../accounts/link-flow.ts';
import { codePage } from './code-page.ts';
import { callerNetwork } from './caller-network.ts';
import { confirmPage } from './confirm-page.ts';
import { devicePage } from './device-page.ts';
import { donePage } from './done-page.ts';
import { isFromOurPage } from './form-origin.ts';
import { linkCookies } from './link-cookie.ts';
import type { PageContext } from './page-words.ts';
import { refusalPage } from './refusal-page.ts';

/** Linking takes about eight: enough for a hall of players behind one address, too few for guessing or flooding. */
const REQUESTS_PER_MINUTE = 600;

interface LinkRoutesDeps {
  linking: LinkFlow;
  publicUrl: URL;
  contextOf: (request: FastifyRequest) => PageContext;
  /** Of one address. */
  requestsPerMinute?: number | undefined;
}

/** A parameter that comes twice is an array; what is expected once is looked at where it is used. */
interface Query {
  Querystring: Record<string, unknown>;
}

/** The pages of linking. Registered in a scope of its own: form bodies and cookies are for these routes alone. */
export async function linkRoutes(app: FastifyInstance, deps: LinkRoutesDeps): Promise<void> {
  const { linking, publicUrl, contextOf } = deps;
  const { name, deviceName, options } = linkCookies(publicUrl);
  await app.register(fastifyRateLimit, {
    max: deps.requestsPerMinute ?? REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    cache: 10_000,
    keyGenerator: (request) => callerNetwork(request.ip),
    addHeadersOnExceeding: {},
    // Only the header that tells when to come again.
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  await app.register(fastifyCookie);
  await app.register(fastifyFormbody);

  const cookieOf = (request: FastifyRequest) => request.cookies[name];
  const deviceCookieOf = (request: FastifyRequest) => request.cookies[deviceName];

  function show(request: FastifyRequest, reply: FastifyReply, step: LinkStep): FastifyReply {
    const context = contextOf(request);
    reply.type('text/html; charset=utf-8');
    switch (step.go) {
      case 'redirect':
        if (step.cookie !== undefined) reply.setCookie(name, step.cookie, options);
        if (step.deviceCookie !== undefined) reply.setCookie(deviceName, step.deviceCookie, options);
        return reply.redirect(step.url, 303);
      case 'confirm':
        return reply.send(confirmPage(context, step.view));
      case 'done':
        return reply.send(donePage(context, step.view));
      case 'code':
        // When its time is over the page asks anew, and does not go on showing a code that nobody takes.
        reply.header('refresh', Math.ceil(step.view.msLeft / 1000));
        return reply.send(codePage(context, step.view));
      case 'refused': {
        const { status, body } = refusalPage(context, step.refusal, step.restart);
        return reply.code(status).send(body);
      }
    }
  }

  app.get<Query>('/link/start', async (request, reply) => {
    const step = await linking.start({ ticket: request.query['t'], cookie: cookieOf(request) });
    return show(request, reply, step);
  });

  app.get<Query>('/link/discord', async (request, reply) => {
    const step = await linking.fromDiscord({ cookie: cookieOf(request), query: request.query });
    return show(request, reply, step);
  });

  app.get<Query>('/link/callback', async (request, reply) => {
    const step = await linking.fromPlatform({
      cookie: cookieOf(request),
      deviceCookie: deviceCookieOf(request),
      query: request.query,
    });
    return show(request, reply, step);
  });

  // The same for everybody: it reads no cookie, and neither it nor its address binds anything.
  app.get('/link/device', (request, reply) =>
    reply.type('text/html; charset=utf-8').send(devicePage(contextOf(request))),
  );

  app.get('/link/device/start', async (request, reply) => {
    return show(request, reply, await linking.startDevice());
  });

  app.get('/link/device/code', async (request, reply) => {
    return show(request, reply, await linking.showCode({ deviceCookie: deviceCookieOf(request) }));
  });

  app.get('/link/confirm', async (request, reply) => {
    return show(request, reply, await linking.review({ cookie: cookieOf(request) }));
  });

  app.post<{ Body: Record<string, unknown> | undefined }>('/link/confirm', async (request, reply) => {
    if (!isFromOurPage(request.headers, publicUrl.origin))
      return show(request, reply, await linking.refuseForeign());
    const { csrf, told } = request.body ?? {};
    return show(request, reply, await linking.confirm({ cookie: cookieOf(request), csrf, told }));
  });
}
