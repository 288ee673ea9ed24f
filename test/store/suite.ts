import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { changeRecord } from '../../src/store/change-record.ts';
import { storedObject } from '../../src/store/schema.ts';
import { UnreadableError } from '../../src/store/errors.ts';
import type { Stores } from '../../src/store/store.ts';

const Board = storedObject({
  name: z.string().exactOptional(),
  players: z.record(z.string(), storedObject({ at: z.number(), tags: z.array(z.string()) })),
  lately: z.array(z.number()).exactOptional(),
});
/** Values that are not a `Board`. */
const INVALID: unknown[] = [
  ['ana', 'eve'],
  'text',
  7,
  true,
  null,
  {},
  { name: 5, players: {} },
  { players: [] },
];
const GOOD = { players: { ana: { at: 1, tags: [] } } };

export interface StoresUnderTest {
  stores: Stores;
  /** Advances the store's time; a real clock may advance too, by much less than `A_WHILE`. */
  advance: (ms: number) => void;
  cleanUp: () => Promise<void>;
}

/** Far longer than a test takes. */
const A_WHILE = 60 * 60_000;

/** The contract of every store; call it inside a `describe` that names one. */
export function storeSuite(open: () => Promise<StoresUnderTest>): void {
  let under: StoresUnderTest;
  beforeEach(async () => {
    under = await open();
  });
  afterEach(async () => {
    await under.cleanUp();
  });

  const racers = <R>(call: () => Promise<R>) => Promise.all(Array.from({ length: 50 }, call));

  test('any JSON value is read as it was set', async () => {
    const store = under.stores.namespace<unknown>('things');
    const values = [{ a: [1, null, 'ü 🏆 "quoted"'], b: { c: true } }, 'text', 0, false, '', [], -1.5];
    for (const [i, value] of values.entries()) {
      await store.set(`k${i}`, value);
      expect(await store.get(`k${i}`)).toEqual(value);
    }
    expect(await store.get('never set')).toBeUndefined();
  });

  test('a key is opaque, even if it starts with its namespace', async () => {
    const store = under.stores.namespace<number>('links');
    const keys = [
      '5',
      'links:5',
      'LINKS:5',
      '%',
      '_',
      "'; drop table links; --",
      'a b',
      'Ünï 中',
      ':',
      '5 ',
      'x'.repeat(600),
    ];
    for (const [i, key] of keys.entries()) await store.set(key, i);
    for (const [i, key] of keys.entries()) expect([key, await store.get(key)]).toEqual([key, i]);
    await store.delete('%');
    expect(await store.get('%')).toBeUndefined();
    expect(await store.get('links:5')).toBe(1);
  });

  test('concurrent reads each get their own value, also for equal keys', async () => {
    const store = under.stores.namespace<number>('links');
    for (let n = 0; n < 100; n += 2) await store.set(`k${n}`, n);
    const keys = Array.from({ length: 150 }, (_, n) => `k${n % 120}`);
    const values = await Promise.all(keys.map((key) => store.get(key)));
    expect(values).toEqual(
      keys.map((key) => {
        const n = Number(key.slice(1));
        return n < 100 && n % 2 === 0 ? n : undefined;
      }),
    );
    // A read after a write sees the write, even with other reads in progress.
    const reading = Promise.all(keys.map((key) => store.get(key)));
    await store.set('k1', 5);
    expect(await store.get('k1')).toBe(5);
    await reading;
  });

  test('namespaces are separate', async () => {
    const a = under.stores.namespace<string>('a');
    const ab = under.stores.namespace<string>('ab');
    await a.set('k', 'of a');
    await ab.set('k', 'of ab');
    await a.delete('k');
    expect(await a.get('k')).toBeUndefined();
    expect(await ab.get('k')).toBe('of ab');
  });

  test('a namespace is shared by everyone who opens it, and its name has only letters', async () => {
    await under.stores.namespace<number>('shared').set('k', 1);
    expect(await under.stores.namespace<number>('shared').get('k')).toBe(1);
    expect(() => under.stores.namespace('a_b')).toThrow(/letters/);
  });

  test('an expired value is absent for every method', async () => {
    const store = under.stores.namespace<string>('short');
    for (const key of ['get', 'take', 'add', 'replace']) await store.set(key, 'old', 2 * A_WHILE);
    under.advance(A_WHILE);
    expect(await store.get('get')).toBe('old');
    expect(await store.add('add', 'new', A_WHILE)).toBe(false);
    under.advance(A_WHILE);
    expect(await store.get('get')).toBeUndefined();
    expect(await store.take('take')).toBeUndefined();
    expect(await store.replace('replace', 'old', 'new')).toBe(false);
    expect(await store.add('add', 'new', A_WHILE)).toBe(true);
    expect(await store.get('add')).toBe('new');
  });

  test('a value that is set again has the new lifetime', async () => {
    const store = under.stores.namespace<string>('again');
    await store.set('k', 'short', A_WHILE);
    await store.set('k', 'long');
    under.advance(5 * A_WHILE);
    expect(await store.get('k')).toBe('long');
  });

  test('readers of a record that stays the same share one value, which cannot be changed', async () => {
    const store = under.stores.namespace<{ list: { n: number }[] }>('shared');
    await store.set('k', { list: [{ n: 1 }] });
    const first = await store.get('k');
    expect(await store.get('k')).toBe(first);
    expect(() => first?.list.push({ n: 2 })).toThrow(TypeError);
    expect(() => Object.assign(first?.list[0] ?? {}, { n: 2 })).toThrow(TypeError);
    await under.stores.namespace<{ list: { n: number }[] }>('shared').set('k', { list: [{ n: 3 }] });
    expect(await store.get('k')).toEqual({ list: [{ n: 3 }] });
    expect(first).toEqual({ list: [{ n: 1 }] });
  });

  test('take returns a value to one of many callers', async () => {
    const store = under.stores.namespace<string>('tickets');
    await store.set('k', 'prize');
    const got = await racers(() => store.take('k'));
    expect(got.filter((value) => value === 'prize')).toHaveLength(1);
    expect(got.filter((value) => value === undefined)).toHaveLength(49);
    expect(await store.get('k')).toBeUndefined();
  });

  test('add succeeds for one of many callers, also over an expired value', async () => {
    const store = under.stores.namespace<number>('claims');
    let n = 0;
    expect((await racers(() => store.add('k', n++))).filter(Boolean)).toHaveLength(1);
    await store.set('stale', -1, A_WHILE);
    under.advance(A_WHILE);
    expect((await racers(() => store.add('stale', n++, A_WHILE))).filter(Boolean)).toHaveLength(1);
  });

  test('reading an expired value does not delete a value that is added meanwhile', async () => {
    const store = under.stores.namespace<number>('claims');
    for (let round = 0; round < 20; round++) {
      const key = `k${round}`;
      await store.set(key, -1, A_WHILE);
      under.advance(A_WHILE);
      const reads = Array.from({ length: 10 }, () => store.get(key));
      const claims = Array.from({ length: 10 }, (_, i) => store.add(key, i));
      const won = (await Promise.all(claims)).filter(Boolean).length;
      await Promise.all(reads);
      expect(won).toBe(1);
      expect(await store.add(key, 99)).toBe(false);
    }
  });

  test('replace writes and deletes only if the value is the one that was read', async () => {
    const store = under.stores.namespace<{ n: number; text?: string }>('records');
    expect(await store.replace('k', { n: 1 }, { n: 2 })).toBe(false);
    await store.set('k', { n: 1, text: 'ü"' });
    expect(await store.replace('k', { n: 1 }, { n: 2 })).toBe(false);
    expect(await store.replace('k', { n: 1, text: 'ü"' }, { n: 2 })).toBe(true);
    expect(await store.get('k')).toEqual({ n: 2 });
    expect(await store.replace('k', { n: 3 }, undefined)).toBe(false);
    expect(await store.replace('k', { n: 2 }, undefined)).toBe(true);
    expect(await store.get('k')).toBeUndefined();
  });

  test('replace of what was just written notices a change elsewhere, another key and its end', async () => {
    const own = under.stores.namespace<{ n: number }>('records');
    const other = under.stores.namespace<{ n: number }>('records');
    const first = { n: 1 };
    expect(await own.add('k', first, 2 * A_WHILE)).toBe(true);
    const second = { n: 2 };
    expect(await own.replace('k', first, second, 2 * A_WHILE)).toBe(true);
    expect(await own.replace('k', first, { n: 9 })).toBe(false);
    expect(await own.replace('another', second, { n: 9 })).toBe(false);
    await other.set('k', { n: 3 }, 2 * A_WHILE);
    expect(await own.replace('k', second, { n: 9 })).toBe(false);
    // The same value, written by another process.
    await other.set('k', { n: 2 }, 3 * A_WHILE);
    const last = { n: 4 };
    expect(await own.replace('k', second, last, A_WHILE)).toBe(true);
    under.advance(A_WHILE);
    expect(await own.replace('k', last, { n: 9 })).toBe(false);
    expect(await own.get('k')).toBeUndefined();
  });

  test('replace succeeds for one of many callers', async () => {
    const store = under.stores.namespace<number>('records');
    await store.set('k', -1, 60_000);
    let n = 0;
    expect((await racers(() => store.replace('k', -1, n++, 60_000))).filter(Boolean)).toHaveLength(1);
    const now = await store.get('k');
    expect(now).toBeGreaterThanOrEqual(0);
    expect((await racers(() => store.replace('k', now ?? -1, undefined))).filter(Boolean)).toHaveLength(1);
  });

  test('replace sets a new lifetime, or none', async () => {
    const store = under.stores.namespace<string>('records');
    await store.set('lasts', 'old', A_WHILE);
    await store.set('ends', 'old');
    expect(await store.replace('lasts', 'old', 'new')).toBe(true);
    expect(await store.replace('ends', 'old', 'new', A_WHILE)).toBe(true);
    under.advance(A_WHILE);
    expect(await store.get('lasts')).toBe('new');
    expect(await store.get('ends')).toBeUndefined();
  });

  test('a record that does not fit the schema reads as absent, and can be overwritten', async () => {
    const raw = under.stores.namespace<unknown>('boards');
    const boards = under.stores.namespace('boards', Board);
    for (const [at, value] of INVALID.entries()) {
      const key = `k${at}`;
      await raw.set(key, value);
      expect(await boards.get(key)).toBeUndefined();
      expect(await boards.replace(key, GOOD, { players: {} })).toBe(false);
      expect((await racers(() => boards.add(key, GOOD, A_WHILE))).filter(Boolean)).toHaveLength(1);
      expect(await boards.get(key)).toEqual(GOOD);
      await raw.set(key, value);
      await changeRecord(boards, key, (before) => before ?? GOOD);
      expect(await boards.get(key)).toEqual(GOOD);
      await raw.set(key, value);
      expect(await boards.take(key)).toBeUndefined();
      expect(await raw.get(key)).toBeUndefined();
    }
    await raw.set('lives', INVALID[0], A_WHILE);
    expect(await boards.add('lives', GOOD, A_WHILE)).toBe(true);
    under.advance(A_WHILE);
    expect(await boards.get('lives')).toBeUndefined();
  });

  test('a record that does not fit a strict schema is an error until it is set or deleted', async () => {
    const raw = under.stores.namespace<unknown>('boards');
    const boards = under.stores.namespace('boards', Board, { strict: true });
    await raw.set('k', INVALID[0]);
    for (const call of [
      () => boards.get('k'),
      () => boards.add('k', GOOD),
      () => boards.replace('k', GOOD, undefined),
      () => changeRecord(boards, 'k', () => GOOD),
    ])
      await expect(call()).rejects.toBeInstanceOf(UnreadableError);
    expect(await raw.get('k')).toEqual(INVALID[0]);
    await boards.set('k', GOOD);
    expect(await boards.get('k')).toEqual(GOOD);
    await raw.set('k', INVALID[0]);
    await boards.delete('k');
    expect(await boards.get('k')).toBeUndefined();
  });

  test('lists and dictionaries keep the entries that fit, and the next write drops the others', async () => {
    const raw = under.stores.namespace<unknown>('boards');
    const boards = under.stores.namespace('boards', Board);
    const players = {
      ana: { at: 1, tags: ['a'] },
      eve: { at: 'x', tags: [] },
      bob: 7,
      cleo: { at: 2, tags: [1] },
    };
    await raw.set('k', { players, lately: [1, 'x', 2, null, 3], later: true });
    const readable = { players: { ana: players.ana }, lately: [1, 2, 3], later: true };
    expect(await boards.get('k')).toEqual(readable);
    expect(await boards.replace('k', readable, { ...readable, name: 'B' })).toBe(true);
    expect(await raw.get('k')).toEqual({ ...readable, name: 'B' });
  });

  test('unknown fields stay, and the order of fields does not matter', async () => {
    const raw = under.stores.namespace<unknown>('boards');
    const boards = under.stores.namespace('boards', Board);
    await raw.set('k', { theme: 'dark', players: {}, name: 'B' });
    const board = await boards.get('k');
    expect(board).toEqual({ theme: 'dark', players: {}, name: 'B' });
    expect(await boards.replace('k', { name: 'B', players: {} }, GOOD)).toBe(false);
    await changeRecord(boards, 'k', (before) => before && { ...before, name: 'C' });
    expect(await raw.get('k')).toEqual({ theme: 'dark', players: {}, name: 'C' });
    await raw.set('k', { players: {}, name: 'B' });
    expect(await boards.replace('k', { players: {}, name: 'B' }, GOOD)).toBe(true);
  });

  test('check resolves for a working store', async () => {
    await expect(under.stores.check()).resolves.toBeUndefined();
  });
}
