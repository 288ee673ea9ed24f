import { generateKeyPairSync, sign } from 'node:crypto';
import { Pool } from 'undici';
import { isFinal, isPlain } from './rest.ts';

export interface Signer {
  /** 32 bytes in hexadecimal, as the developer portal shows it. */
  publicKey: string;
  headers(body: string): Record<string, string>;
}

/** Signs interactions as Discord does: Ed25519 over timestamp and body. */
export function createSigner(now: () => number): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    // The last 32 bytes of the SPKI form are the key itself (RFC 8410).
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    headers(body) {
      const timestamp = String(Math.floor(now() / 1000));
      return {
        'content-type': 'application/json',
        'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
        'x-signature-timestamp': timestamp,
      };
    },
  };
}

export interface SignedPost {
  token: string;
  body: string;
  headers: Record<string, string>;
}

/** Posts to an interactions endpoint over kept connections, and tells what came back. */
export function createPoster(endpoint: string, connections: number) {
  const { origin, pathname } = new URL(endpoint);
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 10_000 });
  return {
    async post({ body, headers }: SignedPost): Promise<{ final: boolean; plain: boolean } | undefined> {
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      if (answer.statusCode === 200) {
        const final = isFinal(bytes);
        return { final, plain: final && isPlain(bytes) };
      }
      // 202: the answer comes over the callback route. Any other status is no answer, and counts as lost.
      return undefined;
    },
    close: () => pool.destroy(),
  };
}
