import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { storedObject } from '../store/schema.ts';
import { derive } from './flow-secrets.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { SealedAccount } from '../accounts/token-records.ts';

const CODE_MS = 5 * MINUTE_MS;

/** 30 characters: no 0 and O, no 1, I and L, and no U, which is taken for V. `code-tries.ts` limits guessing. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const BASE = BigInt(ALPHABET.length);
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Separators that people type, and invisible characters that copying adds. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/** A platform account until its code is entered. Under the code's fingerprint; tokens sealed for `code:<fingerprint>`. */
export const CodeRecord = storedObject({ ...SealedAccount.shape, expiresAt: z.number() });
export type CodeRecord = z.infer<typeof CodeRecord>;

/**
 * The code of one consent in one browser. It is derived from the cookie, so a reload shows the same code although only its
 * hash is stored, and from `grantKey`, so that two consents in one browser never share a code.
 */
export function makeCode(cookie: string, grantKey: string): string {
  const bytes = Buffer.from(derive(cookie, `code of ${grantKey}`), 'base64url');
  // 256 bits folded into 39: no character is likelier than another by more than one part in 2^216.
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let code = '';
  for (; code.length < LENGTH; rest /= BASE) code += ALPHABET.charAt(Number(rest % BASE));
  return code;
}

/** The code in a member's input, or undefined. Case, spaces, dashes and wide letters do not matter. */
export function parseCode(input: string): string | undefined {
  const code = input.normalize('NFKC').replace(SEPARATORS, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** For display: two halves with a dash. */
export const formatCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Codes that a browser shows and a member types in Discord. Anyone who has one can link the account to themselves. */
export function createCodes({ stores, vault, now }: Pick<AccountTools, 'stores' | 'vault' | 'now'>) {
  const codes = stores.namespace('codes', CodeRecord);

  // The store's own clock expires a code too, but this clock decides.
  const live = (record: CodeRecord | undefined) =>
    record !== undefined && now() < record.expiresAt ? record : undefined;

  /** A keyed hash: an attacker who reads the store could find a code's 39 bits from a plain one in minutes. */
  const keyOf = (code: string): string => vault.fingerprint(code, 'device code');

  return {
    keyOf,

    /** Undefined where another consent has the same code now. */
    async issue(key: string, account: SealedAccount): Promise<CodeRecord | undefined> {
      const record: CodeRecord = { ...account, expiresAt: now() + CODE_MS };
      return (await codes.add(key, record, CODE_MS)) ? record : undefined;
    },

    find: async (key: string) => live(await codes.get(key)),

    /** Spends a code: one caller gets it, over all replicas. */
    take: async (key: string) => live(await codes.take(key)),

    remove: (key: string) => codes.delete(key),
  };
}
