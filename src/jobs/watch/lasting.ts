import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';

/** What a record does not lose without a reason: a record without it may be partial. */
const LASTING = ['name', 'startsAt', 'endsAt'] as const;

/** A record, completed from the previous one. `isInDoubt`: something is missing, and the next record is trusted. */
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
