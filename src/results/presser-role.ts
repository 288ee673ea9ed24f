import { sideOf, type Scores } from '../brackets/results.ts';
import type { AgreementPolicy } from '../guilds/settings.ts';
import type { Match } from '../reading/records.ts';
import { areEqual, type Claim, type Report } from './report.ts';
import type { ResultPress, Role } from './rules.ts';

export interface Presser {
  playerId: string;
  isOrganizer: boolean;
  /** They play in the match as a member of a team, without being one of its sides; `undefined`: unknown. */
  isTeammate: boolean | undefined;
  /** They claimed a score or were linked to a side, maybe with another account. */
  hasClaimed: boolean;
}

/** The role of a presser in a report of this match. */
export function roleOf(match: Match, report: Report | undefined, presser: Presser): Role {
  const { hasClaimed, isOrganizer, isTeammate } = presser;
  const side = sideOf(match, presser.playerId);
  if (side === undefined && isTeammate !== true)
    return isOrganizer && isTeammate === false && !hasClaimed ? 'organizer' : 'other';
  const isOwn = (claim: Claim): boolean =>
    claim.playerId === presser.playerId || (side !== undefined && claim.side === side + 1);
  const { claim, counter } = report ?? {};
  // With both sides against the score of a third person, each has a claim.
  const isOfThird = claim?.side === undefined && side !== undefined && counter?.side === 2 - side;
  if (claim !== undefined && claim.byOrganizer !== true && !isOfThird)
    return isOwn(claim) ? 'reporter' : 'opponent';
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
