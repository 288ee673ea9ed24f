import { PlatformError } from './error.ts';

/**
 * An id as one path segment. URL parsers fold `.` and `..`, however they are encoded, and an empty one is another
 * operation's path: these cannot be anybody's id, so they are told as not found before a request is made.
 */
export function idSegment(id: string, operation: string): string {
  if (id === '' || id === '.' || id === '..') throw new PlatformError('not-found', { operation });
  // A lone surrogate would make encodeURIComponent throw.
  return encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}
