import { randomUUID } from 'node:crypto';
import { higherOf, type MatchResult, type Scores } from '../brackets/results.ts';
import type { WriteResult } from '../platform/write-result.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { isEnded, isRedrawn, resultScores, winnerAlone } from './current-report.ts';
import { judge, type JudgedPress, type PressFault, type PressInput } from './judge.ts';
import type { Marks } from './marks.ts';
import { saysTheSame, writtenReport } from './meanwhile.ts';
import { nextReport } from './next-report.ts';
import { othersClaim } from './presser-role.ts';
import { areEqual, settledOf, STEPS, unwritten, type Report, type Unfinished } from './report.ts';
import type { ReportId, Reports } from './reports.ts';
import type { Role } from './rules.ts';

export type PressOutcome =
  /** `report`: for `ruled-since`, the report with that ruling. */
  | { kind: 'refused'; why: PressFault; role: Role; report: Report | undefined }
  /** The platform shows a result that the presser has not seen: nothing was written. */
  | { kind: 'website'; standing: MatchResult; scores: Scores; report: Report | undefined }
  | { kind: 'failed'; report: Report | undefined; result: Exclude<WriteResult<Match>, { outcome: 'done' }> }
  /** `result` is absent if nothing had to be written. */
  | {
      kind: 'done';
      before: Report | undefined;
      /** The stored report that the platform had ended. */
      ended?: Report | undefined;
      report: Report;
      result?: WriteResult<Match>;
    };

/** The score of a press. */
function scoresOf({ press, report, role }: JudgedPress, typed: Scores | undefined): Scores | undefined {
  if (press !== 'confirm') return typed;
  return othersClaim(report, role)?.scores;
}

/** What the steps after a press tell. A dispute that is repeated, as its process died before anybody heard of it, tells all of it. */
function changeOf(
  stored: Report | undefined,
  next: Report,
  before: Report | undefined,
): Pick<Unfinished, 'before' | 'pressId' | 'steps'> {
  const { unfinished: left } = stored ?? {};
  const press = { pressId: randomUUID(), steps: [...STEPS] };
  const isAgain = stored?.state === 'disputed' && next.state === 'disputed';
  if (!isAgain || left?.steps.includes('notice') !== true)
    return { ...press, ...present({ before: before && settledOf(before) }) };
  const isSame =
    areEqual(stored.claim?.scores, next.claim?.scores) &&
    areEqual(stored.counter?.scores, next.counter?.scores);
  const { pressId, steps } = isSame ? left : press;
  return { pressId, steps, ...present({ before: left.before }) };
}

interface PressDeps {
  reports: Reports;
  marks: Marks;
  /** The members who are linked to the sides of a match. */
  membersOf: (match: Match) => Promise<string[]>;
  /** Schedules a report before it is stored, so that a kill in between loses nothing. */
  schedule: (report: Report) => Promise<void>;
  now: () => number;
}

/**
 * Performs a press: at most one write, with the presser's own token. Only one of several racing presses takes effect. Throws
 * `StoreError`, and what `reportScore` throws other than `PlatformError`.
 */
export async function doPress(
  input: PressInput,
  { reports, marks, membersOf, schedule, now }: PressDeps,
): Promise<PressOutcome> {
  const { match, place, presser, reason } = input;
  const at = now();
  const id: ReportId = { guildId: place.guildId, matchId: match.id };
  const found = await reports.find(id);
  const hasClaimed = found !== undefined && marks.has(found, presser.account.discordId);
  const judged = judge(found, input, { now: at, hasClaimed });
  const { stored, report, press, role, step } = judged;
  if ('refused' in step) {
    // Mark them now: with another account, they would be unknown. Only someone who *may* play is not marked, and can rule once the
    // platform shows that they don't.
    if (step.refused === 'plays' && report !== undefined && presser.isTeammate !== undefined)
      await reports.change(id, (current) => marks.carry(current, current, [presser.account.discordId]));
    return { kind: 'refused', why: step.refused, role, report: report ?? judged.dropped };
  }
  const before = report ?? (step.to === 'ruled' ? judged.dropped : undefined);
  const scores = scoresOf(judged, input.scores);
  const { discordId, playerId, platform } = presser.account;
  const unmarked = nextReport(
    before,
    { press, to: step.to, scores, reason },
    { match, by: { discordId, playerId, role }, place, now: at },
  );
  const ended = stored !== undefined && isEnded(stored, match, at) ? stored : undefined;
  const next: Report = {
    ...marks.carry(
      stored !== undefined && !isRedrawn(stored, match) ? stored : undefined,
      unmarked,
      await membersOf(match),
    ),
    unfinished: {
      at,
      by: { discordId, playerId, ...present({ playerName: presser.account.playerName }) },
      ...changeOf(before && stored, unmarked, before),
      ...present({ isPostLost: stored?.unfinished?.steps.includes('post') === true || undefined }),
      ...present({ ended: ended && settledOf(ended) }),
    },
  };
  /** Another process was faster: judge again if it decided nothing. */
  const lost = async (): Promise<PressOutcome> =>
    saysTheSame(stored, await reports.find(id))
      ? doPress(input, { reports, marks, membersOf, schedule, now })
      : { kind: 'refused', why: 'busy', role, report };
  const standing = resultScores(match);
  const isStanding = standing !== undefined && areEqual(standing, scores);
  const isWritten = !step.writes || scores === undefined || isStanding;
  if (isWritten) {
    // 1. Schedule. 2. Store. After a kill in between, the owner does the rest.
    await schedule(next);
    if (!(await reports.replace(id, stored, next))) return lost();
    return { kind: 'done', before, ended, report: next };
  }
  // The presser saw the platform's result in the question; the report may have a newer one.
  const { over, overWinner } = input;
  const isOfQuestion = input.press === 'score';
  const known = isOfQuestion ? over : (over ?? report?.seen);
  if (standing !== undefined && !isStanding && !areEqual(standing, known))
    return { kind: 'website', standing: { scores: standing }, scores, report };
  const knownWinner = isOfQuestion ? overWinner : (overWinner ?? report?.seenWinner);
  const winner = winnerAlone(match);
  if (winner !== undefined && winner !== higherOf(scores) && winner !== knownWinner)
    return { kind: 'website', standing: { winner }, scores, report };

  const writing: Report = { ...(stored ?? { ...next, isFirst: true }), writingSince: at, next };
  // 1. Schedule. 2. Store as being written. 3. Write. 4. Store as done. After a kill in between, the owner does the rest.
  await schedule(writing);
  if (!(await reports.replace(id, stored, writing))) return lost();
  const settle = (edit: (current: Report) => Report | undefined): Promise<Report | undefined> =>
    reports.change(id, (current) => (current.writingSince === at ? edit(current) : current));
  const takeBack = (): Promise<unknown> => settle(unwritten);
  let result: WriteResult<Match>;
  try {
    await input.onWrite?.(scores);
    result = await platform.reportScore(match.id, scores);
  } catch (error) {
    await takeBack();
    throw error;
  }
  if (result.outcome !== 'done') {
    await takeBack();
    return { kind: 'failed', report, result };
  }
  const done = { ...next, seen: scores };
  // The platform has it. If the store fails now, the report stays "being written", and the owner finds the result on the platform.
  const after = await settle((current) => writtenReport(current, done)).catch(() => undefined);
  const isOwn = after?.unfinished?.pressId === done.unfinished?.pressId;
  return { kind: 'done', before, ended, report: (isOwn ? after : undefined) ?? done, result };
}
