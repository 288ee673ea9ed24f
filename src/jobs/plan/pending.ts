import type { FeedRecord, ChannelNotice } from './feed-record.ts';

export const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Groups values by key, in order. */
export function groupBy<T, K extends string>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/**
 * Pending messages come first, each with its original text, so that Discord deduplicates them. If a pending message no longer
 * holds, everything in it (`keyOf`) waits until it is known whether it was sent.
 */
export function splitPending<T>(
  all: readonly T[],
  pending: readonly (readonly T[])[],
  keyOf: (one: T) => string,
): T[][] {
  const has = (some: readonly T[], one: T) => some.some((other) => sameText(other, one));
  const still = pending.filter((some) => some.length > 0 && some.every((one) => has(all, one)));
  const waiting = new Set(pending.flat().map(keyOf));
  const rest = all.filter((one) => !waiting.has(keyOf(one)));
  return [...still.map((some) => [...some]), ...(rest.length > 0 ? [rest] : [])];
}

const isOf = <K extends ChannelNotice['kind']>(
  notice: ChannelNotice,
  kind: K,
): notice is Extract<ChannelNotice, { kind: K }> => notice.kind === kind;

/** The pending notices of one kind. */
export const pendingOf = <K extends ChannelNotice['kind']>(
  { pending }: Pick<FeedRecord, 'pending'>,
  kind: K,
) => pending.flatMap(({ notice }) => (isOf(notice, kind) ? [notice] : []));
