import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

/** Sends requests in turn to the replicas that are ready, as a load balancer with health checks does. */
export interface Balancer {
  readonly url: string;
  /** Whom it may send to, by their addresses. */
  add(target: string): Promise<void>;
  /** The replicas that a body went to, by the id that stands in it. */
  servedBy(interactionId: string): readonly string[];
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 100;
const CHECK_WITHIN_MS = 1000;
/** Of failures to connect alone: what may have arrived is not sent again. */
const NEVER_SENT = new Set(['ECONNREFUSED']);

export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<string, boolean>();
  const served = new Map<string, string[]>();
  const agent = new Agent({ keepAlive: false });
  let turn = 0;

  async function check(target: string): Promise<void> {
    const answer = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    ready.set(target, answer?.ok === true);
  }
  const checks = setInterval(() => {
    for (const target of ready.keys()) void check(target);
  }, CHECK_EVERY_MS);

  function forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse, left: string[]): void {
    const [target, ...others] = left;
    if (target === undefined) {
      response.writeHead(503).end();
      return;
    }
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onward = ask(new URL(path, target), { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (NEVER_SENT.has(error.code ?? '')) forward(incoming, body, response, others);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    const id = path === '/interactions' ? /"id":"(\d+)"/.exec(body.toString())?.[1] : undefined;
    if (id !== undefined) served.set(id, [...(served.get(id) ?? []), target]);
    onward.end(body);
  }

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    // Without an encoding, a request yields buffers; its iterator is typed `any`.
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    turn += 1;
    const all = [...ready.keys()].filter((target) => ready.get(target) === true);
    const inTurn = all.map((_, at) => all[(at + turn) % all.length] ?? '');
    forward(incoming, Buffer.concat(chunks), response, inTurn);
  }

  const server = createServer((incoming, response) => {
    take(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: check,
    servedBy: (interactionId) => served.get(interactionId) ?? [],
    async close() {
      clearInterval(checks);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
