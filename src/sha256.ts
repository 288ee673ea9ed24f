import { hash } from 'node:crypto';
import { onceFor } from './once-for.ts';

/** In base64url, or its first characters: for keys and records that must not reveal their content, and to compare content. */
export const sha256 = (text: string, length?: number): string =>
  hash('sha256', text, 'base64url').slice(0, length);

/** A hash of what an object says. It is computed once: the object must never change. */
export const contentHash = onceFor((content: object): string => sha256(JSON.stringify(content), 22));

/** The hash by which a message is found again: Discord trims the spaces around a text. */
export const textHash = (text: string): string => sha256(text.trim(), 22);
