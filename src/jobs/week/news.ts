import { MINUTE_MS } from '../../durations.ts';
import { isAhead } from '../../brackets/registration.ts';
import { followIdOf } from '../../guilds/follows.ts';
import { INITIAL_SWITCHES } from '../../guilds/switches.ts';
import { present } from '../../present.ts';
import { switchesText } from '../../replies/follow.ts';
import { tournamentTitle } from '../../replies/format.ts';
import type { Tournament } from '../../reading/records.ts';
import type { Post } from '../../message/reply.ts';
import { manyNewsPost, newsPost, type NewsView } from '../../replies/news.ts';
import type { Store } from '../../store/store.ts';
import { fold } from '../../words/fold.ts';
import { escapeMarkup } from '../../words/plain.ts';
import type { Refused } from '../../message/channels.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { Owned } from '../owner/owned.ts';
import type { PendingMessage } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import type { List } from './list-reads.ts';
import type { Listing } from './listing.ts';
import { newsKeyOf, type Announcement, type NewsRecord } from './news-record.ts';
import { createNewsUpdates, newsShows } from './news-updates.ts';

/** A list that was read so long before a server chose its channel is still its baseline. */
const BASELINE_MS = MINUTE_MS;
/** More are one message: a platform whose ids change must not flood a channel. */
const SINGLE_MAX = 5;
const KNOWN_MAX = 1000;
const POSTS_MAX = 20;

const keyOf = ({ id }: Tournament): string => newsKeyOf(id);

/** Drafts are announced once they are published. */
const isAnnounced = (tournament: Tournament, now: number): boolean =>
  tournament.id !== '' && tournament.registration !== 'draft' && isAhead(tournament, now);

const matches = ({ name = '' }: Tournament, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => fold(name).includes(fold(word)));

/** A message that was sent, or was sent before and found. */
interface Sent {
  messageId: string | undefined;
  channelId?: string | undefined;
}

/** What has to be known of an announcement to keep it true. */
const announcementOf = (view: NewsView, { channelId, messageId }: Sent): Announcement | undefined =>
  channelId === undefined || messageId === undefined
    ? undefined
    : present({
        tournamentId: view.tournament.id,
        channelId,
        messageId,
        at: view.now,
        roleId: view.roleId,
        shows: newsShows(view),
      });

const withAnnouncement = (
  shown: NewsRecord['shown'] = {},
  announcement: Announcement | undefined,
): NonNullable<NewsRecord['shown']> => {
  if (announcement === undefined) return shown;
  const all = { ...shown, [newsKeyOf(announcement.tournamentId)]: announcement };
  return Object.fromEntries(Object.entries(all).slice(-POSTS_MAX));
};

/** As many as a platform gives at most, if it does not give all: what the bot asks for, and usual limits. */
const WINDOWS = new Set([20, 25, 50, 100, 200]);

const windowOf = ({ tournaments }: List): NonNullable<NewsRecord['window']> => ({
  count: tournaments.length,
  endsAt: Math.max(0, ...tournaments.flatMap(({ startsAt }) => startsAt?.epochMs ?? [])),
});

/**
 * The keys of tournaments that may have been there before, behind the end of a list that was cut: others before them went. In a list
 * by start, they start after its end of then; in another, they are its last ones.
 */
function movedIn(
  { tournaments }: List,
  { known, window }: Pick<NewsRecord, 'known' | 'window'>,
): ReadonlySet<string> {
  if (window === undefined || !WINDOWS.has(window.count) || tournaments.length > window.count)
    return new Set();
  const starts = tournaments.map(startOf);
  const isByStart = starts.every((start, at) => at === 0 || start >= (starts[at - 1] ?? 0));
  const last = tournaments.findLastIndex((one) => known.includes(keyOf(one)));
  const behind = isByStart
    ? tournaments.filter((one) => startOf(one) >= window.endsAt)
    : tournaments.slice(last + 1);
  return new Set(behind.map(keyOf));
}

const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Infinity;

