import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rekey } from '../../src/accounts/rekey.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { createMarks } from '../../src/results/marks.ts';
import { Report } from '../../src/results/report.ts';
import { createReports, DueRecord } from '../../src/results/reports.ts';
import { createRowIndex } from '../../src/store/row-index.ts';
import { sha256 } from '../../src/sha256.ts';
import { importRecords } from '../../src/store/store-file.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf } from '../support/shown-message.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectMoved, reportsOfVersion1 } from '../store/reports-of-version-1.ts';

const KEY = sha256('700:m1');
const keys = (...ids: number[]) => ids.map((id) => ({ id: `k${id}`, key: Buffer.alloc(32, id) }));
const now = () => Date.now();

it('who is not linked any more stands in no report, and leaves a mark', async () => {
  const world = resultWorld();
  await world.replica().report('ana', 3, 1);
  const store = world.stores.replica().namespace('reports', Report);
  const report = (await store.get(KEY))!;
  const gone = { ...report, claim: { ...report.claim!, discordId: '99912345' } };
  await store.set(KEY, gone, 60_000);
  const index = createRowIndex({ stores: world.stores.replica(), now });
  await index.note('99912345', { of: 'reports', key: KEY, expiresAt: now() + 60_000 });
  await world.replica().forgetMember('99912345');
  const after = await store.get(KEY);
  expect(JSON.stringify(after)).not.toContain('99912345');
  expect(after?.claim).toMatchObject({ playerId: 'u1', scores: { player1: 3, player2: 1 } });
  const { results } = world.replica();
  expect(await results.hasPlayed('m1', '700', { discordId: '99912345', playerId: 'u9' })).toBe(true);
  expect(await results.hasPlayed('m1', '700', { discordId: '99912346', playerId: 'u9' })).toBe(false);
});

it('marks are known again after a change of the encryption keys, with the old one gone', async () => {
  const stores = memoryStores({ now }).replica();
  const claim = { playerId: 'u1', discordId: '501', scores: { player1: 3, player2: 1 }, at: 1 };
  const report: Report = {
    matchId: 'm1',
    guildId: '700',
    state: 'written',
    policy: 'at-once',
    reportedAt: now(),
    claim,
  };
  const { claim: _claim, ...marked } = createMarks(createVault(keys(1))).carry(undefined, report);
  const store = stores.namespace('reports', Report);
  await store.set(KEY, marked, 60_000);
  const done = await rekey({
    stores,
    vault: createVault(keys(2, 1)),
    newestKeyId: 'k2',
    now,
    progress: () => undefined,
  });
  expect(done).toMatchObject({ done: 1, unopened: 0 });
  const after = (await store.get(KEY))!;
  const marks = createMarks(createVault(keys(2)));
  expect(marks.has(after, '501')).toBe(true);
  expect(marks.has(after, '502')).toBe(false);
  expect(after.marks).toEqual(marked.marks);
});

it('an export of version 1 puts each report under its server, and what is due', async () => {
  const file = join(await temporaryFolder(), 'export.jsonl');
  const records = reportsOfVersion1().map(([name, text]) => {
    const [namespace, key] = name.split(':');
    return { namespace, key, ...(JSON.parse(text) as { value: unknown; expires: number }) };
  });
  const lines = [{ matchpoint: 'store', version: 1 }, ...records, { end: true, records: records.length }];
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const all = memoryStores({ now });
  const stores = all.replica();
  await importRecords(stores.records, file, { overwrite: false, now, progress: () => undefined });
  const reports = createReports({
    reports: stores.namespace('reports', Report),
    due: stores.namespace('due', DueRecord),
    index: createRowIndex({ stores, now }),
    now,
  });
  expect(all.keys('reports')).toHaveLength(3);
  await expectMoved(
    reports,
    all.keys('reports').map(() => 'reports'),
  );
});

it('an organizer is treated as a player of a team whose members cannot be read', async () => {
  const world = resultWorld({
    match: { sides: [{ player: { id: 'team1', name: 'Reds' } }, { player: { id: 'team2', name: 'Blues' } }] },
  });
  world.platform.history = undefined;
  const answer = await world.replica().rule('olga', 'score:rule:m1:::::3:1', { reason: 'Seen.' });
  expect(textOf(answer)).toContain('You play in this match');
  expect(world.writes).toEqual([]);
  world.platform.history = [];
  await world.replica().rule('olga', 'score:rule:m1:::::3:1', { reason: 'Seen.' });
  expect(world.writes).toEqual([{ playerId: 'u3', score: '3-1' }]);
});
