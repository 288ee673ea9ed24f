import type { LinkedContext } from '../shared/define.ts';
import type { Match } from '../../src/reading/records.ts';
import { outcomeMarkup, standingMarkup } from '../../src/replies/match.ts';

import { confirmButton, fixButton, wrongButton } from '../../src/replies/score-forms.ts';
import { rulingButton, rulingButtons } from '../../src/replies/rulings.ts';
import { othersClaim } from '../../src/results/presser-role.ts';
import type { Report } from '../../src/results/report.ts';
import type { SettledPress } from '../../src/results/create-results.ts';
import type { PressInput } from '../../src/results/judge.ts';
import { ReplyError, type FileSource } from '../../src/message/reply.ts';
import { lines } from '../../src/replies/format.ts';
import { standingIn } from '../shared/standing.ts';

export interface Settling extends Pick<
  PressInput,
  'press' | 'scores' | 'reason' | 'over' | 'overWinner' | 'opened' | 'hasFiles'
> {
  match: Match;
  /** The mark of the players for whom the scores were typed. */
  mark?: string | undefined;
  files?: readonly FileSource[];
}

/** A press for `results`, with its presser and place. */
export async function pressInput(
  context: LinkedContext,
  { files = [], match, ...press }: Settling,
): Promise<PressInput> {
  const { account, place, results } = context;
  const [standing, shownAt] = await Promise.all([standingIn(context, match), results.place(place, match)]);
  // A score that counts at once is left to the platform; a presser with an unknown part can do nothing else.
  return { hasFiles: files.length > 0, ...press, match, presser: { account, ...standing }, place: shownAt };
}

/** Another organizer has ruled meanwhile: asks whether to change that ruling. The input is kept. */
async function ruledSince(
  { results, t, tickets }: LinkedContext,
  match: Match,
  { report, scores, reason }: { report: Report } & Pick<Settling, 'scores' | 'reason'>,
): Promise<ReplyError> {
  const { ruler } = await results.mentionsOf(report);
  const ruled = report.ruling?.scores;
  const member = ruler ?? t('results.somebodyRuled');
  const content =
    ruled === undefined
      ? t('results.refused.left-since', { member })
      : t('results.refused.ruled-since', { member, outcome: outcomeMarkup(match, ruled, t) });
  const texts = scores === undefined ? [] : [String(scores.player1), String(scores.player2)];
  const draft = reason === undefined ? undefined : await tickets.keep({ reason });
  return new ReplyError('result-ruled-since', {
    content,
    rows: [[rulingButton(match, t('results.rule.change'), texts, t, draft)]],
  });
}

/**
 * Organizers see how to rule, with the score that they typed; a player sees the score to confirm now; others see where the match is
 * settled.
 */
export async function refusal(
  context: LinkedContext,
  match: Match,
  {
    why,
    report,
    role,
    press,
    scores,
    reason,
  }: Pick<Extract<SettledPress, { kind: 'refused' }>, 'why' | 'report' | 'role'> &
    Partial<Pick<Settling, 'press' | 'scores' | 'reason'>>,
): Promise<ReplyError> {
  const { mention, results, t } = context;
  if (why === 'ruled-since' && report !== undefined)
    return ruledSince(context, match, { report, scores, reason });
  const standing = why === 'stands' ? scores : othersClaim(report, role)?.scores;
  const url = why === 'elsewhere' && report !== undefined ? await results.urlOf(report) : undefined;
  const where = lines(t('results.refused.elsewhere'), url);
  const outcomeOf = why === 'stands' ? standingMarkup : outcomeMarkup;
  const content =
    why === 'elsewhere'
      ? where
      : t(`results.refused.${why}`, {
          score: mention('score'),
          match: mention('match'),
          outcome: standing === undefined ? '' : outcomeOf(match, standing, t),
        });
  const rows =
    why === 'needs-reason'
      ? [rulingButtons(match, report, t, { typed: scores })]
      : why === 'changed'
        ? [[confirmButton(match, standing, t), wrongButton(match, t)]]
        : why === 'stands'
          ? [[press === 'score' ? fixButton(match, t) : wrongButton(match, t, { isShared: false })]]
          : [];
  return new ReplyError(`result-${why}`, { content, rows });
}
