import type { Person } from './person.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A time in which the channel may be behind, or may have lost what Discord cannot show it. `guildId`: in that server alone. `quiet`: a
 * tournament has no news for so long that it may be read less often.
 */
export interface Trouble {
  kind: 'platform' | 'discord' | 'store' | 'process' | 'clock' | 'quiet';
  from: number;
  to: number;
  guildId?: string;
  cupId?: string;
}

/** A message as it was sent: what it may mention, and its buttons, whatever their form. */
interface Post {
  content: string;
  rows?: unknown;
  mentions?: { users?: readonly string[]; roles?: readonly string[] };
  embeds?: readonly { image?: unknown; description?: string }[];
}

interface Message {
  id: string;
  channelId: string;
  post: Post;
  at: number;
  /** A member's press caused it. */
  isPress?: true;
}

/** What was done with a message: its text is as it was then. */
export interface MessageChange extends Message {
  kind: 'post' | 'edit';
}

interface Thread {
  channelId: string;
  isClosed: boolean;
  closings: number;
}

interface ScheduledEvent {
  id: string;
  guildId: string;
  name: string;
  startsAt: number;
  status: string;
}

export interface Cup {
  id: string;
  name: string;
  names: readonly string[];
  format: string;
  /** Whether it showed its players by ids all along. */
  hasIds: () => boolean;
  /** Whether it shows the states of its matches. */
  hasPhases: boolean;
  /** Whether a message speaks of it. */
  isAbout: (content: string) => boolean;
  /** Whose name it is or was. */
  playerOf: (name: string) => number | undefined;
  playerId: (who: number) => string;
}

export interface SeriesRule {
  words?: readonly string[];
  announceChannelId?: string;
  followChannelId?: string;
  topics?: { event?: boolean };
  seasonChannelId?: string;
}

interface Settings {
  resultsChannelId?: string;
  logChannelId?: string;
  rankUpChannelId?: string;
  series?: readonly SeriesRule[];
}

/** A channel that follows a tournament. */
export interface Follow {
  guildId: string;
  channelId: string;
  cup: Cup;
  topics: {
    calls: boolean;
    results: boolean;
    event: boolean;
    /** In minutes. */
    late: number;
    threads: boolean;
    spoilers: boolean;
    /** The role that is mentioned. */
    ping?: string;
  };
  at: number;
  settings: Settings;
  /** Another channel of the server follows it, too, and was first. */
  isSecond: boolean;
  /** No other channel of the server was first with its calls; `undefined` where it isn't known which one leads by now. */
  leadsCalls: boolean | undefined;
  /** When it went on after it had stopped. */
  resumes: number[];
}

/** All that a night is judged by: what was so, what was told, and what was in the way. */
export interface Night {
  endedAt: number;
  /** The platform goes on only when the bot has read what it shows. */
  isPatient?: true;
  clockOf: (at: number) => string;
  /** The bot may read what it posted. */
  isReadable: boolean;
  cups: readonly Cup[];
  /** By tournament. */
  snapshots: ReadonlyMap<string, readonly Snapshot[]>;
  /** Tournaments that never show who has won. */
  unproved: ReadonlySet<string>;
  /** Tournaments whose record says that a table decides them. */
  tabled: ReadonlySet<string>;
  follows: readonly Follow[];
  servers: readonly { guildId: string; settings: Settings }[];
  troubles: Trouble[];
  /** The wall clock against true time, from each time on. */
  jumps: { at: number; ms: number }[];
  /** Messages that somebody deleted, and when. */
  removed: Map<string, number>;
  /** The follows that had stopped in the end. */
  stops: { guildId: string; channelId: string; reason: string }[];
  /** Tournaments that the platform lists for the first time, and when. */
  news: { at: number; name: string }[];
  /** A registrant who wants to be reminded. */
  reminder?: { discordId: string; name: string; startsAt: number };
  /** By server, what its rules give roles for, and who has used the bot there. */
  roles: Map<string, Roles>;
  /** By player, each rating after the first one. */
  ranks: Map<string, { at: number; elo: number }[]>;
  /** When the platform showed the bot a player's rating; without one, everybody's. */
  rankReads: readonly { at: number; playerId?: string }[];
  eloOf: (playerId: string) => number;
  rankOf: (elo: number) => string;
  /** What members were refused or shown, and should not have been. */
  faults: string[];
  world: {
    changes: readonly MessageChange[];
    /** When messages were deleted, by whomever. */
    deletions: ReadonlyMap<string, number>;
    /** As they stand in the end. */
    messages: readonly Message[];
    /** By their first message. */
    threads: ReadonlyMap<string, Thread>;
    events: readonly ScheduledEvent[];
    eventChanges: readonly (ScheduledEvent & { at: number })[];
    passEvents: () => void;
    people: {
      all: readonly Person[];
      ofPlayer: (playerId: string) => Person | undefined;
      ofDiscord: (discordId: string) => Person | undefined;
    };
    server: (guildId: string) => {
      members: ReadonlyMap<string, ReadonlySet<string>>;
      nicks: ReadonlyMap<string, string>;
    };
    /** What Linked Roles show, by member. */
    connections: { shown: ReadonlyMap<string, unknown> };
  };
}

/** What a server's rules are about. */
interface Roles {
  kinds: ReadonlySet<string>;
  /** Who has used the bot there. */
  seen: ReadonlySet<string>;
  /** The nicknames that its members had before. */
  own: ReadonlyMap<string, string>;
  /** Who was renamed by hand: what they were called just before, and when. */
  byHand: Map<string, { before: string | undefined; at: number }>;
}
