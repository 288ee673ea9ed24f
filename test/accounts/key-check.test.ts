import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyCheck } from '../../src/accounts/key-check.ts';
import { sealContext, sealTokens } from '../../src/accounts/token-records.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { StoredRecord } from '../../src/store/records.ts';
import { recordingLog } from '../support/recording-log.ts';

const vault = createVault([{ id: 'k1', key: randomBytes(32) }]);
const other = createVault([{ id: 'k1', key: randomBytes(32) }]);
const link = (key: string, by = vault): StoredRecord => ({
  namespace: 'links',
  key,
  value: { playerId: 'p', tokens: sealTokens(by, sealContext.link(key), { accessToken: 'a' }) },
});

/** What the start says of a store that is walked in these batches. */
async function checked(batches: StoredRecord[][], fail?: Error) {
  const log = recordingLog();
  let batchCount = 0;
  const records = {
    async *walk() {
      if (fail) throw fail;
      for (const batch of batches) {
        batchCount += 1;
        yield batch.map((record) => ({ ...record, text: '' }));
      }
    },
  };
  const tryKeys = createKeyCheck({ records, vault, log, setting: 'THE_KEYS' });
  const outcome = await tryKeys(new AbortController().signal);
  return { lines: log.lines, read: batchCount, isDone: outcome === 'done' };
}

test('keys that read every link are no matter, nor is a store without links', async () => {
  expect((await checked([[link('1'), link('2')], [{ ...link('3'), value: 'damaged' }]])).lines).toEqual([]);
  expect((await checked([])).lines).toEqual([]);
});

test('links that do not open are counted in an error that names the setting', async () => {
  const { lines } = await checked([[link('1'), link('2', other)], [link('3', other)]]);
  expect(lines).toMatchObject([{ level: 'error', fields: { unreadable: 2, of: 3, settings: ['THE_KEYS'] } }]);
});

test('of a large store a sample is enough', async () => {
  const batch = Array.from({ length: 500 }, (_, at) => link(String(at), other));
  const { lines, read } = await checked(Array.from({ length: 100 }, () => batch));
  expect(read).toBe(2);
  expect(lines).toMatchObject([{ fields: { unreadable: 1000, of: 1000 } }]);
});

test('a store that is down is nothing to say here, and is tried again', async () => {
  expect(await checked([], new StoreError('down'))).toMatchObject({ lines: [], isDone: false });
  expect(await checked([])).toMatchObject({ isDone: true });
});
