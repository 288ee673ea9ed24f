import type { Guilds } from '../../guilds/guilds.ts';
import { ServerRanksRecord, RANKS_TTL_MS } from '../../members/server-ranking.ts';
import { present } from '../../present.ts';
import { changeEntries, changeRecord } from '../../store/change-record.ts';
import type { Stores } from '../../store/store.ts';
import { BOARD_TTL_MS, BoardPostState } from './boards.ts';

interface BoardRowsDeps {
  stores: Pick<Stores, 'namespace'>;
  boards: Guilds['boards'];
}

const without = <T>(entries: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key));

/** A server's leaderboard without one player. */
function withoutPlayer({ shown, week, ...state }: BoardPostState, playerId: string): BoardPostState {
  return {
    ...state,
    ...present({
      shown: shown && { ...shown, rows: shown.rows.filter(({ player }) => player.id !== playerId) },
      week: week && { ...week, places: without(week.places, playerId) },
    }),
  };
}

/** A leaderboard with one player under a new name. */
const withName = ({ shown, ...state }: BoardPostState, playerId: string, name: string): BoardPostState => ({
  ...state,
  ...present({
    shown: shown && {
      ...shown,
      rows: shown.rows.map((row) =>
        row.player.id === playerId ? { ...row, player: { ...row.player, name } } : row,
      ),
    },
  }),
});

/** Removes or renames members in the leaderboards that their servers keep. Every method throws `StoreError`. */
export function createBoardRows({ stores, boards }: BoardRowsDeps) {
  const ranks = stores.namespace('boards', ServerRanksRecord);
  const states = stores.namespace('shownboards', BoardPostState);

  async function forgetIn(guildId: string, playerId: string): Promise<void> {
    await changeEntries(ranks, guildId, {
      empty: {},
      edit: (known) => (playerId in known ? without(known, playerId) : known),
      ttlOf: () => RANKS_TTL_MS,
    });
    for (const [boardId, { scope }] of Object.entries(await boards.read(guildId))) {
      // The other rankings come from the platform and reveal nothing about a server's members.
      if (scope !== 'server') continue;
      await changeRecord(
        states,
        `${guildId}:${boardId}`,
        (state) => state && withoutPlayer(state, playerId),
        () => BOARD_TTL_MS,
      );
    }
  }

  return {
    /** Makes posts drop, within seconds, members who may no longer be named. */
    redraw: (guildIds: readonly string[]) => boards.redraw(guildIds),
    /** Shows a player under their new name. */
    async rename(guildIds: readonly string[], playerId: string, name: string): Promise<void> {
      for (const guildId of guildIds)
        for (const boardId of Object.keys(await boards.read(guildId)))
          await changeRecord(
            states,
            `${guildId}:${boardId}`,
            (state) => state && withName(state, playerId, name),
            () => BOARD_TTL_MS,
          );
      await boards.redraw(guildIds);
    },
    /** Removes a player who is no longer a linked member, from the posts too. */
    async forget(guildIds: readonly string[], playerId: string): Promise<void> {
      for (const guildId of guildIds) await forgetIn(guildId, playerId);
      await boards.redraw(guildIds);
    },
  };
}
