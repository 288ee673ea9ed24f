import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { sha256 } from '../sha256.ts';
import { createBuckets } from '../store/buckets.ts';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import type { Report } from './report.ts';

/** How long a report lives. */
const REPORT_MS = 30 * DAY_MS;

/** Matches whose reports are due at a time, epoch milliseconds; the first one first. */
export const DueRecord = z.array(z.tuple([z.string(), z.number()]));
export type DueRecord = z.infer<typeof DueRecord>;

/** What is over this number per bucket is dropped, the latest first. */
const DUE_MAX = 500;

interface ReportsDeps {
  reports: Store<Report>;
  due: Store<DueRecord>;
  now: () => number;
}

export type Reports = ReturnType<typeof createReports>;

/** Stores the reports of matches. Every method throws `StoreError`. */
export function createReports({ reports, due, now }: ReportsDeps) {
  const keyOf = (matchId: string): string => sha256(matchId);
  const dueMatches = createBuckets<DueRecord>({
    store: due,
    empty: [],
    count: 16,
    numberOf: (matchId) => sha256(matchId).charCodeAt(0),
    ttlMs: REPORT_MS,
  });
  const ttlOf = (report: Report): number => Math.max(report.reportedAt + REPORT_MS - now(), 1);

  return {
    find: (matchId: string): Promise<Report | undefined> => reports.get(keyOf(matchId)),

    /** Replaces a report, if it is still the same; `before` is `undefined` for a first one. */
    async replace(matchId: string, before: Report | undefined, after: Report): Promise<boolean> {
      const key = keyOf(matchId);
      return before === undefined
        ? reports.add(key, after, ttlOf(after))
        : reports.replace(key, before, after, ttlOf(after));
    },

    /** Applies an edit, safe under concurrent changes. */
    async change(matchId: string, edit: (report: Report) => Report | undefined): Promise<Report | undefined> {
      const { after } = await changeRecord(
        reports,
        keyOf(matchId),
        (before) => before && edit(before),
        ttlOf,
      );
      return after;
    },

    /** Notes when a report is due next; `undefined` for never. */
    async setDue(matchId: string, at: number | undefined): Promise<void> {
      await dueMatches.change(dueMatches.keyOf(matchId), (before) => {
        const others = before.filter(([id]) => id !== matchId);
        if (at === undefined) return others.length === before.length ? before : others;
        const all: DueRecord = [...others, [matchId, at]];
        return all.toSorted(([, a], [, b]) => a - b).slice(0, DUE_MAX);
      });
    },

    /** The ids of the matches whose reports are due. */
    async dueAt(time: number): Promise<string[]> {
      const all = (await dueMatches.readAll()).flat();
      return all.flatMap(([matchId, at]) => (at <= time ? [matchId] : []));
    },
  };
}
