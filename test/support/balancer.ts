import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Balancer {
  url: string;
  /** Whether new work is sent there. */
  isReady(upstream: string): boolean;
  /** How many requests it has answered. */
  served(upstream: string): number;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 250;

/**
 * A small load balancer as the deployments have one: /readyz is asked again and again, requests go in turn to those that
 * are ready, and one that could not be handed over goes to the next. What has been handed over is never sent twice.
 */
export async function startBalancer(upstreams: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>();
  const served = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const check = async (upstream: string): Promise<void> => {
    const answer = await fetch(`${upstream}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(
      () => undefined,
    );
    if (answer?.ok === true) ready.add(upstream);
    else ready.delete(upstream);
  };
  const checkAll = () => Promise.all(upstreams.map(check));

  function choose(tried: readonly string[]): string | undefined {
    const open = upstreams.filter((upstream) => ready.has(upstream) && !tried.includes(upstream));
    turn += 1;
    return open[turn % open.length];
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await read(incoming);
    const tried: string[] = [];
    for (let to = choose(tried); to !== undefined; to = choose(tried)) {
      tried.push(to);
      const answer = await send(to, incoming, body);
      if (answer === undefined) {
        ready.delete(to);
        continue;
      }
      const answered = await read(answer);
      served.set(to, (served.get(to) ?? 0) + 1);
      // Each side has connections of its own.
      const { connection: _theirs, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, headers).end(answered);
      return;
    }
    outgoing.writeHead(503).end();
  }

  /** Undefined where nobody took the connection; rejects where it ended under way. */
  const send = (to: string, { method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage | undefined>((resolve, reject) => {
      request(new URL(url ?? '/', to), { method, headers, agent }, resolve)
        .on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
        )
        .end(body);
    });

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.writeHead(502).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await checkAll();
  const timer = setInterval(() => void checkAll(), CHECK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${address.port}`,
    isReady: (upstream) => ready.has(upstream),
    served: (upstream) => served.get(upstream) ?? 0,
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}
