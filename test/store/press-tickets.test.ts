import { describe, expect, test } from 'vitest';
import { createPressTickets } from '../../src/store/press-tickets.ts';
import { memoryStores } from '../support/memory-stores.ts';

function world() {
  const clock = { time: 1_800_000_000_000 };
  const now = () => clock.time;
  const memory = memoryStores({ now });
  const replica = () => createPressTickets({ stores: memory.replica(), now });
  return { clock, memory, replica, ticketsOf: replica() };
}

describe('the data of a button', () => {
  test('expires after 30 minutes, or 24 hours for a public message', async () => {
    const w = world();
    const tickets = w.ticketsOf('ana');
    const brief = await tickets.keep('brief');
    const lasting = await tickets.keep('lasting', { lasting: true });
    const values = async () => [await tickets.read(brief), await tickets.read(lasting)];
    w.clock.time += 30 * 60_000 - 1;
    expect(await values()).toEqual(['brief', 'lasting']);
    w.clock.time += 1;
    expect(await values()).toEqual([undefined, 'lasting']);
    w.clock.time += 23.5 * 3_600_000;
    expect(await values()).toEqual([undefined, undefined]);
  });

  test('is limited to a hundred tickets per member across replicas, and the oldest are deleted', async () => {
    const w = world();
    const names: string[] = [];
    for (let n = 0; n < 130; n++) names.push(await w.ticketsOf('ana').keep(n));
    const other = await w.ticketsOf('bao').keep('of another');
    const second = w.replica()('ana');
    const newest = await second.keep('newest');
    expect(w.memory.keys('presses')).toHaveLength(101);
    expect(await second.read(names[30] ?? '')).toBeUndefined();
    expect(await second.read(names[31] ?? '')).toBe(31);
    expect([await second.read(newest), await second.read(other)]).toEqual(['newest', 'of another']);
  });

  test('stays within the limit if many are stored at once', async () => {
    const w = world();
    await Promise.all(Array.from({ length: 150 }, (_, n) => w.ticketsOf('ana').keep(n)));
    expect(w.memory.keys('presses').length).toBeLessThanOrEqual(100);
  });

  test('does not count expired tickets', async () => {
    const w = world();
    for (let n = 0; n < 100; n++) await w.ticketsOf('ana').keep(n);
    w.clock.time += 30 * 60_000;
    const lasting = await w.ticketsOf('ana').keep('lasting', { lasting: true });
    for (let n = 0; n < 99; n++) await w.ticketsOf('ana').keep(n);
    expect(await w.ticketsOf('ana').read(lasting)).toBe('lasting');
  });
});
