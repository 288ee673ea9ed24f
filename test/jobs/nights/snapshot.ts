import type { Bracket, BracketRound, Tournament } from '../../../src/reading/records.ts';
import type { StageNames } from './draws.ts';

/** What a platform shows of its tournaments, and what it leaves out. */
export interface Dialect {
  playerIds: boolean;
  /** `fresh`: another id after each draw. */
  matchIds: 'stable' | 'fresh' | 'none';
  /** Whether matches have states. */
  phases: boolean;
  /** Whether winners are named beside scores. */
  winners: boolean;
  /** `late`: it begins before its record says so. */
  record: 'known' | 'late' | 'none';
  /** Whether the record names the format. */
  format: boolean;
  /** Whether matches have times. */
  times: boolean;
  isOddShown: boolean;
  /** Whether a grand final lists the winner of the losers' bracket first. */
  isLowerFirst: boolean;
  bestOf: 0 | 3 | 5;
  /** Each pairing of a tree is two matches. */
  hasTwoLegs: boolean;
  /** What the stages are called where there are two. */
  stages: StageNames;
}

/** A result, with the sides in either order. `winner`: a player, absent for a draw. */
export interface Played {
  pair: readonly [number, number];
  winner?: number;
  scores?: readonly [number, number];
}

export interface TruthMatch {
  /** Of this match in this draw between these two. */
  instance: string;
  id: string;
  /** In the bracket's order. */
  place: number;
  round: Pick<BracketRound, 'group' | 'number' | 'section'>;
  startsAt?: number;
  pair: readonly [number, number];
  played?: Played;
  hasScore: boolean;
  isRunning: boolean;
  /** It is not played. */
  isCalledOff: boolean;
  /** It is over, and nobody won it. */
  isVoid: boolean;
  /** Since when it can be played, by the wall clock; absent where it cannot. */
  playsFrom?: number;
}

export interface Snapshot {
  at: number;
  tournament: Tournament;
  bracket?: Bracket;
  stage: 'registration' | 'running' | 'over' | 'cancelled';
  /** It is postponed, even after matches were played. */
  isHalted: boolean;
  champion?: number;
  matches: readonly TruthMatch[];
}
