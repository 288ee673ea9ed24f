import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/store/errors.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { peopleWorld } from '../support/people-world.ts';

const [ANA, BO] = ['80351110224678912', '80351110224678913'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Replicas of one store, on a fake clock. `trouble`: what other rooms have to do fails, and how often it was tried. */
function world() {
  const clock = { ms: 1_800_000_000_000 };
  const now = () => clock.ms;
  const stores = memoryStores({ now });
  const trouble = { isThere: false, tries: 0, at: 'connections.delete' };
  stores.control.before = async (call) => {
    if (!call.startsWith(trouble.at)) return;
    trouble.tries++;
    if (trouble.isThere) throw new StoreError('down');
  };
  const replica = () => peopleWorld(stores.replica(), { now });
  /** What the owner of the background work does in this time. */
  async function pass(one: ReturnType<typeof replica>, ms: number): Promise<void> {
    for (const end = clock.ms + ms; clock.ms < end;) {
      clock.ms += 5000;
      await one.work();
    }
  }
  return { clock, stores, trouble, replica, pass };
}

describe('a second deletion', () => {
  test('joins the first, in the same process and in another one, and learns that', async () => {
    const { clock, trouble, replica } = world();
    const [one, two] = [replica(), replica()];
    await one.link(ANA, 1, '70');
    expect(await Promise.all([1, 2, 3].map(() => one.personalData.deleteAll(ANA)))).toEqual([
      'done',
      'joined',
      'joined',
    ]);
    clock.ms += 59_000;
    expect(await two.personalData.deleteAll(ANA)).toBe('joined');
    expect(trouble.tries).toBe(1);
    clock.ms += 1000;
    expect(await two.personalData.deleteAll(ANA)).toBe('done');
    expect(trouble.tries).toBe(2);
  });

  test('does not join one of another member, one before a new link, or one that failed', async () => {
    const { trouble, replica } = world();
    const one = replica();
    await one.link(ANA, 1, '70');
    await one.personalData.deleteAll(ANA);
    expect(await one.personalData.deleteAll(BO)).toBe('done');
    await one.link(ANA, 1, '70');
    expect(await one.personalData.deleteAll(ANA)).toBe('done');
    expect(await one.links.read(ANA)).toBeUndefined();
    trouble.isThere = true;
    await one.link(BO, 2, '70');
    expect(await one.personalData.deleteAll(BO)).toBe('partly');
    trouble.isThere = false;
    expect(await one.personalData.deleteAll(BO)).toBe('done');
  });
});

test('a deletion makes as many calls of the store as in an empty one, and no search', async () => {
  const calls = [0, 0];
  for (const [at, others] of [0, 2000].entries()) {
    const { stores, replica } = world();
    const own = stores.replica();
    for (let n = 0; n < others; n++) await own.namespace('ranks').set(`x${n}`, { elo: n });
    own.records.find = () => Promise.reject(new Error('nobody searches'));
    own.records.walk = () => {
      throw new Error('nobody searches');
    };
    const one = peopleWorld(own, { now: () => 1_800_000_000_000 });
    await one.link(ANA, 1, '70');
    stores.control.before = async () => void calls[at]!++;
    expect(await one.personalData.deleteAll(ANA)).toBe('done');
    expect(replica).toBeDefined();
  }
  expect(calls[1]).toBe(calls[0]);
  expect(calls[0]).toBeLessThan(100);
});

test('the store is searched once an hour, however many have deleted everything', async () => {
  const { clock, stores, replica } = world();
  const one = replica();
  let walks = 0;
  const own = stores.replica();
  const walk = own.records.walk.bind(own.records);
  own.records.walk = (...how) => {
    walks++;
    return walk(...how);
  };
  const owner = peopleWorld(own, { now: () => clock.ms });
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 5; n++) await one.personalData.deleteAll(`${round}9035111022467891${n}`);
    clock.ms += 10 * MINUTE;
    await owner.sweep();
  }
  expect(walks).toBe(2);
});

