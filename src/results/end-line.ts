import type { Match } from '../reading/records.ts';
import { outcomeMarkup, scoreText } from '../replies/match.ts';
import { reportLine } from '../replies/report-lines.ts';
import { reasonMarkup } from '../replies/results.ts';
import { isDropped } from '../replies/report-view.ts';
import type { Translate } from '../words/words.ts';
import { areEqual, type Report } from './report.ts';

/** How a report ended, and who ruled. */
export function endLine(match: Match, report: Report, ruler: string | undefined, t: Translate): string {
  const { ruling } = report;
  if (ruling === undefined || ruler === undefined) return reportLine(match, report, t) ?? '';
  const reason = reasonMarkup(ruling.reason);
  const { before, scores } = ruling;
  if (isDropped(report)) return t('results.dropped', { reason });
  if (scores === undefined) return t('results.organizers.leftBy', { member: ruler, reason });
  const outcome = outcomeMarkup(match, scores, t);
  return before === undefined || areEqual(before, scores)
    ? t('results.organizers.ruledFor', { member: ruler, outcome, reason })
    : t('results.organizers.ruledInstead', { member: ruler, outcome, reason, before: scoreText(before, t) });
}
