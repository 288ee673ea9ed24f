import { beginAnnouncing, cancelAnnouncing } from '../../src/bot/announce.ts';
import type { LinkedContext } from '../../src/bot/command.ts';
import { isPlatformError } from '../../src/bot/failures.ts';
import { hidesResults } from '../../src/guilds/spoilers.ts';
import type { Scores } from '../../src/brackets/results.ts';
import { present } from '../../src/present.ts';
import type { Match } from '../../src/reading/records.ts';
import { isUnderWay, type PressPlace } from '../../src/results/next-report.ts';
import type { SettledPress } from '../../src/results/create-results.ts';
import { isUnwritten, type Report } from '../../src/results/report.ts';
import { scoreText } from '../../src/replies/match.ts';
import { resultPost } from '../../src/replies/results.ts';
import { button, type Announcing, type Reply, type ResultAnnouncement } from '../../src/message/reply.ts';
import { doneReply, failedReply, type ShownResult } from './outcome.ts';
import { pressInput, refusal, type Settling } from './presser.ts';
import { readMatch } from './question.ts';

/** Does a press on a result, and shows what became of it. Throws `ReplyError` for a press that does nothing. */
export async function settle(context: LinkedContext, settling: Settling): Promise<Reply> {
  const { results } = context;
  const { match } = settling;
  const input = await pressInput(context, settling);
  const report = await results.find(match);
  const places = await placesOf(context, match.id, report, input.place);
  const begin = (scores: Scores) =>
    Promise.all(places.map((place) => beginAnnouncing(context, place, { matchId: match.id, scores })));
  let announcing: Announcing[] = [];
  const onWrite = async (scores: Scores) => {
    announcing = await begin(scores);
  };
  try {
    const outcome = await results.press({ ...input, onWrite }, settling.files);
    if (outcome.kind !== 'done') return await notDoneReply(context, settling, outcome);
    const { reply, shown } = await doneReply(context, match, outcome);
    if (shown === undefined) return reply;
    const all = announcing.length > 0 ? announcing : await begin(shown.scores);
    announcing = [];
    const [here, ...others] = await Promise.all(
      all.map((one, at) => withHiding(context, match, { ...places[at], announcing: one })),
    );
    const announce = here && announcementOf(context, outcome, shown, here);
    // Those who may be named here may not be named in another server.
    const unnamed = { ...outcome, mentions: {} };
    const edits = others.map((one) => announcementOf(context, unnamed, shown, one, { isElsewhere: true }));
    return { ...reply, announce: announce === undefined ? [] : [announce, ...edits] };
  } finally {
    await Promise.all(announcing.map((one) => cancelAnnouncing(context, match.id, one)));
  }
}

interface Place {
  announcing: Announcing;
  /** Results are covered there. */
  isHidden: boolean;
}

async function withHiding(
  { guilds }: LinkedContext,
  match: Match,
  { announcing, parentId }: Pick<Place, 'announcing'> & Pick<PressPlace, 'parentId'>,
): Promise<Place> {
  const tournamentId = match.tournament?.id;
  return { announcing, isHidden: await hidesResults(guilds, { ...announcing, parentId, tournamentId }) };
}

/**
 * Where a press is shown: where the report stands. What corrects a result edits its announcement, wherever that is; another
 * server's beside the one here.
 */
async function placesOf(
  { guilds }: LinkedContext,
  matchId: string,
  report: Report | undefined,
  here: PressPlace,
): Promise<readonly Pick<PressPlace, 'guildId' | 'channelId' | 'parentId'>[]> {
  if (report === undefined) return [here];
  const { guildId, channelId, parentId } = report;
  const there = { guildId, channelId, parentId };
  if (isUnderWay(report)) return [there];
  const standing =
    channelId === undefined || channelId === here.channelId
      ? undefined
      : await guilds.announced.shown(channelId, matchId).catch(() => undefined);
  if (standing?.messageId === undefined) return [here];
  return here.channelId === undefined || here.guildId === guildId ? [there] : [here, there];
}

async function notDoneReply(
  context: LinkedContext,
  settling: Settling,
  outcome: Exclude<SettledPress, { kind: 'done' }>,
): Promise<Reply> {
  switch (outcome.kind) {
    case 'refused':
      throw refusal(context, settling.match, outcome);
    case 'website':
      return websiteReply(context, settling, outcome);
    case 'failed':
      return failedReply(context, settling, outcome.result);
  }
}

function announcementOf(
  { results }: LinkedContext,
  { mentions, report: { state, ruling } }: Extract<SettledPress, { kind: 'done' }>,
  { match, report, scores }: ShownResult,
  { announcing, isHidden }: Place,
  { isElsewhere = false }: { isElsewhere?: boolean } = {},
): ResultAnnouncement {
  const { matchId, pair } = report;
  const asked = state === 'open' ? mentions.opponent : undefined;
  return {
    matchId,
    pair,
    scores,
    announcing,
    isOpen: isUnwritten(report) ? true : undefined,
    editsOnly: isElsewhere || state === 'disputed' || (state === 'ruled' && ruling?.scores === undefined),
    post: (before, t) => ({
      ...resultPost({ match, report, before, mentions, isHidden }, t),
      ...(asked !== undefined && { mentions: { users: [asked.replace(/\D/g, '')] } }),
    }),
    ...(!isElsewhere && { placed: (channelId: string) => results.noteChannel(matchId, channelId) }),
  };
}

/**
 * Reads the match for a press, before anything is spent. A platform that does not answer leaves what was typed: `failed` has a
 * button that tries again with it.
 */
export async function withMatch(
  context: LinkedContext,
  { matchId, ...press }: Omit<Settling, 'match'> & { matchId: string },
  run: (match: Match) => Promise<Reply>,
): Promise<Reply> {
  let match: Match;
  try {
    match = await readMatch(context, matchId);
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    const settling: Settling = { ...press, match: { id: matchId, sides: [{}, {}] } };
    return failedReply(context, settling, { outcome: 'refused', failure: error });
  }
  return run(match);
}

/** The platform shows another result by now, which wins unless the presser says otherwise. */
async function websiteReply(
  { t, tickets }: LinkedContext,
  { match, press, reason }: Settling,
  { scores, standing }: Extract<SettledPress, { kind: 'website' }>,
): Promise<Reply> {
  const args = [await tickets.keep(present({ matchId: match.id, press, scores, reason, over: standing }))];
  const score = scoreText(scores, t);
  return {
    content: t('results.website.shows', { now: scoreText(standing, t), score }),
    rows: [
      [
        button(t('results.website.replace', { score }), 'score:insist', { style: 'danger', args }),
        button(t('score.cancel'), 'score:cancel', { args }),
      ],
    ],
  };
}
