import type { ActionInput } from '../../src/bot/command.ts';
import type { Context, LinkedContext } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { isPlaying, playersMark } from '../../src/brackets/players.ts';
import { turned, type Scores } from '../../src/brackets/results.ts';
import { isKnockout, scoreFault, type ScoreFault } from '../../src/brackets/score-rules.ts';
import { scoringOf } from '../../src/brackets/scoring.ts';
import { isUnderWay } from '../../src/results/next-report.ts';
import { resultScores, winnerAlone } from '../../src/results/current-report.ts';
import { othersClaim } from '../../src/results/presser-role.ts';
import { areEqual } from '../../src/results/report.ts';
import type { Match } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { paragraphs } from '../../src/replies/format.ts';
import {
  outcomeLine,
  outcomeMarkup,
  outcomeQuestion,
  scoreEmbed,
  scoreText,
} from '../../src/replies/match.ts';
import { button, ReplyError, type ActionButton, type Reply } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';
import { standingIn } from '../shared/standing.ts';
import { unknownMatch } from '../shared/unknown.ts';
import { seenMarkup } from '../../src/replies/report-lines.ts';
import { changeButton, turnTo } from './form.ts';
import { pressInput, refusal } from './presser.ts';
import { anywayButton, ScoreReport, TICKET } from './report.ts';

export const readMatch = async (context: Context, matchId: string): Promise<Match> =>
  // Not from the cache: the question shows the current score.
  (await context.platform.match(matchId, { fresh: true }).catch(unknownMatch(context))).value;

/** What Confirm does, if more than report to the platform. Throws `ReplyError` for a report that would do nothing. */
async function wayOf(context: LinkedContext, match: Match, scores: Scores) {
  const { results, t } = context;
  const press = { press: 'score', scores } as const;
  const { step, report, role } = await results.preview(await pressInput(context, { ...press, match }));
  if ('refused' in step) throw await refusal(context, match, { why: step.refused, report, role, ...press });
  const isReport = step.to === 'written' || step.to === 'open';
  if (isReport && !isUnderWay(report) && areEqual(resultScores(match), scores))
    throw await refusal(context, match, { why: 'stands', report, role, ...press });
  if (step.to === 'written' || step.to === 'ruled') return { to: step.to };
  const others = othersClaim(report, role)?.scores;
  const outcome =
    others === undefined ? report && seenMarkup(match, report, t) : outcomeMarkup(match, others, t);
  return { to: step.to, text: t(`results.ways.${step.to}`, { outcome: outcome ?? '' }) };
}

/** What happens to the match's result, if it has one. */
function replacesText(now: Match, after: Scores, to: string, t: Translate): string | undefined {
  const before = resultScores(now);
  // The organizers decide about a disputed one.
  if (before === undefined || areEqual(before, after) || to === 'disputed') return undefined;
  return t(to === 'open' ? 'score.wouldReplace' : 'score.replaces', {
    before: scoreText(before, t),
    after: scoreText(after, t),
  });
}

/** The confirmation, with the current score of the match. */
async function question(context: LinkedContext, report: ScoreReport, now: Match): Promise<Reply> {
  const { tickets, t } = context;
  const { by } = report;
  const way = await wayOf(context, now, report);
  const overWinner = winnerAlone(now);
  const note = paragraphs(
    replacesText(now, report, way.to, t),
    overWinner && t('results.states.website', { outcome: outcomeLine(now, { winner: overWinner }, t) }),
    outcomeQuestion(now, report, t),
    way.text,
  );
  const seen = { over: resultScores(now), overWinner, mark: playersMark(now) };
  const ticket = await tickets.keep(present({ ...report, ...seen }));
  const args = encodeArgs(TICKET, { ticket });
  return {
    ...present({ content: by && t(`score.notPlaying.${by}`) }),
    embeds: [scoreEmbed({ title: t('score.title'), match: now, scores: report, note }, t)],
    rows: [
      [
        by === 'other'
          ? button(t('score.confirmAnyway'), 'score:confirm', { args })
          : button(t('score.confirm'), 'score:confirm', { args, style: 'success' }),
        button(t('score.swap'), 'score:swap', { args }),
        button(t('score.cancel'), 'score:cancel', { args }),
      ],
    ],
  };
}

