import type { Scores } from '../brackets/results.ts';
import { isOfOthers, type ShownResult } from '../guilds/result-posts.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { hidesResults } from '../guilds/spoilers.ts';
import { nonceOf } from '../message/nonce.ts';
import type { Post } from '../message/reply.ts';
import { present } from '../present.ts';
import type { Match } from '../reading/records.ts';
import { mentionedIds, resultPost, type ResultMentions } from '../replies/results.ts';
import type { Translate } from '../words/words.ts';
import { areEqual, isUnwritten, type Report } from './report.ts';
import type { ResultChannel } from './next-report.ts';
import type { ReportId } from './reports.ts';
import { channelOf, ignore, publicChannel } from './result-channels.ts';
import { createSender, ownerAsSource, type ResultSource, type SenderDeps } from './send.ts';

/** A result as channels show it. */
export interface SettledResult {
  match: Match;
  report: Report;
  scores: Scores;
}

/** A result with the members who may be named in its report's server. */
interface NamedResult extends SettledResult {
  mentions: ResultMentions;
}

interface PosterDeps extends SenderDeps {
  guilds: SenderDeps['guilds'] & Pick<Guilds, 'resultPosts' | 'follows'>;
  /** Called when the result post is up in this channel. */
  onShown: (id: ReportId, channelId: string) => Promise<void>;
  /** Called when a press has nothing left to post: messages that link to the result post follow. */
  posted: (report: Report, match: Match) => Promise<void>;
  /** How a match stands now in a server, with the members who may be named; `undefined` if there is nothing to show. */
  latest: (match: Match, guildId: string) => Promise<NamedResult | undefined>;
}

/** A channel that is about to show a result. Until that ends, nothing else posts the result there. */
interface Posting extends ResultChannel {
  /** What it showed of the match: an earlier result, or without `scores`, its call. */
  before: ShownResult | undefined;
}

interface ChannelResult extends NamedResult {
  /** The press came from a direct message or another server: existing posts are corrected, without names. */
  isElsewhere: boolean;
}

/**
 * What a channel does with a result. `feed`: its message belongs to a followed tournament, whose feed corrects it. `isOpen`: the
 * other side still has to agree.
 */
export function changeOf(
  before: ShownResult | undefined,
  { isOpen, editsOnly }: { isOpen: boolean; editsOnly: boolean },
): 'post' | 'edit' | 'feed' | 'none' {
  const hasMessage = before?.messageId !== undefined;
  // An edit notifies no one, and a score that waits for an answer must not replace a result.
  if (isOpen && !(hasMessage && before.isOpen === true)) return editsOnly ? 'none' : 'post';
  if (before?.isFollowed) return editsOnly ? 'none' : 'feed';
  const isCall = before !== undefined && before.scores === undefined;
  if (editsOnly && (isCall || !hasMessage)) return 'none';
  return hasMessage ? 'edit' : 'post';
}

/** The result or the call that a channel shows while the other side is asked to agree. */
function besideOf(before: ShownResult | undefined): ShownResult['beside'] {
  if (before === undefined || before.isOpen === true) return before?.beside;
  const { isFollowed, messageId, scores } = before;
  return messageId === undefined ? undefined : { messageId, ...present({ isFollowed, scores }) };
}

/** A result post; `before`: the different score that the channel shows until now. */
function postOf(
  { match, report, mentions }: ChannelResult,
  { before, isHidden }: { before: Scores | undefined; isHidden: boolean },
  t: Translate,
): Post {
  const post = resultPost({ match, report, before, mentions, isHidden }, t);
  const { alertsOpponent = false, opponent } = mentions;
  const asks = report.state === 'open' || (report.state === 'written' && alertsOpponent);
  return asks && opponent !== undefined ? { ...post, mentions: { users: mentionedIds([opponent]) } } : post;
}

/** The result post of a press. */
export interface PreparedPost {
  /** Call it before the write to the platform; `show` or `cancel` ends it. */
  begin: (scores: Scores) => Promise<void>;
  cancel: () => Promise<void>;
  /** `settled`: the report after the press. */
  show: (result: NamedResult & { settled: Report }, source: ResultSource) => Promise<void>;
}

/** More than the presses that may race. */
const ROUNDS_MAX = 10;

/** Whether two versions of a report lead to the same result post. */
const isSameStand = (one: Report, other: Report): boolean =>
  one.state === other.state &&
  (['claim', 'counter', 'ruling'] as const).every(
    (part) => one[part]?.at === other[part]?.at && areEqual(one[part]?.scores, other[part]?.scores),
  );

