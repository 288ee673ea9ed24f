import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { NAMESPACES } from '../../../src/app/namespaces.ts';
import type { StoredRecord } from '../../../src/store/records.ts';
import { openAt } from '../../support/filled-store.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { readSamples } from '../../support/samples.ts';

let world: Playground;
const ana = () => world.discord.member('Ana');
const bruno = () => world.discord.member('Bruno');

/** What an older or a broken version may have left. */
const GARBAGE: unknown[] = ['text', 7, null, [], [{}], {}, { guilds: 5 }, { players: [1] }];

/** Damages all records except Ana's own, and adds invalid ones under keys that are read at a start. */
async function damageAll(): Promise<void> {
  const stores = await openAt(`sqlite://${join(world.dataFolder, 'matchpoint.sqlite')}`);
  const damaged: StoredRecord[] = [];
  for await (const batch of stores.records.walk())
    for (const { namespace, key, value } of batch) {
      const isAnas = key === ana().id || JSON.stringify(value).includes(ana().id);
      if (namespace === 'rosters') damaged.push({ namespace, key, value: { ...Object(value), 17: 'x' } });
      else if (!isAnas && namespace !== 'probe') damaged.push({ namespace, key, value: 'older' });
    }
  for (const namespace of Object.keys(NAMESPACES)) {
    if (['members', 'links', 'rosters', 'probe'].includes(namespace)) continue;
    for (const key of ['all', 'owner', 'last', 'due', '0', '255'])
      for (const value of GARBAGE) damaged.push({ namespace, key, value });
  }
  await stores.records.put(damaged, { overwrite: true });
  await stores.close();
}

beforeAll(async () => {
  world = await startPlayground({});
  await linked(world, 'Ana', CAST.contender);
  await linked(world, 'Bruno', CAST.rival);
  const panel = await ana().slash('settings').answer();
  await ana().select(panel, 'Organizer role: none', ['Organizer']).answer();
  await bruno().slash('leaderboard', { scope: 'this-server' }).answer();
  await world.bot.stop();
  await damageAll();
  await world.bot.start();
});
afterAll(() => world.close());

test('a store full of damaged records stops neither the start nor those whose records are well', async () => {
  expect((await fetch(`${world.bot.url}/readyz`)).status).toBe(200);
  expect(await ana().slash('rank').answer()).toRead('Ana Conceição');
  const board = await ana().slash('leaderboard', { scope: 'this-server' }).answer();
  expect(board).toRead('Ana Conceição');
  expect(JSON.stringify(board)).not.toContain(bruno().id);
});

test('with damaged records reads exactly that, never "not linked", and can recover without help', async () => {
  for (const name of ['link', 'unlink', 'account'])
    expect(await bruno().slash(name).answer(), name).toReadAlone(bruno().id, 'damaged', 'Delete everything');
  const panel = await bruno().slash('privacy').answer();
  expect(panel).toReadAlone(bruno().id, 'damaged');
  const question = await bruno().press(panel, 'Delete everything').answer();
  expect(await bruno().press(question, 'Delete everything').answer()).toReadAlone(bruno().id, 'Deleted');
  await linked(world, 'Bruno', CAST.rival);
  expect(await bruno().slash('leaderboard', { scope: 'this-server' }).answer()).toRead('Ana Conceição', '◂ ');
});

test('settings that could not be read can be set again, and each record was reported once', async () => {
  const panel = await ana().slash('settings').answer();
  expect(panel).toReadAlone(ana().id, 'Organizer role None');
  expect(await ana().select(panel, 'Organizer role: none', ['Organizer']).answer()).toRead('Saved');
  const metrics = await fetch(`http://127.0.0.1:${world.bot.env['METRICS_PORT']}/metrics`);
  const { value } = readSamples(await metrics.text());
  for (const namespace of ['links', 'members', 'guilds', 'rosters', 'followed', 'jobs'])
    expect(value('matchpoint_store_unreadable_records_total', { namespace }), namespace).toBeGreaterThan(0);
  expect(value('matchpoint_store_unreadable_records_total', { namespace: 'links' })).toBe(1);
  expect(value('matchpoint_background_owner')).toBe(1);
});
