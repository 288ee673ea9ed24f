import type { ArgValues } from '../../src/message/custom-id.ts';
import { action, defineCommand, form } from '../shared/define.ts';
import { isMarkOfOthers } from '../../src/brackets/players.ts';
import { MATCH_SCORE, REPORT_FORM } from '../../src/replies/score-forms.ts';
import { ReplyError, type ActionName } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { match } from '../shared/match-option.ts';
import { chooseIn, chooseOwn, formReply, pressedForm } from './choice.ts';
import { claimActions } from './claim.ts';
import { scoresIn, matchModal, noScore, SCORE_FIELDS, scoreInputs, SUBMISSION, turnWinner } from './form.ts';
import { ask, reportOf, swap } from './question.ts';
import { againButton, SCORES, TICKET } from './report.ts';
import { insistActions } from './insist.ts';
import { rulingActions } from './ruling.ts';
import { settle, withMatch } from './settle.ts';

/** A button that asks again to confirm this score; `undefined` if it is incomplete. */
const retryOf = ({ match: matchId, mark, player1, player2 }: ArgValues<typeof MATCH_SCORE>, t: Translate) =>
  matchId === '' || player1 === undefined || player2 === undefined
    ? undefined
    : againButton({ matchId, mark, player1, player2 }, t);

/** A form that corrects a result opens with it. */
const isFix = ({ score1 = '' }: ArgValues<typeof REPORT_FORM>): boolean => score1 !== '';

const FORM = { press: 'anyone', needs: 'account', args: REPORT_FORM } as const;

const scoreModal = (to: ActionName, args: ArgValues<typeof REPORT_FORM>, t: Translate) =>
  matchModal({ title: t('score.formTitle'), action: to, inputs: scoreInputs(args, t) }, args);

/**
 * A form for the scores of a match without a result. `isShared`: only the players of the match open it directly; others get an
 * answer first.
 */
const scoreForm = ({ isShared }: { isShared: boolean }) =>
  form({
    ...FORM,
    guard: {
      admits: async ({ account, args, guilds }) =>
        !(isShared && isMarkOfOthers(args.mark, account.playerId)) &&
        (isFix(args) || !(await guilds.resultPosts.isDecided(args.match))),
      otherwise: (context) =>
        pressedForm(context, { matchId: context.args.match, isFix: isFix(context.args) }),
    },
    open: ({ args, t }) => scoreModal('score:ask', args, t),
  });

/** Asks to confirm the score that a form sends. */
const askForForm = (answers: 'reply' | 'update') =>
  action({
    press: 'anyone',
    answers,
    needs: 'account',
    args: SUBMISSION,
    fields: SCORE_FIELDS,
    async run(context) {
      const { args, fields } = context;
      const { mark, match: matchId } = args;
      const scores = scoresIn(fields, args);
      if (scores === undefined) throw await noScore(context, { matchId, mark, fields });
      return ask(context, { matchId, mark, ...scores });
    },
    retry({ args, fields, t }) {
      const scores = scoresIn(fields, args);
      return scores && againButton({ matchId: args.match, mark: args.mark, ...scores }, t);
    },
  });

/** Asks to confirm the score that a button carries. */
const askForButton = (options: { isSure: boolean }) =>
  action({
    press: 'caller',
    needs: 'account',
    args: MATCH_SCORE,
    run(context) {
      const { mark, match: matchId, player1, player2 } = context.args;
      if (matchId === undefined || player1 === undefined || player2 === undefined)
        throw new ReplyError('ticket-gone', context.t('failure.ticketGone'));
      return ask(context, { matchId, mark, player1, player2 }, options);
    },
    retry: ({ args, t }) => retryOf(args, t),
  });

export default defineCommand({
  name: 'score',
  audience: 'private',
  needs: 'account',
  options: {
    match: match({ required: false }),
    player1_score: { type: 'integer' },
    player2_score: { type: 'integer' },
  },
  async run(context) {
    const { match: matchId, player1_score: player1, player2_score: player2 } = context.options;
    // A single score is ignored: the form asks for both.
    const scores = player1 === undefined || player2 === undefined ? undefined : { player1, player2 };
    if (matchId === undefined) return chooseOwn(context, scores);
    if (scores === undefined) return formReply(context, matchId);
    return ask(context, { matchId, ...scores });
  },
  actions: {
    form: scoreForm({ isShared: true }),
    /** Of a private answer. */
    enter: scoreForm({ isShared: false }),
    /** Of a private answer, whose message the submission edits. */
    formAgain: form({ ...FORM, open: ({ args, t }) => scoreModal('score:askAgain', args, t) }),
    mine: action({
      press: 'anyone',
      answers: 'reply',
      needs: 'account',
      args: { tournament: 'text!' },
      run: (context) => chooseIn(context, context.args.tournament),
    }),
    pick: action({
      press: 'caller',
      needs: 'account',
      args: SCORES,
      run(context) {
        const { player1 = 0, player2 = 0 } = context.args;
        return ask(context, { matchId: context.values[0] ?? '', player1, player2 });
      },
      retry: ({ args, values, t }) => retryOf({ ...args, match: values[0] ?? '' }, t),
    }),
    ask: askForForm('reply'),
    askAgain: askForForm('update'),
    confirm: action({
      press: 'caller',
      needs: 'account',
      writes: true,
      args: TICKET,
      async run(context) {
        const { mark, matchId, player1, player2 } = await reportOf(context, 'read');
        const scores = { player1, player2 };
        return withMatch(context, { press: 'score', matchId, mark, scores }, async (match, turn) => {
          // Spent after the match was read, so that the button works after a failure.
          const { over, overWinner } = await reportOf(context, 'take');
          const seen = { over: over && turn(over), overWinner: turnWinner(overWinner, turn) };
          return settle(context, { press: 'score', match, scores: turn(scores), ...seen });
        });
      },
    }),
    swap: action({ press: 'caller', needs: 'account', args: TICKET, run: swap }),
    ...claimActions,
    ...rulingActions,
    ...insistActions,
    again: askForButton({ isSure: false }),
    anyway: askForButton({ isSure: true }),
    cancel: action({
      press: 'caller',
      args: TICKET,
      async run(context) {
        // Also for a question about a result on the website, which has another ticket.
        const { args, t, tickets } = context;
        if ((await tickets.take(args.ticket)) === undefined)
          throw new ReplyError('handled-already', t('score.handled'));
        return { content: t('score.cancelled') };
      },
    }),
  },
});
