import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Match } from '../reading/records.ts';
import type { createFollowUp } from './follow-up.ts';
import { writtenReport } from './meanwhile.ts';
import type { ReadIfThere } from './ports.ts';
import { currentReport, resultScores } from './current-report.ts';
import { areEqual, unwritten, type Report } from './report.ts';
import { reportScores } from '../replies/report-view.ts';
import type { ReportId, Reports } from './reports.ts';

interface UnfinishedDeps {
  reports: Reports;
  readIfThere: ReadIfThere;
  followUp: Pick<ReturnType<typeof createFollowUp>, 'follow' | 'posted'>;
  /** Shows how a match stands: it is up, or no channel accepts it; it no longer stands; or nobody can tell now. */
  show: (report: Report, match: Match) => Promise<'shown' | 'outdated' | 'unknown'>;
  /** Registers what a press has posted that no longer applies; `false`: nobody can tell now whether it is up. */
  settle: (report: Report, match: Match) => Promise<boolean>;
  /** Called for a press that was written but not posted yet. */
  onDone: (report: Report) => void;
  now: () => number;
}

/** A platform may show a write late. */
export const LATE_MS = 5 * MINUTE_MS;
/** After this long, the result is not posted at all. */
const GIVE_UP_MS = DAY_MS;
/** With it, the second try comes after another press has stopped showing the result, and within a minute of the kill. */
const AGAIN_MS = 10 * SECOND_MS;

/** Delay until the next attempt of what has been tried for so long; it grows. */
export const retryMs = (triedMs: number): number => Math.max(AGAIN_MS, triedMs / 4);

export type Unfinishing = ReturnType<typeof createUnfinishing>;

/** Finishes presses whose process died. Methods throw `StoreError`, or if the platform does not answer. */
export function createUnfinishing({
  followUp,
  now,
  onDone,
  readIfThere,
  reports,
  settle: settlePost,
  show,
}: UnfinishedDeps) {
  const again = (id: ReportId, since: number): Promise<void> =>
    reports.setDue(id, now() + retryMs(now() - since));

  const dropRest = (id: ReportId): Promise<Report | undefined> =>
    reports.change(id, ({ unfinished: _left, ...rest }) => rest);

  /** Performs the remaining steps of a press, or gives up. Returns the report. */
  async function finish(id: ReportId, stored: Report): Promise<Report | undefined> {
    const { unfinished } = stored;
    if (unfinished === undefined) return stored;
    const match = await readIfThere(id.matchId);
    const report = match && currentReport(stored, match, now());
    if (match === undefined || report === undefined) {
      const isSettled =
        match === undefined || !unfinished.steps.includes('post') || (await settlePost(stored, match));
      if (isSettled || now() - unfinished.at > GIVE_UP_MS) return dropRest(id);
      await again(id, unfinished.at);
      return stored;
    }
    const press = { unfinished: report.unfinished ?? unfinished, files: [], isLate: true };
    const { noted } = await followUp.follow(report, match, press);
    await noted;
    const shown = unfinished.steps.includes('post') ? await show(report, match) : 'shown';
    // What no longer stands is told to nobody.
    if (shown === 'outdated') return dropRest(id);
    if (shown === 'shown') await followUp.posted(report, match);
    const after = await reports.find(id);
    if (after?.unfinished === undefined) return after;
    if (now() - after.unfinished.at > GIVE_UP_MS) return dropRest(id);
    await again(id, after.unfinished.at);
    return after;
  }

  /** Checks whether the platform accepted the write. Returns the report. */
  async function settle(id: ReportId, stored: Report): Promise<Report | undefined> {
    const { next, writingSince = 0 } = stored;
    const match = next && (await readIfThere(id.matchId));
    const turned = next && match && currentReport(next, match, now());
    const seen = match && resultScores(match);
    const isTaken = seen !== undefined && turned !== undefined && areEqual(reportScores(turned), seen);
    if (!isTaken && next !== undefined && now() - writingSince < LATE_MS) {
      await again(id, writingSince);
      return stored;
    }
    const after = await reports.change(id, (current) =>
      current.writingSince !== writingSince
        ? current
        : isTaken
          ? writtenReport(current, { ...turned, seen })
          : unwritten(current),
    );
    if (isTaken && after?.unfinished?.pressId === next?.unfinished?.pressId) onDone(turned);
    return after;
  }

  return { finish, settle };
}
