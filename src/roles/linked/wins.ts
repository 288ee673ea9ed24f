import { z } from 'zod';
import { changeEntries } from '../../store/change-record.ts';
import type { Store } from '../../store/store.ts';

/** By tournament: its winner. By player: the tournaments they won. */
export const WinsRecord = z.array(z.string());
export type WinsRecord = z.infer<typeof WinsRecord>;

/** The winners of followed tournaments. Every method throws `StoreError`. */
export function createWins(store: Store<WinsRecord>) {
  const edit = (playerId: string, tournamentId: string, won: boolean) =>
    changeEntries(store, `player:${playerId}`, {
      empty: [],
      edit: (list) => {
        const others = list.filter((id) => id !== tournamentId);
        return won ? [...others, tournamentId] : others;
      },
    });

  return {
    countOf: async (playerId: string): Promise<number> =>
      (await store.get(`player:${playerId}`))?.length ?? 0,
    /** `playerId`: the winner, `undefined` if there is none anymore. Returns the players whose number of wins changed. */
    async note(tournamentId: string, playerId: string | undefined): Promise<string[]> {
      const key = `cup:${tournamentId}`;
      const [before] = (await store.get(key)) ?? [];
      if (before === playerId) return [];
      // The tournament comes last: after a kill in between, the next reading repeats everything.
      if (playerId !== undefined) await edit(playerId, tournamentId, true);
      if (before !== undefined) await edit(before, tournamentId, false);
      await (playerId === undefined ? store.delete(key) : store.set(key, [playerId]));
      return [playerId, before].filter((one) => one !== undefined);
    },
  };
}
