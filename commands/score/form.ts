import type { ActionInput, Context } from '../../src/bot/command.ts';
import { firstCustomId, parseCustomId } from '../../src/message/custom-id.ts';
import type { Scores } from '../../src/brackets/results.ts';
import type { Match } from '../../src/reading/records.ts';
import { scoreButton } from '../../src/replies/match.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError, type Modal } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { typedDigits } from '../shared/typed.ts';

const MAX_LENGTH = 10;

const textsOf = (fields: ActionInput['fields']): string[] =>
  ['first', 'second'].map((name) => typedDigits(fields, name));

const isWhole = (text: string): boolean => /^[-+]?\d{1,9}$/.test(text);

/** Opens the form again with the previous input. */
export const changeButton = (match: Match, texts: readonly string[], t: Translate) =>
  scoreButton(match, t('score.change'), t, { texts });

/** `changeButton` for a match by its id; without names if it cannot be read. */
export async function changeButtonOf({ platform, t }: Context, matchId: string, texts: readonly string[]) {
  const answer = await platform.match(matchId).catch(() => undefined);
  return changeButton(answer?.value ?? { id: matchId, sides: [{}, {}] }, texts, t);
}

/** The form for a match's scores, labeled with both names, and the components that open it. */
export const scoreForm = {
  /** The select value that opens the form for a match; empty if the match id is too long. */
  choice(match: Match, t: Translate): string {
    const { action, args, shortArgs } = scoreButton(match, '', t);
    return firstCustomId(action, [args, ...shortArgs]) ?? '';
  },

  /** The `playersMark` on a public button. */
  markIn: ({ args }: Pick<ActionInput, 'args'>): string | undefined => args[5],

  open({ args, values, t }: Pick<ActionInput, 'args' | 'values'> & { t: Translate }): Modal {
    const [chosen] = values;
    const [matchId = '', first = '', second = '', ...texts] =
      chosen === undefined ? args : (parseCustomId(chosen)?.args ?? []);
    const input = (name: string, label: string, text = '') => ({
      name,
      label,
      value: text.slice(0, MAX_LENGTH),
      placeholder: '0',
      maxLength: MAX_LENGTH,
    });
    return {
      title: t('score.formTitle'),
      action: 'score:ask',
      args: [matchId],
      inputs: [
        input('first', first || t('score.player1'), texts[0]),
        input('second', second || t('score.player2'), texts[1]),
      ],
    };
  },

  /** The scores, if both are whole numbers. */
  scores(fields: ActionInput['fields']): Scores | undefined {
    const texts = textsOf(fields);
    const [player1 = 0, player2 = 0] = texts.map(Number);
    return texts.every(isWhole) ? { player1, player2 } : undefined;
  },

  /** The scores. Throws `ReplyError` if one is not a whole number. */
  async read(context: Context & Pick<ActionInput, 'args' | 'fields'>): Promise<Scores> {
    const { args, fields, t } = context;
    const texts = textsOf(fields);
    const scores = scoreForm.scores(fields);
    if (scores !== undefined) return scores;
    const invalid = texts.find((text) => !isWhole(text)) ?? '';
    throw new ReplyError('bad-score', {
      content: t('score.notANumber', { text: escapeMarkup(invalid, 40) }),
      rows: [[await changeButtonOf(context, args[0] ?? '', texts)]],
    });
  },
};
