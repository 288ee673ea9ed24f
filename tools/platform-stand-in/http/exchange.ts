import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { PlatformRefusal } from '../world/refusal.ts';

const MOST_BODY_BYTES = 64 * 1024;

/** A request, read whole. `path` is as it was sent, still encoded: `../` must not be folded before the check. */
export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function incomingHead(request: IncomingMessage, basePath: string): Omit<Incoming, 'body'> {
  const [path = '', ...query] = (request.url ?? '').split('?');
  const within = path === basePath || path.startsWith(`${basePath}/`);
  return {
    method: request.method ?? 'GET',
    // Nothing is at the empty path, and so nothing outside of the base path.
    path: within ? path.slice(basePath.length) : '',
    query: new URLSearchParams(query.join('?')),
    headers: request.headers,
  };
}

/** Reads to the end even what is too long, so that the sender gets to see the refusal. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ body: string; refusal?: PlatformRefusal }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // A request without an encoding yields buffers; its iterator is typed `any`.
    const buffer: Buffer = chunk;
    bytes += buffer.length;
    if (bytes <= MOST_BODY_BYTES) chunks.push(buffer);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  if (bytes <= MOST_BODY_BYTES) return { body };
  return { body, refusal: new PlatformRefusal(413, 'too_large', 'The body is too large.') };
}

export function hasMediaType({ headers }: Pick<Incoming, 'headers'>, mediaType: string): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === mediaType;
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}
