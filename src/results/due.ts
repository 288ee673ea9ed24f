import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Channels } from '../message/channels.ts';
import type { PendingPosts } from './pending-posts.ts';
import { WRITING_MS, type Report } from './report.ts';
import type { Reports } from './reports.ts';

/** The other side is reminded halfway to the deadline. */
const remindAtOf = ({ reportedAt, deadlineAt = reportedAt }: Report): number =>
  reportedAt + (deadlineAt - reportedAt) / 2;

/** How often to check, at first, whether an open question was answered elsewhere; the interval grows with the question's age. */
const OPEN_LOOK_MS = MINUTE_MS;
const OPEN_LOOKS = 60;
const OPEN_MS = 7 * DAY_MS;
/** So long, a result post without a feed is corrected. */
const POST_MS = 7 * DAY_MS;

/** How often to check, at first, what the platform shows of a match whose result is posted. */
export const LOOK_MS = 10 * MINUTE_MS;

/** How long a press has to post its result before the owner does it. */
const FINISH_MS = 30 * SECOND_MS;

/** When a report needs work next if there is no further press. */
export function dueAtOf(report: Report): number | undefined {
  if (report.writingSince !== undefined) return report.writingSince + WRITING_MS;
  if (report.unfinished !== undefined) return report.unfinished.at + FINISH_MS;
  if (report.state !== 'open' || report.endedAt !== undefined) return undefined;
  if (report.remindedAt === undefined) return remindAtOf(report);
  return report.escalatedAt === undefined ? report.deadlineAt : undefined;
}

export type Due = ReturnType<typeof createDue>;

/** Schedules reports, and tracks the messages that stay until a report is settled. Every method throws `StoreError`. */
export function createDue({
  reports,
  reminders,
  channels,
  now,
}: {
  reports: Reports;
  reminders: Pick<PendingPosts, 'recoverToClose' | 'settled'>;
  channels: Pick<Channels, 'remove'>;
  now: () => number;
}) {
  /**
   * When to check whether the platform has settled an open question or a match in a message to the organizers, or has corrected a
   * result post: at growing intervals, about 15 times in all.
   */
  function lookAtOf({
    channelId,
    endedAt,
    organizersPost,
    reportedAt,
    ruling,
    state,
  }: Report): number | undefined {
    const age = now() - reportedAt;
    if (state === 'open' && endedAt === undefined)
      return age < OPEN_MS ? now() + Math.max(OPEN_LOOK_MS, age / OPEN_LOOKS) : undefined;
    const isWatched = organizersPost !== undefined && (state === 'disputed' || state === 'ruled');
    if (!isWatched && (channelId === undefined || age >= POST_MS)) return undefined;
    return now() + Math.max(LOOK_MS, (now() - (ruling?.at ?? reportedAt)) / 2);
  }

  return {
    lookAtOf,
    schedule: (report: Report): Promise<void> => {
      const at = Math.min(dueAtOf(report) ?? Infinity, lookAtOf(report) ?? Infinity);
      return reports.setDue(report, at === Infinity ? undefined : at);
    },

    /** Records a message that stays until the report is settled, or deletes it if that happened while it was sent. */
    async keep(report: Report, reminder: { channelId: string; messageId: string }): Promise<void> {
      const after = await reports.change(report, (current) =>
        current.state === report.state ? reminders.settled(current, reminder) : current,
      );
      if (after?.reminder?.messageId !== reminder.messageId)
        await channels.remove(reminder.channelId, reminder.messageId);
    },

    /** Deletes such a message. Throws also if Discord does not answer. */
    async removeReminder(report: Report): Promise<void> {
      const { reminder } = await reminders.recoverToClose(report);
      if (reminder !== undefined) await channels.remove(reminder.channelId, reminder.messageId);
    },
  };
}
