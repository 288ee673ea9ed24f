import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { refusalAnswer } from '../api/answer.ts';
import type { Shape } from '../shapes/shape.ts';
import { incomingHead, readBody, type Answer, type Incoming } from './exchange.ts';
import { answerUnder, type FaultSwitch } from './fault.ts';
import type { Who, PlatformWire } from './wire.ts';

export interface Service {
  basePath: string;
  delayMs: number;
  now: () => number;
  faults: FaultSwitch;
  wire: PlatformWire;
  shape: () => Shape;
  whoAsks: (head: Omit<Incoming, 'body'>) => Who;
  answer: (incoming: Incoming) => Answer;
}

/** Serves on the loopback address. */
export async function listen(
  service: Service,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const closing = new AbortController();
  const server = createServer((request, response) => {
    handle(service, request, response, closing.signal).catch((error: unknown) => {
      response.destroy();
      // A client that went away and our own shutdown are no faults; anything else is a bug here, and must be seen.
      if (!request.destroyed && !closing.signal.aborted) console.error(error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    port: address.port,
    close: async () => {
      closing.abort();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

async function handle(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { faults, wire, shape, delayMs, now } = service;
  const at = now();
  const begun = performance.now();
  const head = incomingHead(request, service.basePath);
  const who = service.whoAsks(head);
  const fault = faults.strike(head);
  const { body, refusal } = await readBody(request);
  if (delayMs > 0) await wait(delayMs, undefined, { signal });
  const act = () => (refusal ? refusalAnswer(refusal, shape()) : service.answer({ ...head, body }));
  const answer = await answerUnder(fault, act, { shape: shape(), signal });

  if (answer === null) response.destroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
  wire.record({
    at,
    ms: Math.round(performance.now() - begun),
    method: head.method,
    path: request.url ?? '',
    who,
    status: answer?.status ?? null,
    requestBody: body,
    answerBody: answer?.body ?? '',
    location: answer?.headers['location'] ?? null,
    fault: fault?.kind ?? null,
  });
}
