import { z } from 'zod';
import { pairKey } from '../brackets/players.ts';
import { questionOf } from '../brackets/question.ts';
import { hasResult, sideOf, type Scores } from '../brackets/results.ts';
import { standingScores } from '../brackets/scoring.ts';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import { pairHash } from '../guilds/result-posts.ts';
import type { AgreementPolicy } from '../guilds/settings.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';
import type { ResultPress, ResultState, Role } from './rules.ts';

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
  reportedAt: z.number(),
  /** If it is not confirmed by then, the organizers are notified. Epoch milliseconds. */
  deadlineAt: z.number().exactOptional(),
  remindedAt: z.number().exactOptional(),
  /** The posted reminder, or the notice of a dispute. */
  reminder: storedObject({ channelId: z.string(), messageId: z.string() }).exactOptional(),
  escalatedAt: z.number().exactOptional(),
  /** The message to the organizers. */
  organizersPost: storedObject({
    channelId: z.string(),
    messageId: z.string(),
    /** Its screenshots by side; `side` 0: unknown. The first release did not store them. */
    files: z.array(storedObject({ id: z.string(), side: z.number() })).exactOptional(),
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

/** The platform's ids of both players. */
export function sidesOf({ sides }: Match): [string, string] | undefined {
  const [first, second] = sides.map(({ player }) => player?.id);
  return first === undefined || second === undefined ? undefined : [first, second];
}

export const pairOf = (match: Match): string | undefined => pairHash(pairKey(match));

/** Whether a report belongs to an earlier match with the same id. */
export const isRedrawn = ({ pair }: Report, match: Match): boolean => {
  const now = pairOf(match);
  return pair !== undefined && now !== undefined && pair !== now;
};

export const areEqual = (one: Scores | undefined, other: Scores | undefined): boolean =>
  one?.player1 === other?.player1 && one?.player2 === other?.player2;

const OTHER_SIDE = { 1: 2, 2: 1 } as const;

/** A report with its scores in the order of the match, which may have changed. */
function turnTo(report: Report, match: Match): Report {
  const sides = sidesOf(match);
  if (sides === undefined || report.sides === undefined || sides[0] === report.sides[0]) return report;
  if (sides[0] !== report.sides[1] || sides[1] !== report.sides[0]) return report;
  const turn = (scores: Scores) => ({ player1: scores.player2, player2: scores.player1 });
  const turnClaim = (claim: Claim): Claim => ({
    ...claim,
    scores: turn(claim.scores),
    ...present({ side: claim.side && OTHER_SIDE[claim.side] }),
  });
  const { before, ended } = report.unfinished ?? {};
  return {
    ...report,
    sides,
    ...present({
      unfinished: report.unfinished && {
        ...report.unfinished,
        ...present({ before: before && turnTo(before, match), ended: ended && turnTo(ended, match) }),
      },
      claim: report.claim && turnClaim(report.claim),
      counter: report.counter && turnClaim(report.counter),
      seen: report.seen && turn(report.seen),
      ruling: report.ruling && {
        ...report.ruling,
        ...present({
          scores: report.ruling.scores && turn(report.ruling.scores),
          before: report.ruling.before && turn(report.ruling.before),
        }),
      },
    }),
  };
}

/** The score of a finished match, as the platform shows it. */
export const resultScores = (match: Match): Scores | undefined =>
  hasResult(match) ? standingScores(match) : undefined;

/** A press may have read the match just before another one was written, and a platform may show a change late. */
const RACE_MS = MINUTE_MS;

/** Whether the last press is so recent that the platform may not show it yet. */
export const isFresh = ({ reportedAt, claim, counter, ruling }: Report, now: number): boolean => {
  const at = Math.max(...[claim, counter, ruling].map((part) => part?.at ?? reportedAt));
  return Math.abs(now - at) < RACE_MS;
};

/** Whether the score is still open: the match is undecided, or has the result that the report corrects. */
const isStillAsked = (report: Report, match: Match): boolean => {
  const question = questionOf(match);
  const isOfBefore = report.seen !== undefined && areEqual(resultScores(match), report.seen);
  return question === 'open' || (question === 'decided' && isOfBefore);
};

/** Whether the platform shows the match as open again, as canceled, or with a result other than the report's. */
export function isOvertaken(report: Report, match: Match, now: number): boolean {
  if (isFresh(report, now)) return false;
  const settled = report.ruling?.scores ?? report.seen;
  const standing = resultScores(match);
  if (questionOf(match) === 'canceled') return true;
  if (standing !== undefined) return !areEqual(standing, settled);
  // A walkover has no score; only a different winner contradicts the report.
  if (match.winner !== undefined)
    return settled === undefined || match.winner !== (settled.player1 > settled.player2 ? 1 : 2);
  // A platform that shows no phase may show no results either.
  const isOpen = match.phase !== undefined && match.phase !== 'cancelled' && !hasResult(match);
  return isOpen && settled !== undefined;
}

/** Whether the organizers' decision has ended: the platform shows the match as open again, or another result. */
export const isEnded = (report: Report, match: Match, now: number): boolean =>
  (report.state === 'disputed' || report.state === 'ruled') &&
  !isRedrawn(report, match) &&
  isOvertaken(turnTo(report, match), match, now);

/** The stored report as it applies to its match now; `undefined` if it no longer applies, or not yet. */
export function currentReport(stored: Report | undefined, match: Match, now: number): Report | undefined {
  if (stored === undefined || stored.isFirst === true || isRedrawn(stored, match)) return undefined;
  const report = turnTo(stored, match);
  // Whoever calls a match off does not do so by a write that is still on its way.
  const isSure = !isFresh(stored, now) || questionOf(match) === 'canceled';
  const isClosed = stored.state === 'open' && isSure && !isStillAsked(report, match);
  return isClosed || isEnded(stored, match, now) ? undefined : report;
}

/** The result's score as the bot knows it: the ruling's, else the reported one. */
export const scoresOfReport = ({ ruling, claim, seen }: Report): Scores | undefined =>
  ruling?.scores ?? claim?.scores ?? seen;

const NO_RULING = 'none';

/** Identifies a ruling, so that a form can tell whether it has changed since. */
export const rulingMark = (ruling: Report['ruling']): string =>
  ruling === undefined ? NO_RULING : sha256(`${ruling.at}:${ruling.playerId}`, 8);

/** Whether the platform lacks its score. */
export const isUnwritten = ({ seen, state, ruling }: Report): boolean =>
  seen === undefined &&
  (state === 'open' || state === 'disputed' || (state === 'ruled' && ruling?.scores === undefined));

export interface Presser {
  playerId: string;
  isOrganizer: boolean;
  /** They play in the match as a member of a team, without being one of its sides; `undefined`: unknown. */
  isTeammate: boolean | undefined;
  /** They claimed a score or were linked to a side, maybe with another account. */
  hasClaimed: boolean;
}

/** An organizer dropped it before it reached the platform: the match can be reported again. */
export const isDropped = (report: Report): boolean => report.state === 'ruled' && isUnwritten(report);

/** The role of a presser in a report of this match. */
export function roleOf(match: Match, report: Report | undefined, presser: Presser): Role {
  const { hasClaimed, isOrganizer, isTeammate } = presser;
  const side = sideOf(match, presser.playerId);
  if (side === undefined && isTeammate !== true)
    return isOrganizer && isTeammate === false && !hasClaimed ? 'organizer' : 'other';
  const isOwn = (claim: Claim): boolean =>
    claim.playerId === presser.playerId || (side !== undefined && claim.side === side + 1);
  const { claim, counter } = report ?? {};
  if (claim !== undefined && claim.byOrganizer !== true) return isOwn(claim) ? 'reporter' : 'opponent';
  // A player who disputes an organizer's score, or one from the platform, opposes the other side.
  return counter === undefined || isOwn(counter) ? 'opponent' : 'reporter';
}

/** The other side's claim. */
export const othersClaim = (report: Report | undefined, role: Role): Claim | undefined =>
  role === 'reporter' ? report?.counter : role === 'opponent' ? report?.claim : undefined;

/** The press that a reported score amounts to: the other side's score confirms it, a different one disputes it. */
export function pressOfReport(
  report: Report | undefined,
  role: Role,
  { scores, policy }: { scores: Scores; policy: AgreementPolicy },
): ResultPress {
  const others = othersClaim(report, role);
  const isUnderWay = report?.state === 'open' || report?.state === 'disputed';
  // With a third person's claim, one side could agree with itself.
  const isOfSide = report?.state === 'open' || others?.side !== undefined;
  if (isUnderWay && isOfSide && others !== undefined && areEqual(others.scores, scores)) return 'confirm';
  if (isUnderWay) return 'propose';
  return policy === 'both' ? 'propose' : 'report';
}

export const stateOf = (report: Report | undefined): ResultState => report?.state ?? 'none';
