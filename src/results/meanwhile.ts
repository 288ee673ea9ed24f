import { isDeepStrictEqual } from 'node:util';
import { present } from '../present.ts';
import type { Report } from './report.ts';

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
export function writtenReport({ organizersPost, reminder }: Report, next: Report): Report {
  const { unfinished } = next;
  if (unfinished?.before === undefined) return next;
  const { before } = unfinished;
  const isKept = next.organizersPost !== undefined || before.organizersPost === undefined;
  return {
    ...next,
    ...present({ organizersPost: isKept ? organizersPost : undefined }),
    unfinished: { ...unfinished, before: { ...before, ...present({ organizersPost, reminder }) } },
  };
}
