/** The same for both orders; empty for less than two players. */
export function pairKey([first, second]: readonly number[]): string {
  if (first === undefined || second === undefined) return '';
  return first < second ? `${first}-${second}` : `${second}-${first}`;
}

/** Looks up what two players have had. */
export function byPair<T extends { pair: readonly number[] | undefined }>(all: readonly T[]) {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = pairKey(one.pair ?? []);
    groups
      .set(key, groups.get(key) ?? [])
      .get(key)
      ?.push(one);
  }
  return (pair: readonly number[]): readonly T[] => groups.get(pairKey(pair)) ?? [];
}
