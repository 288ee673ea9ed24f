import { z } from 'zod';
import { encodeArgs } from '../src/bot/custom-id.ts';
import { action, defineCommand, type ActionInput, type Context } from '../src/bot/command.ts';
import { because, platformFailure } from '../src/bot/failures.ts';
import { resultName, scoresOf, type Scores } from '../src/brackets/results.ts';
import type { Match, WriteResult } from '../src/platform/records.ts';
import { factLine } from '../src/replies/format.ts';
import {
  announcement,
  contextLabel,
  scoreButton,
  scoreEmbed,
  scoreText,
  shortVersus,
  stateMark,
  versusText,
} from '../src/replies/match.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { button, Refusal, runButton, type ActionButton, type Reply, type Row } from '../src/words/reply.ts';
import { isOpen, match } from './match-option.ts';
import { scoreForm } from './score-form.ts';

/** What the question is about; kept in the store, so that its answer counts once, in any process, also after a restart. */
const Report = z.object({ matchId: z.string(), player1: z.number(), player2: z.number() });
type Report = z.infer<typeof Report>;

const readMatch = async ({ platform, t }: Context, matchId: string): Promise<Match> =>
  // Past what is kept: the question shows what the match holds now.
  (await platform.match(matchId, { fresh: true }).catch(because(['not-found'], t('score.unknown')))).value;

/** The question, with what the match holds now. */
async function question({ tickets, t }: Context, report: Report, now: Match): Promise<Reply> {
  const before = scoresOf(now);
  const note =
    before === undefined
      ? t('score.asks')
      : t('score.replaces', { before: scoreText(before, t), after: scoreText(report, t) });
  const args = [await tickets.keep(report)];
  return {
    embeds: [scoreEmbed({ title: t('score.title'), match: now, scores: report, note }, t)],
    rows: [
      [
        button(t('score.confirm'), 'score:confirm', { args, style: 'success' }),
        button(t('score.swap'), 'score:swap', { args }),
        button(t('score.cancel'), 'score:cancel', { args }),
      ],
    ],
  };
}

/** The question about a match that has to be read first. */
const ask = async (context: Context, report: Report): Promise<Reply> =>
  question(context, report, await readMatch(context, report.matchId));

/** What a question's ticket holds. With `take` it is spent: of a double click, or of Confirm and Swap at once, one goes on. */
async function reportOf({ tickets, args, t }: Context & ActionInput, how: 'read' | 'take'): Promise<Report> {
  const kept = Report.safeParse(await tickets[how](args[0] ?? ''));
  if (kept.success) return kept.data;
  throw new Refusal('handled-already', t('score.handled'));
}

/** The question asked anew. The ticket is spent only once the match could be read: a failure leaves the buttons working. */
async function askAgain(context: Context & ActionInput, change: (report: Report) => Report): Promise<Reply> {
  const now = await readMatch(context, (await reportOf(context, 'read')).matchId);
  return question(context, change(await reportOf(context, 'take')), now);
}

const same = (a: Scores | undefined, b: Scores): boolean =>
  a?.player1 === b.player1 && a.player2 === b.player2;

/** What a report that the platform took did, told from what the match holds now. */
async function doneReply(context: Context, report: Report, now: Match | undefined): Promise<Reply> {
  const { caller, self, t } = context;
  if (now === undefined) return { content: t('score.accepted') };
  const held = scoresOf(now);
  if (held === undefined) return { content: t('score.noScoreYet') };
  const embeds = [scoreEmbed({ title: t('score.announced'), match: now, scores: held }, t)];
  if (!same(held, report)) return { content: t('score.differs'), embeds };
  const note = (await self.isNameable())
    ? t('score.reportedBy', { member: `<@${caller.discordId}>` })
    : undefined;
  return {
    content: t('score.done'),
    embeds,
    announce: { ...announcement({ match: now, scores: held, note }, t), result: resultName(now, held) },
  };
}

/** Beneath what was reported: a way to correct it, and the reporter's next open match. */
async function afterRows(
  { platform, t }: Context,
  playerId: string,
  reported: { matchId: string; now: Match | undefined },
): Promise<Row[]> {
  const buttons: ActionButton[] = [];
  if (reported.now !== undefined)
    buttons.push({ ...scoreButton(reported.now, t('score.correct'), t), style: 'secondary' });
  const nextIn = (own: Match[]) =>
    own.filter((one) => one.id !== reported.matchId && isOpen(one)).slice(0, 1);
  const own = await platform.userMatches(playerId, { shown: nextIn }).catch(() => undefined);
  const [next] = nextIn(own?.value ?? []);
  if (next !== undefined)
    buttons.push(runButton(t('score.next', { versus: shortVersus(next, t) }), 'match', { match: next.id }));
  return [buttons];
}

