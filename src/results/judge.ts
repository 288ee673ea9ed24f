import type { Account } from '../accounts/accounts.ts';
import { hasResult, sideOf, type Scores } from '../brackets/results.ts';
import type { Match } from '../reading/records.ts';
import { currentReport, disputedResult, isOvertaken, isRedrawn, resultScores } from './current-report.ts';
import { isUnderWay, type PressPlace } from './next-report.ts';
import { othersClaim, pressOfReport, roleOf } from './presser-role.ts';
import { areEqual, isWriting, rulingMark, stateOf, type Report } from './report.ts';
import { isDropped, reportScores } from '../replies/report-view.ts';
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
  /** For a confirmation: the score that the presser saw. For the others: the presser's. */
  scores?: Scores | undefined;
  reason?: string | undefined;
  /** With screenshots. */
  hasFiles?: boolean | undefined;
  /** The platform's result that the presser saw: it may be overwritten. */
  over?: Scores | undefined;
  /** The same for a winner without a score. */
  overWinner?: 1 | 2 | undefined;
  /** For a ruling: the mark of the ruling when the form opened; `undefined` if unknown. */
  opened?: string | undefined;
  /** Called before the write to the platform. */
  onWrite?: (scores: Scores) => Promise<void>;
}

/**
 * `busy`: another press is being written. `redrawn`: the match has other players now. `no-disputes`: the server leaves disputes to
 * the platform. `no-server`: a dispute needs a server's organizers. `changed`: the score to confirm has changed, or a different
 * score is the other side's. `stands`: a score is the result already. `said`: the organizers have a score already.
 * `ruling-stands`: a ruling changes nothing. `unknown-side`: the presser's team is unknown, so it may be the reporter's. `plays`: an
 * organizer who may play in the match. `elsewhere`: the match is being settled in one of the presser's servers. `ruled-since`:
 * another organizer ruled after the form opened.
 */
export type PressFault =
  | PressRefusal
  | 'busy'
  | 'redrawn'
  | 'no-disputes'
  | 'no-server'
  | 'changed'
  | 'stands'
  | 'said'
  | 'ruling-stands'
  | 'unknown-side'
  | 'plays'
  | 'elsewhere'
  | 'ruled-since';

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

/** Why the score of a press says nothing new. */
function saidAlready(
  { press, report, role }: Pick<JudgedPress, 'press' | 'report' | 'role'>,
  { hasFiles, match, place, presser, scores }: PressInput,
  now: number,
): PressFault | undefined {
  const isSame = (one: Scores | undefined): boolean => one !== undefined && areEqual(one, scores);
  if (scores === undefined || (press !== 'report' && press !== 'propose' && press !== 'dispute'))
    return undefined;
  if (isUnderWay(report)) {
    // Whoever says what the other side says agrees: that is asked.
    if (press === 'dispute' && pressOfReport(report, role, { scores, policy: place.policy }) === 'confirm')
      return 'changed';
    const { claim, counter, seen, state, unfinished } = report ?? {};
    const { playerId } = presser.account;
    const hasSaid = claim?.playerId === playerId || counter?.playerId === playerId;
    // One whose process may have died is made again, and screenshots are sent on.
    const isNews = unfinished?.by.playerId === playerId || hasFiles === true;
    const isKnown = isSame(claim?.scores ?? seen) || isSame(counter?.scores);
    return state === 'disputed' && hasSaid && !isNews && isKnown ? 'said' : undefined;
  }
  const current = report === undefined || isOvertaken(report, match, now) ? undefined : report;
  if (press === 'dispute' && !hasResult(match) && current === undefined) return 'no-report';
  const standing = resultScores(match);
  // What was reported last may not be shown yet.
  const reported = current === undefined ? standing : reportScores(current);
  const stands = isSame(reported) && (standing === undefined || isSame(standing));
  const isAgain = press === 'report' && report?.state === 'written' && standing !== undefined;
  return stands && (press === 'dispute' || isAgain) ? 'stands' : undefined;
}

/** What a press would do. Pure. `hasClaimed`: the presser is marked as a player of the match. */
export function judge(
  stored: Report | undefined,
  input: PressInput,
  { now, hasClaimed }: { now: number; hasClaimed: boolean },
): JudgedPress {
  const { match, place, presser, scores } = input;
  const isStale = stored !== undefined && isRedrawn(stored, match);
  const current = currentReport(stored, match, now);
  const kept = current && isDropped(current) ? undefined : current;
  const report = input.press === 'dispute' ? disputedResult(kept, match, now) : kept;
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
  const { ruling } = report ?? {};
  const isRuledSo = press === 'rule' && ruling?.scores !== undefined && areEqual(ruling.scores, scores);
  if (isRuledSo && role === 'organizer' && ruling.reason === (input.reason ?? ruling.reason))
    return refuse('ruling-stands');
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
  const said = 'to' in step ? saidAlready(judged, input, now) : undefined;
  if (said !== undefined) return refuse(said);
  if ('to' in step && press === 'confirm') {
    if (sideOf(match, presser.account.playerId) === undefined) return refuse('unknown-side');
    const others = othersClaim(report, role)?.scores;
    if (others === undefined) return refuse('no-report');
    if (scores !== undefined && !areEqual(scores, others)) return refuse('changed');
  }
  return { ...judged, step };
}
