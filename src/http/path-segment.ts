/**
 * An id as one segment of a path; `undefined` for one that cannot be: URL parsers resolve `.` and `..` even when they are encoded, and
 * an empty segment gives another path.
 */
export function pathSegment(id: string): string | undefined {
  if (id === '' || id === '.' || id === '..') return undefined;
  // A lone surrogate would make encodeURIComponent throw.
  return encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}
