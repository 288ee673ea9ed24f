/** How much the background work does at once. The rest waits for the next turn, so that nothing else waits for it. */
export const TURN_LIMITS = {
  /** Reads in flight, where the platform is slow. */
  reads: 4,
  /** Calls and reminders of a turn: Discord takes about one a second. */
  calls: 20,
  /** What a turn closes of each kind. */
  closes: 20,
  /** What a turn takes the buttons from, for which nothing waits. */
  settled: 5,
};
export type TurnLimits = Readonly<typeof TURN_LIMITS>;
