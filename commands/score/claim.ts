import { action, form, type LinkedContext } from '../../src/bot/command.ts';
import type { Attachment } from '../../src/bot/modal-inputs.ts';
import { because } from '../../src/bot/failures.ts';
import { hasPlayer, isMarkOfOthers } from '../../src/brackets/players.ts';
import { organizersChannelsOf } from '../../src/guilds/settings.ts';
import { hasResult, sideOf } from '../../src/brackets/results.ts';
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
import { lines, nameText } from '../../src/replies/format.ts';
import {
  ReplyError,
  type Modal,
  type ModalInput,
  type Reply,
  type ReplyFile,
} from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { scoresIn, matchModal, SCORE_FIELDS, scoreInputs, SUBMISSION } from './form.ts';
import { pressInput, refusal } from './presser.ts';
import { checkScore, readMatch } from './question.ts';
import { settle, withMatch } from './settle.ts';

const SCREENSHOTS = 3;

const CLAIM_FIELDS = { ...SCORE_FIELDS, screenshots: 'files' } as const;

function claimForm(args: ScoreFormArgs, t: Translate): Modal {
  const screenshots: ModalInput = {
    kind: 'files',
    name: 'screenshots',
    label: t('results.form.screenshots'),
    description: t('results.form.screenshotsHint'),
    max: SCREENSHOTS,
    required: false,
  };
  const inputs = [...scoreInputs(args, t), screenshots];
  return matchModal({ title: t('results.form.title'), action: 'score:claim', inputs }, args);
}

/**
 * Lets `work` send the pictures of a form to the organizers, as files of the bot's own. `note`: what the member is told of those that
 * are not sent on.
 */
async function withPictures(
  context: LinkedContext,
  match: Match,
  attachments: readonly Attachment[],
  work: (pictures: { files: ReplyFile[]; note?: string | undefined }) => Promise<Reply>,
): Promise<Reply> {
  const { account, caller, guilds, place, t, withScreenshots } = context;
  if (attachments.length === 0 || place.serverId === undefined) return work({ files: [] });
  const own = organizersChannelsOf(await guilds.settings.recent(place.serverId));
  if (own.length === 0) return work({ files: [], note: t('results.unpostedScreenshots') });
  const serverT = await guilds.translator(place.serverId);
  const side = sideOf(match, account.playerId);
  const player = nameText(side === undefined ? undefined : match.sides[side].player, serverT);
  const name = side === undefined ? 'screenshot' : `player-${side + 1}-screenshot`;
  const all = attachments.slice(0, SCREENSHOTS);
  return withScreenshots(caller.discordId, all, async (pictures) => {
    if (pictures === 'busy') return work({ files: [], note: t('results.busyScreenshots') });
    const files = pictures.flatMap((picture, at) =>
      picture === undefined
        ? []
        : [
            {
              name: `${name}-${at + 1}.${picture.extension}`,
              bytes: picture.bytes,
              description: serverT('results.organizers.screenshot', { player }),
            },
          ],
    );
    const lost = all.length - files.length;
    return work({ files, note: lost === 0 ? undefined : t('results.lostScreenshots', { count: lost }) });
  });
}

/** The answer to one who may not use the form: organizers get the ways to rule. */
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

const CHOICES = 25;

/** The presser's own results of a tournament to choose from; the latest of all for one who does not play. */
async function chooseResult(context: LinkedContext, tournamentId: string): Promise<Reply> {
  const { account, now, platform, t } = context;
  const resultsIn = ({ rounds }: Bracket): Match[] => {
    const all = rounds
      .flatMap(({ matches }) => matches)
      .filter((match) => match.id !== '' && hasResult(match));
    const own = all.filter((match) => hasPlayer(match, account.playerId));
    return (own.length > 0 ? own : all).slice(-CHOICES).toReversed();
  };
  const { value } = await platform
    .bracket(tournamentId, { shown: resultsIn })
    .catch(because(['not-found'], t('tournament.unknown')));
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

export const claimActions = {
  /** "That's wrong" on a result. */
  wrong: form({
    press: 'anyone',
    needs: 'account',
    args: DISPUTE_FORM,
    guard: {
      admits: ({ account, args }) => !isMarkOfOthers(args.mark, account.playerId),
      otherwise: (context) => insteadOfClaim(context, context.args.match ?? ''),
    },
    open: ({ args, t }) => claimForm(args, t),
  }),
  /** "Is one of these wrong?" on several results: asks which one. */
  doubt: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    args: { tournament: 'text' },
    run: (context) => chooseResult(context, context.args.tournament ?? ''),
  }),
  claim: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    writes: true,
    args: SUBMISSION,
    fields: CLAIM_FIELDS,
    async run(context) {
      const { args, fields } = context;
      const { match: matchId = '' } = args;
      const scores = scoresIn(fields, args);
      if (scores === undefined) throw new ReplyError('bad-score', context.t('results.form.empty'));
      return withMatch(context, { press: 'dispute', matchId, scores }, async (match) => {
        const again = { ...wrongButton(match, context.t), label: context.t('score.change') };
        await checkScore(context, { matchId, ...scores }, match, again);
        const input = await pressInput(context, { press: 'dispute', match, scores });
        const { step, report, role } = await context.results.preview(input);
        // Nothing is fetched for a press that does nothing.
        if ('refused' in step) throw await refusal(context, match, { why: step.refused, report, role });
        return withPictures(context, match, fields.screenshots, async ({ files, note }) => {
          const reply = await settle(context, { press: 'dispute', match, scores, files });
          return note === undefined ? reply : { ...reply, content: lines(reply.content, note) };
        });
      });
    },
  }),
  /** "Confirm" on a report. */
  agree: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    writes: true,
    args: MATCH_SCORE,
    async run(context) {
      const { match: matchId = '', player1, player2 } = context.args;
      const scores = player1 === undefined || player2 === undefined ? undefined : { player1, player2 };
      const press = { press: 'confirm', scores } as const;
      return withMatch(context, { ...press, matchId }, (match) => settle(context, { ...press, match }));
    },
  }),
};
