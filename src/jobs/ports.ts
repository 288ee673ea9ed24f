import type { StopReason } from '../guilds/follows.ts';
import type { Bracket } from '../platform/records.ts';
import type { Post, ReplyFile } from '../words/reply.ts';

/** What became of something sent to Discord: its id, or a no that repeating does not change. Anything else is thrown. */
export type Sent<R = Refused> = { id: string } | { refused: R };
export type Refused = Exclude<StopReason, 'over' | 'organizer' | 'tournament-gone'>;

export interface ScheduledEvent {
  name: string;
  description: string;
  location: string;
  /** Epoch milliseconds. */
  startsAt: number;
  endsAt: number;
}

export type EventChange = Partial<ScheduledEvent> & {
  status?: 'scheduled' | 'active' | 'completed' | 'canceled';
};

/** Discord, as far as posts need it. Every method throws where Discord does not answer, or asks to come again. */
export interface Channels {
  /** A nonce that was sent within the last minutes gives the message of then. At most 25 characters. */
  post(channelId: string, post: Post, nonce: string): Promise<Sent>;
  edit(channelId: string, messageId: string, post: Post): Promise<Sent>;
  /** Messages since a time, in epoch milliseconds; none where the bot may not read them. */
  since(channelId: string, at: number): Promise<{ id: string; nonce?: string; content: string }[]>;
  /** `closed`: the member takes no direct messages. */
  postDirect(discordId: string, post: Post, nonce: string): Promise<Sent<Refused | 'closed'>>;
  createEvent(guildId: string, event: ScheduledEvent): Promise<Sent>;
  editEvent(guildId: string, eventId: string, change: EventChange): Promise<Sent>;
  /** The bot's own events that are not over. */
  ownEvents(guildId: string): Promise<{ id: string; name: string; startsAt: number }[]>;
}

/** Draws a bracket as it stands; `undefined` where it cannot be drawn. */
export type DrawBracket = (view: { bracket: Bracket; name: string }) => Promise<ReplyFile | undefined>;

/** What the metrics are told. */
export interface JobsEvents {
  onPoll: (outcome: string) => void;
  /** `delayMs`: from the reading to the post. */
  onPost: (kind: string, delayMs: number) => void;
  onStop: (reason: StopReason) => void;
}
