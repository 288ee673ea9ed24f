import type { Scores } from '../brackets/results.ts';

/** The score that one side claims. */
export interface ClaimView {
  side?: 1 | 2;
  byOrganizer?: true;
  scores: Scores;
}

/** How a result stands. `both`: the other side has to confirm it before it is sent to the platform. */
export interface ReportView {
  state: 'open' | 'written' | 'disputed' | 'agreed' | 'ruled';
  policy: 'at-once' | 'both' | 'platform';
  claim?: ClaimView;
  counter?: ClaimView;
  /** What the platform showed. */
  seen?: Scores;
  /** The winner that it showed without a score. */
  seenWinner?: 1 | 2;
  /** The score of a dispute that stands until it is decided. */
  stands?: Scores;
  ruling?: { scores?: Scores; reason: string };
  /** The message to the organizers about it. */
  organizersPost?: { channelId: string; messageId: string };
}

/** Mentions of members who may be named where the result is shown. */
export interface ResultMentions {
  reporter?: string | undefined;
  opponent?: string | undefined;
  /** The opponent wants notifications about their matches. */
  alertsOpponent?: boolean | undefined;
  ruler?: string | undefined;
}

/** A report with the members who may be named beside it. */
export interface ShownReport {
  report: ReportView;
  mentions: ResultMentions;
}

/** Whether the organizers decide or decided a result: its post then has no button to dispute it. */
export const isQuestioned = ({ state }: Pick<ReportView, 'state'>): boolean =>
  state === 'disputed' || state === 'ruled';

/** A report's score. In a dispute, that is the disputed one; if the organizers left the match as it was, the platform's. */
export function reportScores({ claim, ruling, seen, seenWinner, stands, state }: ReportView) {
  if (ruling?.scores !== undefined) return ruling.scores;
  if (!isQuestioned({ state })) return claim?.scores ?? seen;
  if (state === 'disputed') return stands ?? claim?.scores ?? (seenWinner === undefined ? seen : undefined);
  return seen ?? (seenWinner === undefined ? claim?.scores : undefined);
}

/** Whether the organizers dropped a report that the platform did not have: the match can be reported again. */
export const isDropped = ({ ruling, seen, seenWinner }: ReportView): boolean =>
  ruling !== undefined && ruling.scores === undefined && seen === undefined && seenWinner === undefined;
