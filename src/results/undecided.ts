import type { ResultPosts } from '../guilds/result-posts.ts';
import type { Report } from './report.ts';
import type { Reports } from './reports.ts';

interface UndecidedDeps {
  reports: Pick<Reports, 'dueAt' | 'find' | 'findAt' | 'keysOf'>;
  resultPosts: Pick<ResultPosts, 'shown'>;
}

/** A report whose message asks for an answer. */
const isUndecided = ({ state }: Report): boolean => state === 'open' || state === 'disputed';

/** The messages of reports that are not decided. Every method throws `StoreError`. */
export function createUndecided({ reports, resultPosts }: UndecidedDeps) {
  /** A server's undecided reports: those that name a member, and those that are due for their players. */
  return async (
    guildId: string,
    { discordId, playerIds }: { discordId: string; playerIds: readonly string[] },
  ): Promise<{ matchId: string; channelId: string; messageId: string }[]> => {
    const due = (await reports.dueAt(Infinity)).filter((id) => id.guildId === guildId);
    const found = await Promise.all([
      ...(await reports.keysOf(discordId)).map((key) => reports.findAt(key)),
      ...due.map((id) => reports.find(id)),
    ]);
    const places: { matchId: string; channelId: string; messageId: string }[] = [];
    for (const report of new Map(found.map((one) => [one?.matchId, one])).values()) {
      const players = [...(report?.sides ?? []), report?.claim?.playerId, report?.counter?.playerId];
      const isTheirs = report?.guildId === guildId && playerIds.some((one) => players.includes(one));
      if (report === undefined || !isTheirs || !isUndecided(report)) continue;
      const { channelId, matchId, reminder } = report;
      const shown = channelId === undefined ? undefined : await resultPosts.shown(channelId, matchId);
      if (channelId !== undefined && shown?.messageId !== undefined)
        places.push({ matchId, channelId, messageId: shown.messageId });
      if (reminder !== undefined) places.push({ matchId, ...reminder });
    }
    return places;
  };
}
