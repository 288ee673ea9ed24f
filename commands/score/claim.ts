import { action, form, type LinkedContext } from '../shared/define.ts';
import { hasPlayer, isMarkOfOthers } from '../../src/brackets/players.ts';
import { hasResult } from '../../src/brackets/results.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { matchEmbed } from '../../src/replies/matches.ts';
import { stateMark, versusLabel } from '../../src/replies/match.ts';
import {
  formValue,
  DISPUTE_FORM,
  MATCH_SCORE,
  wrongButton,
  type ScoreFormArgs,
} from '../../src/replies/score-forms.ts';
import {
  ReplyError,
  type ActionButton,
  type ActionName,
  type Modal,
  type ModalInput,
  type Reply,
} from '../../src/message/reply.ts';
import { LIMITS } from '../../src/message/limits.ts';
import type { Translate } from '../../src/words/words.ts';
import { unknownTournament } from '../shared/unknown.ts';
import { scoresIn, matchModal, noScore, SCORE_FIELDS, scoreInputs, SUBMISSION } from './form.ts';
import { insistButton } from './insist.ts';
import { pressInput, refusal } from './presser.ts';
import { checkScore, readMatch } from './question.ts';
import { SCREENSHOTS, settleWithPictures } from './screenshots.ts';
import { settle, withMatch } from './settle.ts';

const CLAIM_FIELDS = { ...SCORE_FIELDS, screenshots: 'files' } as const;

function claimForm(args: ScoreFormArgs, to: ActionName, t: Translate): Modal {
  const screenshots: ModalInput = {
    kind: 'files',
    name: 'screenshots',
    label: t('results.form.screenshots'),
    description: t('results.form.screenshotsHint'),
    max: SCREENSHOTS,
    required: false,
  };
  const inputs = [...scoreInputs(args, t), screenshots];
  return matchModal({ title: t('results.form.title'), action: to, inputs }, args);
}

/** The answer to a member who may not use the form: organizers get the ways to rule. */
async function insteadOfClaim(context: LinkedContext, matchId: string): Promise<Reply> {
  const match = await readMatch(context, matchId);
  const { step, report, role } = await context.results.preview(
    await pressInput(context, { press: 'dispute', match }),
  );
  if ('refused' in step) throw await refusal(context, match, { why: step.refused, report, role });
  // A member of a team that the match names: a private button opens the form.
  const { now, t } = context;
  return {
    embeds: [matchEmbed({ match, asOf: undefined, now: now(), report }, t)],
    rows: [[wrongButton(match, t, { isShared: false })]],
  };
}

/** The presser's own results of a tournament to choose from; the latest of all for someone who does not play. */
async function chooseResult(context: LinkedContext, tournamentId: string): Promise<Reply> {
  const { account, now, platform, t } = context;
  const resultsIn = ({ rounds }: Bracket): Match[] => {
    const all = rounds
      .flatMap(({ matches }) => matches)
      .filter((match) => match.id !== '' && hasResult(match));
    const own = all.filter((match) => hasPlayer(match, account.playerId));
    return (own.length > 0 ? own : all).slice(-LIMITS.selectOptions).toReversed();
  };
  const { value } = await platform
    .bracket(tournamentId, { shown: resultsIn })
    .catch(unknownTournament(context));
  const options = resultsIn(value).map((match) => ({
    label: versusLabel(match, t),
    value: formValue(wrongButton(match, t)),
    description: stateMark(match, now(), t) ?? match.id,
  }));
  if (options.length === 0) throw new ReplyError('no-result', t('results.noneHere'));
  return {
    content: t('results.whichOne'),
    rows: [{ kind: 'select', action: 'score:wrong', placeholder: t('score.choose'), options }],
  };
}

/** "Change score" below a doubtful different score. */
const claimAgain = (match: Match, t: Translate): ActionButton => ({
  ...wrongButton(match, t, { isShared: false }),
  label: t('score.change'),
  style: 'primary',
});

/** The form for a different score. */
const wrongForm = form({
  press: 'anyone',
  needs: 'account',
  args: DISPUTE_FORM,
  guard: {
    admits: ({ account, args }) => !isMarkOfOthers(args.mark, account.playerId),
    otherwise: (context) => insteadOfClaim(context, context.args.match),
  },
  open: ({ args, t }) => claimForm(args, 'score:claim', t),
});

/** The same in a private answer, whose message the submission edits. */
const wrongFormAgain = form({
  press: 'anyone',
  needs: 'account',
  args: DISPUTE_FORM,
  open: ({ args, t }) => claimForm(args, 'score:claimAgain', t),
});

/** The action that the form sends to. */
const claiming = (answers: 'reply' | 'update') =>
  action({
    press: 'anyone',
    answers,
    needs: 'account',
    writes: true,
    args: SUBMISSION,
    fields: CLAIM_FIELDS,
    async run(context) {
      const { args, fields, t } = context;
      const { screenshots } = fields;
      const { mark, match: matchId } = args;
      const typed = scoresIn(fields, args);
      if (typed === undefined)
        throw await noScore(context, { matchId, mark, fields, again: (match) => claimAgain(match, t) });
      return withMatch(context, { matchId, mark, press: 'dispute', scores: typed }, async (match, turn) => {
        const scores = turn(typed);
        const press = { press: 'dispute', scores } as const;
        const anyway = () => insistButton(context, { match, ...press, screenshots });
        await checkScore(context, scores, match, { again: () => claimAgain(match, t), anyway });
        const input = await pressInput(context, { ...press, match, hasFiles: screenshots.length > 0 });
        const { step, report, role } = await context.results.preview(input);
        // A press that does nothing downloads nothing.
        if ('refused' in step)
          throw await refusal(context, match, { why: step.refused, report, role, scores });
        return settleWithPictures(context, { ...press, match }, screenshots);
      });
    },
  });

export const claimActions = {
  /** "That's wrong" on a result. */
  wrong: wrongForm,
  wrongAgain: wrongFormAgain,
  /** "Is one of these wrong?" on several results: asks which one. */
  doubt: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    args: { tournament: 'text!' },
    run: (context) => chooseResult(context, context.args.tournament),
  }),
  claim: claiming('reply'),
  claimAgain: claiming('update'),
  /** "Confirm" on a report. */
  agree: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    writes: true,
    args: MATCH_SCORE,
    async run(context) {
      const { match: matchId, player1, player2 } = context.args;
      const scores = player1 === undefined || player2 === undefined ? undefined : { player1, player2 };
      const press = { press: 'confirm', scores } as const;
      return withMatch(context, { ...press, matchId }, (match) => settle(context, { ...press, match }));
    },
  }),
};
