import { equals, isSecret } from './flow-secrets.ts';
import type { Random } from './ports.ts';
import type { Vault } from './vault.ts';

const SEED_BYTES = 16;
const MARK_BYTES = 16;

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

/**
 * Cookies of browsers that get a code. The server knows them without having stored anything: half of each is random, half
 * is a keyed hash of that. One that somebody made up leads nowhere. A change of the first key ends those on their way.
 */
export function createDeviceCookies({ vault, random }: { vault: Vault; random: Random }) {
  const cookieOf = (seed: Buffer): string => {
    const mark = Buffer.from(vault.fingerprint(seed.toString('base64url'), 'device cookie'), 'base64url');
    return Buffer.concat([seed, mark.subarray(0, MARK_BYTES)]).toString('base64url');
  };
  return {
    issue: (): string => cookieOf(random(SEED_BYTES)),
    isOurs: (cookie: string | undefined): cookie is string =>
      isSecret(cookie) && equals(cookie, cookieOf(Buffer.from(cookie, 'base64url').subarray(0, SEED_BYTES))),
  };
}
