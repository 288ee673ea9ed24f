import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { RESTJSONErrorCodes } from 'discord.js';
import type { Problems } from '../problems.ts';
import { notFound, RestRefusal, unauthorized, type FaultTree } from '../refusal.ts';
import type { DiscordWire } from '../wire.ts';
import { parseBody, readBytes, type ReadBody } from './body.ts';
import type { Limits } from './limits.ts';
import type { Mishaps } from './mishaps.ts';
import { findRoute, type FoundRoute, type RestReply, type RestRequest, type Route } from './route.ts';

export interface DoorParts {
  now: () => number;
  token: string;
  routes: readonly Route[];
  limits: Limits;
  mishaps: Mishaps;
  problems: Problems;
  wire: DiscordWire;
  delayMs: () => number;
  person: (accessToken: string) => RestRequest['person'];
  /** The interaction that a token in a path belongs to, so that problems can be told apart. */
  interactionOf: (token: string) => string | undefined;
}

/** Answers everything under `/api`: versions, auth, limits and errors in one place, the routes in theirs. */
export type RestDoor = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

const API_PATH = /^\/api(?:\/v(?:9|10))?(\/.*)$/;
const USER_AGENT = /^DiscordBot \(\S+, [^)\s]+\)/;

export function createDoor(parts: DoorParts): RestDoor {
  const { now, wire, problems } = parts;

  return async (request, response, url) => {
    const at = now();
    const method = request.method ?? 'GET';
    const path = API_PATH.exec(url.pathname)?.[1] ?? url.pathname;
    const context: { body: ReadBody; found: FoundRoute | undefined } = {
      body: { body: undefined, files: [] },
      found: undefined,
    };
    const bytes = await readBytes(request).catch((error: unknown) => error);
    if (parts.delayMs() > 0) await wait(parts.delayMs());
    const mishap = parts.mishaps.take(method, path);
    if (mishap?.delayMs) await wait(mishap.delayMs);
    const strikes = mishap !== undefined && (mishap.drop || mishap.status !== undefined);
    let reply: RestReply = { status: 0 };
    if (!strikes || mishap.applied) reply = await answer();
    if (strikes)
      reply = mishap.drop
        ? { status: 0 }
        : {
            status: mishap.status ?? 500,
            body: mishap.body ?? { message: `${mishap.status}: by the stand-in`, code: 0 },
            ...(mishap.headers ? { headers: mishap.headers } : {}),
          };
    wire.add({
      at,
      via: 'rest',
      method,
      path: path + url.search,
      request: context.body.body,
      files: context.body.files.map(({ filename }) => filename),
      status: reply.status,
      response: reply.body,
      ms: now() - at,
    });
    if (reply.status === 0) response.destroy();
    else send(response, reply);

    async function answer(): Promise<RestReply> {
      try {
        const outcome = await route();
        // Routes whose errors have another shape (OAuth) answer instead of throwing.
        if (outcome.status >= 400) note(outcome.status, 0, JSON.stringify(outcome.body));
        return outcome;
      } catch (error) {
        // Anything but a refusal is a fault of the stand-in, which must not pass for an answer of Discord's.
        const refusal = error instanceof RestRefusal ? error : new RestRefusal(500, 0, String(error));
        const { status, code, message, errors } = refusal;
        note(status, code, message, errors);
        return { status, body: { message, code, ...(errors ? { errors } : {}) } };
      }
    }

    function note(status: number, code: number, message: string, errors?: FaultTree): void {
      const interactionId = context.found?.ids.map(parts.interactionOf).find((id) => id !== undefined);
      problems.add({
        where: wire.maskText(`${method} ${path}`),
        code,
        status,
        message: wire.maskText(message),
        ...(errors ? { errors } : {}),
        ...(interactionId === undefined ? {} : { interactionId }),
      });
    }

    async function route(): Promise<RestReply> {
      const match = findRoute(parts.routes, method, path);
      if (match === 'method') throw new RestRefusal(405, 0, '405: Method Not Allowed');
      if (!match) throw notFound();
      context.found = match;
      if (!USER_AGENT.test(request.headers['user-agent'] ?? ''))
        throw new RestRefusal(
          403,
          RESTJSONErrorCodes.CloudflareIsBlockingYourRequest,
          'internal network error',
        );
      const person = personOf(match, request.headers.authorization);
      const exceeded = parts.limits.exceeded(match);
      if (exceeded) return exceeded;
      if (!(bytes instanceof Buffer)) throw bytes;
      context.body = await parseBody(bytes, request.headers['content-type'] ?? '', match.route.body);
      const restRequest: RestRequest = {
        query: url.searchParams,
        reason: headerText(request.headers['x-audit-log-reason']),
        authorization: request.headers.authorization,
        body: context.body.body,
        files: context.body.files,
        person,
      };
      const [first = '', second = '', third = ''] = match.ids;
      const reply = await match.route.handle(restRequest, first, second, third);
      return { ...reply, headers: { ...parts.limits.headers(match), ...reply.headers } };
    }
  };

  function personOf({ route }: FoundRoute, authorization: string | undefined): RestRequest['person'] {
    if (route.auth === 'none') return undefined;
    const isBot = authorization === `Bot ${parts.token}`;
    const bearer = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    const person = bearer === undefined ? undefined : parts.person(bearer);
    if (route.auth !== 'person' && isBot) return undefined;
    if (route.auth !== 'bot' && person) return person;
    throw unauthorized();
  }
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? decodeURIComponent(value) : undefined;

function send(response: ServerResponse, { status, body, headers = {} }: RestReply): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
