import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { BENCH_PUBLIC_KEY, PORT } from './surroundings.ts';

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex'); // RFC 8410
const key = createPublicKey({
  key: Buffer.concat([SPKI_PREFIX, Buffer.from(BENCH_PUBLIC_KEY, 'hex')]),
  format: 'der',
  type: 'spki',
});

interface Interaction {
  type: number;
  data: { options?: { name: string; value: string }[] };
}

function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = headers;
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
}

/** A bare interactions endpoint: it verifies, parses, and answers with this embed. */
export function serve(embed: (interaction: Interaction) => object | Promise<object>): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (!isSigned(request, body)) {
        response.writeHead(401).end();
        return;
      }
      // Signed, so it is Discord's.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const interaction = JSON.parse(body.toString()) as Interaction;
      const answer = async () => {
        const json =
          interaction.type === 1 ? { type: 1 } : { type: 4, data: { embeds: [await embed(interaction)] } };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      };
      answer().catch(() => response.writeHead(500).end());
    });
  });
  server.listen(PORT, '127.0.0.1');
}
