import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Channels } from '../message/channels.ts';
import { WRITING_MS, type Report } from './report.ts';
import type { Reports } from './reports.ts';

/** At the half, the other side is reminded. */
const remindAtOf = ({ reportedAt, deadlineAt = reportedAt }: Report): number =>
  reportedAt + (deadlineAt - reportedAt) / 2;

/** Between two looks whether an open question has been answered elsewhere, at first; ever less often, as the question gets older. */
const OPEN_LOOK_MS = MINUTE_MS;
const OPEN_LOOKS = 60;
const OPEN_MS = 7 * DAY_MS;

/** Between two looks at what the platform shows of a match that the organizers decide or decided. */
const LOOK_MS = 10 * MINUTE_MS;

/** How long a press may take to tell what it did, before the owner does. */
const FINISH_MS = 30 * SECOND_MS;

/** When something is to be done about a report if there is no further press. */
export function dueAtOf(report: Report): number | undefined {
  if (report.writingSince !== undefined) return report.writingSince + WRITING_MS;
  if (report.unfinished !== undefined) return report.unfinished.at + FINISH_MS;
  if (report.state !== 'open') return undefined;
  if (report.remindedAt === undefined) return remindAtOf(report);
  return report.escalatedAt === undefined ? report.deadlineAt : undefined;
}

export type Due = ReturnType<typeof createDue>;

/** When reports are due, and the messages that stand until they are settled. Every method throws `StoreError`. */
export function createDue({
  reports,
  channels,
  now,
}: {
  reports: Reports;
  channels: Pick<Channels, 'remove'>;
  now: () => number;
}) {
  /**
   * When to look whether the platform has answered what is asked, or ended what the organizers have a message of: ever less often, some
   * 15 times in all.
   */
  function lookAtOf({ organizersPost, reportedAt, ruling, state }: Report): number | undefined {
    const age = now() - reportedAt;
    if (state === 'open') return age < OPEN_MS ? now() + Math.max(OPEN_LOOK_MS, age / OPEN_LOOKS) : undefined;
    if (organizersPost === undefined || (state !== 'disputed' && state !== 'ruled')) return undefined;
    return now() + Math.max(LOOK_MS, (now() - (ruling?.at ?? reportedAt)) / 2);
  }

  return {
    lookAtOf,
    schedule: (report: Report): Promise<void> => {
      const at = Math.min(dueAtOf(report) ?? Infinity, lookAtOf(report) ?? Infinity);
      return reports.setDue(report, at === Infinity ? undefined : at);
    },

    /** Notes a message that stands until the report is settled, or takes it away if that has happened while it was sent. */
    async keep(report: Report, reminder: { channelId: string; messageId: string }): Promise<void> {
      const after = await reports.change(report, (current) =>
        current.state === report.state ? { ...current, reminder } : current,
      );
      if (after?.reminder?.messageId !== reminder.messageId)
        await channels.remove(reminder.channelId, reminder.messageId);
    },
  };
}
