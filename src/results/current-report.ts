import { questionOf } from '../brackets/question.ts';
import { hasResult, outcomeOf, turned, type Scores } from '../brackets/results.ts';
import { standingScores } from '../brackets/scoring.ts';
import { MINUTE_MS } from '../durations.ts';
import { firstOf, pairOf, type StoredPlayers } from '../guilds/result-posts.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { areEqual, lastPressAt, type Claim, type Report } from './report.ts';

/** The platform's ids of both players. */
export function sidesOf({ sides }: Match): [string, string] | undefined {
  const [first, second] = sides.map(({ player }) => player?.id);
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** A report's players, as its result post stores them. */
export const playersOfReport = ({ pair, sides }: Report): StoredPlayers =>
  present({ pair, first: sides && firstOf({ id: sides[0] }) });

/** Whether a report belongs to an earlier match with the same id. */
export const isRedrawn = ({ pair }: Report, match: Match): boolean => {
  const now = pairOf(match);
  return pair !== undefined && now !== undefined && pair !== now;
};

/** Whether other players surely have the match now: by names alone, nobody knows. */
export function haveOthers({ sides }: Report, match: Match): boolean {
  const now = sidesOf(match);
  return sides !== undefined && now !== undefined && now.some((id) => !sides.includes(id));
}

/** Whether the platform lists both players the other way around. */
const isTurned = ({ sides }: Report, match: Match): boolean => {
  const now = sidesOf(match);
  return sides !== undefined && now !== undefined && now[0] === sides[1] && now[1] === sides[0];
};

const OTHER_SIDE = { 1: 2, 2: 1 } as const;

/** A report with its scores in the order of the match, which may have changed. */
function turnTo(report: Report, match: Match): Report {
  const sides = sidesOf(match);
  if (sides === undefined || !isTurned(report, match)) return report;
  const turnClaim = (claim: Claim): Claim => ({
    ...claim,
    scores: turned(claim.scores),
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
      seen: report.seen && turned(report.seen),
      seenWinner: report.seenWinner && OTHER_SIDE[report.seenWinner],
      stands: report.stands && turned(report.stands),
      ruling: report.ruling && {
        ...report.ruling,
        ...present({
          scores: report.ruling.scores && turned(report.ruling.scores),
          before: report.ruling.before && turned(report.ruling.before),
        }),
      },
    }),
  };
}

/** The score of a finished match, as the platform shows it. */
export const resultScores = (match: Match): Scores | undefined =>
  hasResult(match) ? standingScores(match) : undefined;

/** The winner that the platform shows without a score. */
export const winnerAlone = (match: Match): 1 | 2 | undefined =>
  resultScores(match) === undefined ? match.winner : undefined;

/** A press may have read the match just before another one was written, and a platform may show a change late. */
const RACE_MS = MINUTE_MS;

/** Whether the last press is so recent that the platform may not show it yet. */
export const isFresh = (report: Report, now: number): boolean =>
  Math.abs(now - lastPressAt(report)) < RACE_MS;

/** Whether the score is still open: the match is undecided, or has the result that the report corrects. */
const isStillAsked = (report: Report, match: Match): boolean => {
  const question = questionOf(match);
  const { seen, seenWinner } = report;
  const isOfBefore =
    (seen !== undefined && areEqual(resultScores(match), seen)) ||
    (seenWinner !== undefined && winnerAlone(match) === seenWinner);
  return question === 'open' || (question === 'decided' && isOfBefore);
};

/** Whether the platform shows the match as open again, as canceled, or with a result other than the report's. */
export function isOvertaken(report: Report, match: Match, now: number): boolean {
  if (isFresh(report, now)) return false;
  const settled = report.ruling?.scores ?? report.seen;
  const standing = resultScores(match);
  if (questionOf(match) === 'canceled') return true;
  // A winner who was shown alone is confirmed by any score of theirs.
  if (settled === undefined && report.seenWinner !== undefined)
    return outcomeOf(match)?.winner !== report.seenWinner;
  // A platform may show late what was disputed.
  const isDisputed = report.state === 'disputed' && areEqual(standing, report.stands);
  if (standing !== undefined) return !areEqual(standing, settled) && !isDisputed;
  // A walkover has no score; only a different winner contradicts the report.
  if (match.winner !== undefined) {
    const ofWinner = match.winner === 1 ? settled : settled && turned(settled);
    return ofWinner === undefined || ofWinner.player1 <= ofWinner.player2;
  }
  // A platform that shows no phase may show no results either. One that has to approve a score shows it in a running match.
  const isProvisional = match.phase === 'running' && areEqual(standingScores(match), settled);
  const isOpen = match.phase !== undefined && !hasResult(match) && !isProvisional;
  return isOpen && settled !== undefined;
}

/**
 * The result that a dispute is about. What the platform has changed since it was reported or agreed is the platform's result, which
 * neither side claims.
 */
export function disputedResult(report: Report | undefined, match: Match, now: number): Report | undefined {
  const isSettled = report?.state === 'written' || report?.state === 'agreed';
  if (!isSettled || questionOf(match) !== 'decided' || !isOvertaken(report, match, now)) return report;
  const { claim: _own, counter: _theirs, seen: _seen, seenWinner: _winner, ...rest } = report;
  return { ...rest, state: 'written', ...present({ seen: resultScores(match) }) };
}

/** Whether the organizers' decision has ended: the platform shows the match as open again, or another result. */
export const isEnded = (report: Report, match: Match, now: number): boolean =>
  (report.state === 'disputed' || report.state === 'ruled') &&
  !isRedrawn(report, match) &&
  isOvertaken(turnTo(report, match), match, now);

/** The stored report as it applies to its match now; `undefined` if it no longer applies, or not yet. */
export function currentReport(stored: Report | undefined, match: Match, now: number): Report | undefined {
  if (stored === undefined || stored.isFirst === true || isRedrawn(stored, match)) return undefined;
  if (stored.endedAt !== undefined) return undefined;
  const report = turnTo(stored, match);
  // A cancellation is no late echo of a write, so it counts at once.
  const isSure = !isFresh(stored, now) || questionOf(match) === 'canceled';
  const isClosed = stored.state === 'open' && isSure && !isStillAsked(report, match);
  return isClosed || isEnded(stored, match, now) ? undefined : report;
}
