import type { Context } from '../shared/define.ts';
import { rankSeason } from '../../src/guilds/season.ts';
import type { Reply } from '../../src/message/reply.ts';
import { rankedServer, type Ranking } from './server.ts';

/**
 * The winners of the tournaments that this server followed within a year, or a reply if there are none. By the platform's names.
 */
export async function seasonRanking(context: Context, region: string | undefined): Promise<Ranking | Reply> {
  const { guilds, mention, self, t } = context;
  const serverId = rankedServer(context, region);
  const cups = await guilds.season.read(serverId);
  if (cups.length === 0) return { content: t('leaderboard.emptyCups', { follow: mention('follow') }) };
  const marked = await self.marked().catch(() => undefined);
  const entries = rankSeason(cups);
  const own = marked && entries.find(({ player }) => player.id === marked.playerId);
  return {
    title: t('leaderboard.cups'),
    entries,
    own,
    note: t('leaderboard.cupCount', { count: cups.length }),
    recheck: async (items) => ({ items: [...items], own }),
  };
}
