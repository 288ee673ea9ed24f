import { createServer, request, type IncomingMessage } from 'node:http';

/** One request and its answer, whole, with everything that is secret in it. */
interface Exchange {
  method: string;
  path: string;
  authorization: string | undefined;
  requestBody: string;
  status: number;
  answerBody: string;
}

export interface RecordingProxy {
  url: string;
  exchanges: Exchange[];
  close(): Promise<void>;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

/** Stands before a server and writes down what the stand-ins mask. */
export async function recordingProxy(target: string): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const pass = async (): Promise<void> => {
      const body = await bodyOf(incoming);
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ hostname, port, method, path, headers }, resolve).on('error', reject).end(body);
      });
      const answered = await bodyOf(answer);
      exchanges.push({
        method,
        path,
        authorization: headers.authorization,
        requestBody: body.toString(),
        status: answer.statusCode ?? 0,
        answerBody: answered.toString(),
      });
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(answered);
    };
    pass().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    exchanges,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
