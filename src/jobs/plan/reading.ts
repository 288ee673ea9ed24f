import type { Ending } from '../../brackets/ending.ts';
import { isSuspended } from '../../brackets/registration.ts';
import type { TournamentStage } from '../../brackets/tournament-stage.ts';
import type { Follow } from '../../guilds/follows.ts';
import type { Bracket, Tournament } from '../../reading/records.ts';

/** A tournament as the platform shows it. */
export interface Reading {
  tournament: Tournament;
  stage: TournamentStage;
  /** The last bracket that was read. */
  bracket?: Bracket;
  /** The different bracket that this owner read before: what a partial bracket lacks was in it. */
  before?: Bracket;
  /** The first reading that lacks matches that were there: only the next one says that they are gone. */
  isPartial?: true;
  /** The record is from before an outage, the bracket from after it: the tournament may be postponed by now. */
  isRecordOld?: true;
  /** Whether the bracket is current: no other bracket causes calls or overdue notices. */
  isCurrent: boolean;
  /** The tournament is running, and its bracket can't be read. */
  lacksBracket: boolean;
  /** The platform says that it has none. */
  hasNoBracket: boolean;
  /** The bracket can't be read for so long that it counts as unreadable. */
  isStale?: true;
  /** It has said so only for a while, to an owner that never saw a bracket: an earlier owner may have. */
  isUnseen?: true;
  /** Its bracket proves the winner, even if it may not have ended yet. */
  isDecided: boolean;
  /** It has begun, and no reading ever showed one of its matches as open: pending ones can be played. */
  playsPending?: true;
  /** The channel no longer follows it: this is the last turn, which closes everything that asks. */
  isLast?: true;
  /** How it ended, once it has. */
  ending?: Ending;
  /** Hash of everything that a live post shows. */
  shows: string;
  /** When its newest part was read, epoch milliseconds. */
  readAt: number;
  /** When its bracket was read, which may be long before; without a bracket, when its record was read. */
  bracketAt: number;
  /** The same by the clock that never jumps. */
  bracketMonotonic?: number;
  /** How long the bot chose not to read the bracket before that. */
  restMs?: number;
  /** How long reading the bracket failed before that. */
  failedMs?: number;
}

/** Whether it runs and is not postponed, by a record of now. */
export const isSurelyOn = ({
  isRecordOld,
  stage,
  tournament,
}: Pick<Reading, 'isRecordOld' | 'stage' | 'tournament'>): boolean =>
  stage === 'running' && isRecordOld !== true && !isSuspended(tournament);

/** A tournament that a channel follows and has not stopped following. */
export interface Followed {
  guildId: string;
  followId: string;
  follow: Follow;
  /**
   * The first follow of its server for this tournament with this topic: only it notifies players and organizers, posts to the
   * server's results channel, and owns the scheduled event. `end`: the first with any topic, which notifies the winner. `event`: of
   * a stopped follow, whether no other has it now.
   */
  leads: Readonly<Record<'calls' | 'results' | 'event' | 'ping' | 'end', boolean>>;
}
