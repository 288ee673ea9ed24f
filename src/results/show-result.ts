import type { MatchResult, Scores } from '../brackets/results.ts';
import { inOrderOf, isOfOthers, playersOf, type ShownResult } from '../guilds/result-posts.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import { nonceOf } from '../message/nonce.ts';
import type { Post } from '../message/reply.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { mentionedIds, resultPost } from '../replies/results.ts';
import type { ResultMentions } from '../replies/report-view.ts';
import type { Translate } from '../words/words.ts';
import { playersOfReport } from './current-report.ts';
import { areEqual, isUnwritten, type Report } from './report.ts';
import type { ResultChannel } from './next-report.ts';
import type { ReportId } from './reports.ts';
import { ignore, publicChannel } from './result-channels.ts';
import { besideOf, changeOf } from './shown-change.ts';
import { createSender, type ResultSource, type SenderDeps } from './send.ts';

/** A result as channels show it. */
export interface SettledResult {
  match: Match;
  report: Report;
  scores: Scores;
}

/** A result with the members who may be named in its report's server. */
export interface NamedResult extends SettledResult {
  mentions: ResultMentions;
}

export interface ShowInDeps extends SenderDeps {
  guilds: SenderDeps['guilds'] & Pick<Guilds, 'resultPosts' | 'follows'>;
  /** Called when the result post is up in this channel. */
  onShown: (id: ReportId, channelId: string) => Promise<void>;
}

/** A channel that is about to show a result. Until that ends, nothing else posts the result there. */
export interface Posting extends ResultChannel {
  /** What it showed of the match: an earlier result, or without `scores`, its call. */
  before: ShownResult | undefined;
}

/** `none`: nothing was found. `unanswered`: nobody can tell now. */
export type Registered = 'settled' | 'none' | 'unanswered';

interface ChannelResult extends NamedResult {
  /** The press came from a direct message or another server: existing posts are corrected, without names. */
  isElsewhere: boolean;
}

/** Whether a question may be in the channel of which nobody knows: Discord's answer to it was lost. */
const mayAskUnseen = ({ unfinished }: Report, own: ShownResult | undefined): boolean =>
  unfinished?.isPostLost === true && own?.isOpen !== true;

/** A result post; `before`: the different result that the channel shows until now. */
function postOf(
  { match, report, mentions }: ChannelResult,
  { before, isHidden }: { before: MatchResult | undefined; isHidden: boolean },
  t: Translate,
): Post {
  const post = resultPost({ match, report, before, mentions, isHidden }, t);
  const { alertsOpponent = false, opponent } = mentions;
  const asks = report.state === 'open' || (report.state === 'written' && alertsOpponent);
  return asks && opponent !== undefined ? { ...post, mentions: { users: mentionedIds([opponent]) } } : post;
}

/**
 * Shows a result in its channel, or where the press was made. A result that replaces another edits its message. `false`: it is
 * unknown whether Discord shows it.
 */
