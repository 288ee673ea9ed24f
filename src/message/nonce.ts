import { sha256 } from '../sha256.ts';

/** A message's nonce, of which Discord takes 25 characters: the same parts give the same one. */
export const nonceOf = (...parts: readonly (string | number)[]): string => sha256(parts.join(':'), 25);
