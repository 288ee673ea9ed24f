import { isDeepStrictEqual } from 'node:util';
import { present } from '../present.ts';
import { isTold, withoutMessages, type Report } from './report.ts';

const decisionOf = (report: Report): unknown[] => {
  const { claim, counter, pair, reportedAt, ruling, seen, state, writingSince } = report;
  return [claim, counter, pair, reportedAt, ruling, seen, state, writingSince];
};

/** Whether a changed report has the same content: follow-ups only record where it was posted. */
export const saysTheSame = (before: Report | undefined, after: Report | undefined): boolean =>
  before !== undefined && after !== undefined && isDeepStrictEqual(decisionOf(before), decisionOf(after));

/**
 * A report after its write to the platform. `writing`: the stored report, in which follow-ups of the previous press may have
 * changed messages since.
 */
export function writtenReport(writing: Report, next: Report): Report {
  const { unfinished } = next;
  if (unfinished?.before === undefined) return next;
  const { before } = unfinished;
  const { organizersPending, organizersPost, reminder, reminderPending } = writing;
  const told = present({ organizersPending, organizersPost });
  const own = isTold(next) || !isTold(before) ? told : {};
  return {
    // A press that writes leaves no message that asks.
    ...withoutMessages(next),
    ...own,
    unfinished: {
      ...unfinished,
      before: { ...withoutMessages(before), ...told, ...present({ reminder, reminderPending }) },
    },
  };
}
