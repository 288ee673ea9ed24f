import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface MetricsPage {
  contentType: string;
  text: string;
}

interface ServeOptions {
  read: () => Promise<MetricsPage>;
  onError: (error: unknown) => void;
}

const REQUEST_TIMEOUT_MS = 5000;
/** Those who ask are few; a port that somebody opened by mistake is no way to exhaust the bot. */
const MAX_CONNECTIONS = 32;

/** Serves `/metrics` and nothing else, on a port of its own: what a proxy makes public is never this. */
export function createMetricsServer({ read, onError }: ServeOptions) {
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
    /** Rejects with what listening throws. */
    listen: ({ host, port }: { host: string; port: number }): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          server.on('error', onError);
          resolve();
        });
      }),
    /** Also where it never listened. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
