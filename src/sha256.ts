import { hash } from 'node:crypto';

/** In base64url, or its first characters: for keys and records that must not reveal their content, and to compare content. */
export const sha256 = (text: string, length?: number): string =>
  hash('sha256', text, 'base64url').slice(0, length);
