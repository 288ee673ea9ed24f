import type { MatchResult, Scores } from '../brackets/results.ts';
import type { Match } from '../reading/records.ts';
import { escapeMarkup, oneLine } from '../words/plain.ts';
import { runButton, type ActionButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { factLine, lines, nameText, shortMarkup, spoiler } from './format.ts';
import {
  formatVersus,
  matchRoundMarkup,
  outcomeLine,
  outcomeMarkup,
  scoreLine,
  scoreText,
  versusLabel,
  winnerBy,
} from './match.ts';
import {
  isDropped,
  isQuestioned,
  reportScores,
  type ClaimView,
  type ReportView,
  type ResultMentions,
  type ShownReport,
} from './report-view.ts';
import { confirmButton, wrongButton } from './score-forms.ts';

/** The Discord ids in mentions of users. */
export const mentionedIds = (mentions: readonly string[]): string[] =>
  mentions.map((mention) => mention.replace(/\D/g, ''));

const REASON_LENGTH = 300;

export const reasonMarkup = (reason: string): string =>
  escapeMarkup(oneLine(reason, REASON_LENGTH), REASON_LENGTH) || '–';

const playerAt = (match: Match, side: 1 | 2, t: Translate): string =>
  shortMarkup(nameText(match.sides[side - 1]?.player, t));

/** Who made a claim, at the start of a sentence. */
export function claimant(match: Match, claim: ClaimView | undefined, t: Translate): string {
  if (claim?.side !== undefined) return playerAt(match, claim.side, t);
  return t(claim?.byOrganizer === true ? 'results.somebodyRuled' : 'results.somebodyFirst');
}

/** The player on the other side of a claim. */
export const opponentMarkup = (match: Match, { claim }: Pick<ReportView, 'claim'>, t: Translate): string =>
  claim?.side === undefined ? t('results.somebody') : playerAt(match, claim.side === 1 ? 2 : 1, t);

function statusLine(match: Match, report: ReportView, { opponent, ruler }: ResultMentions, t: Translate) {
  const { counter, ruling, state } = report;
  switch (state) {
    case 'open':
      return opponent === undefined
        ? t('results.awaitsOrganizers', { player: opponentMarkup(match, report, t) })
        : t('results.awaits', { player: opponent });
    case 'disputed':
      return (
        counter &&
        t('results.says', {
          player: claimant(match, counter, t),
          outcome: outcomeMarkup(match, counter.scores, t),
        })
      );
    case 'ruled': {
      const reason = reasonMarkup(ruling?.reason ?? '');
      if (isDropped(report)) return t('results.dropped', { reason });
      return ruler === undefined
        ? t('results.ruled', { reason })
        : t('results.ruledBy', { member: ruler, reason });
    }
    case 'written':
      return opponent === undefined || report.policy === 'platform'
        ? undefined
        : t('results.ifWrong', { player: opponent, wrong: t('results.wrong') });
    case 'agreed':
      return undefined;
  }
}

/** These have no score in their status. */
const PLAIN_STATUS: ReadonlySet<ReportView['state']> = new Set(['open', 'written']);

/** Who reported a result; beside a ruling for another score, the reported score. */
function reporterText(
  { claim, ruling, state }: ReportView,
  { isCorrection, isHidden }: { isCorrection: boolean; isHidden: boolean },
  { reporter }: ResultMentions,
  t: Translate,
): string | undefined {
  if (reporter === undefined) return undefined;
  if (state !== 'ruled')
    return t(isCorrection ? 'score.correctedBy' : 'score.reportedBy', { member: reporter });
  if (claim === undefined || ruling?.scores === undefined || isSame(claim.scores, ruling.scores))
    return t('score.reportedBy', { member: reporter });
  const text = t('score.reportedOther', { member: reporter, score: scoreText(claim.scores, t) });
  return isHidden ? spoiler(text) : text;
}

const isSame = (one: Scores, other: Scores): boolean =>
  one.player1 === other.player1 && one.player2 === other.player2;

function byLine(
  report: ReportView,
  how: { isCorrection: boolean; isHidden: boolean },
  mentions: ResultMentions,
  t: Translate,
) {
  const { opponent } = mentions;
  const by = reporterText(report, how, mentions, t);
  if (report.state !== 'agreed') return by;
  const confirmed = opponent && t('results.confirmedBy', { member: opponent });
  return factLine([by, confirmed ?? t('results.bothAgree')], t);
}

/** A result post's buttons for its players and the organizers. */
export function resultButtons(match: Match, report: ReportView | undefined, t: Translate): ActionButton[] {
  if (report?.state === 'open') return [confirmButton(match, report.claim?.scores, t), wrongButton(match, t)];
  if (report?.policy === 'platform') return [];
  return report === undefined || report.state === 'written' ? [wrongButton(match, t)] : [];
}

/** The outcome, spoilered beside its match. */
export const hiddenResult = (match: Match, result: string, t: Translate): string =>
  t('feed.results.hidden', { match: formatVersus(match, t, { format: shortMarkup }), result });

interface ResultPostView {
  match: Match;
  report: ReportView;
  /** The result that the channel has shown until now. */
  before?: MatchResult | undefined;
  mentions: ResultMentions;
  /** Scores are spoilered, and everything that reveals them. */
  isHidden: boolean;
}

/** A winner who was shown alone is confirmed by any score of theirs. */
const corrects = (match: Match, scores: Scores, before: MatchResult): boolean =>
  before.scores === undefined
    ? before.winner !== undefined && before.winner !== winnerBy(match, scores)
    : !isSame(before.scores, scores);

const beforeText = (match: Match, before: MatchResult, t: Translate): string =>
  before.scores === undefined ? outcomeLine(match, before, t) : scoreText(before.scores, t);

/** A result post, from its report to its ruling. */
export function resultPost(
  { match, report, before, mentions, isHidden }: ResultPostView,
  t: Translate,
): Post {
  const scores = reportScores(report) ?? before?.scores;
  const { seenWinner: alone } = report;
  const winner = scores === undefined ? alone : winnerBy(match, scores);
  const result = scores
    ? scoreLine(match, scores, t, { winner })
    : winner && outcomeLine(match, { winner }, t);
  const isCorrection = before !== undefined && scores !== undefined && corrects(match, scores, before);
  const tournament = match.tournament?.id;
  const line =
    result === undefined || isDropped(report)
      ? result && `~~${result}~~`
      : isCorrection
        ? t('feed.results.corrected', { result, before: beforeText(match, before, t) })
        : result;
  const status = statusLine(match, report, mentions, t);
  const shown =
    line === undefined ? escapeMarkup(versusLabel(match, t)) : isHidden ? hiddenResult(match, line, t) : line;
  const cup = match.tournament?.name;
  const how = { isCorrection, isHidden };
  const small = factLine([cup && escapeMarkup(cup, 80), byLine(report, how, mentions, t)], t);
  return {
    content: lines(
      factLine([shown, matchRoundMarkup(match, t)], t),
      // The name of the player who has to answer must stay readable.
      status !== undefined && isHidden && !PLAIN_STATUS.has(report.state) ? spoiler(status) : status,
      small && `-# ${small}`,
    ),
    rows: [
      [
        ...resultButtons(match, report, t),
        ...(tournament === undefined ? [] : [runButton(t('tournament.bracket'), 'bracket', { tournament })]),
      ],
    ],
  };
}

/** The line below a result: who disputed it, or who ruled and why. */
export function questionedLine(
  match: Match,
  { report, mentions }: ShownReport,
  t: Translate,
  { isHidden }: { isHidden: boolean },
): string | undefined {
  const status = isQuestioned(report) ? statusLine(match, report, mentions, t) : undefined;
  return status && `-# ${isHidden ? spoiler(status) : status}`;
}
