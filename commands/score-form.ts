import type { ActionInput } from '../src/bot/command.ts';
import { directCustomId, parseCustomId } from '../src/bot/custom-id.ts';
import { Refusal, type ActionButton, type Modal } from '../src/bot/reply.ts';
import type { Scores } from '../src/brackets/results.ts';
import type { Match } from '../src/platform/records.ts';
import { sideTitles } from '../src/replies/match.ts';
import { oneLine, plain } from '../src/words/plain.ts';
import type { Translate } from '../src/words/words.ts';

const ACTION = 'score:form';
const NAME_LENGTH = 24;

/** The form is filled from its component alone: names that do not fit give way to "Player 1" and "Player 2". */
function argsOf(match: Match, t: Translate): string[] {
  const named = [match.id, ...sideTitles(match, t).map((title) => oneLine(title, NAME_LENGTH))];
  return directCustomId(ACTION, named) === undefined ? [match.id] : named;
}

/** The form that asks for a match's scores, labeled with both names, and the components that open it. */
export const scoreForm = {
  button: (match: Match, label: string, t: Translate): ActionButton => ({
    kind: 'action',
    label,
    style: 'primary',
    action: ACTION,
    args: argsOf(match, t),
  }),

  /** The value of a choice among several matches that opens the form; empty where the match's id is too long for one. */
  choice: (match: Match, t: Translate): string => directCustomId(ACTION, argsOf(match, t)) ?? '',

  open({ args, values, t }: Pick<ActionInput, 'args' | 'values'> & { t: Translate }): Modal {
    const [chosen] = values;
    const [matchId = '', first, second] = chosen === undefined ? args : (parseCustomId(chosen)?.args ?? []);
    return {
      title: t('score.formTitle'),
      action: 'score:ask',
      args: [matchId],
      inputs: [
        { name: 'first', label: first ?? t('score.player1'), placeholder: '0', maxLength: 10 },
        { name: 'second', label: second ?? t('score.player2'), placeholder: '0', maxLength: 10 },
      ],
    };
  },

  /** What was typed. Throws `Refusal` where it is no number; whether it makes sense is the platform's to say. */
  read({ fields, t }: Pick<ActionInput, 'fields'> & { t: Translate }): Scores {
    const [player1 = 0, player2 = 0] = ['first', 'second'].map((name) => {
      const text = fields[name]?.trim() ?? '';
      if (!/^[-+]?\d{1,9}$/.test(text))
        throw new Refusal('bad-score', t('score.notANumber', { text: plain(text, 40) }));
      return Number(text);
    });
    return { player1, player2 };
  },
};
