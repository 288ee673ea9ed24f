import { PlatformError } from './error.ts';

/**
 * The path of an operation ("GET /v1/users/:id") with the id as one segment. URL parsers fold `.` and `..`, however they
 * are encoded, and an empty one is another operation's path: these cannot be anybody's id, so they are not found before a
 * request is made.
 */
export function pathOf(operation: string, id?: string): string {
  if (id === '' || id === '.' || id === '..') throw new PlatformError('not-found', { operation });
  // A lone surrogate would make encodeURIComponent throw.
  const segment = encodeURIComponent((id ?? '').replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  return operation.slice(operation.indexOf('/')).replace(':id', () => segment);
}
