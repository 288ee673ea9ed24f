import type { Scores } from '../brackets/results.ts';
import { isOfOthers, type ShownResult } from '../guilds/announced.ts';
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
import { createSender, ownerAsAnnouncer, type Announcer, type SenderDeps } from './send.ts';

/** A result as channels show it. */
export interface SettledResult {
  match: Match;
  report: Report;
  scores: Scores;
}

/** With those who may be named where its report stands. */
interface NamedResult extends SettledResult {
  mentions: ResultMentions;
}

interface AnnounceDeps extends SenderDeps {
  guilds: SenderDeps['guilds'] & Pick<Guilds, 'announced' | 'follows'>;
  /** The result's message stands in this channel. */
  onShown: (id: ReportId, channelId: string) => Promise<void>;
  /** Nothing is left to be shown of what a press settled: what links to it follows. */
  posted: (report: Report, match: Match) => Promise<void>;
  /** How a match stands by now in a server, with those who may be named; `undefined` if nothing is to be shown of it. */
  latest: (match: Match, guildId: string) => Promise<NamedResult | undefined>;
}

/** A channel that is about to show a result. Until that ends, nothing else posts it there. */
interface Announcing extends ResultChannel {
  /** What it showed of the match: an earlier result, or without `scores`, its call. */
  before: ShownResult | undefined;
}

interface ChannelResult extends NamedResult {
  /** It was settled in a direct message: what the channel shows is corrected, by no name. */
  isElsewhere: boolean;
}

/**
 * How a channel comes to show a result. `feed`: its message belongs to a followed tournament, whose feed corrects it. `isOpen`: the
 * other side is asked for its word.
 */
export function changeOf(
  before: ShownResult | undefined,
  { isOpen, editsOnly }: { isOpen: boolean; editsOnly: boolean },
): 'post' | 'edit' | 'feed' | 'none' {
  const hasMessage = before?.messageId !== undefined;
  // An edit notifies nobody, and what stands is not what is asked.
  if (isOpen && !(hasMessage && before.isOpen === true)) return editsOnly ? 'none' : 'post';
  if (before?.isFollowed) return editsOnly ? 'none' : 'feed';
  const isCall = before !== undefined && before.scores === undefined;
  if (editsOnly && (isCall || !hasMessage)) return 'none';
  return hasMessage ? 'edit' : 'post';
}

/** The result, or the call, that a channel shows while the other side is asked to agree. */
function besideOf(before: ShownResult | undefined): ShownResult['beside'] {
  if (before === undefined || before.isOpen === true) return before?.beside;
  const { isFollowed, messageId, scores } = before;
  return messageId === undefined ? undefined : { messageId, ...present({ isFollowed, scores }) };
}

/** The message of a result; `before`: another score that the channel shows until now. */
function announcementPost(
  { match, report, mentions }: ChannelResult,
  { before, isHidden }: { before: Scores | undefined; isHidden: boolean },
  t: Translate,
): Post {
  const post = resultPost({ match, report, before, mentions, isHidden }, t);
  const { alertsOpponent = false, opponent } = mentions;
  const asks = report.state === 'open' || (report.state === 'written' && alertsOpponent);
  return asks && opponent !== undefined ? { ...post, mentions: { users: mentionedIds([opponent]) } } : post;
}

/** What is shown of a match once a press on it is settled. */
export interface ResultAnnouncement {
  /** To be called before the platform is told, and ended by `show` or `cancel`. */
  begin: (scores: Scores) => Promise<void>;
  cancel: () => Promise<void>;
  /** `settled`: the report as the press left it. */
  show: (result: NamedResult & { settled: Report }, announcer: Announcer) => Promise<void>;
}

/** More than presses that may race. */
const ROUNDS_MAX = 10;

/** Whether two readings of a report have the same to show. */
const isSameStand = (one: Report, other: Report): boolean =>
  one.state === other.state &&
  (['claim', 'counter', 'ruling'] as const).every(
    (part) => one[part]?.at === other[part]?.at && areEqual(one[part]?.scores, other[part]?.scores),
  );

