import type { Ending } from '../../brackets/ending.ts';
import type { NightStage } from '../../brackets/night.ts';
import type { Follow } from '../../guilds/follows.ts';
import type { Bracket, Tournament } from '../../reading/records.ts';

/** A tournament as the platform shows it. */
export interface Reading {
  tournament: Tournament;
  stage: NightStage;
  /** The last one that was read. */
  bracket?: Bracket;
  /** The one before it that this owner read, if that was otherwise: what a part of a bracket lacks was there. */
  before?: Bracket;
  /** Whether the bracket is current: no other bracket causes calls or overdue notices. */
  isCurrent: boolean;
  /** It is under way, and its bracket cannot be read. */
  lacksBracket: boolean;
  /** The platform says that it has none. */
  hasNoBracket: boolean;
  /** Its bracket proves who won, although it may not have ended yet. */
  isDecided: boolean;
  /** It has begun, and no reading showed one of its matches as open: what is pending can be played. */
  playsPending?: true;
  /** The channel follows it no longer: this is the last turn, which closes what asks. */
  isLast?: true;
  /** How it ended, once it has. */
  ending?: Ending;
  /** Hash of everything that a live post shows. */
  shows: string;
  /** When its newest part was read, epoch milliseconds. */
  readAt: number;
  /** When its bracket was read, which may be long before; without a bracket, when its record was. */
  bracketAt: number;
  /** The same by the clock that never jumps; absent where there is no bracket. */
  bracketMonotonic?: number;
  /** How long the bot chose not to read the bracket before that. */
  restMs?: number;
  /** How long the bracket could not be read before that. */
  failedMs?: number;
}

/** A tournament that a channel follows, and has not stopped following. */
export interface Followed {
  guildId: string;
  followId: string;
  follow: Follow;
  /**
   * The first of its server that follows this tournament with this topic: it alone notifies players and organizers, posts to the
   * server's results channel, and keeps the scheduled event.
   */
  leads: Readonly<Record<'calls' | 'results' | 'event' | 'ping', boolean>>;
}
