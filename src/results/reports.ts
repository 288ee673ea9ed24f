import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { sha256 } from '../sha256.ts';
import { createBuckets } from '../store/buckets.ts';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import type { RowIndex } from '../store/row-index.ts';
import { membersOf, type Report } from './report.ts';

/** How long a report lives. */
const REPORT_MS = 30 * DAY_MS;

/** When reports (`server:match`) are due, in epoch milliseconds; the first one first. */
export const DueRecord = z.array(z.tuple([z.string(), z.number()]));
export type DueRecord = z.infer<typeof DueRecord>;

/** Entries over this number per bucket are dropped, the latest first. */
const DUE_MAX = 500;

interface ReportsDeps {
  reports: Store<Report>;
  due: Store<DueRecord>;
  index: RowIndex;
  now: () => number;
}

export type Reports = ReturnType<typeof createReports>;

/** A report belongs to the server where it was made. Direct messages have none: nothing is stored for them. */
export interface ReportId {
  guildId?: string | undefined;
  matchId: string;
}

/** Stores the reports of matches, each under its server and match. Every method throws `StoreError`. */
export function createReports({ reports, due, index, now }: ReportsDeps) {
  /** A match's id may contain a colon, a server's id does not. */
  const nameOf = (guildId: string, matchId: string): string => `${guildId}:${matchId}`;
  const keyOf = ({ guildId, matchId }: ReportId): string | undefined =>
    guildId === undefined ? undefined : sha256(nameOf(guildId, matchId));
  const dueReports = createBuckets<DueRecord>({
    store: due,
    empty: [],
    count: 16,
    numberOf: (name) => sha256(name).charCodeAt(0),
    ttlMs: REPORT_MS,
  });
  const ttlOf = (report: Report): number => Math.max(report.reportedAt + REPORT_MS - now(), 1);

  /** Indexes members before the report is written, so that forgetting a member finds it. */
  async function noteMembers(key: string, before: Report | undefined, after: Report): Promise<void> {
    const known = new Set(before && membersOf(before));
    const expiresAt = after.reportedAt + REPORT_MS;
    for (const discordId of new Set(membersOf(after)))
      if (!known.has(discordId)) await index.note(discordId, { of: 'reports', key, expiresAt });
  }

  async function changeAt(
    key: string,
    edit: (report: Report) => Report | undefined,
  ): Promise<Report | undefined> {
    const { after } = await changeRecord(reports, key, (before) => before && edit(before), ttlOf);
    return after;
  }

  return {
    changeAt,
    findAt: (key: string): Promise<Report | undefined> => reports.get(key),
    /** The keys of reports that name a member. */
    keysOf: async (discordId: string): Promise<readonly string[]> =>
      (await index.of(discordId)).get('reports') ?? [],

    async find(id: ReportId): Promise<Report | undefined> {
      const key = keyOf(id);
      return key === undefined ? undefined : reports.get(key);
    },

    /** Replaces a report if it has not changed; `before` is `undefined` for a first one. */
    async replace(id: ReportId, before: Report | undefined, after: Report): Promise<boolean> {
      const key = keyOf(id);
      if (key === undefined) return true;
      await noteMembers(key, before, after);
      return before === undefined
        ? reports.add(key, after, ttlOf(after))
        : reports.replace(key, before, after, ttlOf(after));
    },

    /** Applies an edit; safe under concurrent changes. */
    async change(id: ReportId, edit: (report: Report) => Report | undefined): Promise<Report | undefined> {
      const key = keyOf(id);
      return key === undefined ? undefined : changeAt(key, edit);
    },

    /** Sets when a report is due next; `undefined` for never. */
    async setDue({ guildId, matchId }: ReportId, at: number | undefined): Promise<void> {
      if (guildId === undefined) return;
      const name = nameOf(guildId, matchId);
      await dueReports.change(dueReports.keyOf(name), (before) => {
        const others = before.filter(([one]) => one !== name);
        if (at === undefined) return others.length === before.length ? before : others;
        const all: DueRecord = [...others, [name, at]];
        return all.toSorted(([, a], [, b]) => a - b).slice(0, DUE_MAX);
      });
    },

    /** The reports that are due. */
    async dueAt(time: number): Promise<ReportId[]> {
      const all = (await dueReports.readAll()).flat();
      return all.flatMap(([name, at]) => {
        const end = name.indexOf(':');
        return at <= time ? [{ guildId: name.slice(0, end), matchId: name.slice(end + 1) }] : [];
      });
    },
  };
}
