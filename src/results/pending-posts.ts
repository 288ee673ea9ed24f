import type { Found, Outbox } from '../jobs/deliver/outbox.ts';
import type { PendingMessage } from '../jobs/plan/feed-record.ts';
import type { SendOutcome } from '../message/channels.ts';
import type { Post } from '../message/reply.ts';
import { present } from '../present.ts';
import { lastSide, type Report } from './report.ts';
import type { Reports } from './reports.ts';

interface PendingPostsDeps {
  outbox: Pick<Outbox, 'lookFor' | 'send'>;
  reports: Pick<Reports, 'change'>;
}

/** A message that was found; `undefined`: it was not sent. */
type Place = Report['organizersPost'];

/** `side`: whose screenshots it was sent for. */
type Pending = NonNullable<Report['organizersPending']>;

/** How a report stores one kind of message. */
interface Kind {
  pendingOf: (report: Report) => Pending | undefined;
  knownOf: (report: Report) => Place;
  placeOf: (pending: Pending, found: Exclude<Found, string>) => Place;
  begun: (report: Report, pending: PendingMessage) => Report;
  settled: (report: Report, place: Place) => Report;
}

const ORGANIZERS: Kind = {
  pendingOf: ({ organizersPending }) => organizersPending,
  knownOf: ({ organizersPost }) => organizersPost,
  placeOf: ({ channelId, side = 0 }, { id: messageId, fileIds = [] }) => ({
    channelId,
    messageId,
    files: fileIds.map((id) => ({ id, side })),
  }),
  begun: (report, pending) => {
    const before = report.organizersPending;
    const side = before?.nonce === pending.nonce ? before.side : lastSide(report);
    return { ...report, organizersPending: { ...pending, ...present({ side }) } };
  },
  settled: ({ organizersPending: _settled, ...report }, place) => ({
    ...report,
    ...present({ organizersPost: place ?? report.organizersPost }),
  }),
};

const REMINDER: Kind = {
  pendingOf: ({ reminderPending }) => reminderPending,
  knownOf: ({ reminder }) => reminder,
  placeOf: ({ channelId }, { id: messageId }) => ({ channelId, messageId }),
  begun: (report, reminderPending) => ({ ...report, reminderPending }),
  settled: ({ reminderPending: _settled, ...report }, place) => ({
    ...report,
    ...present({ reminder: place ?? report.reminder }),
  }),
};

export type PendingPosts = ReturnType<typeof createPendingPosts>['organizers'];

/**
 * The messages of reports that are stored as pending before they are sent: one whose answer was lost is found in its channel, long
 * after Discord has forgotten its nonce. Methods throw `StoreError`, or if Discord does not answer.
 */
export function createPendingPosts({ outbox, reports }: PendingPostsDeps) {
  function pendingPosts({ pendingOf, knownOf, placeOf, begun, settled }: Kind) {
    /** The report once its pending message was found or not sent; it stays pending while Discord may still accept it. */
    async function recover(report: Report): Promise<Report> {
      const pending = pendingOf(report);
      if (pending === undefined) return report;
      const found = await outbox.lookFor(pending, (id) => id === knownOf(report)?.messageId);
      if (found === 'fresh') return report;
      const place = typeof found === 'object' ? placeOf(pending, found) : undefined;
      // The match may have another report by now.
      await reports.change(report, (current) =>
        pendingOf(current)?.nonce === pending.nonce ? settled(current, place) : current,
      );
      return settled(report, place);
    }

    return {
      recover,
      /** The same for a message that is to be closed. Throws while Discord may still accept it. */
      async recoverToClose(report: Report): Promise<Report> {
        const recovered = await recover(report);
        if (pendingOf(recovered) !== undefined) throw new Error('a message of a report may still arrive');
        return recovered;
      },
      /** Sends the message of a report that was recovered. `nonce`: the same for every process that sends it. */
      async send(
        report: Report,
        channelId: string,
        { nonce, ...message }: { post: Post; nonce: string; editedText?: string },
      ): Promise<SendOutcome> {
        const pending = pendingOf(report);
        const before = pending?.channelId === channelId && pending.nonce === nonce ? pending : undefined;
        const outcome = await outbox.send({ channelId, ...message, before, nonce }, async (next) => {
          await reports.change(report, (current) => begun(current, next));
        });
        if ('refused' in outcome)
          await reports.change(report, (current) =>
            pendingOf(current)?.nonce === nonce ? settled(current, undefined) : current,
          );
        return outcome;
      },
      settled,
    };
  }
  return { organizers: pendingPosts(ORGANIZERS), reminders: pendingPosts(REMINDER) };
}