test.each(['hide', 'unlink', 'delete'] as const)(
  'what is left of a %s is done by another process, whichever write of the store it died after',
  async (kind) => {
    for (let writes = 0; ; writes++) {
      const { stores, replica, pass } = world();
      const one = replica();
      await one.link(ANA, 1, '70');
      await one.alerts.set(ANA, 'dm');
      await one.registrations.note({ discordId: ANA, playerId: 'p1' }, 'cup');
      stores.control.writesLeft = writes;
      const done = await {
        hide: () => one.personalData.setHidden(ANA, true),
        unlink: () => one.accounts.unlink(ANA),
        delete: () => one.personalData.deleteAll(ANA),
      }
        [kind]()
        .then(
          (outcome) => outcome !== 'partly',
          (error: unknown) => {
            if (!(error instanceof StoreError)) throw error;
            return false;
          },
        );
      stores.control.writesLeft = Infinity;
      stores.control.down = false;
      const owner = replica();
      await pass(owner, 2 * HOUR);
      await owner.sweep();
      await pass(owner, 2 * MINUTE);
      // Without its first write, nothing was asked for.
      const isNamed = stores.text().includes(ANA);
      expect(isNamed, `${writes}`).toBe(kind === 'hide' || writes === 0);
      expect(stores.keys('departures')).toEqual([]);
      if (done) break;
      expect(writes).toBeLessThan(60);
    }
  },
);

test('what fails for hours is done in the end, is tried ever less often, and holds no id until then', async () => {
  const { stores, trouble, replica, pass } = world();
  const one = replica();
  await one.link(ANA, 1, '70');
  trouble.isThere = true;
  expect(await one.accounts.unlink(ANA)).toBe(true);
  expect(stores.text()).not.toContain(ANA);
  await pass(one, 24 * HOUR);
  expect(trouble.tries).toBeLessThan(40);
  expect(one.log.lines.filter(({ level }) => level === 'warn').length).toBeLessThan(40);
  trouble.isThere = false;
  await pass(one, HOUR + MINUTE);
  expect(stores.keys('departures')).toEqual([]);
});

test('posts that were on their way and cannot be rewritten are tried ever less often', async () => {
  const { stores, trouble, replica, pass } = world();
  const one = replica();
  await one.link(ANA, 1, '70');
  await one.accounts.unlink(ANA);
  trouble.at = 'follows.get';
  trouble.isThere = true;
  await pass(one, HOUR);
  expect(trouble.tries).toBeGreaterThan(1);
  expect(trouble.tries).toBeLessThan(20);
  trouble.isThere = false;
  await pass(one, HOUR + MINUTE);
  expect(stores.keys('departures')).toEqual([]);
});

test('who links again, or shows themselves, keeps what they have by then', async () => {
  const { clock, stores, trouble, replica, pass } = world();
  const one = replica();
  await one.link(ANA, 1, '70');
  trouble.isThere = true;
  await one.accounts.unlink(ANA);
  clock.ms += 1000;
  await one.link(ANA, 2, '71');
  await one.alerts.set(ANA, 'dm');
  await one.personalData.setHidden(BO, true);
  await one.personalData.setHidden(BO, false);
  trouble.isThere = false;
  await pass(one, 2 * HOUR);
  expect(stores.keys('departures')).toEqual([]);
  expect((await one.links.read(ANA))?.playerId).toBe('p2');
  expect((await one.alerts.read(ANA)).how).toBe('dm');
  expect(await one.naming.serversOf(ANA)).toEqual(['71']);
});

test('a departure that no key opens stays, and holds up no other', async () => {
  const { stores, replica, pass } = world();
  const one = replica();
  const departures = stores.replica().namespace('departures');
  await departures.set('0', { other: { sealed: 'v1.lost.AAAA', left: ['link'], beganAt: 1 } });
  await one.link(ANA, 1, '70');
  await one.accounts.unlink(ANA);
  await pass(one, MINUTE);
  expect(stores.keys('departures')).toEqual(['0']);
  expect(stores.text()).not.toContain(ANA);
});

test('who links again or hides after a deletion keeps that, although the store is searched for them later', async () => {
  const { clock, stores, replica, pass } = world();
  const one = replica();
  await one.link(ANA, 1, '70');
  await one.link(BO, 2, '70');
  await one.personalData.deleteAll(ANA);
  await one.personalData.deleteAll(BO);
  clock.ms += 1000;
  await one.link(ANA, 1, '70');
  await one.personalData.setHidden(BO, true);
  await pass(one, HOUR);
  await one.sweep();
  await pass(one, 2 * MINUTE);
  expect((await one.links.read(ANA))?.playerId).toBe('p1');
  expect(await one.naming.isHidden(BO)).toBe(true);
  expect(stores.keys('departures')).toEqual([]);
});
