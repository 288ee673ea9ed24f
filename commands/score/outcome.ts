import type { Context, LinkedContext } from '../shared/define.ts';
import { platformFailure } from '../../src/bot/failures.ts';
import { isPlaying, playersMark } from '../../src/brackets/players.ts';
import { scoresOf, type Scores } from '../../src/brackets/results.ts';
import { scoringOf } from '../../src/brackets/scoring.ts';
import type { WriteResult } from '../../src/platform/write-result.ts';
import { present } from '../../src/present.ts';
import type { Match } from '../../src/reading/records.ts';
import { resultEmbed, scoreText, shortOpponentText } from '../../src/replies/match.ts';
import { lines } from '../../src/replies/format.ts';
import { confirmButton, scoreButton } from '../../src/replies/score-forms.ts';
import { changeRulingButton } from '../../src/replies/rulings.ts';

import type { SettledResult } from '../../src/results/show-result.ts';
import type { SettledPress } from '../../src/results/create-results.ts';
import { areEqual, type Report } from '../../src/results/report.ts';
import { reportScores } from '../../src/replies/report-view.ts';
import {
  button,
  runButton,
  type ActionButton,
  type Reply,
  type ComponentRow,
} from '../../src/message/reply.ts';
import { openMatches } from './choice.ts';
import { changeButtonOf } from './form.ts';
import type { Settling } from './presser.ts';
import { againButton } from './report.ts';
import { pressArgs } from './stored-press.ts';

interface DoneReply {
  reply: Reply;
  /** Absent if the channel shows nothing. */
  shown?: SettledResult | undefined;
}

/** After a report: the button to correct it, and the reporter's next open match. */
async function afterRows(
  { platform, t }: Context,
  playerId: string,
  { match, scores }: { match: Match; scores: Scores },
): Promise<ComponentRow[]> {
  const texts = [String(scores.player1), String(scores.player2)];
  const buttons: ActionButton[] = [scoreButton(match, t('match.fix'), t, { style: 'secondary', texts })];
  const nextIn = (own: Match[]) => openMatches(own.filter(({ id }) => id !== match.id)).slice(0, 1);
  const own = await platform.userMatches(playerId, { shown: nextIn }).catch(() => undefined);
  const [next] = nextIn(own?.value ?? []);
  if (next !== undefined)
    buttons.push(
      runButton(t('score.next', { opponent: shortOpponentText(next, playerId, t) }), 'match', {
        match: next.id,
      }),
    );
  return [buttons];
}

/** A report with the score that the platform shows. */
function withScores(report: Report, scores: Scores): Report {
  if (report.ruling !== undefined) return { ...report, ruling: { ...report.ruling, scores } };
  return report.claim === undefined ? report : { ...report, claim: { ...report.claim, scores } };
}

/** The answer to a press that was done, from the current record of the match. */
export async function doneReply(
  context: LinkedContext,
  match: Match,
  { report, result, isTold, areFilesLost }: Extract<SettledPress, { kind: 'done' }>,
): Promise<DoneReply> {
  const { account, platform, t } = context;
  const { state } = report;
  const reported = reportScores(report);
  if (state === 'disputed') {
    const content = lines(
      t(isTold ? 'results.done.disputed' : 'results.done.disputedUntold'),
      areFilesLost ? t('results.unpostedScreenshots') : undefined,
    );
    return { reply: { content }, shown: reported && { match, report, scores: reported } };
  }
  if (state === 'ruled' && report.ruling?.scores === undefined) {
    const scores = reported ?? report.claim?.scores;
    return { reply: { content: t('results.done.left') }, shown: scores && { match, report, scores } };
  }
  if (reported === undefined) return { reply: { content: t('score.accepted') } };
  if (state === 'open') {
    const embeds = [resultEmbed(match, reported, t)];
    const rows = await afterRows(context, account.playerId, { match, scores: reported });
    return {
      reply: { content: t('results.done.open'), embeds, rows },
      shown: { match, report, scores: reported },
    };
  }
  const now = result?.now && (await platform.nameMatch(result.now));
  const scores = now && scoresOf(now);
  const isShown = scores !== undefined && areEqual(scores, reported);
  const rows =
    state === 'ruled'
      ? [[changeRulingButton(match, t)]]
      : await afterRows(context, account.playerId, { match: now ?? match, scores: scores ?? reported });
  // What stood already was not written.
  const standing = result === undefined ? reported : scores;
  const reply = (content: string): Reply => ({
    content,
    ...present({ embeds: standing && [resultEmbed(now ?? match, standing, t)] }),
    rows,
  });
  const written = result === undefined ? { match, report, scores: reported } : undefined;
  const shown =
    scores === undefined ? written : { match: now ?? match, report: withScores(report, scores), scores };
  if (result !== undefined && !isShown) {
    const why = now === undefined ? 'accepted' : scores === undefined ? 'noScoreYet' : 'differs';
    // An agreement or a ruling is shown even if the platform does not have it.
    return {
      reply: reply(t(`score.${why}`)),
      shown: state === 'written' ? undefined : (shown ?? { match, report, scores: reported }),
    };
  }
  return { reply: reply(t(state === 'written' ? 'score.done' : `results.done.${state}`)), shown };
}

