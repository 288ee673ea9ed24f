import type { ActionInput } from '../src/bot/command.ts';
import { directCustomId, parseCustomId } from '../src/bot/custom-id.ts';
import type { Scores } from '../src/brackets/results.ts';
import type { Match } from '../src/platform/records.ts';
import { scoreButton } from '../src/replies/match.ts';
import { plain } from '../src/words/plain.ts';
import { Refusal, type Modal } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';

/** The form that asks for a match's scores, labeled with both names, and the components that open it. */
export const scoreForm = {
  /** The value of a choice among several matches that opens the form; empty where the match's id is too long for one. */
  choice(match: Match, t: Translate): string {
    const { action, args, shortArgs } = scoreButton(match, '', t);
    return directCustomId(action, args) ?? directCustomId(action, shortArgs) ?? '';
  },

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
