import { z } from 'zod';
import { HOUR_MS } from '../../durations.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import { seasonOf } from '../../guilds/season.ts';
import { changeSeries } from '../../guilds/series-changes.ts';
import { withField, withRule, type SeriesRule } from '../../guilds/series.ts';
import type { Refused, SendOutcome } from '../../message/channels.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import type { BoardEntry } from '../../replies/leaderboard.ts';
import { stoppedBoardPost } from '../../replies/kept-board.ts';
import { seasonPost } from '../../replies/season.ts';
import type { Translate } from '../../words/words.ts';
import { sha256 } from '../../sha256.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Owned } from '../owner/owned.ts';
import { inTurn } from '../owner/in-turn.ts';
import { openRecord } from '../owner/owned-record.ts';
import { PendingMessage } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import type { Listing } from './listing.ts';

/** The message with a rule's season. */
const SeasonState = storedObject({
  channelId: z.string(),
  /** Copied from the rule, which may be gone by the time its message ends. */
  words: z.array(z.string()).exactOptional(),
  language: z.string().exactOptional(),
  messageId: z.string().exactOptional(),
  pending: PendingMessage.exactOptional(),
  /** Hash of what it shows. */
  shows: z.string().exactOptional(),
});
type SeasonState = z.infer<typeof SeasonState>;

/** Of one server, by rule. */
export const SeasonPosts = z.record(z.string(), SeasonState);
export type SeasonPosts = z.infer<typeof SeasonPosts>;

interface SeasonPostsDeps extends Pick<JobsDeps, 'events' | 'log' | 'now'> {
  store: Store<SeasonPosts>;
  guilds: Pick<
    Guilds,
    'announcing' | 'boards' | 'note' | 'season' | 'settings' | 'translator' | 'translatorIn'
  >;
  listing: Pick<Listing, 'card'>;
  /** The entries with the members who may be named now. Throws `StoreError`. */
  named: (guildId: string, entries: readonly BoardEntry[]) => Promise<BoardEntry[]>;
}

/** Keeps each rule's season in one message in its channel, posted with its first winner and edited with each. */
export function createSeasonPosts({ events, guilds, listing, log, named, now, store }: SeasonPostsDeps) {
  /** Adds the names of tournaments that an earlier version stored without, if they are known. */
  async function nameCups(guildId: string): Promise<void> {
    for (const { name, places, tournamentId } of await guilds.season.read(guildId)) {
      const found = name === undefined ? (await listing.card(tournamentId))?.name : undefined;
      if (found !== undefined) await guilds.season.note(guildId, { tournamentId, places, name: found });
    }
  }

  /**
   * Shows the seasons of one server. Returns how many there are, and when to check again who may be named (epoch milliseconds).
   * Throws `NotOwnerError`, `StoreError` and what Discord's port throws.
   */
  async function tell(
    guildId: string,
    { channels, outbox }: Owned,
  ): Promise<{ posts: number; dueAt: number }> {
    const { series = [] } = await guilds.settings.read(guildId);
    const record = await openRecord(store, { key: guildId, lost: 'another process shows this season' });
    const stored = (): SeasonPosts => record.read() ?? {};

    function save(ruleId: string, state: SeasonState | undefined): Promise<void> {
      const { [ruleId]: _before, ...others } = stored();
      return record.save(state === undefined ? others : { ...others, [ruleId]: state });
    }

    const isOther = (ruleId: string) => (messageId: string) =>
      Object.entries(stored()).some(([id, one]) => id !== ruleId && one.messageId === messageId);

    async function postOf(rule: Pick<SeriesRule, 'words'>, t: Translate) {
      const season = seasonOf(rule, await guilds.season.read(guildId));
      const post = seasonPost({ ...season, rows: await named(guildId, season.rows) }, t);
      return { count: season.count, post };
    }

    /** If a rule has no channel anymore, or another one, its old message says that it is no longer updated. */
    async function end(ruleId: string, state: SeasonState): Promise<void> {
      const { channelId, messageId, pending } = state;
      const found = pending && (await outbox.lookFor(pending, isOther(ruleId)));
      const id = typeof found === 'object' ? found.id : messageId;
      const t = await guilds.translatorIn(guildId, state.language);
      if (id !== undefined)
        await channels.edit(channelId, id, stoppedBoardPost((await postOf(state, t)).post, t));
      await save(ruleId, undefined);
    }

    async function stop(rule: SeriesRule, channelId: string, refused: Refused): Promise<void> {
      const reason = refused === 'closed' ? 'refused' : refused;
      await changeSeries(guilds, guildId, (rules) =>
        withRule(rules, rule.id, (one) =>
          one.seasonChannelId === channelId ? withField(one, 'seasonChannelId', undefined) : one,
        ),
      );
      await save(rule.id, undefined);
      events.onStop(reason);
      const t = await guilds.translator(guildId);
      const why = t(`feed.audit.why.${reason}`);
      await guilds.note(guildId, t('season.stopped', { channel: `<#${channelId}>`, why }));
    }

    const send = (ruleId: string, state: SeasonState, post: Post): Promise<SendOutcome> =>
      outbox.sendOnce(
        { channelId: state.channelId, post, pending: state.pending, isOther: isOther(ruleId) },
        (pending) => save(ruleId, { ...state, pending }),
      );

    async function show(rule: SeriesRule, channelId: string): Promise<void> {
      const { language } = rule;
      const t = await guilds.translatorIn(guildId, language);
      const { count, post } = await postOf(rule, t);
      const { words: _words, language: _language, ...before } = stored()[rule.id] ?? {};
      const own = present({ words: rule.words, language });
      const state = { ...before, channelId, ...own };
      if (count === 0 && state.messageId === undefined && state.pending === undefined) return;
      const shows = sha256(JSON.stringify(post.embeds), 22);
      const { messageId } = state;
      if (messageId !== undefined && shows === state.shows) return;
      const sent =
        messageId === undefined
          ? await send(rule.id, state, post)
          : await channels.edit(channelId, messageId, post);
      if ('refused' in sent) return stop(rule, channelId, sent.refused);
      // A message found after a kill may be outdated: it is edited at the next check.
      const isFound = messageId === undefined && state.pending !== undefined;
      await save(rule.id, {
        channelId,
        messageId: sent.id,
        ...own,
        ...present({ shows: isFound ? undefined : shows }),
      });
      events.onPost('season', 0);
      log.info({ kind: 'season', guildId, channelId }, 'posted');
      if (isFound) await show(rule, channelId);
    }

    const kept = series.filter(({ seasonChannelId }) => seasonChannelId !== undefined);
    if (kept.length > 0) await nameCups(guildId);
    await inTurn(new Set([...Object.keys(stored()), ...kept.map(({ id }) => id)]), async (ruleId) => {
      const state = stored()[ruleId];
      const rule = series.find(({ id }) => id === ruleId);
      const channelId = rule?.seasonChannelId;
      if (state !== undefined && channelId !== state.channelId) await end(ruleId, state);
      if (rule !== undefined && channelId !== undefined) await show(rule, channelId);
    });
    return { posts: kept.length, dueAt: kept.length === 0 ? Infinity : now() + HOUR_MS };
  }

  return { tell };
}
