import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { countReadable } from '../../src/accounts/count-readable.ts';
import { countRecords } from '../../src/cli/store/count-records.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { NAMESPACES } from '../../src/app/namespaces.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { sha256 } from '../../src/sha256.ts';
import { createPressTickets } from '../../src/store/press-tickets.ts';
import { importRecords } from '../../src/store/store-file.ts';
import { recordingLog } from '../support/recording-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Written by `scripts/write-store-fixture.mjs`, which also has the key and what the members did. */
const FOLDER = path.join(import.meta.dirname, 'fixtures');
const KEY = { id: 'fixture', key: Buffer.alloc(32, 5) };
const [ANA, BRUNO, CHLOE] = ['200000000000000001', '200000000000000002', '200000000000000003'] as const;
const ARENA = '300000000000000001';

const files = await readdir(FOLDER);

/** Between releases, the next one has no fixture yet. */
const released = packageJson.version.endsWith('-dev') ? [] : [packageJson.version];

test.each(['0.1.0', '1.0.0', ...released])('there is a file and an export of %s', (version) => {
  expect(files).toEqual(expect.arrayContaining([`${version}.sqlite`, `${version}.export`]));
});

describe.each(files)('the store that was kept as %s', (name) => {
  /** A copy, at the time when the file was written. */
  async function open() {
    const source = path.join(FOLDER, name);
    const isExport = name.endsWith('.export');
    const copy = path.join(await temporaryFolder(), 'store.sqlite');
    if (!isExport) await copyFile(source, copy);
    let time = 0;
    const now = () => time;
    const stores = await openStores(`sqlite://${copy}`, { log: recordingLog(), now, version: 'test' });
    onTestFinished(() => stores.close());
    if (isExport)
      await importRecords(stores.records, source, { overwrite: false, now, progress: () => undefined });
    const recordAt = async (namespace: string, key: string) =>
      stores.namespace(namespace, NAMESPACES[namespace]?.schema).get(key);
    const link = await recordAt('links', ANA);
    time = Number(Object(link).linkedAt);
    return { stores, read: recordAt, now };
  }

  test('has only records that can be read', async () => {
    const { stores } = await open();
    const { namespaces, unreadable } = await countRecords(stores.records, () => undefined);
    expect([...unreadable]).toEqual([]);
    expect([...namespaces.keys()].filter((one) => !(one in NAMESPACES))).toEqual([]);
    expect(namespaces.get('links')?.records).toBe(3);
  });

  test('has the links, with tokens that open, and who hides', async () => {
    const { stores, read } = await open();
    for (const [discordId, playerId] of [
      [ANA, '1002'],
      [BRUNO, '1003'],
      [CHLOE, '1004'],
    ] as const) {
      expect(await read('links', discordId)).toMatchObject({ playerId });
      expect(await read('owners', playerId)).toMatchObject({ discordId });
    }
    const vault = createVault([KEY]);
    const options = { limit: 10, signal: new AbortController().signal };
    expect(await countReadable({ records: stores.records, vault }, options)).toEqual({
      tried: 3,
      unreadable: 0,
    });
    expect(await read('members', CHLOE)).toMatchObject({ hidden: true, guilds: { [ARENA]: {} } });
    expect(await read('members', BRUNO)).not.toHaveProperty('hidden');
  });

  test('has a server’s settings, and a followed tournament with its post', async () => {
    const { read } = await open();
    expect(await read('guilds', ARENA)).toMatchObject({ logChannelId: '400000000000000005' });
    const follows = Object.entries(Object((await read('follows', ARENA)) ?? {}));
    expect(follows).toHaveLength(1);
    const [[followId, follow] = ['', undefined]] = follows;
    expect(follow).toMatchObject({ channelId: '400000000000000002', topics: { calls: true, results: true } });
    expect(await read('feeds', `${ARENA}:${followId}`)).toMatchObject({
      live: { messageId: expect.stringMatching(/^\d+$/) as string },
    });
    expect(await read('watches', String(Object(follow).tournamentId))).toMatchObject({ stage: 'running' });
  });

  test('has alerts, registrations and an announced result', async () => {
    const { stores, read } = await open();
    expect(await read('alerts', ANA)).toMatchObject({ how: 'dm' });
    expect(await read('registrations', ANA)).toHaveLength(1);
    const announced = [];
    for await (const batch of stores.records.walk({ isWanted: (namespace) => namespace === 'announced' }))
      announced.push(...batch.map(({ value }) => value));
    const posted = { scores: { player1: 3, player2: 1 }, state: 'posted' };
    expect(announced).toContainEqual(expect.objectContaining(posted));
  });

  test.runIf(!name.startsWith('0.1.0'))('has the report of a result in its server', async () => {
    const { read } = await open();
    const report = { guildId: ARENA, matchId: '30281', state: 'written', seen: { player1: 3, player2: 1 } };
    expect(await read('reports', sha256(`${ARENA}:30281`))).toMatchObject(report);
    expect(await read('reports', sha256('30281'))).toBeUndefined();
  });

  test('has the data of an unpressed button, once', async () => {
    const { stores, read, now } = await open();
    const tickets = createPressTickets({ stores, now })(ANA);
    const list = Object((await read('pressers', ANA)) ?? {}) as { tickets: { name: string; of?: string }[] };
    const row = list.tickets.find(({ of = 'presses' }) => of === 'presses');
    const press = () => tickets.take(row?.name ?? '');
    expect(await press()).toMatchObject({ player1: 3, player2: 1 });
    expect(await press()).toBeUndefined();
  });
});
