import type { LinkedContext } from '../shared/define.ts';
import { isPlatformError } from '../../src/bot/failures.ts';
import type { Match } from '../../src/reading/records.ts';
import type { SettledPress } from '../../src/results/create-results.ts';
import { outcomeLine, outcomeMarkup, scoreText, standingMarkup } from '../../src/replies/match.ts';
import { button, type Reply } from '../../src/message/reply.ts';
import { doneReply, failedReply } from './outcome.ts';
import { turnTo } from './form.ts';
import { pressArgs } from './stored-press.ts';
import { pressInput, refusal, type Settling } from './presser.ts';
import { readMatch } from './question.ts';

/** Makes a press on a result, and shows its outcome. Throws `ReplyError` for a press that does nothing. */
export async function settle(context: LinkedContext, settling: Settling): Promise<Reply> {
  const { place, results, self } = context;
  const { match } = settling;
  const input = await pressInput(context, settling);
  const post = await results.preparePost(input);
  let isShown = false;
  try {
    const outcome = await results.press({ ...input, onWrite: post.begin }, settling.files);
    if (outcome.kind !== 'done') return await notDoneReply(context, settling, outcome);
    const { reply, shown } = await doneReply(context, match, outcome);
    if (shown === undefined) {
      // If the platform accepted the result but does not show it yet, the owner posts it once it does.
      if (outcome.result === undefined) await results.unshown(outcome.report, match).catch(() => undefined);
      return reply;
    }
    await post.begin(shown.scores);
    isShown = true;
    const { mentions, report: settled } = outcome;
    const source = { origin: place, isNameable: () => self.isNameable() };
    return {
      ...reply,
      afterSent: ({ followUp }) => post.show({ ...shown, mentions, settled }, { ...source, followUp }),
    };
  } finally {
    if (!isShown) await post.cancel();
  }
}

async function notDoneReply(
  context: LinkedContext,
  settling: Settling,
  outcome: Exclude<SettledPress, { kind: 'done' }>,
): Promise<Reply> {
  switch (outcome.kind) {
    case 'refused':
      throw await refusal(context, settling.match, { ...outcome, ...settling });
    case 'website':
      return websiteReply(context, settling, outcome);
    case 'failed':
      return failedReply(context, settling, outcome.result);
  }
}

/**
 * Reads the match for a press before any ticket is spent. `turn`: reads scores that were typed for the players of the mark. If the
 * platform does not answer, the input is kept: `failed` has a button that retries with it.
 */
export async function withMatch(
  context: LinkedContext,
  { matchId, ...press }: Omit<Settling, 'match'> & { matchId: string },
  run: (match: Match, turn: ReturnType<typeof turnTo>) => Promise<Reply>,
): Promise<Reply> {
  let match: Match;
  try {
    match = await readMatch(context, matchId);
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    const settling: Settling = { ...press, match: { id: matchId, sides: [{}, {}] } };
    return failedReply(context, settling, { outcome: 'refused', failure: error });
  }
  return run(match, turnTo(match, press.mark, context.t));
}

/** The platform shows another result now, which stays unless the presser overrides it. */
async function websiteReply(
  { t, tickets }: LinkedContext,
  { match, opened, press, reason }: Settling,
  { scores, standing }: Extract<SettledPress, { kind: 'website' }>,
): Promise<Reply> {
  const { scores: over, winner: overWinner } = standing;
  const args = await pressArgs(tickets, { match, press, scores, reason, opened, over, overWinner });
  const score = scoreText(scores, t);
  return {
    content: t('results.website.shows', {
      now: over === undefined ? outcomeLine(match, standing, t) : standingMarkup(match, over, t),
      outcome: outcomeMarkup(match, scores, t),
    }),
    rows: [
      [
        button(t('results.website.replace', { score }), 'score:insist', { style: 'danger', args }),
        button(t('score.cancel'), 'score:cancel', { args }),
      ],
    ],
  };
}
