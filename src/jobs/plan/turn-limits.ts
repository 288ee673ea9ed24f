/** How much the background work does at once. The rest waits for the next turn, so that nothing else waits for it. */
export const TURN_LIMITS = {
  /** Channels, or servers, at work: Discord takes a message a second and channel, and 50 requests a second. */
  queue: 32,
  /** Reads of brackets in flight, where the platform is slow. */
  reads: 4,
  /** Reads of ranks in flight, for boards and for roles. */
  ranks: 2,
  /** Calls and reminders of a turn: Discord takes about one a second. */
  calls: 20,
  /** What a turn closes of each kind. */
  closes: 20,
  /** What a turn takes the buttons from, for which nothing waits. */
  settled: 5,
  /** The players of a turn's next calls who are looked up ahead. */
  ahead: 20,
  /** Servers where roles change. */
  servers: 8,
  /** Debts of roles that a turn pays: Discord's requests run one after another, and other work waits for them. */
  debts: 5,
};
export type TurnLimits = Readonly<typeof TURN_LIMITS>;
