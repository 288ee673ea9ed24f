import type { TurnLimits } from './plan/turn-limits.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Alerts } from '../members/alerts.ts';
import type { Naming } from '../members/naming.ts';
import type { Vault } from '../accounts/vault.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Platform } from '../platform/platform.ts';
import type { StoreLog, Stores } from '../store/store.ts';
import type { Match } from '../reading/records.ts';
import type { ShownReport } from '../replies/report-view.ts';
import type { Translate, Words } from '../words/words.ts';
import type { Feeds } from './deliver/feeds.ts';
import type { KnownReports } from './deliver/known-reports.ts';
import type { Owned } from './owner/owned.ts';
import type { Lease } from './owner/lease.ts';
import type { Listing } from './week/listing.ts';
import type { Channels, StandingPosts } from '../message/channels.ts';
import type { DrawBracket, JobsEvents } from './ports.ts';
import type { AnnouncedHere } from './plan/baseline.ts';
import type { Followed, Reading } from './plan/reading.ts';

export interface JobsDeps {
  stores: Pick<Stores, 'namespace'>;
  vault: Pick<Vault, 'fingerprint'>;
  /** Unique to this process. */
  id: string;
  pollsPerMinute: number;
  limits: TurnLimits;
  platform: Pick<Platform, 'tournament' | 'bracket' | 'names' | 'recentMatches'>;
  guilds: Pick<
    Guilds,
    | 'settings'
    | 'announcing'
    | 'boards'
    | 'serverName'
    | 'translator'
    | 'translatorIn'
    | 'note'
    | 'follows'
    | 'resultPosts'
    | 'season'
    | 'wakes'
  >;
  channels: Channels;
  standingPosts: StandingPosts;
  drawBracket: DrawBracket;
  /** The tournaments' pages. */
  listing: Pick<Listing, 'card' | 'noteFollowed'>;
  accounts: Pick<Accounts, 'memberOf'>;
  /** Members' reports that wait for an answer or were disputed. Throws `StoreError`. */
  results: {
    standing: (match: Match, guildId: string) => Promise<ShownReport | undefined>;
    lookAt: (matchId: string, guildId: string) => Promise<void>;
  };
  naming: Pick<Naming, 'standings' | 'lookAhead'>;
  alerts: Pick<Alerts, 'read' | 'noteClosed'>;
  /** The clickable mention of a command. */
  mention: (command: string) => string;
  /** For direct messages. */
  words: Pick<Words, 'in'>;
  events: JobsEvents;
  log: StoreLog;
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
}

/** What every step of the background work may use in one server. */
export interface Work extends Omit<JobsDeps, 'channels'>, Owned {
  /** In the server's language. */
  t: Translate;
  feeds: Feeds;
  /** The announcement of a tournament in the channel that follows it. Throws `StoreError`. */
  announcedIn: (followed: Followed) => Promise<AnnouncedHere | undefined>;
  lease: Pick<Lease, 'isOwner'>;
  reports: KnownReports;
  /** Since when calls wait to know whether a player may be named, by server, follow and match. */
  waitingSince: Map<string, number>;
  /** By server: the results channel that refused a message, and when, by the clock that never jumps. */
  closedResults: Map<string, { channelId: string; at: number }>;
  /** By feed key: when this owner read the bracket that the feed last recorded, by the clock that never jumps. */
  notedAt: Map<string, number>;
}

/** One channel's turn with a new reading. */
export interface Turn extends Followed {
  reading: Reading;
  /** The epoch of the lease under which it was queued. */
  epoch: number;
}
