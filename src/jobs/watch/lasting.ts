import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';

/** What a record does not lose without a reason: a record without it may be partial. */
const LASTING = ['name', 'startsAt', 'endsAt'] as const;

/** Whether a record says no more how its tournament stands. */
const lacksState = (record: Tournament, before: Tournament | undefined): boolean =>
  [record.phase, record.registration].every((state) => state === undefined) &&
  [before?.phase, before?.registration].some((state) => state !== undefined);

/** A record, completed from the previous one. `isInDoubt`: something is missing, and the next record is trusted. */
export function withLasting(
  record: Tournament,
  { before, isInDoubt: wasInDoubt }: { before: Tournament | undefined; isInDoubt: boolean },
): { tournament: Tournament; isInDoubt: boolean } {
  const hasNoState = lacksState(record, before);
  const isInDoubt =
    !wasInDoubt &&
    (hasNoState || LASTING.some((field) => before?.[field] !== undefined && record[field] === undefined));
  const { name, startsAt, endsAt, phase, registration } = before ?? {};
  const state = hasNoState ? present({ phase, registration }) : {};
  return {
    tournament: isInDoubt ? { ...present({ name, startsAt, endsAt }), ...state, ...record } : record,
    isInDoubt,
  };
}
