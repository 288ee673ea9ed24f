import type { APIMessage, Locale } from 'discord.js';
import type { UploadedFile } from './chat/files.ts';
import type { ChatMessage } from './chat/message.ts';
import type { StandInListener } from './events.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Deadlines, Deliver } from './interactions/desk.ts';
import type { RawInteraction } from './interactions/payload.ts';
import type { SentInteraction } from './interactions/sent.ts';
import type { ActingMember } from './people/acts.ts';
import type { Problem } from './problems.ts';
import type { PublishedCommand } from './rest/command-book.ts';
import type { Connections } from './rest/connection-routes.ts';
import type { GuildEvent } from './rest/event-routes.ts';
import type { Mishaps } from './rest/mishaps.ts';
import type { DiscordWireEntry } from './wire.ts';
import type { Channel, Guild, DiscordWorld } from './world.ts';

export interface DiscordOptions {
  /** Any free one unless told. */
  port?: number;
  applicationId?: string;
  applicationName?: string;
  token?: string;
  clientSecret?: string;
  /** The clock for deadlines, lifetimes and timestamps. Waiting itself is done in real time. */
  now?: () => number;
  /**
   * The clock for the deadline of a first answer, in milliseconds; `now`, unless that has a pace of its own: the bot's timers,
   * by which it keeps to the deadline, have not.
   */
  elapsed?: () => number;
  /** How far away the REST API is. */
  restDelayMs?: number;
  deadlines?: Partial<Deadlines>;
  heartbeatMs?: number;
  /** Discord lets a bot identify once in 5,000 ms; 0, the default, lets it at once. */
  identifyWindowMs?: number;
  /** Where interactions are posted to; by the gateway unless told. */
  interactionsUrl?: string;
  /** Members besides the three with a part in the story. */
  crowd?: number;
  /** The language of all members and servers; English unless told. */
  locale?: Locale | undefined;
}

export interface DiscordStandIn {
  readonly url: string;
  /** For DISCORD_API_URL. */
  readonly apiUrl: string;
  /** For DISCORD_AUTHORIZE_URL. */
  readonly authorizeUrl: string;
  readonly gatewayUrl: string;
  readonly token: string;
  readonly applicationId: string;
  /** Ed25519, hex. */
  readonly publicKey: string;
  readonly clientSecret: string;
  /** Registered redirect addresses; undefined accepts any on this machine. */
  redirectUris: readonly string[] | undefined;
  restDelayMs: number;
  /** Where people chat: `/channels/…` leads there. */
  appUrl: string | undefined;
  /** Where interactions are posted to; undefined sends them over the gateway. */
  interactionsUrl: string | undefined;
  /** Hands interactions to the bot, by its endpoint or the gateway unless replaced. Returns the reason if the bot does not take it. */
  deliver: Deliver;
  /** Asks the endpoint what Discord asks before it takes its address; gives what is wrong with it. */
  probe(): Promise<string | undefined>;
  readonly world: DiscordWorld;
  readonly members: readonly ActingMember[];
  readonly guilds: readonly Guild[];
  readonly channels: readonly Channel[];
  readonly scheduledEvents: readonly GuildEvent[];
  /** As published. */
  readonly commands: readonly PublishedCommand[];
  readonly gateway: Gateway;
  /** What goes wrong on the way to the REST API, on purpose. */
  readonly mishaps: Mishaps;
  /** Of Linked Roles. */
  readonly connections: Connections;
  /** What Discord refused, and what it took although less was left than was meant. */
  readonly problems: readonly Problem[];
  readonly wire: readonly DiscordWireEntry[];
  /** By name or id; throws if it does not exist. */
  member(nameOrId: string): ActingMember;
  /** What everybody sees in a channel, or what one member does. */
  messages(channelId: string, memberId?: string): ChatMessage[];
  message(messageId: string): ChatMessage | undefined;
  api(message: ChatMessage): APIMessage;
  /** Takes a first answer that came another way than the callback route; throws a `RestRefusal`. */
  answer(raw: RawInteraction, body: unknown, files?: readonly UploadedFile[]): SentInteraction;
  /** The Ed25519 signature of a text, hex, by the key that `publicKey` belongs to. */
  sign(text: string): string;
  onEvent(listener: StandInListener): () => void;
  close(): Promise<void>;
}
