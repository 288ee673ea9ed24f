/**
 * The fewest of `count` things with which something still fails, as far as leaving out one after the other finds them. `fails`: whether
 * it does without these.
 */
export async function fewest(
  count: number,
  fails: (without: ReadonlySet<number>) => Promise<boolean>,
): Promise<number[]> {
  const all = Array.from({ length: count }, (_, at) => at);
  if (await fails(new Set(all))) return [];
  let without: ReadonlySet<number> = new Set();
  for (const one of all.toReversed()) {
    const tried = new Set([...without, one]);
    if (await fails(tried)) without = tried;
  }
  return all.filter((one) => !without.has(one));
}
