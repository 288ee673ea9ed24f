import { action, type LinkedContext } from '../shared/define.ts';
import { button, ReplyError, type ActionButton } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { TICKET } from './report.ts';
import { settleWithPictures } from './screenshots.ts';
import { withMatch } from './settle.ts';
import { turnWinner } from './form.ts';
import { pressArgs, StoredPress } from './stored-press.ts';

/** Makes a press despite its doubtful score. */
export async function insistButton(
  { t, tickets }: Pick<LinkedContext, 't' | 'tickets'>,
  press: Parameters<typeof pressArgs>[1],
): Promise<ActionButton> {
  return button(t('score.confirmAnyway'), 'score:insist', { args: await pressArgs(tickets, press) });
}

export const insistActions = {
  /** Makes a stored press. */
  insist: action({
    press: 'caller',
    needs: 'account',
    writes: true,
    args: TICKET,
    async run(context) {
      const { tickets, args, t } = context;
      const { ticket } = args;
      const stored = StoredPress.safeParse(await tickets.read(ticket));
      if (!stored.success) throw new ReplyError('handled-already', t('score.handled'));
      const { mark, screenshots = [], ...press } = stored.data;
      return withMatch(context, { ...press, mark }, async (match, turn) => {
        if ((await tickets.take(ticket)) === undefined)
          throw new ReplyError('handled-already', t('score.handled'));
        const { over, overWinner, scores } = press;
        const now = present({
          scores: scores && turn(scores),
          over: over && turn(over),
          overWinner: turnWinner(overWinner, turn),
        });
        return settleWithPictures(context, { ...press, ...now, match }, screenshots);
      });
    },
  }),
};
