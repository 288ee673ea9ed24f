import type { Refused } from '../../message/channels.ts';
import type { Post } from '../../message/reply.ts';
import type { FeedRecord, ChannelNotice } from '../plan/feed-record.ts';
import { throwRefused, type Delivery } from './delivery.ts';

/** Performs one act. Throws `RefusedError` if the followed channel refuses it, and what Discord's port and the store throw. */
export interface Deliver<A> {
  (act: A, delivery: Delivery): Promise<void>;
  /** For edits: the feed while they may or may not have reached their messages, stored before the first of them. */
  unclear?: (acts: readonly A[], feed: FeedRecord) => FeedRecord;
}

interface NewMessage<A> {
  notice: (act: A) => ChannelNotice;
  post: (act: A, delivery: Delivery) => Post | Promise<Post>;
  /** Another channel of the server; if that refuses, the message goes to the followed channel. `refused`: logs that. */
  channel?: {
    of: (delivery: Delivery) => Promise<string>;
    refused?: (channelId: string, delivery: Delivery) => Promise<void>;
  };
  /** What follows the message. `before`: the feed before it was sent. */
  after?: (act: A, delivery: Delivery, before: FeedRecord) => Promise<void>;
}

/** A new message, sent once. */
export const sends =
  <A>({ notice, post, channel, after }: NewMessage<A>): Deliver<A> =>
  async (act, delivery) => {
    const { feed, turn } = delivery;
    const own = turn.follow.channelId;
    const before = feed.record();
    const message = await post(act, delivery);
    const to = (await channel?.of(delivery)) ?? own;
    const refused = await feed.send(notice(act), to, message);
    if (refused !== undefined && to !== own) {
      await channel?.refused?.(to, delivery);
      throwRefused(await feed.send(notice(act), own, message));
    } else throwRefused(refused);
    await after?.(act, delivery, before);
  };

interface MessageEdit<A> {
  /** For the metrics and the log. */
  kind: string;
  /** The message; in the followed channel if no other is named. */
  message: (act: A, feed: FeedRecord) => { messageId: string; channelId?: string } | undefined;
  /** What is done right before the edit. */
  first?: (act: A, messageId: string, delivery: Delivery) => Promise<void>;
  post: (act: A, delivery: Delivery) => Post | Promise<Post>;
  /** The feed while these edits may or may not have reached their messages. */
  unclear: (acts: readonly A[], feed: FeedRecord) => FeedRecord;
  /** The feed after the edit. */
  shown: (act: A, feed: FeedRecord, delivery: Delivery) => FeedRecord;
  /**
   * The feed if the message is gone, or Discord refuses its content; `undefined` for a message that must exist: the channel is
   * left.
   */
  gone: (act: A, feed: FeedRecord, delivery: Delivery, refused: Refused) => FeedRecord | undefined;
  /** What is done if there is no message to edit. */
  otherwise?: Deliver<A>;
  after?: (act: A, delivery: Delivery, before: FeedRecord) => Promise<void>;
}

/** An edit of an existing message. */
export function edits<A>(spec: MessageEdit<A>): Deliver<A> {
  const deliver: Deliver<A> = async (act, delivery) => {
    const { feed, turn } = delivery;
    const own = turn.follow.channelId;
    const before = feed.record();
    const message = spec.message(act, before);
    if (message === undefined) return spec.otherwise?.(act, delivery);
    const { channelId = own, messageId } = message;
    await spec.first?.(act, messageId, delivery);
    const post = await spec.post(act, delivery);
    const refused = await feed.edit(spec.kind, { channelId, messageId }, post);
    if (refused === undefined) {
      feed.note(spec.shown(act, feed.record(), delivery));
      return spec.after?.(act, delivery, before);
    }
    const isGone = refused === 'post-gone' || refused === 'refused' || channelId !== own;
    const without = isGone ? spec.gone(act, feed.record(), delivery, refused) : undefined;
    if (without === undefined) return throwRefused(refused);
    feed.note(without);
    return spec.otherwise?.(act, delivery);
  };
  deliver.unclear = (acts, feed) => {
    const standing = acts.filter((act) => spec.message(act, feed) !== undefined);
    return standing.length === 0 ? feed : spec.unclear(standing, feed);
  };
  return deliver;
}

/** A note in the feed, without a message. */
export const notes =
  <A>(note: (act: A, feed: FeedRecord) => FeedRecord): Deliver<A> =>
  async (act, { feed }) =>
    feed.note(note(act, feed.record()));
