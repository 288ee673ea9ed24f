import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../sha256.ts';

/** 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/;
export const SECRET_BYTES = 32;

export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/**
 * A flow's secrets are derived from its cookie, each under its own label. So nothing secret is stored; a repeated callback
 * finds the same state; the state of another flow or step never matches; and no secret reveals the cookie.
 */
type Label =
  | 'state at discord'
  | 'state at platform'
  | 'csrf of confirmation'
  | 'pkce verifier'
  // These are derived from the cookie of a browser without a ticket.
  | 'state for linked roles'
  | 'state for a code'
  | `code of ${string}`;

export const derive = (cookie: string, label: Label): string =>
  createHmac('sha256', Buffer.from(cookie, 'base64url')).update(label).digest('base64url');

/** The store key for a secret: an attacker who reads the store cannot derive the secret from it. */
export const storageKey = (secret: string): string => sha256(secret);

/** Compares the hashes, so that it works in constant time and at any length. */
export const equals = (actual: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(actual).digest(),
    createHash('sha256').update(expected).digest(),
  );

/** RFC 7636 section 4.2, S256. */
export const codeChallenge = (verifier: string): string => sha256(verifier);
