import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';

/** What a record does not lose without a reason: one that lacks it may be a part of one. */
const LASTING = ['name', 'startsAt', 'endsAt'] as const;

/** A record with what it alone lacks of the one before. `isInDoubt`: it lacks something, and the next one is believed. */
export function withLasting(
  record: Tournament,
  { before, isInDoubt: wasInDoubt }: { before: Tournament | undefined; isInDoubt: boolean },
): { tournament: Tournament; isInDoubt: boolean } {
  const isInDoubt =
    !wasInDoubt && LASTING.some((field) => before?.[field] !== undefined && record[field] === undefined);
  const { name, startsAt, endsAt } = before ?? {};
  return {
    tournament: isInDoubt ? { ...present({ name, startsAt, endsAt }), ...record } : record,
    isInDoubt,
  };
}
