import { z } from 'zod';
import { action, type LinkedContext } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, ReplyError, type ActionButton } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { TICKET } from './report.ts';
import { settleWithPictures } from './screenshots.ts';
import { withMatch } from './settle.ts';

const Scores = z.object({ player1: z.number(), player2: z.number() });

/** A press to repeat: it overwrites the platform's result, its score is doubtful, or it failed. */
const StoredPress = z.object({
  matchId: z.string(),
  press: z.enum(['score', 'confirm', 'dispute', 'rule', 'leave']),
  scores: Scores.optional(),
  reason: z.string().optional(),
  over: Scores.optional(),
  /** For a ruling: the mark of the ruling when its form opened. */
  opened: z.string().optional(),
  screenshots: z
    .array(
      z.object({
        url: z.string(),
        filename: z.string(),
        size: z.number(),
        contentType: z.string().optional().default(''),
      }),
    )
    .readonly()
    .optional(),
});
type StoredPress = z.input<typeof StoredPress>;

/** Makes a press despite its doubtful score. */
export async function insistButton(
  { t, tickets }: Pick<LinkedContext, 't' | 'tickets'>,
  press: StoredPress,
): Promise<ActionButton> {
  const ticket = await tickets.keep(present({ ...press }));
  return button(t('score.confirmAnyway'), 'score:insist', { args: encodeArgs(TICKET, { ticket }) });
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
      const { screenshots = [], ...press } = stored.data;
      return withMatch(context, press, async (match) => {
        if ((await tickets.take(ticket)) === undefined)
          throw new ReplyError('handled-already', t('score.handled'));
        return settleWithPictures(context, { ...press, match }, screenshots);
      });
    },
  }),
};
