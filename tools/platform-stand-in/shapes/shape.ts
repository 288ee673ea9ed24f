import type { MatchState, TournamentState } from '../world/records.ts';
import type {
  BracketView,
  MatchView,
  PlayerView,
  RankingView,
  RegistrationView,
  TournamentView,
} from './views.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Fields = Record<string, Json>;

/** What a platform calls the states of its tournaments and matches. */
export type StateWords = Readonly<Record<TournamentState | MatchState, string>>;

/** What a write is answered with. Without a body the status says it all. */
interface WriteAnswer {
  status: 200 | 201 | 204;
  body?: Json;
}

interface Failure {
  status: number;
  code: string;
  message: string;
}

/**
 * One way to serve what the interface document leaves open. Pure: from views of the world to the bodies of answers.
 * `GET /v1/me`, `GET /v1/users/:id/rank` and `POST /oauth/token` are documented, and so the same in every shape.
 */
export interface Shape {
  user(player: PlayerView): Json;
  updatedUser(player: PlayerView): WriteAnswer;
  tournaments(tournaments: TournamentView[]): Json;
  tournament(tournament: TournamentView): Json;
  registration(registration: RegistrationView): WriteAnswer;
  bracket(bracket: BracketView): Json;
  match(match: MatchView): Json;
  scored(match: MatchView): WriteAnswer;
  matches(matches: MatchView[]): Json;
  ranking(ranking: RankingView): Json;
  failure(failure: Failure): Json;
}

/** ISO 8601 in UTC, to the second. */
export function isoTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

export function epochSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
