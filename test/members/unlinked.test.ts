import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StoreError, UnreadableError } from '../../src/store/errors.ts';
import { linkOf } from '../support/filled-store.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { peopleWorld } from '../support/people-world.ts';

const [ANA, BO, CLEO] = ['80351110224678912', '80351110224678913', '80351110224678914'];
const DAY = 24 * 60 * 60_000;
const MEMBERSHIP = { since: 1_800_000_000_000, at: 1_800_000_000_000, used: true };

function world() {
  const clock = { ms: 1_800_000_000_000 };
  const now = () => clock.ms;
  const stores = memoryStores({ now });
  const replica = () => peopleWorld(stores.replica(), { now });
  /** As an older version stored it, of linked people or not. */
  const storeMember = async (discordId: string, more: object = {}): Promise<void> => {
    const own = stores.replica();
    await own.namespace('members').set(discordId, { guilds: { 70: MEMBERSHIP }, ...more }, 30 * DAY);
    await own.namespace('rosters').set(`70:${BigInt(discordId) % 16n}`, { [discordId]: MEMBERSHIP.at });
    await own.namespace('alerts').set(discordId, { how: 'dm' });
    await own.namespace('registrations').set(discordId, [{ tournamentId: 'cup', at: MEMBERSHIP.at }]);
  };
  const holding = (discordId: string): string[] =>
    ['members', 'rosters', 'alerts', 'registrations', 'links', 'owners'].filter((name) =>
      stores.keys(name).includes(discordId),
    );
  return { clock, stores, replica, seen: storeMember, holding };
}

describe('who unlinks', () => {
  test('leaves nothing, but that they hide', async () => {
    const { clock, stores, replica } = world();
    const one = replica();
    for (const [n, discordId] of [ANA, BO].entries()) {
      await one.link(discordId, n, '70');
      await one.alerts.set(discordId, 'off');
      await one.registrations.note({ discordId, playerId: `p${n}` }, 'cup');
    }
    const own = stores.replica();
    const flow = { step: 'done', ticketKey: 'k', discordId: ANA, startedAt: 0, expiresAt: 0 };
    await own.namespace('flows').set('c', { ...flow, discordName: 'Ana', playerId: 'p0' });
    const tickets = [
      { name: 'n', expiresAt: 0 },
      { name: 'c', expiresAt: 0, of: 'flows' },
    ];
    await own.namespace('pressers').set(ANA, { tickets });
    await own.namespace('presses').set('n', { discordId: ANA });
    await one.personalData.setHidden(BO, true);
    expect(await one.accounts.unlink(ANA)).toBe(true);
    expect(stores.text()).not.toContain(ANA);
    await one.accounts.unlink(BO);
    // A lease is the owner's.
    clock.ms += 15_000;
    await one.work();
    const left = JSON.parse(stores.text()).filter(([name]: [string]) => name !== 'jobs');
    expect(left.flatMap(([, rows]: [string, unknown[]]) => rows)).toEqual([
      [BO, expect.objectContaining({ text: '{"value":{"hidden":true,"guilds":{}}}' })],
    ]);
    expect(await replica().registrations.count(BO)).toBe(0);
  });

  test('is unlinked while a deletion of everything still waits', async () => {
    const stores = memoryStores();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const one = peopleWorld(stores.replica());
    for (const [n, discordId] of [ANA, BO].entries()) await one.link(discordId, n, '70');
    stores.control.before = async (call) => (call === `connections.delete ${ANA}` ? gate : undefined);
    const deleted = one.personalData.deleteAll(ANA);
    const unlinked = one.accounts.unlink(BO);
    await setImmediate();
    expect(await one.links.read(BO)).toBeUndefined();
    expect(await unlinked).toBe(true);
    release();
    await deleted;
    expect(stores.text()).not.toContain(ANA);
  });

  test('is unlinked also where the store fails halfway; the rest goes later', async () => {
    const { clock, stores, replica, holding } = world();
    const one = replica();
    await one.link(ANA, 1, '70');
    await one.alerts.set(ANA, 'off');
    stores.control.before = async (call) => {
      if (/^(members|alerts)\./.test(call)) throw new StoreError('down');
    };
    expect(await one.accounts.unlink(ANA)).toBe(true);
    stores.control.before = async () => {};
    expect(holding(ANA)).toEqual(['members', 'alerts']);
    clock.ms += DAY;
    await replica().sweep();
    expect(stores.text()).not.toContain(ANA);
  });
});

