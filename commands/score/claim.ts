import { action, type ActionInput, type LinkedContext, type ModalAction } from '../../src/bot/command.ts';
import { firstCustomId, parseCustomId } from '../../src/message/custom-id.ts';
import { because } from '../../src/bot/failures.ts';
import { hasPlayer, isMarkOfOthers } from '../../src/brackets/players.ts';
import { legalScores } from '../../src/brackets/score-rules.ts';
import type { Scores } from '../../src/brackets/results.ts';
import { hasResult } from '../../src/brackets/results.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { matchEmbed } from '../../src/replies/matches.ts';
import { scoreText, stateMark, versusLabel } from '../../src/replies/match.ts';
import { wrongButton } from '../../src/replies/results.ts';
import { lines, nameText } from '../../src/replies/format.ts';
import {
  button,
  ReplyError,
  type Modal,
  type ModalInput,
  type Reply,
  type ReplyFile,
} from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { scoreForm } from './form.ts';
import { pressInput, refusal } from './presser.ts';
import { checkScore, readMatch } from './question.ts';
import { settle, withMatch } from './settle.ts';

const SCREENSHOTS = 3;

/** What the button of a form about a match carries: see `matchFormArgs`. */
interface MatchForm {
  matchId: string;
  names: [string, string];
  mark: string;
  bestOf: number;
}

export const matchFormOf = (input: Pick<ActionInput, 'args' | 'values'>): MatchForm => {
  const [chosen] = input.values;
  return formOf(chosen === undefined ? input.args : (parseCustomId(chosen)?.args ?? []));
};

const formOf = ([
  matchId = '',
  first = '',
  second = '',
  mark = '',
  bestOf = '',
]: readonly string[]): MatchForm => ({
  matchId,
  names: [first, second],
  mark,
  bestOf: Number(bestOf) || 0,
});

/** The inputs for a score: a choice of the results that a best-of allows, beside free numbers. */
export function scoreInputs({ names, bestOf }: MatchForm, t: Translate): ModalInput[] {
  const [first, second] = [names[0] || t('score.player1'), names[1] || t('score.player2')];
  const results = legalScores(bestOf).map((scores) => ({
    value: `${scores.player1}-${scores.player2}`,
    label: t('results.form.win', {
      player: scores.player1 > scores.player2 ? first : second,
      score: scoreText(scores, t),
    }),
  }));
  const number = (name: string, label: string): ModalInput => ({
    name,
    label: results.length === 0 ? label : t('results.form.optional', { label }),
    placeholder: '0',
    maxLength: 10,
    required: results.length === 0,
  });
  const choice: ModalInput = {
    kind: 'select',
    name: 'result',
    label: t('results.form.result'),
    placeholder: t('results.form.chooseResult'),
    required: false,
    options: results,
  };
  return [...(results.length === 0 ? [] : [choice]), number('first', first), number('second', second)];
}

/** The score of a form: typed numbers count more than the choice. Throws `ReplyError` without a whole score. */
export function typedScores({ fields }: Pick<ActionInput, 'fields'>, t: Translate): Scores {
  const typed = scoreForm.scores(fields);
  if (typed !== undefined) return typed;
  const [first, second] = (fields['result'] ?? '').split('-');
  const isTyped = [fields['first'], fields['second']].some((text) => (text ?? '').trim() !== '');
  const chosen = scoreForm.scores({ first: first ?? '', second: second ?? '' });
  if (chosen === undefined || isTyped) throw new ReplyError('bad-score', t('results.form.empty'));
  return chosen;
}

function claimForm(form: MatchForm, t: Translate): Modal {
  return {
    title: t('results.form.title'),
    action: 'score:claim',
    args: [form.matchId],
    inputs: [
      ...scoreInputs(form, t),
      {
        kind: 'files',
        name: 'screenshots',
        label: t('results.form.screenshots'),
        max: SCREENSHOTS,
        required: false,
      },
    ],
  };
}

/** The pictures of a form, as files of the bot's own for the organizers. `lost`: how many cannot be sent on. */
async function screenshotsOf(
  context: LinkedContext & Pick<ActionInput, 'attachments'>,
  match: Match,
): Promise<{ files: ReplyFile[]; lost: number }> {
  const { account, attachments, fetchScreenshot, guilds, place } = context;
  const t = place.serverId === undefined ? context.t : await guilds.translator(place.serverId);
  const own = match.sides.find(({ player }) => player?.id === account.playerId);
  const player = nameText(own?.player, t);
  const all = (attachments['screenshots'] ?? []).slice(0, SCREENSHOTS);
  const fetched = await Promise.all(all.map((one) => fetchScreenshot(one)));
  const files = fetched.flatMap((picture, at) =>
    picture === undefined
      ? []
      : [
          {
            name: `screenshot-${at + 1}.${picture.extension}`,
            bytes: picture.bytes,
            description: t('results.organizers.screenshot', { player }),
          },
        ],
  );
  return { files, lost: all.length - files.length };
}

/** The answer to one who may not use the form: organizers get the ways to rule. */
async function insteadOfClaim(context: LinkedContext & ActionInput): Promise<Reply> {
  const { matchId } = matchFormOf(context);
  const match = await readMatch(context, matchId);
  const { step, report, role } = await context.results.preview(
    await pressInput(context, { press: 'dispute', match }),
  );
  if ('refused' in step) throw refusal(context, match, { why: step.refused, report, role });
  // A member of a team that the match names: a private button opens the form.
  const { now, t } = context;
  return {
    embeds: [matchEmbed({ match, asOf: undefined, now: now(), report }, t)],
    rows: [[button(t('results.wrong'), 'score:wrong', { style: 'danger', args: [match.id] })]],
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
  const options = resultsIn(value).map((match) => {
    const { action: name, args = [], shortArgs = [] } = wrongButton(match, t);
    return {
      label: versusLabel(match, t),
      value: firstCustomId(name, [args, ...shortArgs]) ?? '',
      description: stateMark(match, now(), t) ?? match.id,
    };
  });
  if (options.length === 0) throw new ReplyError('no-result', t('results.noneHere'));
  return {
    content: t('results.whichOne'),
    rows: [{ kind: 'select', action: 'score:wrong', placeholder: t('score.choose'), options }],
  };
}

export const claimActions = {
  /** "That's wrong" on a result. */
  wrong: {
    press: 'anyone',
    answers: 'modal',
    needs: 'account',
    guard: {
      admits: ({ account, ...input }) => !isMarkOfOthers(matchFormOf(input).mark, account.playerId),
      otherwise: insteadOfClaim,
    },
    open: ({ t, ...input }) => claimForm(matchFormOf(input), t),
  } satisfies ModalAction,
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
    async run(context) {
      const matchId = context.args[0] ?? '';
      const scores = typedScores(context, context.t);
      return withMatch(context, { press: 'dispute', matchId, scores }, async (match) => {
        const again = { ...wrongButton(match, context.t), label: context.t('score.change') };
        await checkScore(context, { matchId, ...scores }, match, again);
        const { files, lost } = await screenshotsOf(context, match);
        const reply = await settle(context, { press: 'dispute', match, scores, files });
        if (lost === 0) return reply;
        return {
          ...reply,
          content: lines(reply.content, context.t('results.lostScreenshots', { count: lost })),
        };
      });
    },
  }),
  /** "Confirm" on a report. */
  agree: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    writes: true,
    async run(context) {
      const [matchId = '', first = '', second = ''] = context.args;
      const press = { press: 'confirm', scores: scoreForm.scores({ first, second }) } as const;
      return withMatch(context, { ...press, matchId }, (match) => settle(context, { ...press, match }));
    },
  }),
};