export function createShowIn(deps: ShowInDeps) {
  const { guilds, onShown } = deps;
  const { findSame, removeQuestion, send } = createSender(deps);
  const { resultPosts } = guilds;

  /** The post of a result, if it was sent without an answer of Discord. */
  async function findPosted(
    channelId: string,
    result: ChannelResult,
  ): Promise<ShownResult | 'unanswered' | undefined> {
    const { match, report, scores } = result;
    const { guildId, parentId, reportedAt } = report;
    if (guildId === undefined) return undefined;
    const place = { guildId, channelId, parentId, tournamentId: match.tournament?.id };
    const isHidden = await hidesResults(guilds, place);
    const t = await guilds.translator(guildId);
    const found = await findSame(channelId, postOf(result, { before: undefined, isHidden }, t), reportedAt);
    if (found === 'unanswered') return found;
    if (found === null || found === undefined) return undefined;
    return {
      messageId: found.id,
      scores,
      ...present({ isOpen: report.state === 'open' || isUnwritten(report) || undefined }),
    };
  }

  /** The post of the score before it was disputed or ruled on, which may have asked the other side. */
  async function findUndisputed(
    channelId: string,
    { report, ...result }: ChannelResult,
  ): Promise<ShownResult | 'unanswered' | undefined> {
    const { counter: _disputes, ruling: _rules, ...before } = report.unfinished?.before ?? report;
    const { claim } = before;
    if (claim === undefined) return undefined;
    for (const state of ['open', 'written'] as const) {
      const found = await findPosted(channelId, {
        ...result,
        report: { ...before, state },
        scores: claim.scores,
      });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Registers what a press may have posted whose result no longer stands, so that it is corrected like any other post. */
  async function register({ channelId, before: shown }: Posting, named: NamedResult): Promise<Registered> {
    const { report, scores } = named;
    const { matchId, pair } = report;
    const players = playersOfReport(report);
    const pressId = report.unfinished?.pressId;
    if (channelId === undefined) return 'settled';
    const isFeeds = shown?.isFollowed === true && report.state !== 'open';
    if (isFeeds || (pressId !== undefined && shown?.pressId === pressId))
      return (await resultPosts.cancel(channelId, matchId), 'settled');
    const end = ({ first: _before, ...post }: ShownResult): Promise<void> =>
      resultPosts.end(channelId, matchId, { ...post, ...players, ...present({ pressId }) });
    const own = shown && isOfOthers(shown, pair) ? undefined : shown && inOrderOf(players, shown);
    // It may have been edited, and then asks no more; a winner without a score only by what is decided.
    const isWinner = own?.winner !== undefined && isUnwritten(report);
    const isEdited = own?.messageId !== undefined && report.state !== 'open' && !isWinner;
    for (const find of isEdited && !mayAskUnseen(report, own) ? [] : [findPosted, findUndisputed]) {
      const found = await find(channelId, { ...named, isElsewhere: false });
      if (found === 'unanswered') return found;
      if (found === undefined || found.messageId === own?.messageId) continue;
      return (await end({ ...found, ...present({ beside: besideOf(own) }) }), 'settled');
    }
    if (isEdited) {
      const { beside: _beside, isOpen: _asked, winner: _alone, ...settled } = own;
      return (await end({ ...(isUnwritten(report) ? own : settled), scores }), 'settled');
    }
    return (await resultPosts.cancel(channelId, matchId), 'none');
  }

  async function showIn(
    { guildId, channelId, parentId, before: begun }: Posting,
    result: ChannelResult,
    source: ResultSource,
  ): Promise<boolean> {
    if (channelId === undefined || guildId === undefined) return true;
    const { isElsewhere, match, report, scores } = result;
    const { matchId, pair, ruling, state } = report;
    // Its scores are in the order of the match.
    const players = { ...present({ pair }), ...playersOf(match) };
    const pressId = report.unfinished?.pressId;
    const end = (to: string, shown: ShownResult): Promise<void> =>
      resultPosts.end(to, matchId, { ...shown, ...present({ pressId }) }).catch(ignore);
    const cancel = (): Promise<void> => resultPosts.cancel(channelId, matchId).catch(ignore);
    // A racing press may have posted since this one began.
    const known = await resultPosts.shown(channelId, matchId).catch(() => begun);
    // The process that posted it died before it recorded that.
    if (pressId !== undefined && known?.pressId === pressId) return (await cancel(), true);
    const own = known && isOfOthers(known, pair) ? undefined : known && inOrderOf(players, known);
    // A question is posted beside what the channel shows.
    const isLost = state !== 'written' && mayAskUnseen(report, own) && !isElsewhere;
    const found = isLost ? await findUndisputed(channelId, result) : undefined;
    // Discord may show it: until that is known, nothing posts it again.
    if (found === 'unanswered') return false;
    const lost = found?.messageId === own?.messageId ? undefined : found;
    const before = lost === undefined ? own : { ...lost, ...present({ beside: besideOf(own) }) };
    const isLeft = state === 'ruled' && ruling?.scores === undefined;
    const isUndecided = state === 'disputed' || isLeft;
    const isOpen = isUnwritten(report) || state === 'open' || (isUndecided && before?.isOpen === true);
    const change = changeOf(before, {
      isOpen: state === 'open',
      editsOnly: isElsewhere || isUndecided,
    });
    // Once the other side has agreed, the message beside the question becomes the result post.
    const isAnswered =
      before?.isOpen === true && (!isOpen || (isLeft && before.beside?.scores !== undefined));
    const home = isAnswered ? before.beside : undefined;
    if (home?.isFollowed === true) {
      if (!(await removeQuestion(channelId, before))) return (await cancel(), false);
      const now = isLeft ? home : { ...home, scores };
      return (await end(channelId, { ...now, ...players }), true);
    }
    // The log has this score already.
    if (change === 'feed') return (await end(channelId, { ...before, ...players, scores }), true);
    if (change === 'none') return (await cancel(), true);
    const place = { guildId, channelId, parentId, tournamentId: match.tournament?.id };
    const isHidden = await hidesResults(guilds, place);
    const beside = before?.isOpen === true || state === 'open' ? besideOf(before) : undefined;
    // It is a correction only if the platform had the earlier score.
    const held = before?.isOpen === true ? beside : before;
    // A ruling may have changed only its reason.
    const corrected = areEqual(held?.scores, scores) ? ruling?.before && { scores: ruling.before } : held;
    const isKept = state === 'open' || isUndecided || areEqual(corrected?.scores, scores);
    const earlier = isKept ? undefined : corrected;
    const t = await guilds.translator(guildId);
    const post = postOf(result, { before: earlier, isHidden }, t);
    const { origin } = source;
    const here = guildId === origin.serverId ? await publicChannel(origin, matchId, guilds) : undefined;
    for (const to of new Set([channelId, here])) {
      if (to === undefined) continue;
      const postId = to === channelId && change === 'edit' ? (home ?? before)?.messageId : undefined;
      const nonce = pressId === undefined ? undefined : nonceOf('result', to, pressId);
      const target = { guildId, channelId: to, postId, editsOnly: isElsewhere, nonce };
      const sent = await send(target, post, source);
      if (sent === undefined) continue;
      // Discord may show it: until the owner finds out, no feed posts the result beside it.
      if (sent === 'unanswered') return false;
      if (sent === 'stands') break;
      // If the question can't be removed now, the tournament's feed or the next press does it.
      if (home !== undefined && !(await removeQuestion(channelId, before))) return (await cancel(), false);
      const isStill = isOpen && home === undefined;
      await end(to, {
        ...players,
        scores: (isLeft ? home?.scores : undefined) ?? scores,
        ...present({
          isOpen: isStill || undefined,
          messageId: sent.id || undefined,
          beside: isStill && to === channelId ? beside : undefined,
        }),
      });
      if (!isElsewhere) await onShown(report, to).catch(ignore);
      if (to === channelId) return true;
      break;
    }
    return (await cancel(), true);
  }
  return { register, showIn };
}
