import type { Context } from '../shared/define.ts';
import { serverEntries, withMembers, type BoardEntry } from '../../src/replies/leaderboard.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { requireServer } from '../shared/organizers.ts';

/** A ranking before pagination. */
export interface Ranking {
  title: string;
  entries: readonly BoardEntry[];
  /** The caller's entry, even if it is not among the entries. */
  own: BoardEntry | undefined;
  /** Why that entry is unknown, if it could not be read. */
  ownFailure?: unknown;
  note?: string | undefined;
  asOf?: number | undefined;
  /** The items and the caller's entry that may be shown now, with the members who may be named. */
  recheck(items: readonly BoardEntry[]): Promise<{ items: BoardEntry[]; own: BoardEntry | undefined }>;
}

/** The server that a ranking is of. Throws `ReplyError` in direct messages, and with a region. */
export function rankedServer(context: Context, region: string | undefined): string {
  const { callerT } = context;
  const serverId = requireServer(context, (why) => callerT(`leaderboard.${why}`));
  if (region !== undefined) throw new ReplyError('region-and-scope', callerT('leaderboard.regionOrScope'));
  return serverId;
}

/** The linked members of this server, ranked, or a reply if there are none. */
export async function serverRanking(context: Context, region: string | undefined): Promise<Ranking | Reply> {
  const { caller, mention, naming, self, t } = context;
  const serverId = rankedServer(context, region);
  const players = await naming.playersOf(serverId, caller.discordId);
  const { members, freshCount, total } = await context.serverRanking(serverId, players);
  const marked = await self.marked().catch(() => undefined);
  if (members.length === 0) {
    // Of whom nobody has read the rank, nothing is known.
    const areUnrated = total > 0 && freshCount === total;
    const why = areUnrated ? t('leaderboard.unrated', { count: total }) : t('leaderboard.emptyServer');
    const join = marked === undefined ? t('leaderboard.joinServer', { link: mention('link') }) : undefined;
    return { content: [why, ...(join === undefined ? [] : [join])].join(' ') };
  }
  const entries = serverEntries(members);
  const discordIdOf = ({ place }: BoardEntry): string => members[place - 1]?.discordId ?? '';
  const own = marked && entries.find((entry) => discordIdOf(entry) === caller.discordId);
  const notes = [
    freshCount < total ? t('leaderboard.refreshed', { fresh: freshCount, total }) : undefined,
    members.length < total ? t('leaderboard.uncounted', { count: total - members.length }) : undefined,
  ].filter((note) => note !== undefined);
  return {
    title: t('leaderboard.server'),
    entries,
    own,
    note: notes.length === 0 ? undefined : notes.join(' '),
    async recheck(items) {
      const nameable = await naming.nameable(serverId, items.map(discordIdOf));
      // Members may have hidden or left since the ranking was read.
      const remaining = await naming.playersOf(serverId, caller.discordId);
      const remainingIds = new Set(remaining.map(({ discordId }) => discordId));
      const visible = items.filter((entry) => remainingIds.has(discordIdOf(entry)));
      return {
        items: withMembers(visible, visible.map(discordIdOf), nameable),
        own: remainingIds.has(caller.discordId) ? own : undefined,
      };
    },
  };
}
