import { z } from 'zod';
import type { ActionInput } from '../../src/bot/command.ts';
import { action, form, type Context, type LinkedContext } from '../shared/define.ts';
import { encodeArgs, firstCustomId } from '../../src/message/custom-id.ts';
import { isMarkOf } from '../../src/brackets/players.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import { ruleText, rulingButton } from '../../src/replies/rulings.ts';
import { RULING_FORM, type ScoreFormArgs } from '../../src/replies/score-forms.ts';
import {
  ReplyError,
  type ActionButton,
  type ActionName,
  type Modal,
  type ModalInput,
  type Reply,
} from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import type { Match } from '../../src/reading/records.ts';
import type { Translate } from '../../src/words/words.ts';
import { scoresIn, noScore, OPENED_WITH, SCORE_FIELDS, scoreInputs, wholeScores } from './form.ts';
import { insistButton } from './insist.ts';
import { checkScore } from './question.ts';
import { settle, withMatch } from './settle.ts';

const RULING_FIELDS = { ...SCORE_FIELDS, reason: 'text' } as const;

const REASON_MAX = 300;

/** Earlier input: a reason is typed once, even if the score is doubted. */
const Draft = z.object({ reason: z.string() });

/** The arguments of a ruling's form: also the mark of the ruling when it opened, and the mark of its players. */
const RULING = { ...OPENED_WITH, opened: 'text', mark: 'text' } as const;

/** The score of a ruling that leaves the match as it is. */
const LEAVE = '-';

function rulingTitle({ name1, name2, score1, score2 }: ScoreFormArgs, t: Translate): string {
  if (score1 === LEAVE) return t('results.rule.leave');
  const scores = wholeScores(score1, score2);
  const names = [name1 ?? t('score.player1'), name2 ?? t('score.player2')] as const;
  return scores === undefined ? t('results.form.title') : ruleText(scores, names, t);
}

function rulingForm(
  args: ScoreFormArgs,
  { to, typed, opened }: { to: ActionName; typed: string | undefined; opened: string | undefined },
  t: Translate,
): Modal {
  const reason: ModalInput = {
    name: 'reason',
    label: t('results.form.reason'),
    maxLength: REASON_MAX,
    long: true,
    ...present({ value: typed?.slice(0, REASON_MAX) }),
  };
  const inputs = args.score1 === undefined ? [...scoreInputs(args, t), reason] : [reason];
  const { mark, match, score1, score2 } = args;
  // A long match id may leave no room for the marks: without the ruling's, the form asks about an existing ruling.
  const known = [{ opened, mark }, { opened }, {}].map((marks) =>
    encodeArgs(RULING, { match, score1, score2, ...marks }),
  );
  const carried = known.find((one) => firstCustomId(to, [one]) !== undefined);
  return {
    title: rulingTitle(args, t),
    action: to,
    args: carried ?? encodeArgs(RULING, { match, score1, score2 }),
    inputs,
  };
}

async function rule(
  context: LinkedContext & ActionInput<typeof RULING, typeof RULING_FIELDS>,
): Promise<Reply> {
  const { args, fields, t } = context;
  const { mark, match: matchId, opened, score1, score2 } = args;
  const reason = fields.reason.trim();
  if (reason === '') throw new ReplyError('no-reason', t('results.form.noReason'));
  if (score1 === LEAVE)
    return withMatch(context, { press: 'leave', matchId, mark, reason, opened }, (match) =>
      settle(context, { press: 'leave', match, reason, opened }),
    );
  const typed = wholeScores(score1, score2) ?? scoresIn(fields, {});
  const again = async (match: Match): Promise<ActionButton> => {
    const draft: z.input<typeof Draft> = { reason };
    return ruleAgain(match, await context.tickets.keep(draft), t);
  };
  if (typed === undefined) throw await noScore(context, { matchId, mark, fields, again });
  const press = { press: 'rule', reason, opened } as const;
  return withMatch(context, { ...press, matchId, mark, scores: typed }, async (match, turn) => {
    const scores = turn(typed);
    const anyway = () => insistButton(context, { ...press, match, scores });
    await checkScore(context, scores, match, { again: () => again(match), anyway });
    return settle(context, { ...press, match, scores });
  });
}

/** Asks for the score of a ruling again. */
const ruleAgain = (match: Match, draft: string, t: Translate): ActionButton => ({
  ...rulingButton(match, t('score.change'), [], t, draft),
  action: 'score:ruleAgain',
  style: 'primary',
});

async function organizes({ caller, guilds, place }: Context): Promise<boolean> {
  const { serverId } = place;
  return serverId !== undefined && isOrganizer(await guilds.settings.recent(serverId), caller);
}

/** Why a member may not rule, according to the button and the store. */
async function refusedRuling(
  context: LinkedContext & ActionInput<typeof RULING_FORM>,
): Promise<'not-organizer' | 'plays' | undefined> {
  const { account, args, place, results } = context;
  if (!(await organizes(context))) return 'not-organizer';
  if (isMarkOf(args.mark, account.playerId)) return 'plays';
  return (await results.hasPlayed(args.match, place.serverId ?? '', account)) ? 'plays' : undefined;
}

const refusal = (why: 'not-organizer' | 'plays', { t }: Pick<Context, 't'>): ReplyError =>
  new ReplyError(`result-${why}`, t(`results.refused.${why}`));

const ruleForm = (to: ActionName) =>
  form({
    press: 'anyone',
    needs: 'account',
    args: RULING_FORM,
    guard: {
      admits: async (context) => (await refusedRuling(context)) === undefined,
      async otherwise(context) {
        throw refusal((await refusedRuling(context)) ?? 'not-organizer', context);
      },
      async beforeLinking(context) {
        if (!(await organizes(context))) throw refusal('not-organizer', context);
      },
    },
    async fill({ args, place, results, tickets }) {
      const { draft, match: matchId } = args;
      const [typed, ruling] = await Promise.all([
        draft === undefined ? undefined : tickets.read(draft),
        place.serverId === undefined ? undefined : results.rulingOf(matchId, place.serverId),
      ]);
      const reason = Draft.safeParse(typed).data?.reason ?? ruling?.reason;
      return present({ reason, opened: ruling?.mark });
    },
    open: ({ args, filled, t }) =>
      rulingForm(args, { to, typed: filled?.['reason'], opened: filled?.['opened'] }, t),
  });

const ruling = (answers: 'reply' | 'update') =>
  action({
    press: 'anyone',
    answers,
    needs: 'account',
    writes: true,
    args: RULING,
    fields: RULING_FIELDS,
    run: rule,
  });

export const rulingActions = {
  /** A button to rule: a form asks for the reason. */
  rule: ruleForm('score:ruled'),
  ruleAgain: ruleForm('score:ruledAgain'),
  ruled: ruling('reply'),
  ruledAgain: ruling('update'),
};
