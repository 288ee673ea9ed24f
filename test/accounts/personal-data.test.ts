import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAlerts } from '../../src/accounts/alerts.ts';
import { createLinks } from '../../src/accounts/links.ts';
import { createNaming } from '../../src/accounts/naming.ts';
import { createPersonalData } from '../../src/accounts/personal-data.ts';
import { createRegistrations } from '../../src/accounts/registrations.ts';
import { linkOf, openAt, withRecords } from '../support/filled-store.ts';
import { recordingLog } from '../support/recording-log.ts';
import { noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ANA = '80351110224678912';
/** Holds Ana's id as text, and is somebody else. */
const OTHER = `${ANA}5`;
const GUILD = '700000000000000001';
const DAY = 24 * 60 * 60_000;

let redis: TestRedis | undefined;
beforeAll(async () => {
  if (noRedis === undefined) redis = await startRedis();
  return () => redis?.close();
});

/** A store in which both are linked, were seen, and have a row of every kind that holds an id. */
async function world(url: string) {
  const stores = await openAt(url);
  onTestFinished(() => stores.close());
  const log = recordingLog();
  const links = createLinks({ stores, now: Date.now, log });
  const naming = createNaming({
    stores,
    readLink: (discordId) => links.read(discordId),
    lookUp: () => Promise.resolve(false),
    now: Date.now,
    sleep: () => new Promise(() => undefined),
    onError: (error) => {
      throw error;
    },
  });
  const alerts = createAlerts(stores.namespace('alerts'));
  const registrations = createRegistrations({
    store: stores.namespace('registrations'),
    now: Date.now,
    log,
  });
  const spaces = new Map(
    ['leases', 'tickets', 'flows', 'presses', 'tries', 'pressers'].map((name) => [
      name,
      stores.namespace<unknown>(name),
    ]),
  );
  await spaces.get('presses')?.set('past', [ANA], 1);
  for (const [n, discordId] of [ANA, OTHER].entries()) {
    await links.store(discordId, linkOf(n));
    await naming.recordInteraction(GUILD, discordId);
    await naming.nameable('700000000000000002', [discordId]); // remembered as absent
    await alerts.set(discordId, 'dm');
    await registrations.note(discordId, 'state-cup');
    await spaces.get('leases')?.set(discordId, 'random', DAY);
    await spaces.get('tries')?.set(discordId, { times: [1] }, DAY);
    await spaces.get('pressers')?.set(discordId, ['p'], DAY);
    await spaces
      .get('tickets')
      ?.set(`hash${n}`, { discordId, interactionToken: 'v1.old.sealed', expiresAt: 1 }, DAY);
    await spaces.get('flows')?.set(`cookie${n}`, { discordId, tokens: 'v1.old.sealed', ticketKey: 'k' }, DAY);
    await spaces.get('presses')?.set(`press${n}`, [`player=${discordId}`, 'v1.old.sealed'], DAY);
  }
  const accounts = { unlink: (discordId: string) => links.remove(discordId) };
  const data = createPersonalData({
    accounts,
    alerts,
    links,
    naming,
    registrations,
    records: stores.records,
  });
  return { links, naming, data };
}

const rowsOf = (url: string, text: string) => withRecords(url, (records) => records.find(text));

const PLACES: [string, boolean, () => Promise<{ url: string; folder?: string }>][] = [
  [
    'SQLite',
    false,
    async () => {
      const folder = await temporaryFolder();
      return { folder, url: `sqlite://${folder}/store.sqlite` };
    },
  ],
  [
    'Redis',
    noRedis !== undefined,
    async () => {
      redis?.cli('FLUSHALL');
      return { url: redis?.url ?? '' };
    },
  ],
];

describe.each(PLACES)('what is stored about a user in %s', (_kind, skipped, place) => {
  test.skipIf(skipped)('is told in words', async () => {
    const { data } = await world((await place()).url);
    expect(await data.read(ANA)).toMatchObject({
      link: { playerName: 'Player 0 🏆' },
      hidden: false,
      alerts: 'dm',
      registrations: 1,
      guilds: [{ guildId: GUILD }],
    });
    await data.setHidden(ANA, true);
    expect(await data.read(ANA)).toMatchObject({ hidden: true, guilds: [{ guildId: GUILD }] });
  });

  test.skipIf(skipped)('is exported whole, without secrets and without anyone else', async () => {
    const { url } = await place();
    const { data } = await world(url);
    const text = JSON.stringify(await data.exportOf(ANA));
    for (const name of [
      'links',
      'owners',
      'members',
      'rosters',
      'absent',
      'tickets',
      'flows',
      'presses',
      'tries',
      'alerts',
      'registrations',
    ])
      expect(text).toContain(`"record":"${name}"`);
    expect(text).toContain('state-cup');
    expect(text).not.toMatch(/token|sealed|v1\./);
    expect(text).not.toContain(OTHER);
  });

  test.skipIf(skipped)('is deleted: the id is nowhere in the store, and nobody else is touched', async () => {
    const { url, folder } = await place();
    const { data, links, naming } = await world(url);
    const others = (await rowsOf(url, OTHER)).length;
    await data.deleteAll(ANA);
    const left = (await rowsOf(url, ANA)).filter(({ key, value }) =>
      JSON.stringify([key, value]).replaceAll(OTHER, '').includes(ANA),
    );
    expect(left).toEqual([]);
    expect(await rowsOf(url, OTHER)).toHaveLength(others);
    expect(await links.read(ANA)).toBeUndefined();
    expect((await naming.rosters.rosterOf(GUILD)).map(({ discordId }) => discordId)).toEqual([OTHER]);
    expect(await naming.nameable(GUILD, [ANA, OTHER])).toEqual(new Set([OTHER]));
    for (const file of folder === undefined ? [] : await readdir(folder)) {
      const text = await readFile(path.join(folder ?? '', file), 'latin1');
      expect(text.replaceAll(OTHER, '').includes(ANA), file).toBe(false);
    }
  });
});
