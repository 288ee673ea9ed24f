import { z } from 'zod';
import { expect, it } from 'vitest';
import { NotOwnerError } from '../../../src/jobs/owner/lease.ts';
import { openRecord } from '../../../src/jobs/owner/owned-record.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const store = () => memoryStores().replica().namespace('probe', z.number());
const place = { key: 'a', lost: 'another process counts' };

it('is read once, and saved as long as no other process changes it', async () => {
  const numbers = store();
  const { read, save } = await openRecord(numbers, place);
  expect(read()).toBeUndefined();
  await save(1);
  await save(2);
  expect([read(), await numbers.get('a')]).toEqual([2, 2]);
});

it.each([undefined, 1])('is lost to another process that changed it from %s', async (before) => {
  const numbers = store();
  if (before !== undefined) await numbers.set('a', before);
  const { read, save } = await openRecord(numbers, place);
  await numbers.set('a', 7);
  await expect(save(2)).rejects.toThrow(new NotOwnerError('another process counts'));
  expect([read(), await numbers.get('a')]).toEqual([before, 7]);
});