/** The match record's current reason why it takes no score. */
async function knownReason(
  { platform, t }: Context,
  { id }: Match,
  { kind }: Extract<WriteResult<Match>, { outcome: 'refused' }>['failure'],
): Promise<string | undefined> {
  if (RETRYABLE.has(kind)) return undefined;
  const now = (await platform.match(id, { fresh: true }).catch(() => undefined))?.value;
  const scoring = now === undefined ? 'open' : scoringOf(now);
  return scoring === 'open' || scoring === 'decided' ? undefined : t(`score.nothing.${scoring}`);
}

const RETRYABLE = new Set(['unavailable', 'rate-limited', 'unauthorised']);

/** The button that repeats a failed press. */
async function retryOf({ t, tickets }: LinkedContext, settling: Settling): Promise<ActionButton> {
  const {
    match,
    mark = playersMark(match),
    opened,
    press,
    scores = { player1: 0, player2: 0 },
    reason,
  } = settling;
  if (press === 'score') return againButton({ matchId: match.id, mark, ...scores }, t);
  if (press === 'confirm') return confirmButton(match, settling.scores, t);
  const args = await pressArgs(tickets, { match, mark, press, scores, reason, opened });
  return button(t('failure.retry'), 'score:insist', { args });
}

/** A write that failed, or whose outcome is unknown. A retry reads the match first. */
export async function failedReply(
  context: LinkedContext,
  settling: Settling,
  result: Exclude<WriteResult<Match>, { outcome: 'done' }>,
): Promise<Reply> {
  const { account, t } = context;
  const { match, press, scores: reported } = settling;
  const retry = await retryOf(context, settling);
  if (result.outcome === 'refused') {
    const { failure } = result;
    const what =
      press === 'confirm'
        ? 'results.failed.agreed'
        : press === 'rule' || press === 'leave'
          ? 'results.failed.ruled'
          : 'score.refused';
    // The platform has its own organizers and does not know the server's.
    const lacksRights = failure.kind === 'forbidden' && isPlaying(match, account.playerId) === false;
    const content = lines(
      t(what),
      await knownReason(context, match, failure),
      platformFailure(failure, context),
      lacksRights ? t('results.failed.rights') : undefined,
    );
    const isTyped = press === 'score' && !RETRYABLE.has(failure.kind);
    const texts = [String(reported?.player1 ?? ''), String(reported?.player2 ?? '')];
    return { content, rows: [[isTyped ? await changeButtonOf(context, match.id, texts) : retry]] };
  }
  const rows: ComponentRow[] = [[runButton(t('next.open'), 'match', { match: match.id }), retry]];
  if (result.now === undefined) return { content: t('score.lost'), rows };
  const scores = scoresOf(result.now);
  if (scores === undefined) return { content: t('score.lostEmpty'), rows };
  return { content: t('score.lostShows', { now: scoreText(scores, t) }), rows };
}
