import type { Store } from '../store/store.ts';
import { derive } from './flow-secrets.ts';
import type { Tools } from './ports.ts';
import type { SealedAccount } from './token-records.ts';

const CODE_MS = 5 * 60_000;

/**
 * 30 signs: no 0 and O, no 1, I and L, and no U, which is taken for V. Eight of them are 30^8 = 656,100,000,000 codes; how
 * few of those can be tried stands in `code-tries.ts`.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const BASE = BigInt(ALPHABET.length);
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** What people put between or around the signs, and what a copy brings along unseen. */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/** A platform account that waits for its code, under the code's fingerprint; tokens sealed for `code:<fingerprint>`. */
export interface CodeRecord extends SealedAccount {
  expiresAt: number;
}

/**
 * The code of one consent in one browser. It is made from the cookie, so a reload shows the same one although only its
 * hash is stored; and from the platform's own code (`grantKey`, its hash), so that two consents in one browser, with two
 * accounts perhaps, never share one.
 */
export function makeCode(cookie: string, grantKey: string): string {
  const bytes = Buffer.from(derive(cookie, `code of ${grantKey}`), 'base64url');
  // 256 bits folded into 39: no sign is likelier than another by more than one part in 2^216.
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let code = '';
  for (; code.length < LENGTH; rest /= BASE) code += ALPHABET.charAt(Number(rest % BASE));
  return code;
}

/** What was typed as a code, or undefined where it is none. Case, spaces, dashes and wide letters are forgiven. */
export function parseCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replace(BETWEEN, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** As people read it: in two halves. */
export const spacedCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

export type Codes = ReturnType<typeof createCodes>;

/** Codes that one browser shows and one member types in Discord. Whoever holds one may link the account to themselves. */
export function createCodes({ stores, vault, now }: Pick<Tools, 'stores' | 'vault' | 'now'>) {
  const codes: Store<CodeRecord> = stores.namespace('codes');

  // The store forgets a code by its own clock as well; this one decides.
  const live = (record: CodeRecord | undefined) =>
    record !== undefined && now() < record.expiresAt ? record : undefined;

  /** The key of a code. Of 39 bits a plain hash could be searched through in minutes by who reads the store. */
  const keyOf = (code: string): string => vault.fingerprint(code, 'device code');

  return {
    keyOf,

    /** Undefined where another consent has this very code at this moment, which nobody will see happen. */
    async issue(key: string, account: SealedAccount): Promise<CodeRecord | undefined> {
      const record: CodeRecord = { ...account, expiresAt: now() + CODE_MS };
      return (await codes.add(key, record, CODE_MS)) ? record : undefined;
    },

    find: async (key: string) => live(await codes.get(key)),

    /** Spends a code: of all that hold it, here and on other replicas, one gets it. */
    take: async (key: string) => live(await codes.take(key)),

    drop: (key: string) => codes.delete(key),
  };
}
