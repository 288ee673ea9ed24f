import { MINUTE_MS } from '../../durations.ts';
import { matchesRule, type SeriesRule } from '../../guilds/series.ts';
import type { Refused } from '../../message/channels.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';
import { announcementsPost, announcementPost, type AnnouncementView } from '../../replies/announcements.ts';
import type { Translate } from '../../words/words.ts';
import type { Owned } from '../owner/owned.ts';
import type { PendingMessage } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import type { List } from './list-reads.ts';
import { announcedOf, keyOf, movedIn, startOf, windowOf } from './announcement-list.ts';
import { announcementKeyOf, type Announcement, type RuleAnnouncements } from './announcement-record.ts';
import { announcementShows } from './announcement-updates.ts';

/** A list read this long before a server chose its rules still counts as their baseline. */
const BASELINE_MS = MINUTE_MS;
/** More tournaments share one message: a platform whose ids change must not flood a channel. */
const SINGLE_MAX = 5;
const KNOWN_MAX = 1000;
const POSTS_MAX = 20;

/** A message that was sent, now or before. */
interface SentAnnouncement {
  messageId: string | undefined;
  channelId?: string | undefined;
}

/** The record that keeps an announcement up to date. */
const announcementOf = (
  view: AnnouncementView,
  { channelId, messageId }: SentAnnouncement,
): Announcement | undefined =>
  channelId === undefined || messageId === undefined
    ? undefined
    : present({
        tournamentId: view.tournament.id,
        channelId,
        messageId,
        at: view.now,
        roleId: view.roleId,
        shows: announcementShows(view),
      });

const withAnnouncement = (
  shown: RuleAnnouncements['shown'] = {},
  announcement: Announcement | undefined,
): NonNullable<RuleAnnouncements['shown']> => {
  if (announcement === undefined) return shown;
  const all = { ...shown, [announcementKeyOf(announcement.tournamentId)]: announcement };
  return Object.fromEntries(Object.entries(all).slice(-POSTS_MAX));
};

export interface RuleTurn {
  guildId: string;
  rule: SeriesRule;
  /** The preceding rules: only the first rule announces a tournament in a channel. */
  earlier: readonly SeriesRule[];
  list: List;
  /** When the server last changed its rules, epoch milliseconds. */
  since: number;
  owned: Owned;
  /** The rule's language. */
  t: Translate;
  /** The stored record; `undefined` if there is none. */
  record: RuleAnnouncements | undefined;
  save: (next: RuleAnnouncements) => Promise<void>;
}

interface RuleAnnouncementsDeps extends Pick<JobsDeps, 'events' | 'log' | 'now'> {
  /** Makes the rule's channel follow a tournament. Throws `StoreError`. */
  follow: (guildId: string, rule: SeriesRule, tournament: Tournament) => Promise<void>;
  /** Called when Discord accepted an announcement that should be crossposted. */
  publish: (turn: RuleTurn, channelId: string, messageId: string) => void;
  /** Called when the channel accepts no more messages. */
  stop: (guildId: string, channelId: string, reason: Exclude<Refused, 'closed'>) => Promise<void>;
}

/**
 * Announces what is new in the list by one rule. Throws what Discord and the store throw, and `NotOwnerError`: then the same list
 * can be processed again.
 */
