import type { Context } from '../../src/bot/command.ts';
import { platformFailure } from '../../src/bot/failures.ts';
import { scoresOf, type Scores } from '../../src/brackets/results.ts';
import { pairKey } from '../../src/brackets/players.ts';
import { announcedPair } from '../../src/guilds/announced.ts';
import type { Match } from '../../src/reading/records.ts';
import type { WriteResult } from '../../src/platform/write-result.ts';
import { present } from '../../src/present.ts';
import { announcement, fixButton, resultEmbed, scoreText, shortVersusText } from '../../src/replies/match.ts';
import {
  runButton,
  type ActionButton,
  type Announcing,
  type Reply,
  type ComponentRow,
} from '../../src/words/reply.ts';
import { openMatches } from './choice.ts';
import { changeButtonOf } from './form.ts';
import { againButton, type ScoreReport } from './question.ts';

/** A report that was sent, with the announcement that began before it. */
interface SentReport {
  report: ScoreReport;
  announcing: Announcing;
}

const areEqual = (a: Scores | undefined, b: Scores): boolean =>
  a?.player1 === b.player1 && a.player2 === b.player2;

/** The result of an accepted report, from the current record of the match. */
async function doneReply(
  context: Context,
  { report, announcing }: SentReport,
  now: Match | undefined,
): Promise<Reply> {
  const { caller, self, t } = context;
  if (now === undefined) return { content: t('score.accepted') };
  const scores = scoresOf(now);
  if (scores === undefined) return { content: t('score.noScoreYet') };
  const embeds = [resultEmbed(now, scores, t)];
  if (!areEqual(scores, report)) return { content: t('score.differs'), embeds };
  const isNameable = await self.isNameable();
  const post = (by: 'reportedBy' | 'correctedBy', before?: Scores) => {
    const note = isNameable ? t(`score.${by}`, { member: `<@${caller.discordId}>` }) : undefined;
    return announcement({ match: now, scores, note, ...present({ before }) }, t);
  };
  return {
    content: t('score.done'),
    embeds,
    announce: {
      matchId: report.matchId,
      ...present({ pair: announcedPair(pairKey(now)) }),
      scores,
      post: post('reportedBy'),
      corrected: (before) => post('correctedBy', before),
      announcing,
    },
  };
}

/** After a report: the button to correct it, and the reporter's next open match. */
export async function afterRows(
  { platform, t }: Context,
  playerId: string,
  reported: { matchId: string; now: Match | undefined },
): Promise<ComponentRow[]> {
  const buttons: ActionButton[] = reported.now === undefined ? [] : [fixButton(reported.now, t)];
  const nextIn = (own: Match[]) => openMatches(own.filter(({ id }) => id !== reported.matchId)).slice(0, 1);
  const own = await platform.userMatches(playerId, { shown: nextIn }).catch(() => undefined);
  const [next] = nextIn(own?.value ?? []);
  if (next !== undefined)
    buttons.push(
      runButton(t('score.next', { versus: shortVersusText(next, t) }), 'match', { match: next.id }),
    );
  return [buttons];
}

const RETRYABLE = new Set(['unavailable', 'rate-limited', 'unauthorised']);

export async function outcomeReply(
  context: Context,
  reported: SentReport,
  result: WriteResult<Match>,
): Promise<Reply> {
  const { t } = context;
  const { report } = reported;
  // A retry reads the match first and shows its current score.
  const retryRows: ComponentRow[] = [
    [runButton(t('next.open'), 'match', { match: report.matchId }), againButton(report, t)],
  ];
  switch (result.outcome) {
    case 'done':
      return doneReply(context, reported, result.now);
    case 'refused': {
      const { failure } = result;
      const content = `${t('score.refused')}\n${platformFailure(failure, context)}`;
      const texts = [String(report.player1), String(report.player2)];
      const nextButton = RETRYABLE.has(failure.kind)
        ? againButton(report, t)
        : await changeButtonOf(context, report.matchId, texts);
      return { content, rows: [[nextButton]] };
    }
    case 'unknown': {
      if (result.now === undefined) return { content: t('score.lost'), rows: retryRows };
      const scores = scoresOf(result.now);
      if (scores === undefined) return { content: t('score.lostEmpty'), rows: retryRows };
      return { content: t('score.lostShows', { now: scoreText(scores, t) }), rows: retryRows };
    }
  }
}
