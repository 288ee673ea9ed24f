import { z } from 'zod';
import type { Scores } from '../brackets/results.ts';
import { SECOND_MS } from '../durations.ts';
import { PendingMessage } from '../jobs/plan/feed-record.ts';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';
import type { ResultState } from './rules.ts';

const StoredScores = storedObject({ player1: z.number(), player2: z.number() });

/** The score that one side claims. Without the Discord id, its member has unlinked. */
const Claim = storedObject({
  playerId: z.string(),
  /** The side of the match; absent for organizers, and if the match does not say who plays. */
  side: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  discordId: z.string().exactOptional(),
  byOrganizer: z.literal(true).exactOptional(),
  scores: StoredScores,
  /** Epoch milliseconds. */
  at: z.number(),
});
export type Claim = z.infer<typeof Claim>;

const Ruling = storedObject({
  playerId: z.string(),
  discordId: z.string().exactOptional(),
  /** Absent if the organizers left the match as it is. */
  scores: StoredScores.exactOptional(),
  /** What the platform showed before. */
  before: StoredScores.exactOptional(),
  reason: z.string(),
  at: z.number(),
});

const SETTLED = {
  matchId: z.string(),
  state: z.enum(['open', 'written', 'disputed', 'agreed', 'ruled']),
  /** The policy under which it was made. */
  policy: z.enum(['at-once', 'both', 'platform']),
  /** The server to which it belongs. Absent for direct messages, of which nothing is stored. */
  guildId: z.string().exactOptional(),
  /** The channel of its message. */
  channelId: z.string().exactOptional(),
  /** If that is a thread: its parent channel. */
  parentId: z.string().exactOptional(),
  tournamentId: z.string().exactOptional(),
  /** The platform's ids of both players, if the match shows them. */
  sides: z.tuple([z.string(), z.string()]).exactOptional(),
  /** Hash of both players: after a redraw, others play under the same id. */
  pair: z.string().exactOptional(),
  /** The reported score. Absent if the result was first seen on the platform. */
  claim: Claim.exactOptional(),
  /** The other side's claim. */
  counter: Claim.exactOptional(),
  /** What the platform showed when it was last read for this report. */
  seen: StoredScores.exactOptional(),
  /** The winner that it showed without a score. */
  seenWinner: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  /** The score of a dispute that stands until it is decided. */
  stands: StoredScores.exactOptional(),
  reportedAt: z.number(),
  /** If it is not confirmed by then, the organizers are notified. Epoch milliseconds. */
  deadlineAt: z.number().exactOptional(),
  /** Since when the platform could not be read while it was open. Epoch milliseconds. */
  unreadSince: z.number().exactOptional(),
  remindedAt: z.number().exactOptional(),
  /** The posted reminder, or the notice of a dispute; after a lost answer, of a ruling or an entered result, until its press is finished. */
  reminder: storedObject({ channelId: z.string(), messageId: z.string() }).exactOptional(),
  /** Such a message that may or may not have reached Discord. */
  reminderPending: PendingMessage.exactOptional(),
  escalatedAt: z.number().exactOptional(),
  /** When the platform was seen to have ended it otherwise: it asks no one, and its message is compared. */
  endedAt: z.number().exactOptional(),
  /** The message to the organizers. */
  organizersPost: storedObject({
    channelId: z.string(),
    messageId: z.string(),
    /** Its screenshots by side; `side` 0: unknown. The first release did not store them. */
    files: z.array(storedObject({ id: z.string(), side: z.number() })).exactOptional(),
  }).exactOptional(),
  /** A message to the organizers that may or may not have reached Discord. */
  organizersPending: storedObject({
    ...PendingMessage.shape,
    /** The side whose screenshots it was sent for; 0: unknown. */
    side: z.number().exactOptional(),
  }).exactOptional(),
  ruling: Ruling.exactOptional(),
  /** Hashes of the players (`marks.ts`), and their sealed key. */
  marks: z.array(z.string()).exactOptional(),
  marksKey: z.string().exactOptional(),
};

/** The steps after a press. */
export const STEPS = ['organizers', 'log', 'post', 'notice'] as const;
export type FollowUpStep = (typeof STEPS)[number];

/** The remaining steps of a press. If its process dies, the owner performs them (`unfinished.ts`). */
const Unfinished = storedObject({
  /** Identifies the press. */
  pressId: z.string(),
  /** Epoch milliseconds: when it was pressed. */
  at: z.number(),
  by: storedObject({ discordId: z.string(), playerId: z.string(), playerName: z.string().exactOptional() }),
  steps: z.array(z.enum(STEPS)),
  /** It is unknown whether the post of the press before is up. */
  isPostLost: z.literal(true).exactOptional(),
  /** The report before the press. */
  before: storedObject(SETTLED).exactOptional(),
  /** The earlier report that the platform had ended. */
  ended: storedObject(SETTLED).exactOptional(),
});
export type Unfinished = z.infer<typeof Unfinished>;

