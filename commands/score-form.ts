import type { ActionInput, Context } from '../src/bot/command.ts';
import { firstCustomId, parseCustomId } from '../src/bot/custom-id.ts';
import type { Scores } from '../src/brackets/results.ts';
import type { Match } from '../src/platform/records.ts';
import { scoreButton } from '../src/replies/match.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { ReplyError, type Modal } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';

const MAX_LENGTH = 10;

const textsOf = (fields: ActionInput['fields']): string[] =>
  ['first', 'second'].map((name) => fields[name]?.trim() ?? '');

const isWhole = (text: string): boolean => /^[-+]?\d{1,9}$/.test(text);

/** Opens the form again with what was typed. */
export const changeButton = (match: Match, texts: readonly string[], t: Translate) =>
  scoreButton(match, t('score.change'), t, { texts });

/** The same for a match that has to be read; without names where that fails. */
export async function changeButtonOf({ platform, t }: Context, matchId: string, texts: readonly string[]) {
  const read = await platform.match(matchId).catch(() => undefined);
  return changeButton(read?.value ?? { id: matchId, sides: [{}, {}] }, texts, t);
}

/** The form that asks for a match's scores, labeled with both names, and the components that open it. */
export const scoreForm = {
  /** The value of a choice among several matches that opens the form; empty where the match's id is too long for one. */
  choice(match: Match, t: Translate): string {
    const { action, args, shortArgs } = scoreButton(match, '', t);
    return firstCustomId(action, [args, ...shortArgs]) ?? '';
  },

  /** Of the players, on a button that others see too. */
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

  /** What was typed, where both are whole numbers. */
  scores(fields: ActionInput['fields']): Scores | undefined {
    const texts = textsOf(fields);
    const [player1 = 0, player2 = 0] = texts.map(Number);
    return texts.every(isWhole) ? { player1, player2 } : undefined;
  },

  /** What was typed. Throws `ReplyError` where it is no number. */
  async read(context: Context & Pick<ActionInput, 'args' | 'fields'>): Promise<Scores> {
    const { args, fields, t } = context;
    const texts = textsOf(fields);
    const scores = scoreForm.scores(fields);
    if (scores !== undefined) return scores;
    const wrong = texts.find((text) => !isWhole(text)) ?? '';
    throw new ReplyError('bad-score', {
      content: t('score.notANumber', { text: escapeMarkup(wrong, 40) }),
      rows: [[await changeButtonOf(context, args[0] ?? '', texts)]],
    });
  },
};