test('hiding, unlinking and deleting everything reach the leaderboards of their servers', async () => {
  const { stores, replica } = world();
  const one = replica();
  const own = stores.replica();
  const index = own.namespace<Record<string, number>>('boardindex');
  for (const [n, discordId] of [ANA, BO, CLEO].entries()) await one.link(discordId, n, `7${n}`);
  const ranks = { p0: { at: 1 }, p1: { at: 1 }, p2: { at: 1 } };
  for (const guildId of ['70', '71', '72']) await own.namespace('boards').set(guildId, ranks);
  await index.set('all', { 70: 1, 71: 1, 72: 1, 73: 1 });
  await one.personalData.setHidden(ANA, true);
  await one.personalData.setHidden(ANA, false);
  await one.accounts.unlink(BO);
  await one.personalData.deleteAll(CLEO);
  const at = expect.any(Number);
  const revisions = (await index.get('all')) ?? {};
  expect(revisions).toEqual({ 70: at, 71: at, 72: at, 73: 1 });
  for (const guildId of ['70', '71', '72']) expect(revisions[guildId], guildId).toBeGreaterThan(1);
  expect(await own.namespace('boards').get('70')).toEqual(ranks);
  expect(await own.namespace('boards').get('71')).toEqual({ p0: { at: 1 }, p2: { at: 1 } });
  expect(await own.namespace('boards').get('72')).toEqual({ p0: { at: 1 }, p1: { at: 1 } });
});

describe('the sweep', () => {
  test('removes what older versions stored of people who are not linked, and leaves all else', async () => {
    const { stores, replica, seen, holding } = world();
    const one = replica();
    await one.link(ANA, 1);
    for (const discordId of [ANA, BO]) await seen(discordId);
    await seen(CLEO, { hidden: true });
    await one.sweep();
    expect(holding(ANA)).toEqual(['members', 'alerts', 'registrations', 'links']);
    expect(holding(BO)).toEqual([]);
    expect(holding(CLEO)).toEqual(['members']);
    const own = stores.replica();
    expect(await own.namespace('members').get(CLEO)).toEqual({ hidden: true, guilds: {} });
    expect(await own.namespace('rosters').get(`70:${BigInt(BO) % 16n}`)).toBeUndefined();
    expect(await own.namespace('rosters').get(`70:${BigInt(ANA) % 16n}`)).toEqual({
      [ANA]: MEMBERSHIP.at,
    });
  });

  test('is made once a day, by one of all replicas, and again in an hour where it failed', async () => {
    const { clock, stores, replica, seen, holding } = world();
    await Promise.all([replica().sweep(), replica().sweep()]);
    await seen(BO);
    clock.ms += DAY - 1;
    await replica().sweep();
    expect(holding(BO)).not.toEqual([]);
    clock.ms += 1;
    stores.control.before = async (call) => void (stores.control.down = call.startsWith('links.get'));
    await replica().sweep();
    stores.control.before = async () => {};
    stores.control.down = false;
    expect(holding(BO)).not.toEqual([]);
    clock.ms += 60 * 60_000;
    await replica().sweep();
    expect(holding(BO)).toEqual([]);
  });

  test('leaves who links meanwhile, and whose link or sightings cannot be read', async () => {
    const { stores, replica, seen, holding } = world();
    const one = replica();
    for (const discordId of [ANA, BO, CLEO]) await seen(discordId);
    await stores.replica().namespace('links').set(BO, 'older');
    await stores
      .replica()
      .namespace('members')
      .set(CLEO, { hidden: 'yes', guilds: { 70: MEMBERSHIP } });
    let linking: Promise<void> | undefined;
    stores.control.before = async (call) => {
      // Read as not linked, and linked before anything is removed.
      if (call !== `rosters.get 70:${BigInt(ANA) % 16n}` || linking !== undefined) return;
      linking = one.link(ANA, 1, '71');
      await linking;
    };
    await one.sweep();
    await linking;
    expect((await one.links.read(ANA))?.playerId).toBe(linkOf(1).playerId);
    expect(await one.naming.nameable('71', [ANA])).toEqual(new Set([ANA]));
    expect(holding(BO)).toEqual(['members', 'alerts', 'registrations', 'links']);
    await expect(one.links.read(BO)).rejects.toBeInstanceOf(UnreadableError);
    expect(holding(CLEO)).toEqual(['members']);
  });
});
