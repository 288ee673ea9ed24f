import { createHash } from 'node:crypto';

/** In base64url, for keys and records that must not reveal their content. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
