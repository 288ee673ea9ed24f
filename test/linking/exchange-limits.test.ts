import { describe, expect, test } from 'vitest';
import { createExchangeLimits, type ExchangeCaller } from '../../src/linking/exchange-limits.ts';
import { RefusalError } from '../../src/linking/refusals.ts';

const at = (name: string): ExchangeCaller => ({ networks: [{ name, max: 10 }] });
const customer = (site: string, lan: number): ExchangeCaller => ({
  networks: [
    { name: `${site}:${lan}/64`, max: 10 },
    { name: `${site}/48`, max: 20 },
  ],
});
const member = (name: string): ExchangeCaller => ({ member: name });

/** A token endpoint behind limits; `made` counts what reached it. */
function endpoint() {
  const clock = { time: 1_800_000_000_000 };
  const limits = createExchangeLimits(() => clock.time);
  const world = {
    clock,
    made: 0,
    /** Whether it got through. */
    async ask(caller: ExchangeCaller, exchange: () => Promise<void>): Promise<boolean> {
      const before = world.made;
      await limits
        .run(caller, () => {
          world.made += 1;
          return exchange();
        })
        .catch(() => undefined);
      return world.made > before;
    },
    refuse: (caller: ExchangeCaller) => world.ask(caller, () => Promise.reject(new Error('invalid_grant'))),
    accept: (caller: ExchangeCaller) => world.ask(caller, () => Promise.resolve()),
  };
  return world;
}

describe('refused exchanges', () => {
  test('are ten a minute of one address, and twenty of one IPv6 customer', async () => {
    const w = endpoint();
    for (let n = 0; n < 15; n++) await w.refuse(at('a'));
    expect(w.made).toBe(10);
    for (let n = 0; n < 50; n++) await w.refuse(customer('2001:db8:1', n));
    expect(w.made).toBe(30);
    w.clock.time += 59_999;
    expect(await w.accept(at('a'))).toBe(false);
    w.clock.time += 1;
    expect(await w.accept(at('a'))).toBe(true);
  });

  test('are sixty overall, over all callers', async () => {
    const w = endpoint();
    for (let n = 0; n < 300; n++) await w.refuse(at(`address ${n % 100}`));
    for (let n = 0; n < 300; n++) await w.refuse(member(`member ${n % 100}`));
    expect(w.made).toBe(60);
  });

  test('of a flood leave room for members, and for those who failed nowhere yet', async () => {
    const w = endpoint();
    for (let n = 0; n < 200; n++) await w.refuse(at(`address ${n % 10}`));
    expect(w.made).toBe(30);
    expect(await w.accept(at('new'))).toBe(true);
    for (let n = 0; n < 200; n++) await w.refuse(at(`other ${n}`));
    expect(await w.accept(at('new'))).toBe(false);
    expect(await w.accept(member('ana'))).toBe(true);
  });

  test('count while they run, so that none is a way around', async () => {
    const w = endpoint();
    const ends: (() => void)[] = [];
    const hang = () => w.ask(at('a'), () => new Promise<void>((resolve) => void ends.push(resolve)));
    const running = Array.from({ length: 100 }, hang);
    expect(w.made).toBe(10);
    for (const end of ends) end();
    await Promise.all(running);
    expect(await w.accept(at('a'))).toBe(true); // those that succeed count no more
  });

  test('say what is the matter', async () => {
    const w = createExchangeLimits(() => 0);
    const fail = () => w.run(at('a'), () => Promise.reject(new Error('refused')));
    for (let n = 0; n < 10; n++) await expect(fail()).rejects.toThrow('refused');
    await expect(fail()).rejects.toEqual(new RefusalError('too-many-exchanges'));
  });
});
