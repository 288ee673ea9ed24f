import type { StopReason } from '../guilds/follows.ts';
import type { Bracket } from '../reading/records.ts';
import type { Post, ReplyFile } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';

/** What Discord refuses for good, by its own codes. `closed`: the member takes no direct messages. */
export type Refused = Exclude<StopReason, 'over' | 'organizer' | 'tournament-gone' | 'endless'> | 'closed';

/** What became of something sent to Discord: its id, or a refusal that repeating does not change. Anything else is thrown. */
export type SendOutcome = { id: string } | { refused: Refused };

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
}

/** Discord, as far as posts need it. Every method throws where Discord does not answer, or asks to come again. */
export interface Channels {
  /** A nonce that was sent within the last minutes gives the message of then. At most 25 characters. */
  post(channelId: string, post: Post, nonce: string): Promise<SendOutcome>;
  edit(channelId: string, messageId: string, post: Post): Promise<SendOutcome>;
  /**
   * The bot's own messages from a time on, in epoch milliseconds, and its last ones, as clocks differ; `undefined` where the channel shows none at all, as it does where
   * the bot may not read its history.
   */
  since(channelId: string, at: number): Promise<OwnMessage[] | undefined>;
  /** Starts a thread from a message, or gives the one that the message has. */
  startThread(channelId: string, messageId: string, name: string): Promise<SendOutcome>;
  /** Locks and archives a thread in one request; where the bot may not lock, it is archived alone. */
  closeThread(threadId: string): Promise<SendOutcome>;
  /** The channel of direct messages with a member. */
  openDirect(discordId: string): Promise<SendOutcome>;
  createEvent(guildId: string, event: ScheduledEvent): Promise<SendOutcome>;
  editEvent(guildId: string, eventId: string, change: EventChange): Promise<SendOutcome>;
  /** The status of an event; `gone` once it is deleted. */
  eventStatus(guildId: string, eventId: string): Promise<EventStatus | 'gone'>;
  /** The bot's own events that are not over. */
  ownEvents(guildId: string): Promise<{ id: string; name: string; startsAt: number }[]>;
}

/** Draws a bracket as it stands; `undefined` where it cannot be drawn. */
export type DrawBracket = (view: {
  bracket: Bracket;
  name: string;
  t: Translate;
}) => Promise<ReplyFile | undefined>;

/** Events for the metrics. */
export interface JobsEvents {
  onPoll: (outcome: string) => void;
  /** `delayMs`: from the reading to the post. */
  onPost: (kind: string, delayMs: number) => void;
  onStop: (reason: StopReason) => void;
}
