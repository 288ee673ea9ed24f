import { own } from '../json.ts';
import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import { changeEntries } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { createServerIndex, type ServerIndex } from './server-index.ts';

/** A leaderboard that a channel shows. `region`: a slug, with its label. */
const KeptBoard = storedObject({
  channelId: z.string(),
  scope: z.enum(['global', 'region', 'server']),
  region: z.string().exactOptional(),
  label: z.string().exactOptional(),
  /** When an organizer last asked for it, epoch milliseconds. */
  askedAt: z.number().exactOptional(),
  /** An organizer stopped it, and its message does not say so yet. */
  stopped: z.literal(true).exactOptional(),
});
export type KeptBoard = z.infer<typeof KeptBoard>;

/** The leaderboards of one server, by `boardIdOf`. */
export const KeptBoards = z.record(z.string(), KeptBoard);
export type KeptBoards = z.infer<typeof KeptBoards>;

/** The most boards of one server: each costs reads and an edit an hour. */
export const BOARDS_MAX = 5;

const boardIdOf = ({ channelId, scope, region = '' }: KeptBoard): string =>
  sha256(`${channelId}:${scope}:${region}`, 12);

interface BoardsDeps {
  records: Store<KeptBoards>;
  index: Store<ServerIndex>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  now: () => number;
}

/** The leaderboards that channels keep, by server. Every method throws `StoreError`. */
export function createBoards({ records, index: indexStore, trackServer, now }: BoardsDeps) {
  const index = createServerIndex(indexStore, now);

  const change = (guildId: string, edit: (boards: KeptBoards) => KeptBoards) =>
    index.around(guildId, () => changeEntries(records, guildId, { empty: {}, edit }));

  return {
    index,
    read: async (guildId: string): Promise<KeptBoards> => (await records.get(guildId)) ?? {},
    /** Keeps a leaderboard in a channel. */
    async keep(guildId: string, board: KeptBoard): Promise<'kept' | 'already' | 'full'> {
      await trackServer(guildId);
      const boardId = boardIdOf(board);
      const { before, after } = await change(guildId, (boards) => {
        const others = Object.entries(boards).filter(([id]) => id !== boardId);
        const isFull = others.filter(([, { stopped }]) => stopped === undefined).length >= BOARDS_MAX;
        return isFull ? boards : { ...boards, [boardId]: { ...board, askedAt: now() } };
      });
      if (after[boardId] === undefined || after[boardId].stopped) return 'full';
      return before[boardId] === undefined || before[boardId].stopped ? 'kept' : 'already';
    },
    /** Stops a board; returns it if it was kept. */
    async stop(guildId: string, boardId: string): Promise<KeptBoard | undefined> {
      const { before } = await change(guildId, (boards) => {
        const board = own(boards, boardId);
        return board === undefined ? boards : { ...boards, [boardId]: { ...board, stopped: true } };
      });
      const board = own(before, boardId);
      return board?.stopped ? undefined : board;
    },
    /** Removes a board whose message is gone or says that it stopped. With `onlyStopped`, only if it is still stopped. */
    async remove(guildId: string, boardId: string, { onlyStopped = false } = {}): Promise<void> {
      await change(guildId, (boards) => {
        const { [boardId]: board, ...others } = boards;
        return onlyStopped && board?.stopped === undefined ? boards : others;
      });
    },
    /** Makes the posts of these servers update, within seconds, who may be named. */
    async redraw(guildIds: readonly string[]): Promise<void> {
      if (guildIds.length === 0) return;
      const known = await index.read();
      for (const guildId of guildIds) if (guildId in known) await index.mark(guildId);
    },
    /** Removes the record of a server. */
    async forget(guildId: string): Promise<void> {
      await records.delete(guildId);
    },
  };
}
