/**
 * The platform's own records, before any shape makes JSON of them. Times are epoch milliseconds. Ids are digits as text,
 * the same in every shape (some send them as numbers), so that linked members stay who they are when the shape is switched.
 */

export const REGIONS = ['ha-noi', 'sao-paulo', 'berlin', 'seoul'] as const;
export type Region = (typeof REGIONS)[number];

export interface WorldPlayer {
  id: string;
  name: string;
  /** Masked already: the platform never tells the whole number. */
  phone: string;
  region: Region;
  elo: number;
  balance: number;
  avatarUrl: string | null;
  /** May score any match. */
  organizer: boolean;
}

export const TOURNAMENT_STATES = ['upcoming', 'running', 'finished', 'cancelled', 'postponed'] as const;
export type TournamentState = (typeof TOURNAMENT_STATES)[number];
export type Format = 'single-elimination' | 'double-elimination' | 'groups' | 'swiss';

export interface WorldTournament {
  id: string;
  name: string;
  state: TournamentState;
  game: string;
  format: Format;
  /** null: open to all regions. */
  region: Region | null;
  startsAt: number;
  endsAt: number | null;
  registrationClosesAt: number;
  capacity: number;
  /** In the order of registration; in the order of seeds once there is a bracket. */
  entrantIds: string[];
  prize: string | null;
  description: string | null;
}

export type Section = 'main' | 'winners' | 'losers' | 'final' | 'group';
export type SeatOutcome = 'winner' | 'loser';

/** One side of a match. Without a player and without a source it is a bye. */
export interface Seat {
  playerId: string | null;
  source: { matchId: string; outcome: SeatOutcome } | null;
}

export type MatchState = 'pending' | 'running' | 'finished' | 'cancelled';

export interface WorldMatch {
  id: string;
  tournamentId: string;
  /** Counts from 1 within the tournament: people say "M12". */
  number: number;
  section: Section;
  /** "A", in a group stage. */
  group: string | null;
  /** Counts from 1 within its section. */
  round: number;
  roundName: string;
  seats: [Seat, Seat];
  scores: [number, number] | null;
  state: MatchState;
  startsAt: number;
  finishedAt: number | null;
  bestOf: number;
  /** What the result gave the first player and took from the second; null where nothing was rated. */
  ratingChange: number | null;
  reportedById: string | null;
}

export interface World {
  players: Map<string, WorldPlayer>;
  tournaments: Map<string, WorldTournament>;
  matches: Map<string, WorldMatch>;
  /** Players worth signing in as, with what they are good for, in words for the consent page. */
  cast: readonly { playerId: string; note: string }[];
  /** Whom `GET /v1/me` shows to the API key: the account that made the application. */
  developerId: string;
}
