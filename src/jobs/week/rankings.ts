import { z } from 'zod';
import { present } from '../../present.ts';
import type { KeptBoard } from '../../guilds/boards.ts';
import { createServerRanking, type ServerRankingDeps } from '../../members/server-ranking.ts';
import type { Naming } from '../../members/naming.ts';
import type { RankingEntry } from '../../reading/records.ts';
import { serverEntries, withMembers, type BoardEntry } from '../../replies/leaderboard.ts';
import { storedObject } from '../../store/schema.ts';
import { escapeMarkup } from '../../words/plain.ts';
import type { Translate } from '../../words/words.ts';
import type { JobsDeps } from '../work.ts';
import type { BoardReads } from './board-reads.ts';

/** The most single ranks that one board reads in an hour. */
const RANKS_MAX = 40;

export interface RankingsDeps {
  reads: BoardReads;
  accounts: Pick<JobsDeps['accounts'], 'memberOf'>;
  naming: Pick<Naming, 'nameable' | 'playersOf'>;
  /** The stored ranks of servers. */
  ranks: ServerRankingDeps['store'];
  now: () => number;
}

/** A row as a message shows it, without the Discord id of its member. */
export const BoardRow = storedObject({
  place: z.number(),
  player: storedObject({ id: z.string().exactOptional(), name: z.string().exactOptional() }),
  elo: z.number().exactOptional(),
  rank: z.string().exactOptional(),
  globalRank: z.number().exactOptional(),
  gained: z.number().exactOptional(),
  /** It names its member. */
  isNamed: z.literal(true).exactOptional(),
});
type BoardRow = z.infer<typeof BoardRow>;

export const rowOf = ({ place, player, elo, rank, globalRank, gained, member }: BoardEntry): BoardRow =>
  present({
    place,
    player: present({ id: player.id, name: player.name }),
    elo,
    rank,
    globalRank,
    gained,
    isNamed: member === undefined ? undefined : (true as const),
  });

/** A read that failed before. */
class UnreadRankError extends Error {
  override readonly name = 'UnreadRankError';
}

function unlessUnread(error: unknown): undefined {
  if (!(error instanceof UnreadRankError)) throw error;
}

interface ReadBoard {
  title: string;
  entries: BoardEntry[];
  note?: string;
  /** The entries with the members who may be named now. Throws `StoreError`. */
  named: (entries: readonly BoardEntry[]) => Promise<BoardEntry[]>;
}

export function createRankings({ reads, accounts, naming, ranks, now }: RankingsDeps) {
  async function named(
    guildId: string,
    entries: readonly BoardEntry[],
    discordIds: readonly (string | undefined)[],
  ): Promise<BoardEntry[]> {
    const known = discordIds.filter((id) => id !== undefined);
    return withMembers(entries, discordIds, await naming.nameable(guildId, known));
  }

  async function serverBoard(
    guildId: string,
    { value, since }: { value: readonly RankingEntry[]; since: number },
    t: Translate,
  ): Promise<ReadBoard | 'waits' | 'failed'> {
    const players = await naming.playersOf(guildId, '');
    const listed = new Set(value.map(({ player }) => player.id));
    const single = players.filter(({ playerId }) => !listed.has(playerId)).slice(0, RANKS_MAX);
    const unread = single.filter(({ playerId }) => reads.ranks.get(playerId, since) === undefined);
    for (const { playerId } of unread) reads.ranks.want(playerId);
    if (unread.length > 0) return 'waits';
    const ranking = createServerRanking({
      platform: {
        rankings: async () => ({ value: [...value] }),
        async userRank(playerId) {
          const rank = reads.ranks.get(playerId, since);
          if (rank === undefined || rank === 'failed') throw new UnreadRankError('this rank was not read');
          return { value: rank.value };
        },
      },
      store: ranks,
      now,
    });
    // Without any known rank it throws the reason: then nothing was read.
    const board = await ranking(guildId, players).catch(unlessUnread);
    if (board === undefined) return 'failed';
    const { members, total } = board;
    const uncounted = total - members.length;
    return {
      title: t('leaderboard.server'),
      entries: serverEntries(members),
      ...present({ note: uncounted > 0 ? t('leaderboard.uncounted', { count: uncounted }) : undefined }),
      named: (entries) =>
        named(
          guildId,
          entries,
          entries.map(({ place }) => members[place - 1]?.discordId),
        ),
    };
  }

  const namedMembers = async (guildId: string, entries: readonly BoardEntry[]): Promise<BoardEntry[]> => {
    const owners = await Promise.all(
      entries.map(async ({ player: { id } }) => (id === undefined ? undefined : accounts.memberOf(id))),
    );
    return named(guildId, entries, owners);
  };

  /**
   * The ranking of a board, from paced reads. `waits`: its reads will follow. `since`: when the board began to wait, by the clock
   * that never jumps. Throws `StoreError`.
   */
  async function read(
    guildId: string,
    { board: { scope, region, label }, since }: { board: KeptBoard; since: number },
    t: Translate,
  ): Promise<ReadBoard | 'waits' | 'failed'> {
    const id = scope === 'region' ? (region ?? '') : '';
    const ranking = reads.rankings.get(id, since);
    if (ranking === undefined) {
      reads.rankings.want(id);
      return 'waits';
    }
    if (ranking === 'failed') return 'failed';
    if (scope === 'server') return serverBoard(guildId, { value: ranking.value, since }, t);
    return {
      title:
        scope === 'region'
          ? t('leaderboard.regional', { region: escapeMarkup(label ?? id) })
          : t('leaderboard.global'),
      entries: ranking.value,
      named: (entries) => namedMembers(guildId, entries),
    };
  }

  /**
   * The rows of a message that may stay, without a read of the platform: a row in a server's own ranking reveals that its player is
   * a linked member. Names no one who was not named before. Throws `StoreError`.
   */
  async function standing(
    guildId: string,
    { scope }: KeptBoard,
    rows: readonly BoardRow[],
  ): Promise<BoardEntry[]> {
    const players = scope === 'server' ? await naming.playersOf(guildId, '') : undefined;
    const ids = players && new Set(players.map(({ playerId }) => playerId));
    const left = ids === undefined ? rows : rows.filter(({ player: { id = '' } }) => ids.has(id));
    const entries = await namedMembers(guildId, left);
    return entries.map(({ member, ...entry }, at) => ({
      ...entry,
      ...present({ member: left[at]?.isNamed && member }),
      // The places within the server, without gaps.
      ...present({ place: ids && at + 1 }),
    }));
  }

  return { read, standing, named: namedMembers };
}
