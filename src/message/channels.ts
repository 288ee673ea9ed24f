import type { Post } from './reply.ts';

/**
 * Why Discord refused a request for good, by its own codes. `forbidden`: the bot lacks a permission. `closed`: the member accepts no
 * direct messages. `refused`: the request itself is at fault.
 */
export const REFUSALS = ['forbidden', 'channel-gone', 'post-gone', 'archived', 'refused', 'closed'] as const;
export type Refused = (typeof REFUSALS)[number];

/** The id of what Discord took, and of a message's files; or why it never will. Failures that a retry may mend are thrown. */
export type SendOutcome = { id: string; fileIds?: readonly string[] } | { refused: Refused };

export interface ScheduledEvent {
  name: string;
  description: string;
  location: string;
  /** Epoch milliseconds. */
  startsAt: number;
  endsAt: number;
}

export type EventStatus = 'scheduled' | 'active' | 'completed' | 'canceled';
export type EventChange = Partial<ScheduledEvent> & { status?: EventStatus };

/** A message of the bot's own. */
export interface OwnMessage {
  id: string;
  nonce?: string;
  content: string;
  /** The ids of its files, if it has any. */
  fileIds?: readonly string[];
}

/** The one way to post and edit what no interaction asks for. Every method throws if Discord does not answer, or asks to retry later. */
export interface Channels {
  /** `nonce`: at most 25 characters; for some minutes, Discord answers the same one with the same message. By default, a new one. */
  post(channelId: string, post: Post, nonce?: string): Promise<SendOutcome>;
  edit(channelId: string, messageId: string, post: Post): Promise<SendOutcome>;
  /** Deletes a message of the bot's own. */
  remove(channelId: string, messageId: string): Promise<SendOutcome>;
  /**
   * The bot's own messages from a time on (epoch milliseconds), and its last ones, as clocks differ; `undefined` if the channel shows no
   * message at all, as where the bot may not read its history.
   */
  since(channelId: string, at: number): Promise<OwnMessage[] | undefined>;
  /** Publishes a message of an announcement channel to the servers that follow it; again, it changes nothing. */
  publish(channelId: string, messageId: string): Promise<SendOutcome>;
  /** Starts a thread from a message, or returns the one that it has, or for how long Discord starts none in this channel. */
  startThread(
    channelId: string,
    messageId: string,
    name: string,
  ): Promise<SendOutcome | { retryAfterMs: number }>;
  /** Locks and archives a thread of a channel in one request; where the bot may not lock, it is archived alone. */
  closeThread(threadId: string, channelId: string): Promise<SendOutcome>;
  /** Takes a thread that Discord archived out of the archive, so that its messages can be edited. */
  reopenThread(threadId: string): Promise<SendOutcome>;
  /** The channel of direct messages with a member. */
  openDirect(discordId: string): Promise<SendOutcome>;
  createEvent(guildId: string, event: ScheduledEvent): Promise<SendOutcome>;
  editEvent(guildId: string, eventId: string, change: EventChange): Promise<SendOutcome>;
  /** The status of an event; `gone` once it is deleted. */
  eventStatus(guildId: string, eventId: string): Promise<EventStatus | 'gone'>;
  /** The bot's own events that are not over. */
  ownEvents(
    guildId: string,
  ): Promise<Pick<ScheduledEvent & { id: string }, 'id' | 'name' | 'description' | 'startsAt'>[]>;
}

/** The text of messages that stand. */
export interface StandingPosts {
  /** Edits the text of a message as Discord shows it; what is gone, or may not be read, stays. Throws where Discord does not answer. */
  rewrite(channelId: string, messageId: string, edit: (text: string) => string): Promise<void>;
}
