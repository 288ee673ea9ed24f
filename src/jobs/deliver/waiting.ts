import type { Work } from '../work.ts';

/** How long this owner has waited for something, from its first report of it. */
export function waitedMs(
  what: string,
  { monotonic, waitingSince }: Pick<Work, 'monotonic' | 'waitingSince'>,
): number {
  const since = waitingSince.get(what) ?? monotonic();
  waitingSince.set(what, since);
  return monotonic() - since;
}
