import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface MetricsPage {
  contentType: string;
  text: string;
}

interface MetricsServerOptions {
  read: () => Promise<MetricsPage>;
  onError: (error: unknown) => void;
}

const REQUEST_TIMEOUT_MS = 5000;
/** Few clients scrape; a port that was exposed by mistake must not exhaust the bot. */
const MAX_CONNECTIONS = 32;

/** Serves `/metrics` on a separate port, which a proxy in front of the bot does not expose. */
export function createMetricsServer({ read, onError }: MetricsServerOptions) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    const { contentType, text } = await read();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  }

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;

  return {
    /** Rejects if it cannot listen. */
    listen: ({ host, port }: { host: string; port: number }): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          server.on('error', onError);
          resolve();
        });
      }),
    /** Safe to call if it never listened. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
