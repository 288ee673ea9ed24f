/** What servers' leaderboards show and store of a member. Throws `StoreError`. */
export interface BoardRows {
  /** Makes posts drop, within seconds, members who may no longer be named. */
  redraw(guildIds: readonly string[]): Promise<void>;
  /** Shows a player under another name, in the posts too. */
  rename(guildIds: readonly string[], playerId: string, name: string): Promise<void>;
  /** Removes a player, from the posts too. */
  forget(guildIds: readonly string[], playerId: string): Promise<void>;
}
