import { z } from 'zod';
import { playersMark } from '../../src/brackets/players.ts';
import { encodeArgs, type Tickets } from '../../src/message/custom-id.ts';
import type { ActionArg } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import type { Match } from '../../src/reading/records.ts';
import { TICKET } from './report.ts';

const Scores = z.object({ player1: z.number(), player2: z.number() });

/** A press to repeat: it overwrites the platform's result, its score is doubtful, or it failed. */
export const StoredPress = z.object({
  matchId: z.string(),
  /** The mark of the players for whom the scores count. */
  mark: z.string().optional(),
  press: z.enum(['score', 'confirm', 'dispute', 'rule', 'leave']),
  scores: Scores.optional(),
  reason: z.string().optional(),
  over: Scores.optional(),
  overWinner: z.union([z.literal(1), z.literal(2)]).optional(),
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

type Unset<T> = { [K in keyof T]: T[K] | undefined };

/** Stores a press on a match, and returns the arguments of the button that repeats it. */
export async function pressArgs(
  tickets: Pick<Tickets, 'keep'>,
  { match, mark = playersMark(match), ...press }: Unset<Omit<StoredPress, 'matchId'>> & { match: Match },
): Promise<ActionArg[]> {
  const ticket = await tickets.keep(present({ ...press, matchId: match.id, mark }));
  return encodeArgs(TICKET, { ticket });
}
