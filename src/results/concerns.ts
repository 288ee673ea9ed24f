import type { Guilds } from '../guilds/guilds.ts';

export interface ConcernsDeps {
  guilds: Pick<Guilds, 'follows'>;
  /** Whether the tournament was announced in the server. */
  isAnnounced: (guildId: string, tournamentId: string) => Promise<boolean>;
}

/** Whether a tournament concerns a server: it follows or followed it, or announced it. Throws `StoreError`. */
export type Concerns = (guildId: string, tournamentId: string | undefined) => Promise<boolean>;

export const createConcerns =
  ({ guilds, isAnnounced }: ConcernsDeps): Concerns =>
  async (guildId, tournamentId) => {
    if (tournamentId === undefined) return false;
    const follows = Object.values(await guilds.follows.read(guildId));
    return (
      follows.some((follow) => follow.tournamentId === tournamentId) ||
      (await isAnnounced(guildId, tournamentId))
    );
  };
