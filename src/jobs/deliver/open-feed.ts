import type { OwnMessage, Refused } from '../../message/channels.ts';
import { lastEdit } from '../../message/last-edit.ts';
import type { Post } from '../../message/reply.ts';
import {
  identified,
  isFirstBracket,
  newFeed,
  withBaseline,
  withOrder,
  withResumed,
} from '../plan/baseline.ts';
import type { FeedRecord, ChannelNotice, PendingMessage, PendingNotice } from '../plan/feed-record.ts';
import { keysOf, noteSent } from '../plan/notices.ts';
import { sameText } from '../plan/pending.ts';
import { readingFor, type FeedReading } from '../plan/plan-input.ts';
import type { Turn, Work } from '../work.ts';
import { memberResultsBefore } from './member-results.ts';
import { dropHidden } from './drop-mentions.ts';
import { feedKeyOf } from './feeds.ts';

/** Whether the feed already knows a message, so that it can't be the lost one: two may have the same text. */
function isKnown(feed: FeedRecord, messageId: string): boolean {
  const { champion, live, matches, plans = [], posts, tables = {}, winner } = feed;
  return (
    [live?.messageId, champion?.messageId, winner?.post?.messageId].includes(messageId) ||
    plans.some((plan) => plan.messageId === messageId) ||
    messageId in posts ||
    Object.values(tables).some((table) => table.messageId === messageId) ||
    [...matches.values()].some(({ call }) => [call?.messageId, call?.reminder?.messageId].includes(messageId))
  );
}

/** The messages that mention players until their match is decided. */
const ASKS: ReadonlySet<ChannelNotice['kind']> = new Set(['call', 'thread', 'late']);

const messageOf = ({ notice: _notice, ...pending }: PendingNotice): PendingMessage => pending;

export type OpenFeed = Awaited<ReturnType<typeof openFeed>>;

/**
 * Opens a channel's feed for one turn. Every message and edit of the turn goes through it, and is stored before it is sent. Throws
 * `StoreError`, `NotOwnerError` and `UnreadableError`.
 */
export async function openFeed(turn: Turn, work: Work) {
  const { channels, events, feeds, lease, log, now, outbox } = work;
  const { epoch, guildId, reading } = turn;
  const key = feedKeyOf(turn);
  let stored = await feeds.open(key, epoch, {
    isOwner: () => lease.isOwner(epoch),
    make: async () => ({
      ...newFeed(reading, await work.announcedIn(turn), await memberResultsBefore(turn, work)),
      since: turn.follow.since,
    }),
  });
  const first = isFirstBracket(stored, reading) ? await memberResultsBefore(turn, work) : undefined;
  const known = withResumed(withBaseline(stored, reading, first), turn.follow.since, reading);
  /** Computed once, since hashing costs time: nothing in a turn changes how matches are found. */
  const seen = readingFor(known, reading);
  let feed = withOrder(known, seen);

  async function save(next: FeedRecord): Promise<void> {
    if (next === stored) return;
    stored = await feeds.save(key, stored, next);
    feed = stored;
  }

  /**
   * The note is stored with the next write: after a kill in between, it is found or done again, as after a kill right before it.
   */
  function note(next: FeedRecord): void {
    feed = next;
  }

  // What passes from now on is news.
  if (stored.since !== turn.follow.since) await save(feed);

  const withoutPending = (notice: ChannelNotice): FeedRecord => ({
    ...feed,
    pending: feed.pending.filter((one) => !sameText(one.notice, notice)),
  });

  function onPosted(kind: string, channelId: string): void {
    const delayMs = now() - reading.readAt;
    events.onPost(kind, delayMs);
    log.info({ kind, guildId, channelId, tournamentId: reading.tournament.id, delayMs }, 'posted');
  }

  /** Whether its message was found. */
  async function settleOne(pending: PendingNotice, messages: OwnMessage[] | undefined): Promise<boolean> {
    const { at, channelId, notice } = pending;
    const found = outbox.find(pending, messages, (messageId) => isKnown(feed, messageId));
    if (found === 'fresh') return false;
    if (found === 'unsent') {
      await save(withoutPending(notice));
      return false;
    }
    // If that can't be known anymore, it counts as sent, so that no player is called twice; only a live post without its id is sent
    // again.
    const message = found === 'unsure' ? undefined : found;
    if (message !== undefined && ASKS.has(notice.kind))
      await dropHidden({ ...message, channelId }, guildId, work);
    await save(noteSent(withoutPending(notice), notice, { messageId: message?.id, channelId, at }));
    return message !== undefined;
  }

  return {
    record: (): FeedRecord => feed,
    /** The reading with this feed's match keys. */
    reading: (): FeedReading => seen,
    save,
    note,

    /**
     * Looks for messages that may have been sent, and returns what was found. Those whose nonce Discord still knows stay pending.
     */
    async settle(): Promise<ChannelNotice[]> {
      const found: ChannelNotice[] = [];
      for (const channelId of new Set(feed.pending.map((one) => one.channelId))) {
        const pending = feed.pending.filter((one) => one.channelId === channelId);
        const messages = await outbox.history(channelId, pending);
        for (const one of pending) if (await settleOne(one, messages)) found.push(one.notice);
      }
      return found;
    },

    /** Sends a new message once. Returns why Discord refused it. Throws if Discord does not answer. */
    async send(notice: ChannelNotice, channelId: string, post: Post): Promise<Refused | undefined> {
      const before = feed.pending.find((one) => one.channelId === channelId && sameText(one.notice, notice));
      const outcome = await outbox.send(
        { channelId, post, before: before && messageOf(before) },
        async (pending) => {
          // By the time it is known whether it was sent, the platform may show names alone.
          const rest = identified(withoutPending(notice), keysOf(notice), seen);
          await save({ ...rest, pending: [...rest.pending, { notice, ...pending }] });
        },
      );
      const refused = 'refused' in outcome ? outcome.refused : undefined;
      const isFaulty = refused === 'refused' && notice.kind !== 'live';
      if (refused !== undefined && !isFaulty) {
        // An earlier attempt may have been accepted: it is searched for once the channel can be used again.
        if (before === undefined) await save(withoutPending(notice));
        return refused;
      }
      // Discord refuses this message's content and would refuse it again: it counts as sent.
      if (isFaulty)
        log.warn({ kind: notice.kind, guildId, channelId }, 'Discord refused a message for its content');
      const messageId = 'id' in outcome ? outcome.id : undefined;
      note(noteSent(withoutPending(notice), notice, { messageId, channelId, at: now() }));
      if (!isFaulty) onPosted(notice.kind, channelId);
      return undefined;
    },

    /** Edits one of the bot's messages. Returns why Discord refused it. `kind`: for the metrics and the log. */
    async edit(
      kind: string,
      place: { channelId: string; messageId: string },
      post: Post,
    ): Promise<Refused | undefined> {
      const { channelId, messageId } = place;
      const outcome =
        reading.isLast === true
          ? await lastEdit(channels, place, post)
          : await channels.edit(channelId, messageId, post);
      if ('refused' in outcome) return outcome.refused;
      onPosted(kind, channelId);
      return undefined;
    },
  };
}
