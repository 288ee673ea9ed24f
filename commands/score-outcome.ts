import type { Context } from '../src/bot/command.ts';
import { platformFailure } from '../src/bot/failures.ts';
import { scoresOf, type Scores } from '../src/brackets/results.ts';
import type { Match, WriteResult } from '../src/platform/records.ts';
import { present } from '../src/present.ts';
import { announcement, fixButton, resultEmbed, scoreText, shortVersusText } from '../src/replies/match.ts';
import {
  runButton,
  type ActionButton,
  type Announcing,
  type Reply,
  type ComponentRow,
} from '../src/words/reply.ts';
import { openMatches } from './score-choice.ts';
import { changeButtonOf } from './score-form.ts';
import { againButton, type Report } from './score-question.ts';

/** A report that was made, and what was begun before it. */
interface Reported {
  report: Report;
  announcing: Announcing;
}

const same = (a: Scores | undefined, b: Scores): boolean =>
  a?.player1 === b.player1 && a.player2 === b.player2;

/** What a report that the platform took did, told from what the match holds now. */
async function doneReply(
  context: Context,
  { report, announcing }: Reported,
  now: Match | undefined,
): Promise<Reply> {
  const { caller, self, t } = context;
  if (now === undefined) return { content: t('score.accepted') };
  const held = scoresOf(now);
  if (held === undefined) return { content: t('score.noScoreYet') };
  const embeds = [resultEmbed(now, held, t)];
  if (!same(held, report)) return { content: t('score.differs'), embeds };
  const isNameable = await self.isNameable();
  const post = (by: 'reportedBy' | 'correctedBy', before?: Scores) => {
    const note = isNameable ? t(`score.${by}`, { member: `<@${caller.discordId}>` }) : undefined;
    return announcement({ match: now, scores: held, note, ...present({ before }) }, t);
  };
  return {
    content: t('score.done'),
    embeds,
    announce: {
      matchId: report.matchId,
      scores: held,
      post: post('reportedBy'),
      corrected: (before) => post('correctedBy', before),
      announcing,
    },
  };
}

/** Beneath what was reported: a way to fix it, and the reporter's next open match. */
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

const worthRetrying = new Set(['unavailable', 'rate-limited', 'unauthorised']);

export async function outcomeReply(
  context: Context,
  reported: Reported,
  written: WriteResult<Match>,
): Promise<Reply> {
  const { t } = context;
  const { report } = reported;
  // Asking again reads the match first, and shows what it holds.
  const unsure: ComponentRow[] = [
    [runButton(t('next.open'), 'match', { match: report.matchId }), againButton(report, t)],
  ];
  switch (written.outcome) {
    case 'done':
      return doneReply(context, reported, written.now);
    case 'refused': {
      const { failure } = written;
      const content = `${t('score.refused')}\n${platformFailure(failure, context)}`;
      const texts = [String(report.player1), String(report.player2)];
      const leadsOn = worthRetrying.has(failure.kind)
        ? againButton(report, t)
        : await changeButtonOf(context, report.matchId, texts);
      return { content, rows: [[leadsOn]] };
    }
    case 'unknown': {
      if (written.now === undefined) return { content: t('score.lost'), rows: unsure };
      const held = scoresOf(written.now);
      if (held === undefined) return { content: t('score.lostEmpty'), rows: unsure };
      return { content: t('score.lostShows', { now: scoreText(held, t) }), rows: unsure };
    }
  }
}
