import { describe, expect, it } from 'vitest';
import { createNaming, type SeenRecord } from '../../src/accounts/naming.ts';
import { StoreError } from '../../src/store/store.ts';
import { memoryStores } from '../support/memory-stores.ts';

const HOUR = 60 * 60_000;

function world() {
  const clock = { ms: 1_800_000_000_000 };
  const store = memoryStores({ now: () => clock.ms })
    .replica()
    .namespace<SeenRecord>('seen');
  const errors: unknown[] = [];
  const replica = () =>
    createNaming({ store, now: () => clock.ms, onError: (error) => void errors.push(error) });
  return { clock, store, errors, replica };
}
const names = async (naming: ReturnType<typeof createNaming>, guildId: string | undefined) => [
  ...(await naming.nameable(guildId, ['1', '2'])),
];

describe('who may be named', () => {
  it('those whose own interaction was seen in that very server, on every replica', async () => {
    const { replica } = world();
    const [one, two] = [replica(), replica()];
    await one.seen('a', '1');
    expect(await names(one, 'a')).toEqual(['1']);
    expect(await names(two, 'a')).toEqual(['1']);
    expect(await names(two, 'b')).toEqual([]);
    expect(await names(two, undefined)).toEqual([]);
  });

  it('for 24 hours from the last interaction', async () => {
    const { clock, replica } = world();
    const [naming, other] = [replica(), replica()];
    await naming.seen('a', '1');
    clock.ms += 2 * HOUR;
    await naming.seen('a', '1');
    clock.ms += 23 * HOUR;
    expect(await names(naming, 'a')).toEqual(['1']);
    expect(await names(other, 'a')).toEqual(['1']);
    clock.ms += 2 * HOUR;
    expect(await names(naming, 'a')).toEqual([]);
    expect(await names(other, 'a')).toEqual([]);
  });

  it('writes a member once an hour, however often they ask', async () => {
    const { clock, store, replica } = world();
    let writes = 0;
    const counted = createNaming({
      store: { ...store, set: (...args) => (writes++, store.set(...args)) },
      now: () => clock.ms,
      onError: () => undefined,
    });
    for (let at = 0; at < 5; at++) await counted.seen('a', '1');
    expect(writes).toBe(1);
    expect(await names(replica(), 'a')).toEqual(['1']);
  });

  it('names nobody while the store is down, and says so', async () => {
    const errors: unknown[] = [];
    const down = () => Promise.reject(new StoreError('down'));
    const { store } = world();
    const naming = createNaming({
      store: { ...store, get: down, set: down },
      now: Date.now,
      onError: (error) => void errors.push(error),
    });
    await naming.seen('a', '1');
    expect(await names(naming, 'a')).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
  });
});