export interface NewsDeps extends Pick<JobsDeps, 'events' | 'log' | 'now'> {
  store: Store<NewsRecord>;
  guilds: Pick<JobsDeps['guilds'], 'settings' | 'translator' | 'note' | 'follows'>;
  listing: Pick<Listing, 'card'>;
}

/** Announces new tournaments in servers: each once, also over kills and other owners. */
export function createNews(deps: NewsDeps) {
  const { events, guilds, log, now, store } = deps;
  const updates = createNewsUpdates(deps);

  /** Servers that follow an announcement channel get the message too, if Discord takes that. */
  async function publish({ channels }: Owned, channelId: string, messageId: string): Promise<void> {
    await channels.publish(channelId, messageId).catch((error: unknown) => {
      log.warn({ channelId, err: error }, 'an announcement could not be published');
    });
  }

  /** A channel follows by itself what is announced, as it did last time. Throws `StoreError`. */
  async function follow(guildId: string, channelId: string, tournament: Tournament): Promise<void> {
    const choice = { tournamentId: tournament.id, channelId };
    if (followIdOf(choice) in (await guilds.follows.read(guildId))) return;
    const { topics, eventHours } = (await guilds.follows.last(guildId, channelId)) ?? {
      topics: INITIAL_SWITCHES,
    };
    const isFollowed = await guilds.follows.add(guildId, { ...choice, topics, ...present({ eventHours }) });
    const t = await guilds.translator(guildId);
    const words = {
      channel: `<#${channelId}>`,
      tournament: escapeMarkup(tournamentTitle(tournament, t), 80),
      after: switchesText(topics, t),
    };
    const key = isFollowed === undefined ? 'follow.audit.full' : 'follow.audit.automatic';
    await guilds.note(guildId, t(key, words));
  }

  /** Without its channel a server gets nothing more, and one line that says why. */
  async function stop(guildId: string, channelId: string, reason: Exclude<Refused, 'closed'>): Promise<void> {
    let isNew = false;
    await guilds.settings.change(guildId, (settings) => {
      isNew = settings.announceChannelId === channelId;
      if (!isNew) return settings;
      const { announceChannelId: _gone, ...others } = settings;
      return others;
    });
    if (!isNew) return;
    events.onStop(reason);
    log.info({ guildId, channelId, reason }, 'stopped announcing tournaments');
    const t = await guilds.translator(guildId);
    const why = t(`feed.audit.why.${reason}`);
    await guilds.note(guildId, t('news.stopped', { channel: `<#${channelId}>`, why }));
  }

  /**
   * Tells one server what is new in the list. `since`: when it chose. Throws what Discord and the store throw, and `NotOwnerError`:
   * then the same list can be told again.
   */
  async function tell(guildId: string, list: List, { since, owned }: { since: number; owned: Owned }) {
    const settings = await guilds.settings.read(guildId);
    const { announceChannelId, announceRoleId: roleId, announceWords = [], followChannelId } = settings;
    if (announceChannelId === undefined) return;
    const channelId: string = announceChannelId;
    const t = await guilds.translator(guildId);
    const ahead = list.tournaments.filter((one) => isAnnounced(one, now()));
    const current = new Set(ahead.map(keyOf));
    const stored = await store.get(guildId);
    if (stored === undefined) {
      // Only what is listed after a server chose its channel is new to it.
      if (list.readAt >= since - BASELINE_MS)
        await store.add(guildId, { known: [...current], pending: {}, posts: [], window: windowOf(list) });
      return;
    }
    let record = stored;

    async function save(next: NewsRecord): Promise<void> {
      if (!(await store.replace(guildId, record, next)))
        throw new NotOwnerError('another process announced tournaments');
      record = next;
    }

    /** The record once these are known. Tournaments that are listed stay known. */
    function withKnown(keys: readonly string[], messageId?: string): NewsRecord {
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
    const moved = movedIn(list, record);
    const others = ahead.filter(
      (one) =>
        isNew(one) &&
        (moved.has(keyOf(one)) || !matches(one, announceWords)) &&
        !(keyOf(one) in record.pending),
    );
    if (others.length > 0) await save(withKnown(others.map(keyOf)));
    const isPending = (one: Tournament): boolean => keyOf(one) in record.pending;
    const fresh = ahead.filter(isNew).toSorted((a, b) => startOf(a) - startOf(b));
    const begun = record.digest;
    const many = fresh.filter((one) => (begun ? begun.keys.includes(keyOf(one)) : !isPending(one)));
    if (begun !== undefined || many.length > SINGLE_MAX) {
      // What it was about at first stays known, also if the list lacks it now.
      const keys = begun?.keys ?? many.map(keyOf);
      const post = many.length > 0 ? manyNewsPost({ tournaments: many, roleId }, t) : undefined;
      const sent = await announce(post, begun?.message, (message) =>
        save({ ...record, digest: { keys, message } }),
      );
      if (sent === 'stopped') return;
      // Before they are known: after a kill in between, they are followed again, which changes nothing.
      if (followChannelId !== undefined)
        for (const tournament of many) await follow(guildId, followChannelId, tournament);
      const { digest: _sent, ...rest } = withKnown(keys, sent.messageId);
      await save(rest);
    }
    for (const tournament of fresh.filter(isNew)) {
      const key = keyOf(tournament);
      const view: NewsView = { tournament, isCurrent: true, isHidden: false, roleId, now: now() };
      const sent = await announce(newsPost(view, t), record.pending[key], (message) =>
        save({ ...record, pending: { ...record.pending, [key]: message } }),
      );
      if (sent === 'stopped') return;
      await save({ ...record, shown: withAnnouncement(record.shown, announcementOf(view, sent)) });
      // Before it is known: after a kill in between, it is followed again, which changes nothing.
      if (followChannelId !== undefined) await follow(guildId, followChannelId, tournament);
      await save(withKnown([key], sent.messageId));
    }
    const window = windowOf(list);
    if (record.window?.count !== window.count || record.window.endsAt !== window.endsAt)
      await save({ ...record, window });
    for (const [key, announcement] of Object.entries(record.shown ?? {})) {
      const { [key]: _before, ...others } = record.shown ?? {};
      const after = await updates.update(guildId, announcement, { list, t, channels: owned.channels });
      if (after?.shows !== announcement.shows)
        await save({ ...record, shown: after ? { ...others, [key]: after } : others });
    }

    /** Sends a message once; without a post, one that may have been sent is only looked for. `stopped`: the channel takes no more. */
    async function announce(
      post: Post | undefined,
      pending: PendingMessage | undefined,
      storePending: (message: PendingMessage) => Promise<void>,
    ): Promise<Sent | 'stopped'> {
      const found = pending && (await owned.outbox.lookFor(pending, (id) => record.posts.includes(id)));
      if (found === 'unsure') return { messageId: undefined };
      if (typeof found === 'object') return { messageId: found.id, channelId: pending?.channelId };
      if (post === undefined) return { messageId: undefined };
      const before = found === 'fresh' ? pending : undefined;
      const to = before?.channelId ?? channelId;
      const answer = await owned.outbox.send({ channelId: to, post, before }, storePending);
      if ('id' in answer) {
        // Discord takes ten an hour in a channel: nothing waits for it.
        if (settings.announcePublish === true) void publish(owned, to, answer.id);
        const delayMs = now() - list.readAt;
        events.onPost('news', delayMs);
        log.info({ kind: 'news', guildId, channelId: to, delayMs }, 'posted');
        return { messageId: answer.id, channelId: to };
      }
      if (answer.refused !== 'refused' && answer.refused !== 'closed') {
        await stop(guildId, to, answer.refused);
        return 'stopped';
      }
      // Something in this message alone: the same again would be refused again.
      log.warn({ guildId, channelId: to }, 'Discord refused an announcement for its content');
      return { messageId: undefined };
    }
  }

  return {
    tell,
    /** The server announces nothing: a later start has a new baseline. Throws `StoreError`. */
    forget: (guildId: string): Promise<void> => store.delete(guildId),
  };
}
