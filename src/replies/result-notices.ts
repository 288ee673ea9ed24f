import type { Post } from '../message/reply.ts';
import type { Match } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { lines, spoiler } from './format.ts';
import { outcomeMarkup, versusLabel } from './match.ts';
import { claimsIn, seenMarkup } from './report-lines.ts';
import { mentionedIds } from './results.ts';
import type { ReportView } from './report-view.ts';

/** `entered`: an organizer entered it, without a dispute. */
export type NoticeKind = 'disputed' | 'ruled' | 'entered';

interface NoticeView {
  match: Match;
  report: ReportView;
  kind: NoticeKind;
  mentioned?: readonly string[];
  url: string | undefined;
  /** Scores are spoilered where the report is shown. */
  isHidden: boolean;
}

function noticeText({ isHidden, kind, match, report }: NoticeView, t: Translate): string {
  const versus = escapeMarkup(versusLabel(match, t));
  const cover = (markup: string): string => (isHidden ? spoiler(markup) : markup);
  if (kind === 'disputed') {
    const both = new Intl.ListFormat(t.locale, { type: 'conjunction', style: 'narrow' });
    const claims = cover(both.format(claimsIn(match, report, t)));
    return t('results.notices.disputed', { match: versus, claims });
  }
  const isLeft = kind === 'ruled' && report.ruling?.scores === undefined;
  const scores = kind === 'ruled' ? report.ruling?.scores : report.claim?.scores;
  const shown = isLeft ? seenMarkup(match, report, t) : scores && outcomeMarkup(match, scores, t);
  if (shown === undefined) return t('results.notices.dropped', { match: versus });
  return t(`results.notices.${isLeft ? 'left' : kind}`, { match: versus, outcome: cover(shown) });
}

/** Notifies the players of a match that its result was disputed, ruled on or entered by an organizer. */
export function noticePost(view: NoticeView, t: Translate): Post {
  const { mentioned = [], url } = view;
  return {
    // On a line of their own, the sentence stands when a mention becomes a name.
    content: lines(mentioned.join(' ') || undefined, noticeText(view, t), url),
    mentions: { users: mentionedIds(mentioned) },
  };
}
