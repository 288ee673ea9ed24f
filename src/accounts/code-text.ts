import { derive } from './flow-secrets.ts';

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
