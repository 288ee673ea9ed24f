import { expect, test } from 'vitest';
import { createWins, WinsRecord } from '../../src/roles/linked/wins.ts';
import { memoryStores } from '../support/memory-stores.ts';

const winsIn = (stores: ReturnType<typeof memoryStores>) =>
  createWins(stores.replica().namespace('wins', WinsRecord));

test('a win survives a kill after any of its writes, and counts once', async () => {
  for (const writes of [0, 1]) {
    const stores = memoryStores();
    stores.control.writesLeft = writes;
    await expect(winsIn(stores).note('cup', 'p1')).rejects.toThrow('down');
    stores.control.writesLeft = Infinity;
    stores.control.down = false;
    for (const _ of [1, 2]) await winsIn(stores).note('cup', 'p1');
    expect(await winsIn(stores).countOf('p1'), String(writes)).toBe(1);
  }
});

test('a win goes with its end, and to another winner, also over a kill after any write', async () => {
  for (const next of [undefined, 'p2'])
    for (const writes of [0, 1, 2]) {
      const stores = memoryStores();
      await winsIn(stores).note('cup', 'p1');
      await winsIn(stores).note('other', 'p1');
      stores.control.writesLeft = writes;
      await winsIn(stores)
        .note('cup', next)
        .catch(() => undefined);
      stores.control.writesLeft = Infinity;
      stores.control.down = false;
      await winsIn(stores).note('cup', next);
      const counts = [await winsIn(stores).countOf('p1'), await winsIn(stores).countOf('p2')];
      expect(counts, `${next} ${writes}`).toEqual([1, next === undefined ? 0 : 1]);
    }
});
