import type { Scores } from '../brackets/results.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Match } from '../reading/records.ts';
import { areEqual, type Report, type Unfinished } from './report.ts';
import type { ResultChannel } from './next-report.ts';
import { channelOf, ignore } from './result-channels.ts';
import {
  createShowIn,
  type NamedResult,
  type Posting,
  type Registered,
  type ShowInDeps,
} from './show-result.ts';
import { ownerAsSource, type ResultSource } from './send.ts';
import { retryMs } from './unfinished.ts';

interface PosterDeps extends ShowInDeps {
  /** Called when a press has nothing left to post: messages that link to the result post follow. */
  posted: (report: Report, match: Match) => Promise<void>;
  /** How a match stands now in a server, with the members who may be named; `undefined` if there is nothing to show. */
  latest: (match: Match, guildId: string) => Promise<NamedResult | undefined>;
}

/** The result post of a press. */
export interface PreparedPost {
  /** Call it before the write to the platform; `show` or `cancel` ends it. */
  begin: (scores: Scores) => Promise<void>;
  cancel: () => Promise<void>;
  /** `settled`: the report after the press. */
  show: (result: NamedResult & { settled: Report }, source: ResultSource) => Promise<void>;
}

/** The longest that an attempt keeps feeds from posting the result beside it. */
const MORE_MS = 5 * MINUTE_MS;
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
  const { guilds, latest, now, posted } = deps;
  const { resultPosts } = guilds;
  const { register, showIn } = createShowIn(deps);

  /** No feed posts it before the next attempt has shown whether it is up, even if the clock is set forward a little. */
  const holdMs = ({ at }: Unfinished): number => Math.min(retryMs(now() - at) + MINUTE_MS, MORE_MS);

  async function beginIn(
    channel: ResultChannel,
    matchId: string,
    scores: Scores,
    moreMs?: number,
  ): Promise<Posting> {
    const { channelId } = channel;
    if (channelId === undefined) return { ...channel, before: undefined };
    return { ...channel, before: await resultPosts.begin(channelId, matchId, scores, moreMs).catch(ignore) };
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
      const posting = await beginIn(to, match.id, named.scores, holdMs(unfinished));
      return showAlone([posting], named, ownerAsSource(guildId, unfinished.at));
    },
    /** Registers the post of a report that no longer applies and whose process died, so that it is corrected. Throws `StoreError`. */
    async settleOutdated(this: void, result: NamedResult): Promise<Registered> {
      const { match, report, scores } = result;
      const { channelId, guildId, parentId, unfinished } = report;
      if (unfinished === undefined) return 'settled';
      const to = await channelOf(match.id, report, { guildId, channelId, parentId }, guilds);
      if (to.channelId === undefined) return 'settled';
      if (!(await resultPosts.beginShowing(to.channelId, match.id))) return 'unanswered';
      try {
        return await register(await beginIn(to, match.id, scores, holdMs(unfinished)), result);
      } finally {
        await resultPosts.endShowing(to.channelId, match.id).catch(ignore);
      }
    },
  };
}
