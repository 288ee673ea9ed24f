import { z } from 'zod';
import { action, defineCommand, type ActionInput, type Context } from '../src/bot/command.ts';
import { runArgs } from '../src/bot/custom-id.ts';
import { because, platformFailure } from '../src/bot/failures.ts';
import { Refusal, type ActionButton, type Reply, type Row } from '../src/bot/reply.ts';
import type { Match, Written } from '../src/platform/records.ts';

import { scoreEmbed, scoresOf, scoreText, shortVersus, type Scores } from '../src/replies/match.ts';
import { plain } from '../src/words/plain.ts';
import { match } from './options.ts';

/** What the question is about; kept in the store, so that its answer counts once, in any process, also after a restart. */
const Report = z.object({ matchId: z.string(), player1: z.number(), player2: z.number() });
type Report = z.infer<typeof Report>;

const button = (
  action: ActionButton['action'],
  label: string,
  ticket: string,
  style?: ActionButton['style'],
) => ({ kind: 'action', action, label, args: [ticket], ...(style && { style }) }) as const;

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
  const ticket = await tickets.keep(report);
  return {
    embeds: [scoreEmbed({ title: t('score.title'), match: now, scores: report, note }, t)],
    rows: [
      [
        button('score:confirm', t('score.confirm'), ticket, 'success'),
        button('score:swap', t('score.swap'), ticket),
        button('score:cancel', t('score.cancel'), ticket),
      ],
    ],
  };
}

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
function doneReply({ caller, platformName, t }: Context, report: Report, now: Match | undefined): Reply {
  const platform = plain(platformName);
  if (now === undefined) return { content: t('score.accepted', { platform }) };
  const held = scoresOf(now);
  if (held === undefined) return { content: t('score.noScoreYet', { platform }) };
  const shown = (title: string, note?: string) =>
    scoreEmbed({ title, match: now, scores: held, ...(note && { note }) }, t);
  if (!same(held, report))
    return { content: t('score.differs', { platform }), embeds: [shown(t('score.announced'))] };
  const note = t('score.reportedBy', { member: `<@${caller.discordId}>` });
  return {
    content: t('score.done', { platform }),
    embeds: [shown(t('score.announced'))],
    announce: { embeds: [shown(t('score.announced'), note)] },
  };
}

/** A button for the reporter's next open match, where they have one. */
async function nextMatchRows({ platform, t }: Context, playerId: string, reportedId: string): Promise<Row[]> {
  const own = (await platform.userMatches(playerId).catch(() => undefined))?.value ?? [];
  const next = own.find(
    (one) =>
      one.id !== reportedId &&
      (one.phase === 'open' || one.phase === 'running') &&
      one.sides.every((side) => side.player !== undefined),
  );
  if (next === undefined) return [];
  return [
    [
      {
        kind: 'action',
        label: t('score.next', { versus: shortVersus(next, t) }),
        action: 'match:run',
        args: runArgs({ match: next.id }),
      },
    ],
  ];
}

const worthRetrying = new Set(['unavailable', 'rate-limited', 'unauthorised']);

async function outcomeReply(context: Context, report: Report, written: Written<Match>): Promise<Reply> {
  const { platformName, tickets, t } = context;
  const platform = plain(platformName);
  switch (written.outcome) {
    case 'done':
      return doneReply(context, report, written.now);
    case 'refused': {
      const content = `${t('score.refused', { platform })}\n${platformFailure(written.failure, context)}`;
      if (!worthRetrying.has(written.failure.kind)) return { content };
      return { content, rows: [[button('score:again', t('score.retry'), await tickets.keep(report))]] };
    }
    case 'unknown': {
      if (written.now === undefined) return { content: t('score.lost', { platform }) };
      const held = scoresOf(written.now);
      return {
        content:
          held === undefined
            ? t('score.lostEmpty', { platform })
            : t('score.lostShows', { platform, now: scoreText(held, t) }),
      };
    }
  }
}

/** Numbers as people type them into a form. */
function formScores({ fields, t }: Context & ActionInput): Scores {
  const [player1, player2] = ['first', 'second'].map((name) => {
    const text = fields[name]?.trim() ?? '';
    // Whether it makes sense (a draw, a negative number) is the platform's to say.
    if (!/^[-+]?\d{1,9}$/.test(text))
      throw new Refusal('bad-score', t('score.notANumber', { text: plain(text, 40) }));
    return Number(text);
  });
  return { player1: player1 ?? 0, player2: player2 ?? 0 };
}

export default defineCommand({
  name: 'score',
  audience: 'private',
  needs: 'account',
  options: {
    match,
    player1_score: { type: 'integer', required: true },
    player2_score: { type: 'integer', required: true },
  },
  async run(context) {
    const { match: matchId, player1_score: player1, player2_score: player2 } = context.options;
    return question(context, { matchId, player1, player2 }, await readMatch(context, matchId));
  },
  actions: {
    form: {
      press: 'anyone',
      answers: 'modal',
      open({ args: [matchId = '', first, second], t }) {
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
    },
    ask: action({
      press: 'anyone',
      answers: 'reply',
      needs: 'account',
      async run(context) {
        const matchId = context.args[0] ?? '';
        const scores = formScores(context);
        return question(context, { matchId, ...scores }, await readMatch(context, matchId));
      },
    }),
    confirm: action({
      press: 'caller',
      answers: 'update',
      needs: 'account',
      writes: true,
      async run(context) {
        const report = await reportOf(context, 'take');
        const written = await context.account.platform.reportScore(report.matchId, report);
        const reply = await outcomeReply(context, report, written);
        if (written.outcome !== 'done') return reply;
        return { ...reply, rows: await nextMatchRows(context, context.account.playerId, report.matchId) };
      },
    }),
    swap: action({
      press: 'caller',
      answers: 'update',
      run: (context) =>
        askAgain(context, (report) => ({ ...report, player1: report.player2, player2: report.player1 })),
    }),
    again: action({
      press: 'caller',
      answers: 'update',
      run: (context) => askAgain(context, (report) => report),
    }),
    cancel: action({
      press: 'caller',
      answers: 'update',
      async run(context) {
        await reportOf(context, 'take');
        return { content: context.t('score.cancelled') };
      },
    }),
  },
});
