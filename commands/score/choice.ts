import type { Context, LinkedContext } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { because, emptyIfNotFound } from '../../src/bot/failures.ts';
import { pendingMatches } from '../../src/brackets/current.ts';
import { hasPlayer } from '../../src/brackets/players.ts';
import type { Scores } from '../../src/brackets/results.ts';
import { scoringOf } from '../../src/brackets/scoring.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { factLine } from '../../src/replies/format.ts';
import { contextLabel, stateMark, versusLabel } from '../../src/replies/match.ts';
import { fixButton, formValue, scoreButton } from '../../src/replies/score-forms.ts';
import { matchEmbed } from '../../src/replies/matches.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { decidedReply } from '../shared/decided.ts';
import { checkMatch, readMatch, reporterOf } from './question.ts';
import { SCORES, type ScoreReport } from './report.ts';

/** The matches whose score can be reported, in the order of /next. */
export const openMatches = (matches: readonly Match[]): Match[] =>
  pendingMatches(matches).filter((match) => match.id !== '' && scoringOf(match) === 'open');

/** The caller's open matches to choose from. */
export async function chooseOwn(context: LinkedContext, scores: Scores | undefined): Promise<Reply> {
  const { account, mention, platform, t } = context;
  const { value } = await platform
    .userMatches(account.playerId, { shown: openMatches })
    .catch(emptyIfNotFound([]));
  const open = openMatches(value);
  if (open.length === 0)
    throw new ReplyError('no-open-match', t('score.noneOpen', { score: mention('score') }));
  return chooseMatch(context, open, scores);
}

/** The caller's open matches of one tournament; a single one opens at once. */
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

/** Matches to choose from. With scores, the choice leads to the confirmation, else to the form. */
function chooseMatch({ now, t }: Context, open: readonly Match[], scores: Scores | undefined): Reply {
  const options = open.map((one) => ({
    label: versusLabel(one, t),
    value: scores === undefined ? formValue(scoreButton(one, '', t)) : one.id,
    // The id distinguishes a match without other facts.
    description: factLine([stateMark(one, now(), t), contextLabel(one, t)], t) || one.id,
  }));
  const select = { kind: 'select', placeholder: t('score.choose'), options } as const;
  return {
    content: t('score.which'),
    rows: [
      scores === undefined
        ? { ...select, action: 'score:enter' }
        : { ...select, action: 'score:pick', args: encodeArgs(SCORES, scores) },
    ],
  };
}

/** `isAgain`: its button always opens the form. */
function matchForm(
  context: Context,
  match: Match,
  { by, isAgain = false }: { by: ScoreReport['by']; isAgain?: boolean },
): Reply {
  const { now, t } = context;
  checkMatch(match, t);
  const form = scoringOf(match) === 'open' ? scoreButton(match, t('score.enter'), t) : fixButton(match, t);
  return {
    ...present({ content: by && t(`score.notPlaying.${by}`) }),
    embeds: [matchEmbed({ match, asOf: undefined, now: now() }, t)],
    rows: [[isAgain ? { ...form, action: 'score:formAgain' } : form]],
  };
}

/** A match with the button that asks for its scores. */
export async function formReply(context: LinkedContext, matchId: string): Promise<Reply> {
  const match = await readMatch(context, matchId);
  return matchForm(context, match, { by: await reporterOf(context, match) });
}

/**
 * Answers a press on a message instead of the form: with the form's button, or with the result. `isFix`: the form corrects a
 * result. Throws `ReplyError` for members who neither play in the match nor organize here; they may still use /score, where the
 * platform decides.
 */
export async function pressedForm(
  context: LinkedContext,
  { matchId, isFix }: { matchId: string; isFix: boolean },
): Promise<Reply> {
  const match = await readMatch(context, matchId);
  if (!isFix && scoringOf(match) === 'decided') return decidedReply(context, match);
  const by = await reporterOf(context, match);
  if (by === 'other') throw new ReplyError('not-your-match', context.t('score.notPlaying.other'));
  return matchForm(context, match, { by, isAgain: true });
}
