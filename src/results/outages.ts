import { PlatformError } from '../platform/error.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import type { ReadIfThere } from './ports.ts';
import type { Report } from './report.ts';
import type { ReportId, Reports } from './reports.ts';

interface OutagesDeps {
  reports: Pick<Reports, 'change'>;
  readIfThere: ReadIfThere;
  now: () => number;
}

/** Reads the matches of open reports. The time in which the platform can't be read does not count for their deadlines. */
export function createOutages({ reports, readIfThere, now }: OutagesDeps) {
  const noteOutage = (id: ReportId): Promise<unknown> =>
    reports.change(id, (current) => ({ ...current, unreadSince: current.unreadSince ?? now() }));

  /** The report with its deadline that much later. */
  async function endOutage(id: ReportId, stored: Report): Promise<Report> {
    const after = await reports.change(id, ({ unreadSince, ...current }) => {
      const lostMs = Math.max(now() - (unreadSince ?? now()), 0);
      const deadlineAt = current.deadlineAt === undefined ? undefined : current.deadlineAt + lostMs;
      return { ...current, ...present({ deadlineAt }) };
    });
    return after ?? stored;
  }

  /** Throws `StoreError`, or if the platform does not answer. */
  return async (id: ReportId, stored: Report): Promise<{ match: Match | undefined; stored: Report }> => {
    const { unreadSince } = stored;
    let match: Match | undefined;
    try {
      match = await readIfThere(id.matchId);
    } catch (error) {
      if (error instanceof PlatformError && unreadSince === undefined) await noteOutage(id);
      throw error;
    }
    return { match, stored: unreadSince === undefined ? stored : await endOutage(id, stored) };
  };
}
