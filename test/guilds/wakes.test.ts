import { expect, test } from 'vitest';
import { createWakes, WakeRecord } from '../../src/guilds/wakes.ts';
import { memoryStores } from '../support/memory-stores.ts';

test('the latest presses are kept, whatever their ids are', async () => {
  const clock = { at: 0 };
  const stores = memoryStores({ now: () => clock.at });
  const wakes = createWakes(stores.replica().namespace('wakes', WakeRecord), () => clock.at);
  const note = (id: string): Promise<void> => {
    clock.at += 1000;
    return wakes.note(id, 't1');
  };
  for (let number = 1; number <= 200; number++) await note(String(90_000 + number));
  await note('7');
  await note('m8');
  await note('90001');
  const { matches } = await wakes.read();
  expect(Object.keys(matches)).toHaveLength(200);
  expect(matches).toMatchObject({ 7: 201_000, m8: 202_000, 90_001: 203_000, 90_004: 4000 });
  expect(matches).not.toHaveProperty('90002');
});
