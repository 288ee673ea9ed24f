import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { failureFields } from '../accounts/failure-fields.ts';
import type { Linking } from '../linking/linking.ts';
import type { Log } from '../accounts/ports.ts';
import { publicAddress } from '../linking/public-url.ts';
import { createReference, type LinkRefusal } from '../linking/refusals.ts';
import type { Translate, Words } from '../words/words.ts';
import type { BodyBudget } from './body-budget.ts';
import { callerNetworks } from './caller-network.ts';
import { cardRoutes, type CardSource } from './card-routes.ts';
import { limitConnections } from './connection-limit.ts';
import { healthRoutes, type ReadinessState } from './health-routes.ts';
import { icon, iconPath } from './icon.ts';
import { interactionRoutes, type InteractionsEndpoint } from './interaction-routes.ts';
import { pageText } from './language.ts';
import { sendPage, type ContextOf, type PageContext } from './layout.ts';
import { linkCookies } from './link-cookie.ts';
import { isCallback, linkRoutes, refusedAddress } from './link-routes.ts';
import { privacyRoutes, type OwnPages } from './privacy-routes.ts';
import { refusalPage, type RefusalDetails, type WebFault } from './refusal-page.ts';
import { createRequestLimits } from './request-limits.ts';
import { securityHeaders } from './security-headers.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const REQUESTS_PER_SOCKET = 1000;
/** Linking takes about eight: enough for a venue behind one address, too few for guessing or flooding. */
const REQUESTS_PER_MINUTE = 600;
/** Monitors and Discord come from few addresses. An interaction is limited by its signature. */
const UNLIMITED: readonly (string | undefined)[] = ['/healthz', '/readyz', '/interactions'];
/** Of a tournament's id in an address, decoded. */
const PARAM_MAX = 200;

export interface WebDeps {
  linking: Linking;
  readiness: () => Promise<ReadinessState>;
  /** Whether connections close after their next response, so that no request is cut off at the end. */
  isDraining?: () => boolean;
  /** If interactions arrive over HTTP. */
  interactions?: InteractionsEndpoint | undefined;
  /** The calendar, and the pages of tournaments. */
  cards?: CardSource;
  words: Words;
  platformName: string;
  publicUrl: URL;
  /** Discord's web app. */
  discordUrl?: URL;
  /** Addresses and ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** The operator's pages in place of /privacy and /terms. */
  ownPages?: OwnPages;
  log: Log;
  /** From opening a connection to the end of its request. */
  requestTimeoutMs?: number;
  connectionsMax?: number;
  /** Bounds the memory of interaction bodies until they are verified. */
  bodies?: BodyBudget;
  /** To the pages, from one address. */
  requestsPerMinute?: number;
  now?: () => number;
}

const DISCORD = new URL('https://discord.com');

/** A clock that is set back must not keep an old page. */
const monotonic = (): number => performance.now();

/** The HTTP server: linking pages, interactions endpoint, health. The caller calls `listen`. */
export function createWeb(deps: WebDeps): FastifyInstance {
  const { linking, readiness, words, platformName, publicUrl, trustedProxies, log } = deps;
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, requestsPerMinute = REQUESTS_PER_MINUTE } = deps;
  const { discordUrl = DISCORD, now = Date.now } = deps;
  const headers = securityHeaders(publicUrl);
  const address = (path: string) => publicAddress(publicUrl, path).pathname;

  const contextIn = (t: Translate): PageContext => ({
    t,
    platformName,
    address,
    discord: (path) => new URL(path, discordUrl).href,
  });
  const { localeName } = linkCookies(publicUrl);
  const contextOf: ContextOf = (request) => contextIn(pageText(words, request, localeName));

  function refuse(
    reply: FastifyReply,
    refusal: LinkRefusal | WebFault,
    details?: RefusalDetails,
  ): FastifyReply {
    const { status, body } = refusalPage(contextOf(reply.request), refusal, details);
    return sendPage(reply.headers(headers), body, status);
  }

  /** For requests that Node's parser rejects (431, 400, 408), which never reach fastify's handlers. */
  function refuseUnparsed(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const status = UNPARSED[error.code ?? ''] ?? '400 Bad Request';
    const { body } = refusalPage(contextIn(words.in()), 'bad-request');
    const lines = Object.entries({
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  }

  const app = Fastify({
    // fastify's log lines contain the URL, and with it codes and states.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    // Closes half-open connections as well as slow requests.
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 5 },
    routerOptions: { maxParamLength: PARAM_MAX },
    maxRequestsPerSocket: REQUESTS_PER_SOCKET,
    // Answer requests that arrive during the shutdown.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // For a URL that cannot be decoded, fastify's own response would echo it.
    frameworkErrors: (_error, _request, reply) => void refuse(reply, 'bad-request'),
    clientErrorHandler: refuseUnparsed,
  });
  const connections = limitConnections(app.server, deps.connectionsMax);
  // Each scope adds the content types that its routes accept; no other body is read.
  app.removeAllContentTypeParsers();

  const secondsToWait = createRequestLimits({ perMinute: requestsPerMinute, now });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (deps.isDraining?.() === true) reply.header('connection', 'close');
    if (UNLIMITED.includes(request.routeOptions.url)) return;
    const seconds = secondsToWait(callerNetworks(request.ip));
    if (seconds === undefined) return;
    reply.header('retry-after', seconds);
    throw Object.assign(new Error('too many requests'), { statusCode: 429 });
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'not-found'));
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    const reference = fault === 'fault' ? createReference(randomBytes) : undefined;
    if (reference !== undefined) log.error({ reference, ...failureFields(error) }, 'could not render a page');
    if (isCallback(request.url)) return reply.redirect(refusedAddress(publicUrl, fault, { reference }), 303);
    return refuse(reply, fault, { reference });
  });

  healthRoutes(app, readiness);
  privacyRoutes(app, deps.ownPages ?? {}, contextOf);
  if (deps.cards)
    cardRoutes(app, { cards: deps.cards, publicUrl, contextOf, log, now: deps.now ?? monotonic });
  // The paths change with the content.
  const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
  app.get(stylesheetPath, (_request, reply) => reply.headers(immutable).type('text/css').send(stylesheet));
  app.get(iconPath, (_request, reply) => reply.headers(immutable).type('image/svg+xml').send(icon));
  app.register((scope) => linkRoutes(scope, { linking, publicUrl, contextOf, refuse }));
  const { interactions } = deps;
  if (interactions !== undefined) {
    const endpoint = { endpoint: interactions, connections, bodies: deps.bodies, now };
    app.register((scope) => interactionRoutes(scope, endpoint));
  }
  return app;
}

const UNPARSED: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Fastify's 4xx errors are the client's fault; anything else is ours. */
function faultOf(error: unknown): WebFault {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return 'fault';
  if (status === 413) return 'too-large';
  if (status === 415) return 'wrong-content-type';
  if (status === 429) return 'too-many';
  return 'bad-request';
}
