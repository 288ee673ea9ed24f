import type { Bracket, Tournament } from '../../../src/reading/records.ts';
import type { Snapshot as JudgedSnapshot } from '../../../tools/judge/snapshot.ts';
import type { StageNames } from './draws.ts';

/** What a platform shows of its tournaments, and what it leaves out. */
export interface Dialect {
  playerIds: boolean;
  /** `fresh`: another id after each draw. */
  matchIds: 'stable' | 'fresh' | 'none';
  /** Whether matches have states. */
  phases: boolean;
  /** Matches are pending until they are played: none is ever marked as open. */
  playsPending?: true;
  /** Whether winners are named beside scores. */
  winners: boolean;
  /** `late`: it begins before its record says so. */
  record: 'known' | 'late' | 'none';
  /** Whether the record names the format. */
  format: boolean;
  /** What the record names instead of its format: a game, whose name may contain a word for a league. */
  game?: string;
  /** Whether matches have times. */
  times: boolean;
  /** Every second match of a league is a draw. */
  drawsOften?: true;
  isOddShown: boolean;
  /** Whether a grand final lists the winner of the losers' bracket first. */
  isLowerFirst: boolean;
  bestOf: 0 | 3 | 5;
  /** Each pairing of a tree is two matches. */
  hasTwoLegs: boolean;
  /** What the stages are called where there are two. */
  stages: StageNames;
}

/** With what the platform answers. */
export interface Snapshot extends JudgedSnapshot {
  tournament: Tournament;
  bracket?: Bracket;
}