/** Announces results on behalf of those who settle them. */
export function createAnnouncer(deps: AnnounceDeps) {
  const { guilds, onShown, latest, posted } = deps;
  const { removeQuestion, send } = createSender(deps);
  const { announced } = guilds;

  async function beginIn(channel: ResultChannel, matchId: string, scores: Scores): Promise<Announcing> {
    const { channelId } = channel;
    if (channelId === undefined) return { ...channel, before: undefined };
    return { ...channel, before: await announced.begin(channelId, matchId, scores).catch(ignore) };
  }

  /**
   * Shows a result in its channel, else where it was settled. One that changes another edits its message. `false`: Discord does not say
   * whether it is shown.
   */
  async function showIn(
    { guildId, channelId, parentId, before: begun }: Announcing,
    result: ChannelResult,
    announcer: Announcer,
  ): Promise<boolean> {
    if (channelId === undefined || guildId === undefined) return true;
    const { isElsewhere, match, report, scores } = result;
    const { matchId, pair, ruling, state } = report;
    const pressId = report.unfinished?.pressId;
    const end = (to: string, shown: ShownResult): Promise<void> =>
      announced.end(to, matchId, { ...shown, ...present({ pressId }) }).catch(ignore);
    const cancel = (): Promise<void> => announced.cancel(channelId, matchId).catch(ignore);
    // A racing press may have posted its message since this one began.
    const known = await announced.shown(channelId, matchId).catch(() => begun);
    // The process that showed it died before it noted that.
    if (pressId !== undefined && known?.pressId === pressId) return (await cancel(), true);
    const before = known && isOfOthers(known, pair) ? undefined : known;
    const isLeft = state === 'ruled' && ruling?.scores === undefined;
    const isUndecided = state === 'disputed' || isLeft;
    const isOpen = isUnwritten(report) || state === 'open' || (isUndecided && before?.isOpen === true);
    const change = changeOf(before, {
      isOpen: state === 'open',
      editsOnly: isElsewhere || isUndecided,
    });
    // Once the other side has agreed, what stands beside its question becomes the result.
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
    // Nothing is called corrected that the platform did not hold.
    const held = before?.isOpen === true ? beside?.scores : before?.scores;
    const earlier = state === 'open' || isUndecided || areEqual(held, scores) ? undefined : held;
    const t = await guilds.translator(guildId);
    const post = announcementPost(result, { before: earlier, isHidden }, t);
    const { origin } = announcer;
    const here = guildId === origin.serverId ? await publicChannel(origin, matchId, guilds) : undefined;
    let isKnown = true;
    for (const to of new Set([channelId, here])) {
      if (to === undefined) continue;
      const postId = to === channelId && change === 'edit' ? (home ?? before)?.messageId : undefined;
      const nonce = pressId === undefined ? undefined : nonceOf('result', to, pressId);
      const target = { guildId, channelId: to, postId, editsOnly: isElsewhere, nonce };
      const sent = await send(target, post, announcer);
      if (sent === undefined) continue;
      isKnown = sent !== 'unanswered';
      if (sent === 'stands' || sent === 'unanswered') break;
      // What still asks is left for the tournament's feed, or for the next press.
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

  /** Of racing presses one shows the result: two would post it twice. `false`: it may not be shown. */
  async function showAlone(
    all: readonly Announcing[],
    result: NamedResult,
    announcer: Announcer,
  ): Promise<boolean> {
    const { matchId } = result.report;
    let isShown = true;
    for (const channel of all) {
      const { channelId, guildId } = channel;
      if (channelId === undefined) continue;
      if (!(await announced.beginShowing(channelId, matchId).catch(() => true))) {
        isShown = false;
        continue;
      }
      const isElsewhere = guildId !== announcer.origin.serverId;
      const mentions = isElsewhere ? {} : result.mentions;
      try {
        if (!(await showIn(channel, { ...result, isElsewhere, mentions }, announcer))) isShown = false;
      } finally {
        await announced.endShowing(channelId, matchId).catch(ignore);
      }
    }
    if (isShown) await posted(result.report, result.match).catch(ignore);
    return isShown;
  }

  function prepareIn(matchId: string, all: readonly ResultChannel[]): ResultAnnouncement {
    let announcing: Announcing[] = [];
    return {
      async begin(scores) {
        if (announcing.length === 0)
          announcing = await Promise.all(all.map((channel) => beginIn(channel, matchId, scores)));
      },
      async cancel() {
        for (const { channelId } of announcing)
          if (channelId !== undefined) await announced.cancel(channelId, matchId).catch(ignore);
      },
      async show({ settled, ...result }, announcer) {
        await showAlone(announcing, result, announcer);
        const { guildId } = settled;
        let shown = settled;
        for (let round = 0; round < ROUNDS_MAX && guildId !== undefined; round++) {
          // A racing press may have settled the match since, and left it to this one to show it.
          const next = await latest(result.match, guildId).catch(ignore);
          if (next === undefined || isSameStand(next.report, shown)) return;
          shown = next.report;
          await showAlone(announcing, next, announcer);
        }
      },
    };
  }

  return {
    /** The announcement of what a press on a match settles. `here`: where it is shown if it is new. */
    async prepare(
      this: void,
      match: Match,
      report: Report | undefined,
      here: ResultChannel,
    ): Promise<ResultAnnouncement> {
      return prepareIn(match.id, [await channelOf(match.id, report, here, guilds)]);
    },
    /** The same for a direct message: nothing is posted, and what stands of these reports is corrected. */
    prepareCorrection: (match: Match, reports: readonly Report[]): ResultAnnouncement =>
      prepareIn(match.id, reports),
    /** Shows a report whose process died before it did. `false`: it may not be shown. Throws `StoreError`. */
    async showUnfinished(this: void, report: Report, match: Match): Promise<boolean> {
      const { channelId, guildId, parentId, unfinished } = report;
      const named = guildId === undefined ? undefined : await latest(match, guildId);
      if (named === undefined || unfinished === undefined) return true;
      const to = await channelOf(match.id, report, { guildId, channelId, parentId }, guilds);
      const announcing = await beginIn(to, match.id, named.scores);
      return showAlone([announcing], named, ownerAsAnnouncer(guildId, unfinished.at));
    },
  };
}
