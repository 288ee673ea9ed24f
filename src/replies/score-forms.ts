import { playersMark } from '../brackets/players.ts';
import type { Scores } from '../brackets/results.ts';
import { scoringOf, standingScores } from '../brackets/scoring.ts';
import { encodeArgs, firstCustomId, type ArgValues } from '../message/custom-id.ts';
import { button, type ActionArg, type ActionButton } from '../message/reply.ts';
import type { Match } from '../reading/records.ts';
import { oneLine } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { sideTitles } from './match.ts';

const MATCH = { match: 'text!', name1: 'text', name2: 'text' } as const;
const RULES = { mark: 'text', bestOf: 'integer' } as const;
const SCORES = { score1: 'text', score2: 'text' } as const;

/** The arguments of the forms about a match's score, in the order in which the buttons of every version carry them. */
export const REPORT_FORM = { ...MATCH, ...SCORES, ...RULES } as const;
export const DISPUTE_FORM = { ...MATCH, ...RULES } as const;
export const RULING_FORM = { ...MATCH, ...RULES, ...SCORES, draft: 'text' } as const;

/**
 * The names label the form, and the best-of determines its menu of results. `mark`: the two players, for whom the score counts. In
 * a message that others see, only they open the form directly; for a ruling, only everyone else. `draft`: the ticket of the
 * previous input. The scores are the form's initial ones, or those of a ruling; `-` leaves the match as it is.
 */
export type ScoreFormArgs = ArgValues<typeof RULING_FORM>;

const NAME_LENGTH = 24;

type LeftOut = readonly (readonly (keyof ScoreFormArgs)[])[];

/** What a custom id omits, step by step, if it is too long and only the players open the form. */
const SHARED_LEFT_OUT: LeftOut = [
  [],
  ['bestOf'],
  ['name1', 'name2'],
  ['name1', 'name2', 'bestOf'],
  ['name1', 'name2', 'bestOf', 'mark'],
];

/** A private form names its players first. A ruling's form is titled with its winner, and its report names the players as well. */
const LEFT_OUT: LeftOut = [
  [],
  ['bestOf'],
  ['mark'],
  ['mark', 'bestOf'],
  ['mark', 'name1', 'name2'],
  ['mark', 'name1', 'name2', 'bestOf'],
];

interface FormOptions {
  draft?: string;
  texts?: readonly string[];
  /** The message is visible to others. Only the players open the form directly. */
  isShared?: boolean;
}

/** The arguments of a button that opens a form, as many as fit. */
export function formArgs(
  record: typeof REPORT_FORM | typeof DISPUTE_FORM | typeof RULING_FORM,
  match: Match,
  { draft, texts: [score1, score2] = [], isShared = false }: FormOptions,
  t: Translate,
): { args: ActionArg[]; shortArgs: ActionArg[][] } {
  const [name1, name2] = sideTitles(match, t, { format: (title) => oneLine(title, NAME_LENGTH) });
  const { bestOf, id } = match;
  const mark = playersMark(match);
  const all: ScoreFormArgs = { match: id, name1, name2, mark, bestOf, score1, score2, draft };
  const leftOut = isShared ? SHARED_LEFT_OUT : LEFT_OUT;
  const [args = [], ...shortArgs] = leftOut.map((names) =>
    encodeArgs(record, { ...all, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
  );
  return { args, shortArgs };
}

interface ScoreButton extends FormOptions {
  style?: 'primary' | 'secondary';
}

/** Opens the form for a match's scores, with `texts` in it. */
export function scoreButton(
  match: Match,
  text: string,
  t: Translate,
  { style = 'primary', ...options }: ScoreButton = {},
): ActionButton {
  const { args, shortArgs } = formArgs(REPORT_FORM, match, options, t);
  const action = options.isShared === true ? 'score:form' : 'score:enter';
  return { ...button(text, action, { style, args }), shortArgs: [...shortArgs, [match.id]] };
}

/** Opens the form with the match's current score. */
export function fixButton(
  match: Match,
  t: Translate,
  options: Pick<ScoreButton, 'isShared' | 'style'> = {},
): ActionButton {
  const scores = standingScores(match);
  const texts = scores === undefined ? [] : [String(scores.player1), String(scores.player2)];
  return scoreButton(match, t('match.fix'), t, { style: 'secondary', ...options, texts });
}

/** The button to report or correct a match's score, if either is possible. */
export function scoreButtons(
  match: Match,
  t: Translate,
  options: Pick<ScoreButton, 'isShared'> = {},
): ActionButton[] {
  const scoring = scoringOf(match);
  if (scoring === 'open') return [scoreButton(match, t('match.report'), t, options)];
  return scoring === 'decided' ? [fixButton(match, t, { ...options, style: 'primary' })] : [];
}

/** Opens the form for a score other than the one shown. */
export const wrongButton = (
  match: Match,
  t: Translate,
  { isShared = true }: Pick<FormOptions, 'isShared'> = {},
): ActionButton => ({
  ...button(t('results.wrong'), isShared ? 'score:wrong' : 'score:wrongAgain', { style: 'danger' }),
  ...formArgs(DISPUTE_FORM, match, { isShared }, t),
});

/** A score of a match, and the mark of the players for whom it counts. */
export const MATCH_SCORE = { match: 'text!', player1: 'integer', player2: 'integer', mark: 'text' } as const;

/** Confirms the other side's report: this score, even if another is reported later. */
export const confirmButton = ({ id }: Match, scores: Scores | undefined, t: Translate): ActionButton =>
  button(t('results.confirm'), 'score:agree', {
    style: 'success',
    args: encodeArgs(MATCH_SCORE, { match: id, ...scores }),
  });

/** The value of a select's option that opens the form of a button; empty if the match id is too long. */
export const formValue = ({ action, args = [], shortArgs = [] }: ActionButton): string =>
  firstCustomId(action, [args, ...shortArgs]) ?? '';
