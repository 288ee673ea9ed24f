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
  round: { section: string; group?: string; number?: number };
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

/** A tournament as the platform shows it from a time on. */
export interface Snapshot {
  at: number;
  /** As its record says. */
  tournament: { phase?: string; registration?: string; startsAt?: { epochMs: number } };
  stage: 'registration' | 'running' | 'over' | 'cancelled';
  /** It is postponed, even after matches were played. */
  isHalted: boolean;
  champion?: number;
  matches: readonly TruthMatch[];
}
