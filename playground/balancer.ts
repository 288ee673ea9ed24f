import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Sends requests in turn to the replicas that are ready, as the deployments' load balancers do. */
export interface Balancer {
  readonly url: string;
  /** One more replica, by its address; resolves once it has been looked at. */
  add(replica: string): Promise<void>;
  /** Whether new work is sent there. */
  isReady(replica: string): boolean;
  /** How many requests it has answered. */
  served(replica: string): number;
  /** The replicas that an interaction was handed to, whether they answered or not. */
  servedBy(interactionId: string): readonly string[];
  close(): Promise<void>;
}

interface BalancerOptions {
  /** Whether connections to replicas are used again: one may then be closed under a request that is on its way. */
  keepAlive: boolean;
  /** Between two looks at /readyz. */
  checkEveryMs: number;
}

const CHECK_WITHIN_MS = 1000;
/** Longer than node's 5 s, after which it could close a connection under a request that is on its way. */
const IDLE_MS = 60_000;

/**
 * A small load balancer: /readyz is asked again and again, and a request that could not be handed over goes to the next
 * replica. What has been handed over is never sent twice.
 */
export async function startBalancer({ keepAlive, checkEveryMs }: BalancerOptions): Promise<Balancer> {
  const replicas = new Map<string, { ready: boolean; served: number }>();
  const handedTo = new Map<string, string[]>();
  const agent = new Agent({ keepAlive });
  let turn = 0;

  async function check(url: string): Promise<void> {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    replicas.set(url, { served: 0, ...replicas.get(url), ready: answer?.ok === true });
  }

  function choose(tried: readonly string[]): string | undefined {
    const untried = [...replicas].filter(([url]) => !tried.includes(url));
    const ready = untried.filter(([, replica]) => replica.ready);
    // On a busy machine even a look may come too late: if no replica is known to be ready, all are tried.
    const open = ready.length > 0 ? ready : untried;
    turn += 1;
    return open[turn % open.length]?.[0];
  }

  /** Undefined if the connection was refused; rejects if it ended under way. */
  const send = (to: string, { method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage | undefined>((resolve, reject) => {
      request(new URL(url ?? '/', to), { method, headers, agent }, resolve)
        .on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
        )
        .end(body);
    });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const id = incoming.url === '/interactions' ? /"id":"(\d+)"/.exec(body.toString())?.[1] : undefined;
    const tried: string[] = [];
    for (let to = choose(tried); to !== undefined; to = choose(tried)) {
      tried.push(to);
      if (id !== undefined) handedTo.set(id, [...(handedTo.get(id) ?? []), to]);
      const answer = await send(to, incoming, body);
      const replica = replicas.get(to);
      if (answer === undefined) {
        if (replica) replica.ready = false;
        continue;
      }
      const answered = await bodyOf(answer);
      if (replica) replica.served += 1;
      // Connections belong to one side each.
      const { connection: _theirs, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, headers).end(answered);
      return;
    }
    outgoing.writeHead(503).end();
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.writeHead(502).end());
  });
  server.keepAliveTimeout = IDLE_MS;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const timer = setInterval(() => {
    for (const url of replicas.keys()) void check(url);
  }, checkEveryMs);
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: check,
    isReady: (url) => replicas.get(url)?.ready === true,
    served: (url) => replicas.get(url)?.served ?? 0,
    servedBy: (interactionId) => handedTo.get(interactionId) ?? [],
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Without an encoding, a message yields buffers; its iterator is typed `any`.
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
