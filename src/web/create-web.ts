import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { failureFields } from '../accounts/failure-fields.ts';
import type { Restart } from '../accounts/link-flow.ts';
import type { Linking } from '../accounts/linking.ts';
import type { Log } from '../accounts/ports.ts';
import { publicAddress } from '../accounts/public-url.ts';
import type { Refusal } from '../accounts/refusals.ts';
import type { Translate } from '../words/words.ts';
import type { BodyBudget } from './body-budget.ts';
import { limitConnections } from './connection-limit.ts';
import { healthRoutes, type Readiness } from './health-routes.ts';
import { icon, iconPath } from './icon.ts';
import { interactionRoutes, type InteractionsEndpoint } from './interaction-routes.ts';
import { sendPage, type PageContext } from './layout.ts';
import { isCallback, linkRoutes, refusedAddress } from './link-routes.ts';
import { privacyRoutes, type OwnPages } from './privacy-routes.ts';
import { refusalPage, type WebFault } from './refusal-page.ts';
import { securityHeaders } from './security-headers.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
/** After so many a sender connects anew. */
const REQUESTS_PER_SOCKET = 1000;

export interface WebDeps {
  linking: Linking;
  readiness: () => Promise<Readiness>;
  /** Whether connections are to be given up after their next answer, so that none is cut off with a request on its way. */
  isDraining?: () => boolean;
  /** Where interactions come by HTTP. */
  interactions?: InteractionsEndpoint | undefined;
  t: Translate;
  platformName: string;
  publicUrl: URL;
  /** Where people chat. */
  discordUrl?: URL;
  /** Addresses and ranges whose `X-Forwarded-For` counts. */
  trustedProxies: readonly string[];
  /** In place of our pages /privacy and /terms. */
  ownPages?: OwnPages;
  log: Log;
  /** From a connection's first moment to the end of its request. */
  requestTimeoutMs?: number;
  connectionsMax?: number;
  /** What bodies of interactions take until they are verified. */
  bodies?: BodyBudget;
  /** To the linking pages, of one address. */
  requestsPerMinute?: number;
  now?: () => number;
}

const DISCORD = new URL('https://discord.com');

/** The small HTTP server: the pages of linking, Discord's interactions where they come this way, and health. The caller listens. */
export function createWeb(deps: WebDeps): FastifyInstance {
  const { linking, readiness, t, platformName, publicUrl, trustedProxies, log } = deps;
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, requestsPerMinute } = deps;
  const { discordUrl = DISCORD, now = Date.now } = deps;
  const headers = securityHeaders(publicUrl);
  const address = (path: string) => publicAddress(publicUrl, path).pathname;

  const context: PageContext = {
    t,
    platformName,
    address,
    discord: (path) => new URL(path, discordUrl).href,
  };

  function refuse(reply: FastifyReply, refusal: Refusal | WebFault, restart?: Restart): FastifyReply {
    const { status, body } = refusalPage(context, refusal, restart);
    return sendPage(reply.headers(headers), body, status);
  }

  /** Requests that node's parser gives up on (431, 400, 408) never become one of fastify's. */
  function refuseUnparsed(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const status = UNPARSED[error.code ?? ''] ?? '400 Bad Request';
    const { body } = refusalPage(context, 'bad-request');
    const lines = Object.entries({
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  }

  const app = Fastify({
    // fastify's own lines hold the URL, and with it codes and states: our log tells what there is to tell.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    // Half-open connections end with the requests that never come to an end.
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 5 },
    maxRequestsPerSocket: REQUESTS_PER_SOCKET,
    // What comes while the others are answered is answered, too.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // A URL that cannot be decoded: fastify would answer with its text.
    frameworkErrors: (_error, _request, reply) => void refuse(reply, 'bad-request'),
    clientErrorHandler: refuseUnparsed,
  });
  const connections = limitConnections(app.server, deps.connectionsMax);
  // No body is read that a route does not ask for: each scope adds what it takes.
  app.removeAllContentTypeParsers();

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
    if (deps.isDraining?.() === true) reply.header('connection', 'close');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'not-found'));
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    if (fault === 'fault') log.error(failureFields(error), 'a page could not be made');
    if (isCallback(request.url)) return reply.redirect(refusedAddress(publicUrl, fault), 303);
    return refuse(reply, fault);
  });

  healthRoutes(app, readiness);
  privacyRoutes(app, deps.ownPages ?? {}, context);
  // Their names change with their content.
  const lasting = { 'cache-control': 'public, max-age=31536000, immutable' };
  app.get(stylesheetPath, (_request, reply) => reply.headers(lasting).type('text/css').send(stylesheet));
  app.get(iconPath, (_request, reply) => reply.headers(lasting).type('image/svg+xml').send(icon));
  app.register((scope) => linkRoutes(scope, { linking, publicUrl, context, refuse, requestsPerMinute, now }));
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

/** What fastify refuses is the sender's fault; anything else is ours. */
function faultOf(error: unknown): WebFault {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return 'fault';
  if (status === 413) return 'too-large';
  if (status === 415) return 'wrong-content-type';
  if (status === 429) return 'too-many';
  return 'bad-request';
}
