import { present } from '../../present.ts';
import type { KeptBoard } from '../../guilds/boards.ts';
import { createServerRanking, type ServerRankingDeps } from '../../members/server-ranking.ts';
import type { Naming } from '../../members/naming.ts';
import type { RankingEntry } from '../../reading/records.ts';
import { serverEntries, withMembers, type BoardEntry } from '../../replies/leaderboard.ts';
import { escapeMarkup } from '../../words/plain.ts';
import type { Translate } from '../../words/words.ts';
import type { JobsDeps } from '../work.ts';
import type { RankReads } from './rank-reads.ts';

/** Single ranks that one board reads in an hour. */
const RANKS_MAX = 40;

export interface RankingsDeps {
  reads: RankReads;
  accounts: Pick<JobsDeps['accounts'], 'ownerOf'>;
  naming: Pick<Naming, 'nameable' | 'playersOf'>;
  /** What is known of ranks in servers. */
  ranks: ServerRankingDeps['store'];
  now: () => number;
}

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
  /** Those of the entries with the members who may be named now. Throws `StoreError`. */
  named: (entries: readonly BoardEntry[]) => Promise<BoardEntry[]>;
}

/** The ranking of a board, from paced reads. `waits`: what it needs will be read. Throws `StoreError`. */
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
    value: readonly RankingEntry[],
    t: Translate,
  ): Promise<ReadBoard | 'waits' | 'failed'> {
    const players = await naming.playersOf(guildId, '');
    const listed = new Set(value.map(({ player }) => player.id));
    const single = players.filter(({ playerId }) => !listed.has(playerId)).slice(0, RANKS_MAX);
    const unread = single.filter(({ playerId }) => reads.ranks.get(playerId) === undefined);
    for (const { playerId } of unread) reads.ranks.want(playerId);
    if (unread.length > 0) return 'waits';
    const ranking = createServerRanking({
      platform: {
        rankings: async () => ({ value: [...value] }),
        async userRank(playerId) {
          const rank = reads.ranks.get(playerId);
          if (rank === undefined || rank === 'failed') throw new UnreadRankError('this rank was not read');
          return { value: rank.value };
        },
      },
      store: ranks,
      now,
    });
    // Without any known rank it throws why: then nothing was read.
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

  return async (
    guildId: string,
    { scope, region, label }: KeptBoard,
    t: Translate,
  ): Promise<ReadBoard | 'waits' | 'failed'> => {
    const id = scope === 'region' ? (region ?? '') : '';
    const ranking = reads.rankings.get(id);
    if (ranking === undefined) {
      reads.rankings.want(id);
      return 'waits';
    }
    if (ranking === 'failed') return 'failed';
    if (scope === 'server') return serverBoard(guildId, ranking.value, t);
    return {
      title:
        scope === 'region'
          ? t('leaderboard.regional', { region: escapeMarkup(label ?? id) })
          : t('leaderboard.global'),
      entries: ranking.value,
      async named(entries) {
        const owners = await Promise.all(
          entries.map(async ({ player: { id } }) => (id === undefined ? undefined : accounts.ownerOf(id))),
        );
        return named(guildId, entries, owners);
      },
    };
  };
}
