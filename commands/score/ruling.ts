import { z } from 'zod';
import { action, type ActionInput, type LinkedContext, type ModalAction } from '../../src/bot/command.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import type { Scores } from '../../src/brackets/results.ts';
import { scoreText } from '../../src/replies/match.ts';
import { rulingButtons } from '../../src/replies/rulings.ts';
import { ReplyError, type Modal, type Reply } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { matchFormOf, scoreInputs, typedScores } from './claim.ts';
import { scoreForm } from './form.ts';
import { checkScore } from './question.ts';
import { settle, withMatch } from './settle.ts';

/** A press that overwrites what the platform shows, or is tried again. */
const StoredPress = z.object({
  matchId: z.string(),
  press: z.enum(['score', 'confirm', 'dispute', 'rule', 'leave']),
  scores: z.object({ player1: z.number(), player2: z.number() }).optional(),
  reason: z.string().optional(),
  over: z.object({ player1: z.number(), player2: z.number() }).optional(),
});

/** What a button to rule is for: a score, another one (empty), or to leave the match as it is (`-`). */
const rulingOf = (args: readonly string[]): readonly [string, string] => [args[5] ?? '', args[6] ?? ''];

function rulingTitle([first, second]: readonly [string, string], t: Translate): string {
  if (first === '-') return t('results.rule.leave');
  const scores = scoreForm.scores({ first, second });
  return scores === undefined
    ? t('results.form.title')
    : t('results.form.ruleTitle', { score: scoreText(scores, t) });
}

function rulingForm(args: readonly string[], t: Translate): Modal {
  const form = matchFormOf({ args, values: [] });
  const [first, second] = rulingOf(args);
  return {
    title: rulingTitle([first, second], t),
    action: 'score:ruled',
    args: [form.matchId, first, second],
    inputs: [
      ...(first === '' ? scoreInputs(form, t) : []),
      { name: 'reason', label: t('results.form.reason'), maxLength: 300, long: true },
    ],
  };
}

async function rule(context: LinkedContext & ActionInput): Promise<Reply> {
  const { args, fields, t } = context;
  const [matchId = '', first = '', second = ''] = args;
  const reason = (fields['reason'] ?? '').trim();
  if (reason === '') throw new ReplyError('no-reason', t('results.form.noReason'));
  if (first === '-')
    return withMatch(context, { press: 'leave', matchId, reason }, (match) =>
      settle(context, { press: 'leave', match, reason }),
    );
  const scores: Scores = scoreForm.scores({ first, second }) ?? typedScores(context, t);
  return withMatch(context, { press: 'rule', matchId, scores, reason }, async (match) => {
    const [other] = rulingButtons(match, undefined, t);
    await checkScore(context, { matchId, ...scores }, match, other);
    return settle(context, { press: 'rule', match, scores, reason });
  });
}

export const rulingActions = {
  /** A button to rule: a form asks for the reason. */
  rule: {
    press: 'anyone',
    answers: 'modal',
    needs: 'account',
    guard: {
      async admits({ caller, guilds, place }) {
        return (
          place.serverId !== undefined && isOrganizer(await guilds.settings.recent(place.serverId), caller)
        );
      },
      otherwise: ({ t }) =>
        Promise.reject(new ReplyError('not-organizer', t('results.refused.not-organizer'))),
    },
    open: ({ args, t }) => rulingForm(args, t),
  } satisfies ModalAction,
  ruled: action({ press: 'anyone', answers: 'reply', needs: 'account', writes: true, run: rule }),
  /** Does a press although the platform shows another result, or again. */
  insist: action({
    press: 'caller',
    needs: 'account',
    writes: true,
    async run(context) {
      const { tickets, args, t } = context;
      const ticket = args[0] ?? '';
      const stored = StoredPress.safeParse(await tickets.read(ticket));
      if (!stored.success) throw new ReplyError('handled-already', t('score.handled'));
      return withMatch(context, stored.data, async (match) => {
        if ((await tickets.take(ticket)) === undefined)
          throw new ReplyError('handled-already', t('score.handled'));
        return settle(context, { ...stored.data, match });
      });
    },
  }),
};
