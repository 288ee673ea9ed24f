import { expect, it } from 'vitest';
import { createReports, DueRecord } from '../../src/results/reports.ts';
import { Report } from '../../src/results/report.ts';
import { createRowIndex } from '../../src/store/row-index.ts';
import { memoryStores } from '../support/memory-stores.ts';

const NOW = Date.UTC(2027, 0, 20);

it('what is over the limit of a bucket is the latest, and what is due first stays', async () => {
  const stores = memoryStores({ now: () => NOW });
  const own = stores.replica();
  const due = own.namespace('due', DueRecord);
  const index = createRowIndex({ stores: own, now: () => NOW });
  const reports = createReports({ reports: own.namespace('reports', Report), due, index, now: () => NOW });
  await reports.setDue({ guildId: '700', matchId: 'm1' }, NOW);
  const [bucket = ''] = stores.keys('due');
  const full = Array.from({ length: 500 }, (_, at): [string, number] => [`700:later${at}`, NOW + 1000 + at]);
  await due.set(bucket, full);
  await reports.setDue({ guildId: '700', matchId: 'm1' }, NOW + 1);
  const left = (await due.get(bucket)) ?? [];
  expect([left[0], left.at(-1), left.length]).toEqual([['700:m1', NOW + 1], full.at(-2), 500]);
  expect(await reports.dueAt(NOW + 1)).toEqual([{ guildId: '700', matchId: 'm1' }]);
});
