import { z } from 'zod';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button } from '../../src/message/reply.ts';
import { MATCH_SCORE } from '../../src/replies/score-forms.ts';
import type { Translate } from '../../src/words/words.ts';

/** The report to confirm. It is in the store, so that it is confirmed only once, in any process and after a restart. */
export const ScoreReport = z.object({
  matchId: z.string(),
  player1: z.number(),
  player2: z.number(),
  /** The reporter's role, if they are not a player of the match. */
  by: z.enum(['organizer', 'other']).optional(),
  /** The platform's result that the question showed. */
  over: z.object({ player1: z.number(), player2: z.number() }).optional(),
  /** The winner that it showed without a score. */
  overWinner: z.union([z.literal(1), z.literal(2)]).optional(),
  /** The mark of the players for whom the scores count. */
  mark: z.string().optional(),
});
export type ScoreReport = z.infer<typeof ScoreReport>;

/** The scores of a button that opens a choice of matches. */
export const SCORES = { player1: 'integer', player2: 'integer' } as const;

/** The arguments of a button whose press is in the store. */
export const TICKET = { ticket: 'text!' } as const;

type ScoreArgs = Pick<ScoreReport, 'matchId' | 'player1' | 'player2'> & { mark?: string | undefined };

const scoreArgs = ({ matchId, player1, player2, mark }: ScoreArgs) =>
  encodeArgs(MATCH_SCORE, { match: matchId, player1, player2, mark });

/** Retries a report that failed. */
export const againButton = (report: ScoreArgs, t: Translate) =>
  button(t('score.retry'), 'score:again', { args: scoreArgs(report) });

/** Continues with a report despite its doubtful score. */
export const anywayButton = (report: ScoreArgs, t: Translate) =>
  button(t('score.confirmAnyway'), 'score:anyway', { args: scoreArgs(report) });
