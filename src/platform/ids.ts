import { PlatformError } from './error.ts';

/**
 * An id as one path segment. URL parsers fold `.` and `..`, however they are encoded, and an empty one is another
 * operation's path: these cannot be anybody's id, so they are told as not found before a request is made.
 */
function idSegment(id: string, operation: string): string {
  if (id === '' || id === '.' || id === '..') throw new PlatformError('not-found', { operation });
  // A lone surrogate would make encodeURIComponent throw.
  return encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

/** The path of an operation ("GET /v1/users/:id"), with the id in its place. */
export function pathOf(operation: string, id = ''): string {
  return operation.slice(operation.indexOf('/')).replace(':id', () => idSegment(id, operation));
}
