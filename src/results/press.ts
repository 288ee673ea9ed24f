import { randomUUID } from 'node:crypto';
import type { Account } from '../accounts/accounts.ts';
import { sideOf, type Scores } from '../brackets/results.ts';
import type { WriteResult } from '../platform/write-result.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import type { Marks } from './marks.ts';
import { saysTheSame, writtenReport } from './meanwhile.ts';
import { isUnderWay, nextReport, type PressPlace } from './next-report.ts';
import { currentReport, isEnded, isRedrawn, resultScores } from './current-report.ts';
import { othersClaim, pressOfReport, roleOf } from './presser-role.ts';
import {
  areEqual,
  isDropped,
  isWriting,
  rulingMark,
  settledOf,
  stateOf,
  STEPS,
  unwritten,
  type Report,
} from './report.ts';
import type { ReportId, Reports } from './reports.ts';
import { stepOf, type PressRefusal, type ResultPress, type Role } from './rules.ts';

export interface PressInput {
  /** `score`: a reported score, whose meaning depends on the earlier report. */
  press: Exclude<ResultPress, 'report' | 'propose'> | 'score';
  /** Read for this press. */
  match: Match;
  presser: {
    account: Pick<Account, 'discordId' | 'playerId' | 'playerName' | 'platform'>;
    /** An organizer of the server of the press. */
    isOrganizer: boolean;
    /** They play in the match as a member of a team, without being one of its sides; `undefined`: unknown. */
    isTeammate: boolean | undefined;
  };
  place: PressPlace;
  /** For a confirmation: the score that the presser saw. */
  scores?: Scores | undefined;
  reason?: string | undefined;
  /** The platform's result that the presser saw: it may be overwritten. */
  over?: Scores | undefined;
  /** For a ruling: the mark of the ruling when the form opened; `undefined` if unknown. */
  opened?: string | undefined;
  /** Called before the write to the platform. */
  onWrite?: (scores: Scores) => Promise<void>;
}

/**
 * `busy`: another press is being written. `redrawn`: the match has other players now. `no-disputes`: the server leaves disputes to
 * the platform. `no-server`: a dispute needs a server's organizers. `changed`: the score to confirm has changed. `unknown-side`:
 * the presser's team is unknown, so it may be the reporter's. `plays`: an organizer who may play in the match. `elsewhere`: the
 * match is being settled in one of the presser's servers. `ruled-since`: another organizer ruled after the form opened.
 */
type PressFault =
  | PressRefusal
  | 'busy'
  | 'redrawn'
  | 'no-disputes'
  | 'no-server'
  | 'changed'
  | 'unknown-side'
  | 'plays'
  | 'elsewhere'
  | 'ruled-since';

export type PressOutcome =
  /** `report`: for `ruled-since`, the report with that ruling. */
  | { kind: 'refused'; why: PressFault; role: Role; report: Report | undefined }
  /** The platform shows a result that the presser has not seen: nothing was written. */
  | { kind: 'website'; standing: Scores; scores: Scores; report: Report | undefined }
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

/** A press with the stored report and what it would do. */
export interface JudgedPress {
  stored: Report | undefined;
  /** The stored report, if it applies to the match as it is now. */
  report: Report | undefined;
  /** The report that an organizer dropped: a new ruling replaces it. */
  dropped?: Report | undefined;
  press: ResultPress;
  role: Role;
  step: ReturnType<typeof stepOf> | { refused: PressFault };
}

/** The refusals for a presser who is neither a player of the match nor an organizer. */
const NOT_THEIRS: ReadonlySet<PressFault> = new Set(['not-organizer', 'not-playing']);

/** Whether the ruling changed since a form was opened. */
const isRuledSince = (report: Report | undefined, opened: string | undefined): boolean =>
  report?.ruling !== undefined && rulingMark(report.ruling) !== opened;

/** What a press would do. Pure. `hasClaimed`: the presser is marked as a player of the match. */
export function judge(
  stored: Report | undefined,
  input: PressInput,
  { now, hasClaimed }: { now: number; hasClaimed: boolean },
): JudgedPress {
  const { match, place, presser, scores } = input;
  const isStale = stored !== undefined && isRedrawn(stored, match);
  const current = currentReport(stored, match, now);
  const report = current && isDropped(current) ? undefined : current;
  const { isOrganizer, isTeammate } = presser;
  const { playerId } = presser.account;
  const role = roleOf(match, report, {
    playerId,
    isOrganizer,
    isTeammate,
    hasClaimed: hasClaimed && !isStale,
  });
  const press =
    input.press === 'score' && scores !== undefined
      ? pressOfReport(report, role, { scores, policy: place.policy })
      : input.press === 'score'
        ? 'report'
        : input.press;
  const dropped = report === undefined ? current : undefined;
  const judged = { stored, report, dropped, press, role };
  const refuse = (refused: PressFault): JudgedPress => ({ ...judged, step: { refused } });
  if (isStale && input.press !== 'score') return refuse('redrawn');
  if (stored !== undefined && !isStale && isWriting(stored, now)) return refuse('busy');
  const ruled = report?.ruling?.scores;
  if (press === 'rule' && role === 'organizer' && ruled !== undefined && areEqual(ruled, scores))
    return refuse('ruled-already');
  if ((press === 'rule' || press === 'leave') && role === 'organizer' && isRuledSince(current, input.opened))
    return refuse('ruled-since');
  if (press === 'confirm' && report?.state === 'disputed' && othersClaim(report, role)?.side === undefined)
    return refuse('no-report');
  const step = stepOf(stateOf(report), press, role);
  if ('refused' in step && isOrganizer && NOT_THEIRS.has(step.refused)) return refuse('plays');
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

/** The score of a press. */
function scoresOf({ press, report, role }: JudgedPress, typed: Scores | undefined): Scores | undefined {
  if (press !== 'confirm') return typed;
  return othersClaim(report, role)?.scores;
}

interface PressDeps {
  reports: Reports;
  marks: Marks;
  /** The members who are linked to the sides of a match. */
  ownersOf: (match: Match) => Promise<string[]>;
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
  { reports, marks, ownersOf, schedule, now }: PressDeps,
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
      await ownersOf(match),
    ),
    unfinished: {
      pressId: randomUUID(),
      at,
      by: { discordId, playerId, ...present({ playerName: presser.account.playerName }) },
      steps: [...STEPS],
      ...present({ before: before && settledOf(before), ended: ended && settledOf(ended) }),
    },
  };
  /** Another process was faster: judge again if it decided nothing. */
  const lost = async (): Promise<PressOutcome> =>
    saysTheSame(stored, await reports.find(id))
      ? doPress(input, { reports, marks, ownersOf, schedule, now })
      : { kind: 'refused', why: 'busy', role, report };
  const standing = resultScores(match);
  const isStanding = standing !== undefined && areEqual(standing, scores);
  const isWritten = !step.writes || scores === undefined || (isStanding && press !== 'report');
  if (isWritten) {
    // 1. Schedule. 2. Store. After a kill in between, the owner does the rest.
    await schedule(next);
    if (!(await reports.replace(id, stored, next))) return lost();
    return { kind: 'done', before, ended, report: next };
  }
  // The presser saw the platform's result in the question; the report may have a newer one.
  const known = input.press === 'score' ? input.over : (input.over ?? report?.seen);
  if (standing !== undefined && !isStanding && !areEqual(standing, known))
    return { kind: 'website', standing, scores, report };

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
