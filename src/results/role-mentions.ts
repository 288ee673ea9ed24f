import { DAY_MS } from '../durations.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Match } from '../reading/records.ts';
import type { Report } from './report.ts';

/** How long after its end a match of any tournament may still concern a server's organizers. */
const RECENT_MS = 7 * DAY_MS;

export interface RoleMentionsDeps {
  guilds: Pick<Guilds, 'claimMention' | 'follows'>;
  /** Whether the server was told of this tournament when it was new. */
  isAnnounced: (guildId: string, tournamentId: string) => Promise<boolean>;
  now: () => number;
}

const causeOf = ({ matchId, reportedAt, state }: Report): string => [matchId, reportedAt, state].join(':');

/**
 * Whether a member's press may mention the organizers' role: not for any match that they ever played, and once in ten minutes. Throws
 * `StoreError`.
 */
export function createRoleMentions({ guilds, isAnnounced, now }: RoleMentionsDeps) {
  function isRecent({ endsAt, startsAt }: Match, { claim }: Report): boolean {
    const at = endsAt ?? startsAt;
    // Without a time, a result that was reported here counts as one of these days.
    return at === undefined ? claim !== undefined : now() - at.epochMs < RECENT_MS;
  }

  async function concerns(guildId: string, tournamentId: string): Promise<boolean> {
    const follows = Object.values(await guilds.follows.read(guildId));
    return (
      follows.some((follow) => follow.tournamentId === tournamentId) ||
      (await isAnnounced(guildId, tournamentId))
    );
  }

  return async (report: Report, match: Match, discordId: string | undefined): Promise<boolean> => {
    const { guildId } = report;
    const tournamentId = match.tournament?.id;
    if (guildId === undefined) return false;
    const isOfServer =
      isRecent(match, report) || (tournamentId !== undefined && (await concerns(guildId, tournamentId)));
    return (
      isOfServer && (discordId === undefined || guilds.claimMention(guildId, discordId, causeOf(report)))
    );
  };
}
