import { sideOf, type Scores } from '../brackets/results.ts';
import { pairOf } from '../guilds/result-posts.ts';
import type { AgreementPolicy } from '../guilds/settings.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { isFresh, resultScores, sidesOf, winnerAlone } from './current-report.ts';
import { othersClaim } from './presser-role.ts';
import { areEqual, type Claim, type Report } from './report.ts';
import { reportScores } from '../replies/report-view.ts';
import type { ResultPress, ResultState, Role } from './rules.ts';

/** Where a result is shown; without a channel, it is not shown. */
export interface ResultChannel {
  /** The server, if the bot is installed there. */
  guildId?: string | undefined;
  channelId?: string | undefined;
  /** If it is a thread: its parent channel. */
  parentId?: string | undefined;
}

/** Where the result of a press is shown, and the rules there. */
export interface PressPlace extends ResultChannel {
  policy: AgreementPolicy;
  deadlineMs: number;
}

export interface PressBy {
  discordId: string;
  playerId: string;
  role: Role;
}

interface PressEffect {
  press: ResultPress;
  to: Exclude<ResultState, 'none'>;
  /** The score of the press; absent for `leave`. */
  scores: Scores | undefined;
  reason?: string | undefined;
}

/** Whether the report waits for another side or the organizers: until then it keeps its policy. */
export const isUnderWay = (report: Report | undefined): boolean =>
  report?.state === 'open' || report?.state === 'disputed';

function claimOf(match: Match, { discordId, playerId, role }: PressBy, scores: Scores, at: number): Claim {
  const side = sideOf(match, playerId);
  return {
    playerId,
    discordId,
    scores,
    at,
    ...present({
      side: side === undefined ? undefined : side === 0 ? (1 as const) : (2 as const),
      byOrganizer: role === 'organizer' || undefined,
    }),
  };
}

const remindersOf = (report: Report | undefined) => ({
  reminder: report?.reminder,
  reminderPending: report?.reminderPending,
});

/** The report after a press. Pure. */
export function nextReport(
  before: Report | undefined,
  { press, to, scores, reason = '' }: PressEffect,
  { match, by, place, now }: { match: Match; by: PressBy; place: PressPlace; now: number },
): Report {
  const underWay = isUnderWay(before) ? before : undefined;
  // A press elsewhere does not move the report.
  const home = before?.channelId === undefined ? place : before;
  const claim = scores && claimOf(match, by, scores, now);
  const isLate = to === 'disputed' && before !== undefined && isFresh(before, now);
  const seen = resultScores(match) ?? (isLate ? before.seen : undefined);
  // A later ruling edits the organizers' message about the first one.
  const told = to === 'ruled' ? before : underWay;
  const base = {
    matchId: match.id,
    policy: underWay?.policy ?? place.policy,
    reportedAt: underWay?.reportedAt ?? now,
    ...present({
      guildId: place.guildId,
      channelId: home.channelId,
      parentId: home.parentId,
      tournamentId: match.tournament?.id ?? before?.tournamentId,
      sides: sidesOf(match) ?? underWay?.sides,
      pair: pairOf(match) ?? underWay?.pair,
      seen,
      seenWinner: seen === undefined ? winnerAlone(match) : undefined,
      organizersPost: told?.organizersPost,
      organizersPending: told?.organizersPending,
      escalatedAt: underWay?.escalatedAt,
    }),
  };
  switch (to) {
    case 'open':
      return {
        ...base,
        state: to,
        ...present({ claim, deadlineAt: underWay?.deadlineAt ?? now + place.deadlineMs }),
        ...present({ remindedAt: underWay?.remindedAt, unreadSince: underWay?.unreadSince }),
        // A reminder shows the score that waits.
        ...present(remindersOf(areEqual(underWay?.claim?.scores, scores) ? underWay : undefined)),
      };
    case 'written':
      return { ...base, state: to, ...present({ claim }) };
    case 'agreed': {
      const others = othersClaim(before, by.role);
      const isAgreed = areEqual(others?.scores, scores);
      return { ...base, state: to, ...present({ claim: isAgreed ? others : claim, counter: claim }) };
    }
    case 'disputed': {
      const isOwn = by.role === 'reporter' && press !== 'confirm';
      const [own, theirs] = isOwn ? [claim, before?.counter] : [before?.claim, claim];
      const reminders = remindersOf(before?.state === to ? before : undefined);
      // What waits for the other side does not stand.
      const written = before?.state === 'open' ? undefined : ((before && reportScores(before)) ?? seen);
      const stands = before?.state === to ? before.stands : written;
      return { ...base, state: to, ...present({ claim: own, counter: theirs, stands, ...reminders }) };
    }
    case 'ruled': {
      // A ruling may change only its reason.
      const { ruling } = before ?? {};
      const isAgain = ruling !== undefined && areEqual(ruling.scores, scores);
      return {
        ...base,
        state: to,
        ...present({ claim: before?.claim, counter: before?.counter }),
        ruling: {
          playerId: by.playerId,
          discordId: by.discordId,
          reason,
          at: now,
          ...present({ scores, before: isAgain ? ruling.before : resultScores(match) }),
        },
      };
    }
  }
}
