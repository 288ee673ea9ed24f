import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { RESTJSONErrorCodes } from 'discord.js';
import type { Problems } from '../problems.ts';
import { notFound, Refusal, unauthorized, type FaultTree } from '../refusal.ts';
import type { Wire } from '../wire.ts';
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
  wire: Wire;
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
    const seen: { body: ReadBody; found: FoundRoute | undefined } = {
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
            body: mishap.body ?? { message: `${mishap.status}: by the playground`, code: 0 },
            ...(mishap.headers ? { headers: mishap.headers } : {}),
          };
    wire.add({
      at,
      via: 'rest',
      method,
      path: path + url.search,
      request: seen.body.body,
      files: seen.body.files.map(({ filename }) => filename),
      status: reply.status,
      response: reply.body,
      ms: now() - at,
    });
    if (reply.status === 0) response.destroy();
    else send(response, reply);

    async function answer(): Promise<RestReply> {
      try {
        const given = await route();
        // Routes with an error form of their own (OAuth) answer instead of throwing.
        if (given.status >= 400) note(given.status, 0, JSON.stringify(given.body));
        return given;
      } catch (error) {
        // Anything but a refusal is a fault of the stand-in, which must not pass for an answer of Discord's.
        const refusal = error instanceof Refusal ? error : new Refusal(500, 0, String(error));
        const { status, code, message, errors } = refusal;
        note(status, code, message, errors);
        return { status, body: { message, code, ...(errors ? { errors } : {}) } };
      }
    }

    function note(status: number, code: number, message: string, errors?: FaultTree): void {
      const interactionId = seen.found?.ids.map(parts.interactionOf).find((id) => id !== undefined);
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
      const found = findRoute(parts.routes, method, path);
      if (found === 'method') throw new Refusal(405, 0, '405: Method Not Allowed');
      if (!found) throw notFound();
      seen.found = found;
      if (!USER_AGENT.test(request.headers['user-agent'] ?? ''))
        throw new Refusal(403, RESTJSONErrorCodes.CloudflareIsBlockingYourRequest, 'internal network error');
      const person = personOf(found, request.headers.authorization);
      const exceeded = parts.limits.exceeded(found);
      if (exceeded) return exceeded;
      if (!(bytes instanceof Buffer)) throw bytes;
      seen.body = await parseBody(bytes, request.headers['content-type'] ?? '', found.route.body);
      const read: RestRequest = {
        query: url.searchParams,
        authorization: request.headers.authorization,
        body: seen.body.body,
        files: seen.body.files,
        person,
      };
      const [first = '', second = '', third = ''] = found.ids;
      const reply = await found.route.handle(read, first, second, third);
      return { ...reply, headers: { ...parts.limits.headers(found), ...reply.headers } };
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

function send(response: ServerResponse, { status, body, headers = {} }: RestReply): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