/** A match as a write found it, with its names. */
const named = async ({ platform }: Context, written: WriteResult<Match>): Promise<WriteResult<Match>> =>
  written.now === undefined ? written : { ...written, now: await platform.nameMatch(written.now) };

const worthRetrying = new Set(['unavailable', 'rate-limited', 'unauthorised']);

async function outcomeReply(context: Context, report: Report, written: WriteResult<Match>): Promise<Reply> {
  const { tickets, t } = context;
  switch (written.outcome) {
    case 'done':
      return doneReply(context, report, written.now);
    case 'refused': {
      const content = `${t('score.refused')}\n${platformFailure(written.failure, context)}`;
      if (!worthRetrying.has(written.failure.kind)) return { content };
      const args = [await tickets.keep(report)];
      return { content, rows: [[button(t('score.retry'), 'score:again', { args })]] };
    }
    case 'unknown': {
      if (written.now === undefined) return { content: t('score.lost') };
      const held = scoresOf(written.now);
      if (held === undefined) return { content: t('score.lostEmpty') };
      return { content: t('score.lostShows', { now: scoreText(held, t) }) };
    }
  }
}

/** The caller's open matches to choose from: with scores, the choice leads to the question, else to the form. */
async function chooseMatch(
  { mention, now, platform, t }: Context,
  playerId: string,
  scores: Scores | undefined,
): Promise<Reply> {
  const openIn = (own: Match[]) => own.filter(isOpen);
  const open = openIn((await platform.userMatches(playerId, { shown: openIn })).value);
  if (open.length === 0) throw new Refusal('no-open-match', t('score.noneOpen', { score: mention('score') }));
  const options = open.map((one) => ({
    label: versusText(one, t),
    value: scores === undefined ? scoreForm.choice(one, t) : one.id,
    description: factLine([stateMark(one, now(), t), contextLabel(one, t)], t),
  }));
  const select = { kind: 'select', placeholder: t('score.choose'), options } as const;
  return {
    content: t('score.which'),
    rows: [
      scores === undefined
        ? { ...select, action: 'score:form' }
        : { ...select, action: 'score:pick', args: encodeArgs(SCORES, scores) },
    ],
  };
}

/** A match with the button that asks for its scores. */
async function formReply(context: Context, matchId: string): Promise<Reply> {
  const { t } = context;
  const now = await readMatch(context, matchId);
  return {
    embeds: [matchEmbed({ match: now, asOf: undefined }, t)],
    rows: [[scoreButton(now, t('score.enter'), t)]],
  };
}

const SCORES = { player1: 'integer', player2: 'integer' } as const;

export default defineCommand({
  name: 'score',
  audience: 'private',
  needs: 'account',
  options: {
    match: match({ required: false }),
    player1_score: { type: 'integer' },
    player2_score: { type: 'integer' },
  },
  async run(context) {
    const { match: matchId, player1_score: player1, player2_score: player2 } = context.options;
    // One alone asks for both again.
    const scores = player1 === undefined || player2 === undefined ? undefined : { player1, player2 };
    if (matchId === undefined) return chooseMatch(context, context.account.playerId, scores);
    if (scores === undefined) return formReply(context, matchId);
    return ask(context, { matchId, ...scores });
  },
  actions: {
    form: {
      press: 'anyone',
      answers: 'modal',
      needs: 'account',
      open: (input) => scoreForm.open(input),
    },
    pick: action({
      press: 'caller',
      needs: 'account',
      args: SCORES,
      async run(context) {
        const matchId = context.values[0] ?? '';
        const { player1 = 0, player2 = 0 } = context.args;
        return ask(context, { matchId, player1, player2 });
      },
    }),
    ask: action({
      press: 'anyone',
      answers: 'reply',
      needs: 'account',
      async run(context) {
        const matchId = context.args[0] ?? '';
        return ask(context, { matchId, ...scoreForm.read(context) });
      },
    }),
    confirm: action({
      press: 'caller',
      needs: 'account',
      writes: true,
      async run(context) {
        const report = await reportOf(context, 'take');
        const written = await named(
          context,
          await context.account.platform.reportScore(report.matchId, report),
        );
        const reply = await outcomeReply(context, report, written);
        if (written.outcome !== 'done') return reply;
        const reported = { matchId: report.matchId, now: written.now };
        return { ...reply, rows: await afterRows(context, context.account.playerId, reported) };
      },
    }),
    swap: action({
      press: 'caller',
      run: (context) =>
        askAgain(context, (report) => ({ ...report, player1: report.player2, player2: report.player1 })),
    }),
    again: action({
      press: 'caller',
      run: (context) => askAgain(context, (report) => report),
    }),
    cancel: action({
      press: 'caller',
      async run(context) {
        await reportOf(context, 'take');
        return { content: context.t('score.cancelled') };
      },
    }),
  },
});
