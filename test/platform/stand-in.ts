import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createPlatform } from '../../src/platform/create-platform.ts';
import type { PlatformConfig } from '../../src/platform/create-platform.ts';
import type { MemberCredentials, Platform } from '../../src/platform/platform.ts';

export interface ReceivedRequest {
  method: string;
  /** Path with its query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type HandleRequest = (
  request: ReceivedRequest,
  response: ServerResponse,
  incoming: IncomingMessage,
) => unknown;

/** A platform on a real socket that does what `handle` says, and a client for it. Both end with the test. */
export async function standIn(
  handle: HandleRequest,
  options: Partial<PlatformConfig> & { path?: string } = {},
): Promise<{ platform: Platform; received: ReceivedRequest[]; origin: string }> {
  const received: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(request);
      handle(request, response, incoming);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { path = '', ...rest } = options;
  const platform = client(`${origin}${path}`, rest);
  onTestFinished(async () => {
    // First of all: what is cut off is tried again, and would wait for a server that still listens.
    server.close();
    server.closeAllConnections();
    await platform.close();
  });
  return { platform, received, origin };
}

/** Never waits between tries. */
export function client(baseUrl: string, options: Partial<PlatformConfig> = {}): Platform {
  return createPlatform({
    baseUrl: new URL(baseUrl),
    apiKey: 'the-api-key',
    clientId: 'the-client',
    clientSecret: 'the-secret',
    sleep: async () => {},
    ...options,
  });
}

export function json(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** A member whose token is `name`, and after a renewal `name-2`. */
export function member(name: string, playerId?: string): MemberCredentials & { renewals: string[] } {
  const renewals: string[] = [];
  return {
    ...(playerId !== undefined && { playerId }),
    renewals,
    token: async () => name,
    renew: async (rejected) => {
      renewals.push(rejected);
      return `${name}-2`;
    },
  };
}
