import { isDeepStrictEqual } from 'node:util';
import { present } from '../present.ts';
import type { Report } from './report.ts';

const decisionOf = (report: Report): unknown[] => {
  const { claim, counter, pair, reportedAt, ruling, seen, state, writingSince } = report;
  return [claim, counter, pair, reportedAt, ruling, seen, state, writingSince];
};

/** Whether a report that changed says the same: what follows a press only notes where it was told. */
export const saysTheSame = (before: Report | undefined, after: Report | undefined): boolean =>
  before !== undefined && after !== undefined && isDeepStrictEqual(decisionOf(before), decisionOf(after));

/** A report once its press is written. `writing`: the same until then, in which what the press before it sent may have been noted since. */
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