function faultText(fault: ScoreFault, scores: Scores, t: Translate): string {
  if (fault.rule !== 'bestOf') return t(`score.faults.${fault.rule}`);
  const { draw, ...rule } = fault;
  const vars = { ...rule, score: scoreText(scores, t) };
  return draw === undefined
    ? t('score.faults.bestOf', vars)
    : t('score.faults.bestOfOrDraw', { ...vars, draw: scoreText({ player1: draw, player2: draw }, t) });
}

/** `false` if it cannot be read: then the platform decides. */
async function isKnockoutMatch({ platform }: Context, { id, tournament }: Match): Promise<boolean> {
  if (tournament?.id === undefined) return false;
  const [bracket, record] = await Promise.all([
    platform.bracket(tournament.id, FAST_READ_ONCE).catch(() => undefined),
    platform.tournament(tournament.id, FAST_READ_ONCE).catch(() => undefined),
  ]);
  return bracket !== undefined && isKnockout(id, bracket.value, record?.value.format);
}

/** Throws `ReplyError` for a match whose score cannot be reported. */
export function checkMatch(match: Match, t: Translate): void {
  const scoring = scoringOf(match);
  if (scoring !== 'open' && scoring !== 'decided')
    throw new ReplyError('no-open-match', t(`score.nothing.${scoring}`));
}

/** Below a doubtful score: `again` asks for another one, `anyway` accepts it. */
interface DoubtButtons {
  again: () => ActionButton | Promise<ActionButton>;
  anyway: () => ActionButton | Promise<ActionButton>;
}

/** Throws `ReplyError` for a score that the match is unlikely to have. A negative one is never accepted. */
export async function checkScore(
  context: Context,
  report: Scores,
  now: Match,
  { again, anyway }: DoubtButtons,
): Promise<void> {
  const { t } = context;
  const isDraw = report.player1 === report.player2;
  const fault = scoreFault(report, {
    bestOf: now.bestOf,
    isKnockout: isDraw && (await isKnockoutMatch(context, now)),
  });
  if (fault === undefined) return;
  const rows = [[await again(), ...(fault.rule === 'negative' ? [] : [await anyway()])]];
  throw new ReplyError('bad-score', { content: faultText(fault, report, t), rows }, { inPlace: true });
}

/** The reporter's role, if they are not a player of the match. `undefined` also if that is unknown: then the platform decides. */
export async function reporterOf(context: LinkedContext, match: Match): Promise<ScoreReport['by']> {
  const { account, mention, place, t } = context;
  if (isPlaying(match, account.playerId) !== false) return undefined;
  const { isOrganizer, isTeammate } = await standingIn(context, match);
  if (isTeammate !== false) return undefined;
  if (place.serverId === undefined)
    throw new ReplyError('not-your-match', t('score.notPlaying.direct', { score: mention('score') }));
  return isOrganizer ? 'organizer' : 'other';
}

/** Asks to confirm a report. `isSure`: the reporter saw that its score is doubtful. */
export async function ask(
  context: LinkedContext,
  { matchId, mark, ...typed }: ScoreReport,
  { isSure = false }: { isSure?: boolean } = {},
): Promise<Reply> {
  const { t } = context;
  const now = await readMatch(context, matchId);
  checkMatch(now, t);
  const report = { matchId, mark: playersMark(now), ...turnTo(now, mark, t)(typed) };
  const texts = [String(report.player1), String(report.player2)];
  const doubt = { again: () => changeButton(now, texts, t), anyway: () => anywayButton(report, t) };
  if (!isSure || Math.min(report.player1, report.player2) < 0) await checkScore(context, report, now, doubt);
  return question(context, { ...report, by: await reporterOf(context, now) }, now);
}

/** The report of a ticket. `take` spends it: only one of a double click, or of Confirm and Swap, succeeds. */
export async function reportOf(
  { tickets, args, t }: Context & ActionInput<typeof TICKET>,
  how: 'read' | 'take',
): Promise<ScoreReport> {
  const parsed = ScoreReport.safeParse(await tickets[how](args.ticket));
  if (parsed.success) return parsed.data;
  throw new ReplyError('handled-already', t('score.handled'));
}

/** Asks again with the scores swapped. The ticket is spent after the match was read, so that the buttons work after a failure. */
export async function swap(context: LinkedContext & ActionInput<typeof TICKET>): Promise<Reply> {
  const { matchId, mark } = await reportOf(context, 'read');
  const now = await readMatch(context, matchId);
  const turn = turnTo(now, mark, context.t);
  const report = await reportOf(context, 'take');
  return question(context, { ...report, ...turned(turn(report)) }, now);
}
