import type { Context, LinkedContext } from '../src/bot/command.ts';
import { encodeArgs } from '../src/bot/custom-id.ts';
import { because } from '../src/bot/failures.ts';
import { pendingMatches } from '../src/brackets/current.ts';
import { hasPlayer } from '../src/brackets/players.ts';
import type { Scores } from '../src/brackets/results.ts';
import { scoringOf } from '../src/brackets/scoring.ts';
import type { Bracket, Match } from '../src/platform/records.ts';
import { factLine } from '../src/replies/format.ts';
import { contextLabel, fixButton, scoreButton, stateMark, versusLabel } from '../src/replies/match.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { ReplyError, type Reply } from '../src/words/reply.ts';
import { scoreForm } from './score-form.ts';
import { checkMatch, readMatch, reporterOf, SCORES, type Report } from './score-question.ts';

/** Those whose score can be reported, in the order of /next. */
export const openMatches = (matches: readonly Match[]): Match[] =>
  pendingMatches(matches).filter((match) => match.id !== '' && scoringOf(match) === 'open');

/** The caller's open matches to choose from. */
export async function chooseOwn(context: LinkedContext, scores: Scores | undefined): Promise<Reply> {
  const { account, mention, platform, t } = context;
  const open = openMatches((await platform.userMatches(account.playerId, { shown: openMatches })).value);
  if (open.length === 0)
    throw new ReplyError('no-open-match', t('score.noneOpen', { score: mention('score') }));
  return chooseMatch(context, open, scores);
}

/** The caller's open matches of one tournament: its only one at once. */
export async function chooseIn(context: LinkedContext, tournamentId: string): Promise<Reply> {
  const { account, mention, platform, t } = context;
  const openIn = ({ rounds }: Bracket) =>
    openMatches(
      rounds.flatMap(({ matches }) => matches).filter((match) => hasPlayer(match, account.playerId)),
    );
  const { value } = await platform
    .bracket(tournamentId, { shown: openIn })
    .catch(because(['not-found'], t('score.noneHere', { next: mention('next') })));
  const open = openIn(value);
  const [only, ...others] = open;
  if (only === undefined)
    throw new ReplyError('no-open-match', t('score.noneHere', { next: mention('next') }));
  return others.length === 0 ? formReply(context, only.id) : chooseMatch(context, open, undefined);
}

/** Matches to choose from: with scores, the choice leads to the question, else to the form. */
function chooseMatch({ now, t }: Context, open: readonly Match[], scores: Scores | undefined): Reply {
  const options = open.map((one) => ({
    label: versusLabel(one, t),
    value: scores === undefined ? scoreForm.choice(one, t) : one.id,
    // Whatever tells it from the others.
    description: factLine([stateMark(one, now(), t), contextLabel(one, t)], t) || one.id,
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

function matchForm(context: Context, match: Match, by: Report['by']): Reply {
  const { now, t } = context;
  checkMatch(match, t);
  return {
    ...(by !== undefined && { content: t(`score.notPlaying.${by}`) }),
    embeds: [matchEmbed({ match, asOf: undefined, now: now() }, t)],
    rows: [[scoringOf(match) === 'open' ? scoreButton(match, t('score.enter'), t) : fixButton(match, t)]],
  };
}

/** A match with the button that asks for its scores. */
export async function formReply(context: LinkedContext, matchId: string): Promise<Reply> {
  const match = await readMatch(context, matchId);
  return matchForm(context, match, await reporterOf(context, match));
}

/**
 * The same for a press on a message that others see. Throws `ReplyError` for whoever neither plays in it nor organizes here: who
 * means to report it all the same types /score, and the platform decides.
 */
export async function pressedForm(context: LinkedContext, matchId: string): Promise<Reply> {
  const match = await readMatch(context, matchId);
  const by = await reporterOf(context, match);
  if (by === 'other') throw new ReplyError('not-your-match', context.t('score.notPlaying.other'));
  return matchForm(context, match, by);
}