export function createRuleAnnouncements({ events, follow, log, now, publish, stop }: RuleAnnouncementsDeps) {
  return async function tellRule(turn: RuleTurn): Promise<void> {
    const { earlier, guildId, list, owned, rule, since, t } = turn;
    const { announceChannelId, roleId } = rule;
    const ahead = announcedOf(list, now());
    const current = new Set(ahead.map(keyOf));
    if (turn.record === undefined || turn.record.isOff === true) {
      // Only tournaments listed after a server chose the rule are new to it. If that lies ahead, the clock was set back.
      const isBefore = list.readAt < since - BASELINE_MS;
      if (isBefore && since <= now() + BASELINE_MS) return;
      const shown = turn.record?.shown;
      const window = windowOf(list);
      await turn.save({ known: [...current], pending: {}, posts: [], window, ...present({ shown }) });
      return;
    }
    let record = turn.record;

    async function save(next: RuleAnnouncements): Promise<void> {
      await turn.save(next);
      record = next;
    }

    /** The record with these as known. Listed tournaments stay known. */
    function withKnown(keys: readonly string[], messageId?: string): RuleAnnouncements {
      const known = [...record.known.filter((one) => !keys.includes(one)), ...keys];
      const old = known.slice(0, Math.max(0, known.length - KNOWN_MAX)).filter((one) => current.has(one));
      const pending = Object.entries(record.pending).filter(
        ([key]) => !keys.includes(key) && current.has(key),
      );
      return {
        ...record,
        known: [...old, ...known.slice(-KNOWN_MAX)],
        pending: Object.fromEntries(pending),
        posts: [...record.posts, ...(messageId === undefined ? [] : [messageId])].slice(-POSTS_MAX),
      };
    }

    const isNew = (one: Tournament): boolean => !record.known.includes(keyOf(one));
    const isPending = (one: Tournament): boolean => keyOf(one) in record.pending;
    const isTold = (one: Tournament): boolean =>
      announceChannelId !== undefined &&
      !earlier.some((other) => other.announceChannelId === announceChannelId && matchesRule(other, one.name));
    const moved = movedIn(list, record);
    const others = ahead.filter(
      (one) => isNew(one) && (moved.has(keyOf(one)) || !matchesRule(rule, one.name)) && !isPending(one),
    );
    if (others.length > 0) await save(withKnown(others.map(keyOf)));
    const fresh = ahead.filter(isNew).toSorted((a, b) => startOf(a) - startOf(b));
    const begun = record.digest;
    const many = fresh.filter((one) =>
      begun ? begun.keys.includes(keyOf(one)) : isTold(one) && !isPending(one),
    );
    if (begun !== undefined || many.length > SINGLE_MAX) {
      // The tournaments of the first attempt stay known, even if the list lacks them now.
      const keys = begun?.keys ?? many.map(keyOf);
      const post = many.length > 0 ? announcementsPost({ tournaments: many, roleId }, t) : undefined;
      const sent = await announce(post, begun?.message, (message) =>
        save({ ...record, digest: { keys, message } }),
      );
      if (sent === 'stopped') return;
      // Before they are known: after a kill in between, following again changes nothing.
      for (const tournament of many) await follow(guildId, rule, tournament);
      const { digest: _sent, ...rest } = withKnown(keys, sent.messageId);
      await save(rest);
    }
    for (const tournament of fresh.filter(isNew)) {
      const key = keyOf(tournament);
      const view: AnnouncementView = { tournament, isCurrent: true, isHidden: false, roleId, now: now() };
      const post = isTold(tournament) ? announcementPost(view, t) : undefined;
      const sent = await announce(post, record.pending[key], (message) =>
        save({ ...record, pending: { ...record.pending, [key]: message } }),
      );
      if (sent === 'stopped') return;
      // Before it is followed: a follow in the same channel takes the announcement as its live post.
      await save({ ...record, shown: withAnnouncement(record.shown, announcementOf(view, sent)) });
      // Before it is known: after a kill in between, following again changes nothing.
      await follow(guildId, rule, tournament);
      await save(withKnown([key], sent.messageId));
    }
    const window = windowOf(list);
    if (record.window?.count !== window.count || record.window.endsAt !== window.endsAt)
      await save({ ...record, window });

    /**
     * Sends a message once; without a post, only searches for one that may have been sent. `stopped`: the channel accepts no more.
     */
    async function announce(
      post: Post | undefined,
      pending: PendingMessage | undefined,
      storePending: (message: PendingMessage) => Promise<void>,
    ): Promise<SentAnnouncement | 'stopped'> {
      const found = pending && (await owned.outbox.lookFor(pending, (id) => record.posts.includes(id)));
      if (found === 'unsure') return { messageId: undefined };
      if (typeof found === 'object') return { messageId: found.id, channelId: pending?.channelId };
      const before = found === 'fresh' ? pending : undefined;
      const to = before?.channelId ?? announceChannelId;
      if (post === undefined || to === undefined) return { messageId: undefined };
      const answer = await owned.outbox.send({ channelId: to, post, before }, storePending);
      if ('id' in answer) {
        if (rule.publish === true) publish(turn, to, answer.id);
        const delayMs = now() - list.readAt;
        events.onPost('announcement', delayMs);
        log.info({ kind: 'announcement', guildId, channelId: to, delayMs }, 'posted');
        return { messageId: answer.id, channelId: to };
      }
      if (answer.refused !== 'refused' && answer.refused !== 'closed') {
        await stop(guildId, to, answer.refused);
        return 'stopped';
      }
      // Discord refuses the content of this message and would refuse it again.
      log.warn({ guildId, channelId: to }, 'Discord refused an announcement for its content');
      return { messageId: undefined };
    }
  };
}
