/** The same key in every style: `startsAt`, `starts_at` and `Starts-At` fold to `startsat`. */
export function foldKey(key: string): string {
  return key.toLowerCase().replace(/[_\-\s]/g, '');
}

/** A path in an answer, for reports: `data.rounds[0].name`. */
export function joinPath(at: string, key: string | number): string {
  if (typeof key === 'number') return `${at}[${key}]`;
  return at === '' ? key : `${at}.${key}`;
}
