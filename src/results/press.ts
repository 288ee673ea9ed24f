import type { Account } from '../accounts/accounts.ts';
import { sideOf, type Scores } from '../brackets/results.ts';
import { MINUTE_MS } from '../durations.ts';
import type { WriteResult } from '../platform/write-result.ts';
import type { Match } from '../reading/records.ts';
import { isUnderWay, nextReport, resultScores, type PressPlace } from './next-report.ts';
import {
  areEqual,
  isAbandoned,
  isDropped,
  isRedrawn,
  isWriting,
  othersClaim,
  pressOfReport,
  roleOf,
  stateOf,
  turnTo,
  type Report,
} from './report.ts';
import type { Reports } from './reports.ts';
import { stepOf, type PressRefusal, type ResultPress, type Role } from './rules.ts';

export interface PressInput {
  /** `score`: a reported score; what it means depends on what was reported before. */
  press: Exclude<ResultPress, 'report' | 'propose'> | 'score';
  /** Read for this press. */
  match: Match;
  presser: {
    account: Pick<Account, 'discordId' | 'playerId' | 'platform'>;
    /** Of the server where they press. */
    isOrganizer: boolean;
    /** They play in the match without being one of its sides, as members of a team do. */
    isTeammate: boolean;
  };
  place: PressPlace;
  /** Of a confirmation: the score that the presser was shown. */
  scores?: Scores | undefined;
  reason?: string | undefined;
  /** The platform's result that the presser was shown: it may be overwritten. */
  over?: Scores | undefined;
  /** Called before the write to the platform. */
  onWrite?: (scores: Scores) => Promise<void>;
}

/**
 * `busy`: another press is being written. `redrawn`: other players have the match now. `no-disputes`: the server leaves disputes to
 * the platform. `no-server`: a dispute needs a server's organizers. `changed`: there is another score to confirm by now.
 * `unknown-side`: the presser's team is not known, so it may be the reporter's.
 */
type PressFault =
  | PressRefusal
  | 'busy'
  | 'redrawn'
  | 'no-disputes'
  | 'no-server'
  | 'changed'
  | 'unknown-side';

export type PressOutcome =
  | { kind: 'refused'; why: PressFault; role: Role; report: Report | undefined }
  /** The platform shows a result that the presser has not seen: nothing was written. */
  | { kind: 'website'; standing: Scores; scores: Scores; report: Report | undefined }
  | { kind: 'failed'; report: Report | undefined; result: Exclude<WriteResult<Match>, { outcome: 'done' }> }
  /** `result` is absent where nothing had to be written. */
  | { kind: 'done'; before: Report | undefined; report: Report; result?: WriteResult<Match> };

/** A press as it is judged against the stored report. */
export interface JudgedPress {
  stored: Report | undefined;
  /** The same for the current match; absent after a redraw. */
  report: Report | undefined;
  press: ResultPress;
  role: Role;
  step: ReturnType<typeof stepOf> | { refused: PressFault };
}

/** A racing press may have read the match before the ruling was written. */
const RACE_MS = MINUTE_MS;

/** Whether the same was ruled already, and the platform shows nothing else since. */
function isRuledSo({ ruling }: Report, { match, scores }: PressInput, now: number): boolean {
  if (ruling?.scores === undefined || !areEqual(ruling.scores, scores)) return false;
  const standing = resultScores(match);
  return standing === undefined || areEqual(standing, scores) || now - ruling.at < RACE_MS;
}

