/**
 * The platform's records as the bot reads them. Ids are text, even if the platform sends numbers. A field that is missing or not of
 * its kind is absent.
 */

/** A point in time. `day`: the platform gave a date without a time of day; then `epochMs` is noon UTC. */
export interface Moment {
  epochMs: number;
  precision: 'day' | 'second';
}

/** The phase of a tournament or match, if the platform's status word is known. */
export type Phase = 'upcoming' | 'open' | 'running' | 'finished' | 'cancelled';

/** A player as other records name them. */
export interface PlayerName {
  id?: string;
  name?: string;
  avatarUrl?: string;
}

/** GET /v1/users/:id. Phone and balance are private and never read from it. */
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

/** A final place that the platform states. Several players may share one. */
export interface Placement {
  place: number;
  player: PlayerName;
}

/** A row of a table that the platform keeps. `place` is absent if the row states none: the order proves nothing. */
export interface Standing {
  player: PlayerName;
  place?: number;
  points?: number;
  played?: number;
  won?: number;
  drawn?: number;
  lost?: number;
}

/**
 * What the platform states about the end of a tournament or a stage. Nothing is derived from matches, and nothing here says that it
 * has ended: only the phase does.
 */
export interface StatedEnding {
  /** From a field for the winner, or a list of winners with a single entry. In a stage, the winner of that stage. */
  winner?: PlayerName;
  /** From fields that only mean final places, in their order. May hold only the first places. */
  placements?: Placement[];
  /** The current table, in the platform's order. It is final once the tournament or stage is finished. */
  standings?: Standing[];
}

/** A stage or a group as the platform describes it. */
export interface Stage {
  /** The `stage` of its rounds, or their `group`. With a single stage, the rounds name none. */
  name?: string;
  phase?: Phase;
  format?: string;
  ending?: StatedEnding;
}

export interface Tournament {
  id: string;
  name?: string;
  /** The platform's status word. */
  status?: string;
  phase?: Phase;
  /** Why it takes no players before it begins, if the status word says so. */
  registration?: 'closed' | 'postponed' | 'draft' | 'seeding';
  startsAt?: Moment;
  endsAt?: Moment;
  registrationClosesAt?: Moment;
  capacity?: number;
  entrants?: number;
  /** Ids of the registered players, if the record lists them. */
  entrantIds?: string[];
  game?: string;
  format?: string;
  region?: string;
  prize?: string;
  description?: string;
  /** The platform marks it as official. */
  official?: true;
  imageUrl?: string;
  url?: string;
  ending?: StatedEnding;
  /** In playing order. */
  stages?: Stage[];
}

/** What fills an open slot: the outcome of a match, by its id or its label ("M12", "Semifinal 1"), or else the platform's text. */
export type SlotSource =
  | { outcome: 'winner' | 'loser'; matchId: string }
  | { outcome: 'winner' | 'loser'; label: string }
  | { text: string };

/** One side of a match. Without a player it is an open slot, which may have a source. */
export interface Side {
  player?: PlayerName;
  score?: number;
  from?: SlotSource;
  bye?: boolean;
  /** Disqualified, forfeited or absent, by the platform's word or by a negative score, which is never a `score`. */
  out?: true;
}

export interface Match {
  /** Empty only in a bracket without match ids: such a match can't be read. */
  id: string;
  /** The platform's label: "12", "A". */
  label?: string;
  tournament?: { id?: string; name?: string };
  round?: number;
  roundName?: string;
  /** First and second player, in the order that `player1_score` and `player2_score` mean. */
  sides: [Side, Side];
  status?: string;
  phase?: Phase;
  winner?: 1 | 2;
  /** The status word says that it is postponed or not published yet: it can't be played now. */
  isHeld?: true;
  /**
   * How the match ended, if not by a plain win. `walkover`: `winner` won without playing on. `nobody`: no winner, because neither
   * side played on. `draw`: stated as such; an even final score is a draw without this.
   */
  decided?: 'walkover' | 'nobody' | 'draw';
  startsAt?: Moment;
  endsAt?: Moment;
  bestOf?: number;
}

/** Rounds in playing order, grouped by stage. A flat list of matches becomes one round per round number. */
export interface Bracket {
  tournamentId?: string;
  /** What the bracket's answer states about the whole tournament's end. */
  ending?: StatedEnding;
  /** The stages and groups that state a phase, a format, a winner, places or a table. */
  stages?: Stage[];
  /** The platform has more matches than the bot reads. */
  isCut?: true;
  /** The tournament record's facts about the matches, if both were read together. */
  record?: Pick<Tournament, 'format'> & { winner?: PlayerName; hasEnded?: true };
  rounds: BracketRound[];
}

export interface BracketRound {
  number?: number;
  name?: string;
  section: 'main' | 'winners' | 'losers' | 'final' | 'group';
  /** The platform's name of the group: "A", "Group A", "Red". */
  group?: string;
  /** Name of the stage, if there are several. */
  stage?: string;
  matches: Match[];
}

export interface RankingEntry {
  /** The place, or else the position in the list from 1. */
  place: number;
  player: PlayerName;
  elo?: number;
  rank?: string;
  trend?: string;
}

/** POST /oauth/token. `expiresInSeconds` is absent if the platform does not send it. */
export interface TokenGrant {
  accessToken: string;
  refreshToken?: string;
  expiresInSeconds?: number;
}
