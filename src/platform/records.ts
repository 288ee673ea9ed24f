import type { PlatformError } from './error.ts';

/**
 * What the bot understands of the platform's answers. Ids are text, whatever the platform sends.
 * A field that the platform left out, or that did not fit its kind, is absent.
 */

/** A point in time; `day` means that the platform named a date without a time of day (then noon UTC of it). */
export interface Moment {
  epochMs: number;
  precision: 'day' | 'second';
}

/** Where a tournament or match stands, read from the platform's own status word where that is a known one. */
export type Phase = 'upcoming' | 'open' | 'running' | 'finished' | 'cancelled';

/** A player as other records name them. */
export interface PlayerName {
  id?: string;
  name?: string;
  avatarUrl?: string;
}

/** GET /v1/users/:id. Phone and balance are never read from it: they are for the member alone. */
export interface Player extends PlayerName {
  id: string;
  elo?: number;
  rank?: string;
  region?: string;
}

/** GET /v1/me. `phone` comes partly masked. */
export interface Me extends Player {
  phone?: string;
  balance?: number;
}

/** GET /v1/users/:id/rank. `trend` is a signed whole number as text ("+3"). */
export interface PlayerRank {
  globalRank?: number;
  regionalRank?: number;
  elo?: number;
  trend?: string;
}

export interface Tournament {
  id: string;
  name?: string;
  /** The platform's own word. */
  status?: string;
  phase?: Phase;
  /** Why it takes nobody before it begins, where its status word says so. */
  registration?: 'closed' | 'postponed' | 'draft' | 'seeding';
  startsAt?: Moment;
  endsAt?: Moment;
  registrationClosesAt?: Moment;
  capacity?: number;
  entrants?: number;
  /** Ids of those who are registered, where the record lists them. */
  entrantIds?: string[];
  game?: string;
  format?: string;
  region?: string;
  prize?: string;
  description?: string;
  imageUrl?: string;
  url?: string;
}

/**
 * What fills an open slot: the outcome of a match, by its id or by what the platform calls it ("M12", "Semifinal 1"), or
 * else the platform's own words.
 */
export type SlotSource =
  | { outcome: 'winner' | 'loser'; matchId: string }
  | { outcome: 'winner' | 'loser'; label: string }
  | { text: string };

/** One side of a match; without a player it is a slot still open, whose source may be known. */
export interface Side {
  player?: PlayerName;
  score?: number;
  from?: SlotSource;
  bye?: boolean;
}

export interface Match {
  /** Empty only within a bracket whose matches the platform does not name: nothing can be asked about such a match. */
  id: string;
  /** What the platform calls it: "12", "A". */
  label?: string;
  tournament?: { id?: string; name?: string };
  round?: number;
  roundName?: string;
  /** First and second player, in the order that `player1_score` and `player2_score` mean. */
  sides: [Side, Side];
  status?: string;
  phase?: Phase;
  winner?: 1 | 2;
  startsAt?: Moment;
  endsAt?: Moment;
  bestOf?: number;
}

/** Rounds in playing order, those of one stage together. A flat list of matches is one round per round number. */
export interface Bracket {
  tournamentId?: string;
  /** The platform has more matches than are read. */
  isCut?: true;
  rounds: BracketRound[];
}

export interface BracketRound {
  number?: number;
  name?: string;
  section: 'main' | 'winners' | 'losers' | 'final' | 'group';
  /** Name of the group, in a group stage, as the platform writes it: "A", "Group A", "Red". */
  group?: string;
  /** Name of the stage, where the platform has several. */
  stage?: string;
  matches: Match[];
}

export interface RankingEntry {
  /** Its place; where the platform names none, its position in the list as given, from 1. */
  place: number;
  player: PlayerName;
  elo?: number;
  rank?: string;
  trend?: string;
}

/** POST /oauth/token. `expiresInSeconds` is absent where the platform does not say. */
export interface TokenGrant {
  accessToken: string;
  refreshToken?: string;
  expiresInSeconds?: number;
}

/**
 * How a write ended. `now` is the record as the platform holds it after the write (from its answer or read back), where
 * that could be had. `unknown`: the answer was lost, and what can be read back does not show the outcome.
 */
export type WriteResult<T> =
  | { outcome: 'done'; now?: T }
  | { outcome: 'refused'; failure: PlatformError; now?: T }
  | { outcome: 'unknown'; failure: PlatformError; now?: T };
