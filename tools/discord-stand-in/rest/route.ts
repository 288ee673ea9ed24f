import type { UploadedFile } from '../chat/files.ts';
import type { Member } from '../world.ts';
import type { BodyKind } from './body.ts';

/** Who a route is for: the bot, a person by an OAuth token, either, or any caller with the address (interaction tokens). */
type RouteAuth = 'bot' | 'person' | 'either' | 'none';

export interface RestRequest {
  query: URLSearchParams;
  /** For the server's audit log, as sent. */
  reason: string | undefined;
  /** As the client sent it; routes that check clients themselves read it. */
  authorization: string | undefined;
  body: unknown;
  files: readonly UploadedFile[];
  /** Whose OAuth token came along; undefined for the bot. */
  person: { member: Member; token: string; scopes: readonly string[] } | undefined;
}

/** Without a body, no content type is sent either: with one, clients parse the empty answer as JSON and fail. */
export interface RestReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Bucket {
  limit: number;
  windowMs: number;
}

export type Handle = (
  request: RestRequest,
  first: string,
  second: string,
  third: string,
) => RestReply | Promise<RestReply>;

export interface Route {
  method: string;
  /** `/webhooks/:application/:token`: each `:name`, three at the most, becomes one argument of `handle`, in order. */
  path: string;
  auth: RouteAuth;
  body: BodyKind;
  /** Interaction routes stand outside the bot's global limit. */
  global: boolean;
  /** How many requests Discord takes in how many ms; counted per channel, server or webhook. Unlimited if left out. */
  bucket?: Bucket;
  handle: Handle;
}

export interface FoundRoute {
  route: Route;
  ids: string[];
}

/** The route for a request; `'method'` where the path is known and the method is not. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): FoundRoute | 'method' | undefined {
  const segments = path.split('/');
  const there = routes.flatMap((route) => {
    const ids = match(route.path.split('/'), segments);
    return ids ? [{ route, ids }] : [];
  });
  return there.find(({ route }) => route.method === method) ?? (there.length > 0 ? 'method' : undefined);
}

function match(expected: readonly string[], sent: readonly string[]): string[] | undefined {
  if (expected.length !== sent.length) return undefined;
  const ids: string[] = [];
  for (const [index, part] of expected.entries()) {
    const value = sent[index] ?? '';
    if (part.startsWith(':')) ids.push(value === '%40original' ? '@original' : value);
    else if (part !== value) return undefined;
  }
  return ids;
}
