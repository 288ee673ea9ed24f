/**
 * An id as one segment of a path; `undefined` for one that cannot be: URL parsers resolve `.` and `..` even when they are encoded,
 * an empty segment gives another path, and `__proto__` is never an id (`asId`).
 */
export function pathSegment(id: string): string | undefined {
  if (['', '.', '..', '__proto__'].includes(id)) return undefined;
  // A lone surrogate would make encodeURIComponent throw.
  return encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}
