import type { Act } from '../plan/acts.ts';
import type { FeedRecord } from '../plan/feed-record.ts';
import { groupBy } from '../plan/pending.ts';
import { noteMilestones, noteOverdue, noteShown, noteTable } from '../plan/notices.ts';
import { callOrganizers, remindPlayers, removeReminder, sendCall } from './call-messages.ts';
import { closeThread, editThread, openThread } from './call-threads.ts';
import type { Delivery } from './delivery.ts';
import { callDirectly, editDirects } from './direct-calls.ts';
import { editLive, sendLinkCall, sendLive } from './live-messages.ts';
import { notes, type Deliver } from './messages.ts';
import { editChampion, editStart, sendMilestone, sendWinner, strikeOpen, strikeWinner } from './moments.ts';
import { sendSchedule, strikeSchedule } from './schedule-messages.ts';
import { editTable, sendTable } from './table-messages.ts';
import { closeCall, correct, sendResults } from './result-messages.ts';
import { changeEvent } from './scheduled-event.ts';

/**
 * How each kind of act is done: a new message (`sends`), an edit (`edits`), or a note in the feed. `plan/notices.ts` has what the
 * feed stores after a new message.
 */
const KINDS: { readonly [K in Act['kind']]: Deliver<Extract<Act, { kind: K }>> } = {
  live: sendLive,
  'edit-live': editLive,
  milestone: sendMilestone,
  champion: editChampion,
  start: editStart,
  'strike-open': strikeOpen,
  schedule: sendSchedule,
  'strike-plan': strikeSchedule,
  'new-winner': sendWinner,
  'strike-winner': strikeWinner,
  pass: notes(({ milestones }, feed) => noteMilestones(feed, milestones)),
  results: sendResults,
  correct,
  note: notes(({ results }, feed) => results.reduce(noteShown, feed)),
  direct: callDirectly,
  call: sendCall,
  'edit-direct': editDirects,
  thread: openThread,
  'edit-thread': editThread,
  close: closeCall,
  'close-thread': closeThread,
  late: remindPlayers,
  unremind: removeReminder,
  overdue: notes(({ keys }, feed) => noteOverdue(feed, keys)),
  often: callOrganizers,
  table: sendTable,
  'edit-table': editTable,
  'pass-tables': notes(({ rounds }, feed) =>
    rounds.reduce((next, round) => noteTable(next, round, { shows: '' }), feed),
  ),
  'link-call': sendLinkCall,
  event: changeEvent,
};

/** The feed while the edits among these acts may or may not have reached their messages. */
export function withUnclear(acts: readonly Act[], feed: FeedRecord): FeedRecord {
  let next = feed;
  for (const [kind, alike] of groupBy(acts, (act) => act.kind))
    next = deliverOf(kind).unclear?.(alike, next) ?? next;
  return next;
}

/** Performs one act. Throws `RefusedError` if the followed channel refuses it, and what Discord's port and the store throw. */
export const deliver = (act: Act, delivery: Delivery): Promise<void> => deliverOf(act.kind)(act, delivery);

function deliverOf(kind: Act['kind']): Deliver<Act> {
  // Each kind has its own function; the compiler can't tell that kind and act belong together.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return KINDS[kind] as Deliver<Act>;
}
