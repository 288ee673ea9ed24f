import { questionOf } from '../brackets/question.ts';
import { outcomeOf, type MatchResult } from '../brackets/results.ts';
import {
  inOrderOf,
  isCall,
  isOfOthers,
  pairOf,
  playersOf,
  type ShownResult,
} from '../guilds/result-posts.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import type { Channels } from '../message/channels.ts';
import { lastEdit } from '../message/last-edit.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { resultsPost } from '../replies/feed-results.ts';
import { winnerBy } from '../replies/match.ts';
import { haveOthers, isFresh, playersOfReport, sidesOf } from './current-report.ts';
import { areEqual, type Report } from './report.ts';

interface CorrectDeps {
  guilds: Pick<Guilds, 'resultPosts' | 'follows' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'edit' | 'reopenThread'>;
  now: () => number;
}

interface OwnPost extends ShownResult {
  messageId: string;
  channelId: string;
  guildId: string;
}

/** The result post of a report, if it belongs to no feed. */
async function ownPost(
  report: Report,
  { resultPosts }: Pick<Guilds, 'resultPosts'>,
): Promise<OwnPost | undefined> {
  const { channelId, guildId, matchId } = report;
  if (channelId === undefined || guildId === undefined) return undefined;
  const shown = await resultPosts.shown(channelId, matchId);
  const { isFollowed, isOpen, messageId } = shown ?? {};
  if (messageId === undefined || isFollowed === true || isOpen === true) return undefined;
  return { ...playersOfReport(report), ...shown, messageId, channelId, guildId };
}

/** The result post of a report, if no feed corrects it: none shows results in its channel. Throws `StoreError`. */
export async function postAlone(
  report: Report,
  guilds: Pick<Guilds, 'follows' | 'resultPosts' | 'settings'>,
): Promise<OwnPost | undefined> {
  const post = await ownPost(report, guilds);
  if (post === undefined) return undefined;
  const { resultsChannelId } = await guilds.settings.recent(post.guildId);
  const hasFeed = Object.values(await guilds.follows.read(post.guildId)).some(
    ({ channelId, stopped, topics, tournamentId }) =>
      tournamentId === report.tournamentId &&
      stopped === undefined &&
      topics.results &&
      (resultsChannelId ?? channelId) === post.channelId,
  );
  return hasFeed ? undefined : post;
}

/** What a match's message shows once it shows this result, or none. */
export const shownResult = (
  match: Match,
  { scores, winner }: MatchResult = {},
): Pick<ShownResult, 'first' | 'pair' | 'scores' | 'winner'> => ({
  ...playersOf(match),
  ...present({ scores, winner: scores === undefined ? winner : undefined }),
});

/** What a post shows, in the order of the match's sides. */
function postResult(post: ShownResult, match: Match): MatchResult | undefined {
  if (isCall(post)) return undefined;
  const { scores, winner = scores && winnerBy(match, scores) } = inOrderOf(playersOf(match), post);
  return present({ scores, winner });
}

/** Whether a post says what the platform shows. A winner alone confirms the score that was shown. */
function isStill(shown: MatchResult | undefined, result: MatchResult | undefined): boolean {
  if (shown === undefined || result === undefined) return shown === result;
  if (shown.scores !== undefined && result.scores !== undefined) return areEqual(shown.scores, result.scores);
  return result.scores === undefined && shown.winner === result.winner;
}

/**
 * Edits the result post of a report that no feed corrects, once the platform shows another result or none. `mayBeEdited`: a press may
 * have edited it without an answer of Discord, of which no feed knows. Returns whether it was edited. Throws `StoreError`.
 */
export async function correctPost(
  report: Report,
  match: Match,
  { channels, guilds, now, mayBeEdited = false }: CorrectDeps & { mayBeEdited?: boolean },
): Promise<boolean> {
  const post = await (mayBeEdited ? ownPost : postAlone)(report, guilds);
  const pair = pairOf(match);
  const id = match.tournament?.id ?? report.tournamentId;
  // Without the players' ids, nobody knows whose score comes first.
  if (post === undefined || sidesOf(match) === undefined || report.sides === undefined || id === undefined)
    return false;
  if (isFresh(report, now()) || haveOthers(report, match) || isOfOthers(post, pair)) return false;
  const result = outcomeOf(match);
  // A platform that shows no phase may show no results either.
  if (result === undefined && match.phase === undefined && questionOf(match) !== 'canceled') return false;
  const shown = postResult(post, match);
  if (isStill(shown, result)) return false;
  const { channelId, guildId, messageId } = post;
  const t = await guilds.translator(guildId);
  // A score for the winner who was shown corrects nothing.
  const earlier = shown?.scores === undefined && shown?.winner === result?.winner ? undefined : shown;
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
  await guilds.resultPosts.end(channelId, report.matchId, {
    messageId,
    ...shownResult(match, result),
  });
  return true;
}
