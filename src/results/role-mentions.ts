import { DAY_MS } from '../durations.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Match } from '../reading/records.ts';
import type { Concerns } from './concerns.ts';
import type { Report } from './report.ts';

/** How long after its end a match of any tournament may still concern a server's organizers. */
const RECENT_MS = 7 * DAY_MS;

interface RoleMentionsDeps {
  guilds: Pick<Guilds, 'claimMention'>;
  concerns: Concerns;
  now: () => number;
}

const causeOf = ({ matchId, reportedAt, state }: Report): string => [matchId, reportedAt, state].join(':');

/**
 * Whether a member's press may mention the organizer role: only for recent matches, and once in ten minutes. Throws `StoreError`.
 */
export function createRoleMentions({ guilds, concerns, now }: RoleMentionsDeps) {
  function isRecent({ endsAt, startsAt }: Match, { claim }: Report): boolean {
    const at = endsAt ?? startsAt;
    // Without a time, a match with a score reported here counts as recent.
    return at === undefined ? claim !== undefined : now() - at.epochMs < RECENT_MS;
  }

  return async (report: Report, match: Match, discordId: string | undefined): Promise<boolean> => {
    const { guildId } = report;
    if (guildId === undefined) return false;
    const isOfServer = isRecent(match, report) || (await concerns(guildId, match.tournament?.id));
    return (
      isOfServer && (discordId === undefined || guilds.claimMention(guildId, discordId, causeOf(report)))
    );
  };
}
