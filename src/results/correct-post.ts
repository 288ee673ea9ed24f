import { questionOf } from '../brackets/question.ts';
import { outcomeOf, turned, type MatchResult, type Scores } from '../brackets/results.ts';
import { isOfOthers, type ShownResult } from '../guilds/result-posts.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import type { Channels } from '../message/channels.ts';
import { lastEdit } from '../message/last-edit.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { resultsPost } from '../replies/feed-results.ts';
import { winnerBy } from '../replies/match.ts';
import { isFresh, pairOf, sidesOf } from './current-report.ts';
import { areEqual, type Report } from './report.ts';

interface CorrectDeps {
  guilds: Pick<Guilds, 'resultPosts' | 'follows' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'edit' | 'reopenThread'>;
  now: () => number;
}

/** The result post of a report, if no feed corrects it. Throws `StoreError`. */
export async function postAlone(
  { channelId, guildId, matchId, tournamentId }: Report,
  { follows, resultPosts }: Pick<Guilds, 'follows' | 'resultPosts'>,
): Promise<(ShownResult & { messageId: string; channelId: string; guildId: string }) | undefined> {
  if (channelId === undefined || guildId === undefined) return undefined;
  const shown = await resultPosts.shown(channelId, matchId);
  const { isFollowed, isOpen, messageId } = shown ?? {};
  if (messageId === undefined || isFollowed === true || isOpen === true) return undefined;
  const hasFeed = Object.values(await follows.read(guildId)).some(
    (follow) => follow.tournamentId === tournamentId && follow.stopped === undefined && follow.topics.results,
  );
  return hasFeed ? undefined : { ...shown, messageId, channelId, guildId };
}

/** Whether a score says what the platform shows. A winner alone confirms the score that was shown. */
function isStill(match: Match, scores: Scores | undefined, result: MatchResult | undefined): boolean {
  if (scores === undefined || result === undefined) return scores === undefined && result === undefined;
  if (result.scores !== undefined) return areEqual(scores, result.scores);
  return winnerBy(match, scores) === result.winner;
}

/**
 * Edits the result post of a report that no feed corrects, once the platform shows another result or none. Returns whether it was
 * edited. Throws `StoreError`.
 */
export async function correctPost(
  report: Report,
  match: Match,
  { channels, guilds, now }: CorrectDeps,
): Promise<boolean> {
  const post = await postAlone(report, guilds);
  const [sides, before] = [sidesOf(match), report.sides];
  const pair = pairOf(match);
  const id = match.tournament?.id ?? report.tournamentId;
  // Without the players' ids, nobody knows whose score comes first.
  if (post === undefined || sides === undefined || before === undefined || id === undefined) return false;
  if (isFresh(report, now()) || isOfOthers(post, pair)) return false;
  const isTurned = sides[0] !== before[0];
  const result = outcomeOf(match);
  // A platform that shows no phase may show no results either.
  if (result === undefined && match.phase === undefined && questionOf(match) !== 'canceled') return false;
  const scores = post.scores && isTurned ? turned(post.scores) : post.scores;
  if (isStill(match, scores, result)) return false;
  const { channelId, guildId, messageId } = post;
  const t = await guilds.translator(guildId);
  const earlier = scores && { scores, ...present({ winner: winnerBy(match, scores) }) };
  const edited = await lastEdit(
    channels,
    { channelId, messageId },
    resultsPost(
      {
        tournament: { id, ...match.tournament },
        lines: [{ match, ...present({ result, before: earlier }) }],
        gap: undefined,
        isOpenToDispute: result !== undefined && report.policy !== 'platform',
        isHidden: await hidesResults(guilds, report),
      },
      t,
    ),
  );
  if ('refused' in edited) return false;
  const shown = result?.scores && isTurned ? turned(result.scores) : result?.scores;
  await guilds.resultPosts.end(channelId, report.matchId, { messageId, ...present({ pair, scores: shown }) });
  return true;
}
