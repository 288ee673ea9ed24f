import type { Context } from '../shared/define.ts';
import { seatsOf } from '../../src/brackets/players.ts';
import { higherOf, turned, type Scores } from '../../src/brackets/results.ts';
import { legalScores } from '../../src/brackets/score-rules.ts';
import { encodeArgs, firstCustomId } from '../../src/message/custom-id.ts';
import {
  ReplyError,
  type ActionButton,
  type ActionName,
  type Modal,
  type ModalInput,
} from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import type { Match } from '../../src/reading/records.ts';
import { areEqual } from '../../src/results/report.ts';
import { winnerFirst } from '../../src/replies/match.ts';
import { scoreButton, type ScoreFormArgs } from '../../src/replies/score-forms.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import type { Translate } from '../../src/words/words.ts';
import { typedDigits } from '../shared/typed.ts';

/** What every form about a match passes to its action: the match, and the scores that it opened with. */
export const OPENED_WITH = { match: 'text!', score1: 'text', score2: 'text' } as const;

/** Also the mark of the players whom it names. */
export const SUBMISSION = { ...OPENED_WITH, mark: 'text' } as const;
type Submission = Pick<ScoreFormArgs, keyof typeof SUBMISSION>;

/** The inputs for a score. */
export const SCORE_FIELDS = { result: 'text', first: 'text', second: 'text' } as const;
type ScoreFields = Readonly<Record<keyof typeof SCORE_FIELDS, string>>;

const MAX_LENGTH = 10;

/** The results of a best-of, beside two numbers. */
export function scoreInputs(
  { name1, name2, score1, score2, bestOf = 0 }: ScoreFormArgs,
  t: Translate,
): ModalInput[] {
  const [first, second] = [name1 ?? t('score.player1'), name2 ?? t('score.player2')];
  const options = legalScores(bestOf).map((scores) => {
    const { winner = '', score } = winnerFirst(scores, [first, second], t);
    return {
      value: `${scores.player1}-${scores.player2}`,
      label: t('results.form.win', { player: winner, score }),
    };
  });
  const isNumberEnough = options.length === 0;
  const number = (name: keyof ScoreFields, label: string, text: string | undefined): ModalInput => ({
    name,
    label,
    placeholder: '0',
    maxLength: MAX_LENGTH,
    required: isNumberEnough,
    ...present({ value: text?.slice(0, MAX_LENGTH) }),
  });
  const menu: ModalInput = {
    kind: 'choice',
    name: 'result',
    label: t('results.form.result'),
    description: t('results.form.resultHint'),
    placeholder: t('results.form.chooseResult'),
    required: false,
    options,
  };
  return [
    ...(isNumberEnough ? [] : [menu]),
    number('first', isNumberEnough ? first : t('results.form.orScore', { label: first }), score1),
    number('second', second, score2),
  ];
}

/** A form about a match, which sends it to `action`. A long match id may leave no room for the mark. */
export function matchModal(
  { title, action, inputs }: { title: string; action: ActionName; inputs: ModalInput[] },
  { match, score1, score2, mark }: Submission,
): Modal {
  const marked = encodeArgs(SUBMISSION, { match, score1, score2, mark });
  const hasRoom = firstCustomId(action, [marked]) !== undefined;
  const args = hasRoom ? marked : encodeArgs(OPENED_WITH, { match, score1, score2 });
  return { title, action, args, inputs };
}

/**
 * How scores that were meant for the players of a mark read in the match now: its sides may have swapped. Throws `ReplyError` if it
 * has other players now.
 */
export function turnTo(match: Match, mark: string | undefined, t: Translate): (scores: Scores) => Scores {
  const seats = seatsOf(mark, match);
  if (seats === 'others') throw new ReplyError('result-others', t('results.refused.others'));
  return seats === 'turned' ? turned : (scores) => scores;
}

/** How the winner of a question reads in the match now. */
export const turnWinner = (winner: 1 | 2 | undefined, turn: ReturnType<typeof turnTo>): 1 | 2 | undefined =>
  winner && higherOf(turn(winner === 1 ? { player1: 1, player2: 0 } : { player1: 0, player2: 1 }));

const isWhole = (text: string): boolean => /^[-+]?\d{1,9}$/.test(text);

/** Both scores, if they are whole numbers. */
export const wholeScores = (first = '', second = ''): Scores | undefined =>
  isWhole(first) && isWhole(second) ? { player1: Number(first), player2: Number(second) } : undefined;

const textsOf = ({ first, second }: ScoreFields): [string, string] => [
  typedDigits(first),
  typedDigits(second),
];

/** The score in a form, if it is whole. Numbers other than those that the form opened with must not contradict the choice. */
export function scoresIn(
  fields: ScoreFields,
  { score1 = '', score2 = '' }: Pick<Submission, 'score1' | 'score2'>,
): Scores | undefined {
  const [first, second] = textsOf(fields);
  const typed = wholeScores(first, second);
  if (fields.result === '') return typed;
  const choice = wholeScores(...fields.result.split('-'));
  const isUntouched = first === score1 && second === score2;
  return isUntouched || first + second === '' || areEqual(typed, choice) ? choice : undefined;
}

/** Opens the form again with the previous input; submitting it edits the message with this button. */
export const changeButton = (match: Match, texts: readonly string[], t: Translate): ActionButton => ({
  ...scoreButton(match, t('score.change'), t, { texts }),
  action: 'score:formAgain',
});

/** A match by its id; without names if it cannot be read. */
async function knownMatch({ platform }: Context, matchId: string): Promise<Match> {
  const answer = await platform.match(matchId).catch(() => undefined);
  return answer?.value ?? { id: matchId, sides: [{}, {}] };
}

/** `changeButton` for a match by its id. */
export const changeButtonOf = async (context: Context, matchId: string, texts: readonly string[]) =>
  changeButton(await knownMatch(context, matchId), texts, context.t);

/** Why a form has no score, with the form again: /score's, if `again` is left out. */
export async function noScore(
  context: Context,
  {
    matchId,
    mark,
    fields,
    again = (match, texts) => changeButton(match, texts, context.t),
  }: {
    matchId: string;
    mark: string | undefined;
    fields: ScoreFields;
    again?: (match: Match, texts: readonly string[]) => ActionButton | Promise<ActionButton>;
  },
): Promise<ReplyError> {
  const { t } = context;
  const match = await knownMatch(context, matchId);
  const texts = textsOf(fields);
  const invalid = texts.find((text) => !isWhole(text)) ?? '';
  const isEmpty = legalScores(match.bestOf ?? 0).length > 0 && texts.includes('');
  const content =
    fields.result !== ''
      ? t('results.form.twoWays')
      : isEmpty
        ? t('results.form.empty')
        : t('score.notANumber', { text: escapeMarkup(invalid, 40) });
  const now = seatsOf(mark, match) === 'turned' ? texts.toReversed() : texts;
  const reply = { content, rows: [[await again(match, now)]] };
  return new ReplyError('bad-score', reply, { inPlace: true });
}