/** Posts and edits result posts for presses and for the owner. */
export function createResultPoster(deps: PosterDeps) {
  const { guilds, onShown, latest, posted } = deps;
  const { removeQuestion, send } = createSender(deps);
  const { resultPosts } = guilds;

  async function beginIn(channel: ResultChannel, matchId: string, scores: Scores): Promise<Posting> {
    const { channelId } = channel;
    if (channelId === undefined) return { ...channel, before: undefined };
    return { ...channel, before: await resultPosts.begin(channelId, matchId, scores).catch(ignore) };
  }

  /**
   * Shows a result in its channel, or where the press was made. A result that replaces another edits its message. `false`: it is
   * unknown whether Discord shows it.
   */
  async function showIn(
    { guildId, channelId, parentId, before: begun }: Posting,
    result: ChannelResult,
    source: ResultSource,
  ): Promise<boolean> {
    if (channelId === undefined || guildId === undefined) return true;
    const { isElsewhere, match, report, scores } = result;
    const { matchId, pair, ruling, state } = report;
    const pressId = report.unfinished?.pressId;
    const end = (to: string, shown: ShownResult): Promise<void> =>
      resultPosts.end(to, matchId, { ...shown, ...present({ pressId }) }).catch(ignore);
    const cancel = (): Promise<void> => resultPosts.cancel(channelId, matchId).catch(ignore);
    // A racing press may have posted since this one began.
    const known = await resultPosts.shown(channelId, matchId).catch(() => begun);
    // The process that posted it died before it recorded that.
    if (pressId !== undefined && known?.pressId === pressId) return (await cancel(), true);
    const before = known && isOfOthers(known, pair) ? undefined : known;
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
      return (await end(channelId, { ...now, ...present({ pair }) }), true);
    }
    // The log has this score already.
    if (change === 'feed') return (await end(channelId, { ...before, scores }), true);
    if (change === 'none') return (await cancel(), true);
    const place = { guildId, channelId, parentId, tournamentId: match.tournament?.id };
    const isHidden = await hidesResults(guilds, place);
    const beside = before?.isOpen === true || state === 'open' ? besideOf(before) : undefined;
    // It is a correction only if the platform had the earlier score.
    const held = before?.isOpen === true ? beside?.scores : before?.scores;
    const earlier = state === 'open' || isUndecided || areEqual(held, scores) ? undefined : held;
    const t = await guilds.translator(guildId);
    const post = postOf(result, { before: earlier, isHidden }, t);
    const { origin } = source;
    const here = guildId === origin.serverId ? await publicChannel(origin, matchId, guilds) : undefined;
    let isKnown = true;
    for (const to of new Set([channelId, here])) {
      if (to === undefined) continue;
      const postId = to === channelId && change === 'edit' ? (home ?? before)?.messageId : undefined;
      const nonce = pressId === undefined ? undefined : nonceOf('result', to, pressId);
      const target = { guildId, channelId: to, postId, editsOnly: isElsewhere, nonce };
      const sent = await send(target, post, source);
      if (sent === undefined) continue;
      isKnown = sent !== 'unanswered';
      if (sent === 'stands' || sent === 'unanswered') break;
      // If the question can't be removed now, the tournament's feed or the next press does it.
      if (home !== undefined && !(await removeQuestion(channelId, before))) {
        isKnown = false;
        break;
      }
      const isStill = isOpen && home === undefined;
      await end(to, {
        scores: (isLeft ? home?.scores : undefined) ?? scores,
        ...present({
          pair,
          isOpen: isStill || undefined,
          messageId: sent.id || undefined,
          beside: isStill ? beside : undefined,
        }),
      });
      if (!isElsewhere) await onShown(report, to).catch(ignore);
      if (to === channelId) return true;
      break;
    }
    return (await cancel(), isKnown);
  }

  /** Lets one of several racing presses show the result: two would post it twice. `false`: it may not be shown. */
  async function showAlone(
    all: readonly Posting[],
    result: NamedResult,
    source: ResultSource,
  ): Promise<boolean> {
    const { matchId } = result.report;
    let isShown = true;
    for (const channel of all) {
      const { channelId, guildId } = channel;
      if (channelId === undefined) continue;
      if (!(await resultPosts.beginShowing(channelId, matchId).catch(() => true))) {
        isShown = false;
        continue;
      }
      const isElsewhere = guildId !== source.origin.serverId;
      const mentions = isElsewhere ? {} : result.mentions;
      try {
        if (!(await showIn(channel, { ...result, isElsewhere, mentions }, source))) isShown = false;
      } finally {
        await resultPosts.endShowing(channelId, matchId).catch(ignore);
      }
    }
    if (isShown) await posted(result.report, result.match).catch(ignore);
    return isShown;
  }

  function prepareIn(matchId: string, all: readonly ResultChannel[]): PreparedPost {
    let posting: Posting[] = [];
    return {
      async begin(scores) {
        if (posting.length === 0)
          posting = await Promise.all(all.map((channel) => beginIn(channel, matchId, scores)));
      },
      async cancel() {
        for (const { channelId } of posting)
          if (channelId !== undefined) await resultPosts.cancel(channelId, matchId).catch(ignore);
      },
      async show({ settled, ...result }, source) {
        await showAlone(posting, result, source);
        const { guildId } = settled;
        let shown = settled;
        for (let round = 0; round < ROUNDS_MAX && guildId !== undefined; round++) {
          // A racing press may have changed the report since and left the posting to this one.
          const next = await latest(result.match, guildId).catch(ignore);
          if (next === undefined || isSameStand(next.report, shown)) return;
          shown = next.report;
          await showAlone(posting, next, source);
        }
      },
    };
  }

  return {
    /** The result post of a press on a match. `here`: where a new one goes. */
    async prepare(
      this: void,
      match: Match,
      report: Report | undefined,
      here: ResultChannel,
    ): Promise<PreparedPost> {
      return prepareIn(match.id, [await channelOf(match.id, report, here, guilds)]);
    },
    /** The same for a direct message: it posts nothing new and corrects the posts of these reports. */
    prepareCorrection: (match: Match, reports: readonly Report[]): PreparedPost =>
      prepareIn(match.id, reports),
    /** Shows a report whose process died first. `false`: it may not be shown. Throws `StoreError`. */
    async showUnfinished(this: void, report: Report, match: Match): Promise<boolean> {
      const { channelId, guildId, parentId, unfinished } = report;
      const named = guildId === undefined ? undefined : await latest(match, guildId);
      if (named === undefined || unfinished === undefined) return true;
      const to = await channelOf(match.id, report, { guildId, channelId, parentId }, guilds);
      const posting = await beginIn(to, match.id, named.scores);
      return showAlone([posting], named, ownerAsSource(guildId, unfinished.at));
    },
  };
}