const PRESSED = { ...SETTLED, unfinished: Unfinished.exactOptional() };

/** How the result of a match stands. The sides are in the order of `sides`. */
export const Report = storedObject({
  ...PRESSED,
  /** Since when a press is being written to the platform. */
  writingSince: z.number().exactOptional(),
  /** There was no report before that press: until it is written, there is none. */
  isFirst: z.literal(true).exactOptional(),
  /** The report after that write. */
  next: storedObject(PRESSED).exactOptional(),
});
export type Report = z.infer<typeof Report>;

const PARTS = ['claim', 'counter', 'ruling'] as const;

const partsOf = (report: Partial<Report> | undefined): string[] =>
  PARTS.flatMap((part) => report?.[part]?.discordId ?? []);

/** The Discord ids in an unfinished press. */
export const pressersOf = ({ next, unfinished }: Partial<Report>): string[] => [
  ...(unfinished === undefined ? [] : [unfinished.by.discordId]),
  ...[unfinished?.before, unfinished?.ended, next].flatMap(partsOf),
  ...(next === undefined ? [] : pressersOf(next)),
];

/** The Discord ids in a report. */
export const membersOf = (report: Report): string[] => [...partsOf(report), ...pressersOf(report)];

/** The report after these steps of its press. */
export function withoutSteps(
  report: Report,
  pressId: string | undefined,
  done: ReadonlySet<FollowUpStep>,
): Report {
  const { unfinished, ...rest } = report;
  // Another press has begun since.
  if (unfinished === undefined || unfinished.pressId !== pressId) return report;
  const steps = unfinished.steps.filter((step) => !done.has(step));
  return steps.length === 0 ? rest : { ...report, unfinished: { ...unfinished, steps } };
}

/** The report without what belongs to its press alone. */
export function settledOf(report: Report): Report {
  const { isFirst: _first, marks: _marks, marksKey: _key, next: _next, ...pressed } = report;
  const { unfinished: _unfinished, writingSince: _since, ...settled } = pressed;
  return settled;
}

/** When it was last pressed, epoch milliseconds. */
export const lastPressAt = ({ claim, counter, reportedAt, ruling }: Report): number =>
  Math.max(...[claim, counter, ruling].map((part) => part?.at ?? reportedAt));

/** The side that claimed last; 0: unknown. */
export const lastSide = ({ claim, counter }: Report): number =>
  ((counter?.at ?? 0) < (claim?.at ?? 0) ? claim : (counter ?? claim))?.side ?? 0;

/** Whether the organizers have a message about it, or may have. */
export const isTold = ({ organizersPending, organizersPost }: Report): boolean =>
  organizersPost !== undefined || organizersPending !== undefined;

export function withoutReminder(report: Report): Report {
  const { reminder: _reminds, reminderPending: _reminding, ...rest } = report;
  return rest;
}

/** The report without its messages beside the result post. */
export function withoutMessages(report: Report): Report {
  const { organizersPending: _sent, organizersPost: _told, ...rest } = report;
  return withoutReminder(rest);
}

/** The report before a write whose process died. */
export function unwritten(report: Report): Report | undefined {
  const { isFirst, next: _next, writingSince: _since, ...before } = report;
  return isFirst === true ? undefined : before;
}

/** A write that takes longer than this has lost its process. Four times the time limit of a platform call. */
export const WRITING_MS = 40 * SECOND_MS;

export const isWriting = ({ writingSince }: Report, now: number): boolean =>
  // The clock may have been set back.
  writingSince !== undefined && Math.abs(now - writingSince) < WRITING_MS;

export const areEqual = (one: Scores | undefined, other: Scores | undefined): boolean =>
  one?.player1 === other?.player1 && one?.player2 === other?.player2;

const NO_RULING = 'none';

/** Identifies a ruling, so that a form can tell whether it has changed since. */
export const rulingMark = (ruling: Report['ruling']): string =>
  ruling === undefined ? NO_RULING : sha256(`${ruling.at}:${ruling.playerId}`, 8);

/** Whether the platform lacks its score. */
export const isUnwritten = ({ ruling, seen, seenWinner, state }: Report): boolean =>
  seen === undefined &&
  seenWinner === undefined &&
  (state === 'open' || state === 'disputed' || (state === 'ruled' && ruling?.scores === undefined));

export const stateOf = (report: Report | undefined): ResultState => report?.state ?? 'none';