/** What a press would do. Pure. */
export function judge(stored: Report | undefined, input: PressInput, now: number): JudgedPress {
  const { match, place, presser, scores } = input;
  const isStale = stored !== undefined && isRedrawn(stored, match);
  const report =
    stored === undefined || isStale || isAbandoned(stored, now) || isDropped(stored)
      ? undefined
      : turnTo(stored, match);
  // A report under way is decided in its own server.
  const home = isUnderWay(report) ? report?.guildId : undefined;
  const isOrganizer = presser.isOrganizer && (home === undefined || home === place.guildId);
  const role = roleOf(match, report, { ...presser, playerId: presser.account.playerId, isOrganizer });
  const press =
    input.press === 'score' && scores !== undefined
      ? pressOfReport(report, role, { scores, policy: place.policy })
      : input.press === 'score'
        ? 'report'
        : input.press;
  const judged = { stored, report, press, role };
  const refuse = (refused: PressFault): JudgedPress => ({ ...judged, step: { refused } });
  if (isStale && input.press !== 'score') return refuse('redrawn');
  if (report !== undefined && isWriting(report, now)) return refuse('busy');
  if (press === 'rule' && role === 'organizer' && report !== undefined && isRuledSo(report, input, now))
    return refuse('ruled-already');
  if (press === 'confirm' && report?.state === 'disputed' && othersClaim(report, role)?.side === undefined)
    return refuse('no-report');
  const step = stepOf(stateOf(report), press, role);
  if ('to' in step && step.to === 'disputed' && !isUnderWay(report)) {
    if (place.guildId === undefined) return refuse('no-server');
    if ((report?.policy ?? place.policy) === 'platform') return refuse('no-disputes');
  }
  if ('to' in step && press === 'confirm') {
    if (sideOf(match, presser.account.playerId) === undefined) return refuse('unknown-side');
    const others = othersClaim(report, role)?.scores;
    if (others === undefined) return refuse('no-report');
    if (scores !== undefined && !areEqual(scores, others)) return refuse('changed');
  }
  return { ...judged, step };
}

/** The score that a press is about. */
function scoresOf({ press, report, role }: JudgedPress, typed: Scores | undefined): Scores | undefined {
  if (press !== 'confirm') return typed;
  return othersClaim(report, role)?.scores;
}

interface PressDeps {
  reports: Reports;
  /** Before a report that others have to act on is stored, so that a process that ends in between loses nothing. */
  schedule: (report: Report) => Promise<void>;
  now: () => number;
}

/**
 * Does a press: at most one write, with the presser's own token. Of several racing presses one acts. Throws `StoreError`, and what
 * `reportScore` throws beside `PlatformError`.
 */
export async function doPress(
  input: PressInput,
  { reports, schedule, now }: PressDeps,
): Promise<PressOutcome> {
  const { match, place, presser, reason } = input;
  const at = now();
  const judged = judge(await reports.find(match.id), input, at);
  const { stored, report, press, role, step } = judged;
  if ('refused' in step) return { kind: 'refused', why: step.refused, role, report };
  const scores = scoresOf(judged, input.scores);
  const { discordId, playerId, platform } = presser.account;
  const next = nextReport(
    report,
    { press, to: step.to, scores, reason },
    { match, by: { discordId, playerId, role }, place, now: at },
  );
  const standing = resultScores(match);
  const isStanding = standing !== undefined && areEqual(standing, scores);
  // Only the platform can tell whether an organizer of another server organizes this match.
  const isForeign = press === 'rule' && report?.guildId !== place.guildId;
  const isWritten = !step.writes || scores === undefined || (isStanding && press !== 'report' && !isForeign);
  if (isWritten) {
    if (isUnderWay(next)) await schedule(next);
    if (!(await reports.replace(match.id, stored, next)))
      return { kind: 'refused', why: 'busy', role, report };
    return { kind: 'done', before: report, report: next };
  }
  // A reporter knows what the question showed: the report may be newer.
  const known = input.press === 'score' ? input.over : (input.over ?? report?.seen);
  if (standing !== undefined && !isStanding && !areEqual(standing, known))
    return { kind: 'website', standing, scores, report };

  const writing: Report = { ...(stored ?? next), writingSince: at };
  if (!(await reports.replace(match.id, stored, writing)))
    return { kind: 'refused', why: 'busy', role, report };
  const settle = async (after: Report | undefined): Promise<void> => {
    await reports.change(match.id, (current) => (current.writingSince === at ? after : current));
  };
  let result: WriteResult<Match>;
  try {
    await input.onWrite?.(scores);
    result = await platform.reportScore(match.id, scores);
  } catch (error) {
    await settle(stored);
    throw error;
  }
  if (result.outcome !== 'done') {
    await settle(stored);
    return { kind: 'failed', report, result };
  }
  const done = { ...next, seen: scores };
  // The platform has it: a store that fails now costs the report's state, which the next press reads from the platform.
  await settle(done).catch(() => undefined);
  return { kind: 'done', before: report, report: done, result };
}
