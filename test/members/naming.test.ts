import { describe, expect, it } from 'vitest';
import type { MemberRecord } from '../../src/members/members.ts';
import { createNaming, type NamingDeps } from '../../src/members/naming.ts';
import { UnreadableError } from '../../src/store/errors.ts';
import { memoryStores } from '../support/memory-stores.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Users '1' and '2' are linked; Discord cannot say who is a member, unless `lookUp` does. */
function world(given: Partial<NamingDeps> = {}) {
  const clock = { ms: 1_800_000_000_000 };
  const now = () => clock.ms;
  const stores = memoryStores({ now });
  const links = new Map<string, { namingShown?: true }>([
    ['1', { namingShown: true }],
    ['2', { namingShown: true }],
  ]);
  const errors: unknown[] = [];
  const replica = (more: Partial<NamingDeps> = {}) =>
    createNaming({
      stores: stores.replica(),
      readLink: async (discordId) => {
        const link = links.get(discordId);
        return link && { playerId: `p${discordId}`, ...link };
      },
      lookUp: () => Promise.reject(new Error('Discord does not say')),
      now,
      sleep: () => new Promise(() => undefined),
      onChange: () => Promise.resolve(),
      onError: (error) => void errors.push(error),
      ...given,
      ...more,
    });
  const record = (discordId: string) => stores.replica().namespace<MemberRecord>('members').get(discordId);
  return { clock, stores, links, errors, replica, record };
}
type World = ReturnType<ReturnType<typeof world>['replica']>;

const names = async (naming: World, guildId: string | undefined, ids = ['1', '2']) => [
  ...(await naming.nameable(guildId, ids)),
];

describe('what members alone may do', () => {
  it('is for those whom Discord shows as members, hidden or not, and waits for no answer', async () => {
    const isIn = (guildId: string) => guildId === 'a';
    const { replica } = world({ lookUp: (guildId) => Promise.resolve(isIn(guildId)) });
    const naming = replica();
    await naming.members.setHidden('1', true);
    expect(await naming.isMember('a', '1')).toBe(true);
    expect(await naming.isMember('b', '1')).toBe(false);
    expect(
      await replica({ lookUp: () => Promise.reject(new Error('503')) }).isMember('a', '1'),
    ).toBeUndefined();
    const silent = { lookUp: () => new Promise<boolean>(() => undefined), sleep: () => Promise.resolve() };
    expect(await replica(silent).isMember('a', '1')).toBeUndefined();
  });

  it('can be looked for in the servers where they were seen; a damaged record names none', async () => {
    const { replica, stores } = world();
    const naming = replica();
    await naming.recordInteraction('a', '1');
    await naming.recordInteraction('b', '1');
    expect(await naming.serversOf('1')).toEqual(['a', 'b']);
    expect(await naming.serversOf('2')).toEqual([]);
    stores.damage('members', '1', 'garbage');
    expect(await replica().serversOf('1')).toEqual([]);
  });
});

describe('could not find out which members may be named', () => {
  it('those whose own interaction was seen in that very server, on every replica', async () => {
    const { replica } = world();
    const [one, two] = [replica(), replica()];
    await one.recordInteraction('a', '1');
    expect(await names(one, 'a')).toEqual(['1']);
    expect(await names(two, 'a')).toEqual(['1']);
    expect(await names(two, 'b')).toEqual([]);
    expect(await names(two, undefined)).toEqual([]);
  });

  it('those who linked a moment ago: at once on the replica that linked them, within 15 s on every other', async () => {
    const { clock, links, replica } = world();
    const [one, two] = [replica(), replica()];
    for (const naming of [one, two]) {
      await naming.recordInteraction('a', '3');
      expect(await names(naming, 'a', ['3'])).toEqual([]);
    }
    links.set('3', { namingShown: true });
    await one.recordLink('3', 'a');
    expect(await names(one, 'a', ['3'])).toEqual(['3']);
    expect(await names(one, 'b', ['3'])).toEqual([]);
    await one.recordInteraction('b', '3');
    expect(await names(one, 'b', ['3'])).toEqual(['3']);
    clock.ms += 15_000;
    expect(await names(two, 'a', ['3'])).toEqual(['3']);
    expect((await two.playersOf('a', '1')).map(({ discordId }) => discordId)).toEqual(['3']);
  });

  it('those who linked while their link was being read', async () => {
    const { links, replica } = world();
    const releases: (() => void)[] = [];
    const naming = replica({
      readLink: async (discordId) => {
        const link = links.get(discordId);
        if (releases.length === 0) await new Promise<void>((resolve) => releases.push(resolve));
        return link && { playerId: `p${discordId}`, ...link };
      },
    });
    const before = names(naming, 'a', ['3']);
    while (releases.length === 0) await new Promise((resolve) => setImmediate(resolve));
    links.set('3', { namingShown: true });
    const linked = naming.recordLink('3', 'a');
    releases[0]?.();
    await linked;
    await before;
    expect(await names(naming, 'a', ['3'])).toEqual(['3']);
  });

  it('for 24 hours from the last interaction', async () => {
    const { clock, replica } = world();
    const [naming, other] = [replica(), replica()];
    await naming.recordInteraction('a', '1');
    clock.ms += 2 * HOUR;
    await naming.recordInteraction('a', '1');
    clock.ms += 23 * HOUR;
    expect(await names(naming, 'a')).toEqual(['1']);
    expect(await names(other, 'a')).toEqual(['1']);
    clock.ms += 2 * HOUR;
    expect(await names(naming, 'a')).toEqual([]);
    expect(await names(other, 'a')).toEqual([]);
  });

  it('writes a member once an hour, however often they ask', async () => {
    const { clock, stores, replica, record } = world();
    const naming = replica();
    const since = clock.ms;
    await Promise.all([naming.recordInteraction('a', '1'), naming.recordInteraction('a', '1')]);
    const before = stores.text();
    for (let at = 0; at < 5; at++) {
      clock.ms += 10 * MINUTE;
      await naming.recordInteraction('a', '1');
    }
    expect(stores.text()).toBe(before);
    clock.ms += 10 * MINUTE;
    await naming.recordInteraction('a', '1');
    expect(await record('1')).toEqual({ guilds: { a: { since, at: clock.ms, used: true } } });
    expect(await naming.rosters.rosterOf('a')).toEqual([{ discordId: '1', at: clock.ms }]);
    await naming.recordInteraction('b', '1');
    expect((await record('1'))?.guilds['b']).toEqual({ since: clock.ms, at: clock.ms, used: true });
  });

  it('writes at once that a member used the bot where they had only been shown', async () => {
    const { replica, record } = world();
    const naming = replica();
    await naming.recordInteraction('a', '2', ['1']);
    expect((await record('1'))?.guilds['a']?.used).toBeUndefined();
    await naming.recordInteraction('a', '1');
    expect((await record('1'))?.guilds['a']?.used).toBe(true);
    await naming.recordInteraction('a', '2', ['1']);
    expect((await record('1'))?.guilds['a']?.used).toBe(true);
  });

  it('counts an interaction for the answer to that very interaction', async () => {
    const { replica } = world();
    const naming = replica();
    void naming.recordInteraction('a', '1', ['2']);
    expect(await names(naming, 'a')).toEqual(['1', '2']);
  });

  it('names no member while the store is down, and says so', async () => {
    const { stores, errors, replica } = world();
    const naming = replica();
    stores.control.down = true;
    await naming.recordInteraction('a', '1');
    expect(await names(naming, 'a')).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
  });

  it('names linked users alone, and stores nothing of others, whether they ask or come with an interaction', async () => {
    const { errors, stores, replica, record } = world();
    const naming = replica();
    stores.control.writesLeft = 0;
    await naming.recordInteraction('a', '3', ['4']);
    expect(errors).toEqual([]);
    stores.control.writesLeft = Infinity;
    await naming.recordInteraction('a', '3', ['4', '1']);
    expect(await names(naming, 'a', ['1', '3', '4'])).toEqual(['1']);
    expect(await record('1')).toBeDefined();
    expect(stores.keys('members')).toEqual(['1']);
    expect(stores.keys('rosters')).toEqual(['a:1']);
  });

  it('stores of who is not linked that they hide, and nothing else', async () => {
    const { replica, record } = world();
    const naming = replica();
    await naming.members.setHidden('3', true);
    await naming.recordInteraction('a', '3');
    expect(await record('3')).toEqual({ hidden: true, guilds: {} });
    await naming.members.setHidden('3', false);
    expect(await record('3')).toBeUndefined();
  });

  it('names who linked before they were told the rule only where they used the bot', async () => {
    const { links, replica } = world({ lookUp: () => Promise.resolve(true) });
    links.set('1', {});
    const naming = replica();
    await naming.recordInteraction('a', '2', ['1']);
    expect(await names(naming, 'a')).toEqual(['2']);
    await naming.recordInteraction('b', '1');
    expect(await names(naming, 'a')).toEqual(['2']);
    await naming.recordInteraction('a', '1');
    expect(await names(naming, 'a')).toEqual(['1', '2']);
  });

  it('keeps a fresh sighting beside an old one, which goes with the next', async () => {
    const { clock, replica, record } = world();
    const naming = replica();
    await naming.recordInteraction('a', '1');
    clock.ms += 20 * DAY;
    await naming.recordInteraction('b', '1');
    clock.ms += 15 * DAY;
    expect(Object.keys((await record('1'))?.guilds ?? {})).toContain('b');
    await naming.recordInteraction('c', '1');
    expect(Object.keys((await record('1'))?.guilds ?? {})).toEqual(['b', 'c']);
    clock.ms += 29 * DAY;
    expect(await record('1')).toBeDefined();
    clock.ms += DAY;
    expect(await record('1')).toBeUndefined();
  });

  it('forgets a sighting after 30 days, unless the user hides', async () => {
    const { clock, replica, record } = world();
    const naming = replica();
    await naming.recordInteraction('a', '1');
    await naming.recordInteraction('a', '2');
    await naming.members.setHidden('2', true);
    clock.ms += 29 * DAY;
    expect(await record('1')).toBeDefined();
    clock.ms += DAY;
    expect(await record('1')).toBeUndefined();
    expect((await record('2'))?.hidden).toBe(true);
    await naming.recordInteraction('b', '2');
    expect(Object.keys((await record('2'))?.guilds ?? {})).toEqual(['b']);
  });
});

describe('who hides', () => {
  it('is named nowhere, on every replica within 15 s', async () => {
    const { clock, replica } = world({ lookUp: () => Promise.resolve(true) });
    const [one, two] = [replica(), replica()];
    await one.recordInteraction('a', '1');
    expect(await names(two, 'a', ['1'])).toEqual(['1']);
    await one.members.setHidden('1', true);
    expect(await names(one, 'a', ['1'])).toEqual([]);
    clock.ms += 15_000;
    expect(await names(two, 'a', ['1'])).toEqual([]);
    await one.recordInteraction('a', '1');
    expect(await names(one, 'a', ['1'])).toEqual([]);
    await one.members.setHidden('1', false);
    clock.ms += 15_000;
    expect(await names(two, 'a', ['1'])).toEqual(['1']);
  });
});

describe('a look-up at Discord', () => {
  it('proves a member once, across replicas', async () => {
    let calls = 0;
    const { replica, record } = world({
      lookUp: async (guildId, discordId) => (calls++, `${guildId}${discordId}` === 'a1'),
    });
    const [one, two] = [replica(), replica()];
    expect(await names(one, 'a')).toEqual(['1']);
    expect(await names(two, 'a')).toEqual(['1']);
    expect(calls).toBe(2);
    expect(Object.keys((await record('1'))?.guilds ?? {})).toEqual(['a']);
    expect(await record('2')).toBeUndefined();
  });

  it('asks once for answers that are made at once', async () => {
    let calls = 0;
    const { replica } = world({ lookUp: async () => (calls++, true) });
    const naming = replica();
    await Promise.all([names(naming, 'a', ['1']), names(naming, 'a', ['1'])]);
    expect(calls).toBe(1);
  });

  it('that finds no member ends the proof, and is not repeated for 10 minutes', async () => {
    let calls = 0;
    const { clock, replica, record } = world({ lookUp: async () => (calls++, false) });
    const [one, two] = [replica(), replica()];
    await one.recordInteraction('a', '1');
    clock.ms += 25 * HOUR;
    expect(await names(one, 'a', ['1'])).toEqual([]);
    expect(await record('1')).toBeUndefined();
    expect(await one.rosters.rosterOf('a')).toEqual([]);
    clock.ms += 9 * 60_000;
    expect(await names(two, 'a', ['1'])).toEqual([]);
    expect(await names(one, 'a', ['1'])).toEqual([]);
    expect(calls).toBe(1);
    clock.ms += 60_000;
    await names(two, 'a', ['1']);
    expect(calls).toBe(2);
    await one.recordInteraction('a', '1');
    expect(await names(one, 'a', ['1'])).toEqual(['1']);
  });

  it('is waited for 300 ms at most; a later answer counts for the next time', async () => {
    let answer: (isMember: boolean) => void = () => undefined;
    const waits: number[] = [];
    const { replica } = world({
      lookUp: (_guildId, discordId) =>
        discordId === '2' ? Promise.resolve(true) : new Promise((resolve) => (answer = resolve)),
      sleep: async (ms) => {
        waits.push(ms);
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    const naming = replica();
    expect(await names(naming, 'a')).toEqual(['2']);
    expect(waits).toEqual([300]);
    answer(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await names(naming, 'a')).toEqual(['1', '2']);
  });

  it('is made 30 times a minute and server for answers, 15 times more for match calls, and 5 times more for results, of all replicas', async () => {
    let calls = 0;
    const { clock, links, replica } = world({ lookUp: async () => (calls++, true) });
    const ids = Array.from({ length: 80 }, (_, index) => String(100 + index));
    for (const discordId of ids) links.set(discordId, { namingShown: true });
    const [one, two] = [replica(), replica()];
    expect(await names(one, 'a', ids.slice(0, 20))).toHaveLength(20);
    expect(await names(two, 'a', ids.slice(20))).toHaveLength(10);
    const standings = await two.standings('a', ids, 'calls');
    expect([...standings.values()].filter((standing) => standing === 'nameable')).toHaveLength(45);
    expect([...standings.values()].filter((standing) => standing === 'pending')).toHaveLength(35);
    expect(calls).toBe(45);
    const asked = await one.standings('a', ids, 'results');
    expect([...asked.values()].filter((standing) => standing === 'nameable')).toHaveLength(50);
    expect(calls).toBe(50);
    await two.lookAhead('a', ids);
    await names(two, 'b', ids.slice(0, 5));
    expect(calls).toBe(55);
    clock.ms += 60_000;
    await one.lookAhead('a', ids.slice(0, 70));
    expect([...(await two.standings('a', ids, 'none')).values()].filter((one) => one === 'pending')).toEqual(
      Array.from({ length: 10 }, () => 'pending'),
    );
    expect(calls).toBe(75);
    clock.ms -= 3_600_000;
    expect(await names(two, 'a', ids)).toHaveLength(80);
  });

  it('is not made for who hides or is not linked', async () => {
    const { links, replica } = world({ lookUp: () => Promise.reject(new Error('nobody asks')) });
    links.delete('2');
    const naming = replica({ lookUp: () => expect.unreachable() });
    await naming.members.setHidden('1', true);
    expect(await names(naming, 'a')).toEqual([]);
  });
});

describe('the player of another member', () => {
  /** 'h' hides, 'a' is linked and absent, 's' is not linked, 'o' is linked since before the notice, and 'm' may be named. */
  function scenario(given: Partial<NamingDeps> = {}) {
    const steps: string[] = [];
    const here = world({
      lookUp: (_guildId, discordId) => {
        steps.push('look-up');
        return Promise.resolve(discordId !== 'a');
      },
      sleep: async (ms) => {
        steps.push(`wait ${ms}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      },
      ...given,
    });
    const { links, stores } = here;
    for (const id of ['h', 'a', 'm']) links.set(id, { namingShown: true });
    links.set('o', {});
    const linkStore = stores.replica().namespace('links');
    const naming = here.replica({
      // As the real one: a link and its owner, or one read.
      readLink: async (discordId) => {
        await linkStore.get('link');
        const link = links.get(discordId);
        if (link !== undefined) await linkStore.get('owner');
        return link && { playerId: `p${discordId}`, ...link };
      },
    });
    stores.control.before = async (call) => void steps.push(call.split(' ')[0] ?? '');
    const ask = async (discordId: string, isMember = false) => {
      steps.splice(0);
      const player = await naming.playerOf('7', { discordId, isMember });
      // What follows after the answer has no part in its time.
      return { player, steps: [...steps] };
    };
    const hide = () => naming.members.change('h', (record) => ({ ...record, hidden: true }));
    return { ...here, naming, ask, hide, steps };
  }

  it('is refused by one way, whether they hide, are not here or not linked: at first, again, and beyond the limit', async () => {
    const { ask, clock, hide } = scenario();
    await hide();
    await ask('x');
    const ways = async () => {
      const all = [];
      for (const discordId of ['h', 'a', 's', 'o']) all.push((await ask(discordId, discordId === 'h')).steps);
      return all;
    };
    const [one = [], ...others] = await ways();
    expect(one.filter((step) => step.startsWith('members') || step.startsWith('links'))).toHaveLength(3);
    expect(one.filter((step) => step === 'look-up')).toHaveLength(1);
    for (const other of others) expect(other).toEqual(one);

    const again = await ways();
    expect(again[0]).not.toContain('look-up');
    for (const other of again) expect(other).toEqual(again[0]);

    clock.ms += 10 * 60_000;
    for (let at = 0; at < 25; at++) await ask(`x${at}`);
    const beyond = await ways();
    expect(beyond[0]).not.toContain('look-up');
    for (const other of beyond) expect(other).toEqual(beyond[0]);
  });

  it('is theirs where they were seen, where Discord has just shown them, and where it says so now', async () => {
    const { ask, clock, naming, record, steps } = scenario();
    expect(await ask('m', true)).toMatchObject({ player: 'pm' });
    expect(steps).not.toContain('look-up');
    expect((await ask('m')).player).toBe('pm');
    expect(steps).toContain('look-up');
    await new Promise((resolve) => setImmediate(resolve));
    expect(Object.keys((await record('m'))?.guilds ?? {})).toEqual(['7']);
    clock.ms += HOUR;
    expect((await ask('m')).steps).not.toContain('look-up');
    expect((await ask('o')).player).toBeUndefined();
    await naming.recordInteraction('7', 'o');
    expect((await ask('o')).player).toBe('po');
    expect(await naming.playerOf(undefined, { discordId: 'm', isMember: true })).toBeUndefined();
  });

  it('counts at once where they link, show themselves or come back, however lately they were looked up', async () => {
    const { ask, hide, links, naming } = scenario();
    await hide();
    for (const discordId of ['h', 's', 'a']) expect((await ask(discordId)).player).toBeUndefined();
    links.set('s', { namingShown: true });
    await naming.members.change('h', ({ hidden: _hidden, ...record }) => record);
    for (const [discordId, isMember] of [
      ['h', false],
      ['s', false],
      ['a', true],
    ] as const)
      expect((await ask(discordId, isMember)).player).toBe(`p${discordId}`);
  });

  it('stores nothing when a user deletes everything while Discord is asked about them', async () => {
    for (const isLate of [false, true]) {
      let answer = (): void => undefined;
      const { replica, links, stores } = world({
        lookUp: () => new Promise((resolve) => (answer = () => resolve(false))),
        sleep: () => Promise.resolve(),
      });
      const naming = replica();
      await naming.isMember('b', '1');
      if (isLate)
        stores.control.before = async (call) => {
          if (call.startsWith('absent.set')) links.delete('1');
        };
      else links.delete('1');
      answer();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(stores.keys('absent')).toEqual([]);
    }
  });

  it('stores nothing about a refused user', async () => {
    const { ask, hide, stores } = scenario();
    await hide();
    const stored = () => ['members', 'rosters', 'absent'].map(stores.keys);
    const before = stored();
    for (const discordId of ['h', 'a', 's', 'o']) await ask(discordId);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stored()).toEqual(before);
  });

  it('waits 300 ms at most, and is refused where Discord does not say', async () => {
    const { ask, steps } = scenario({
      lookUp: () => new Promise(() => undefined),
      sleep: (ms) => Promise.resolve(void steps.push(`wait ${ms}`)),
    });
    expect((await ask('m')).player).toBeUndefined();
    expect(steps).toContain('wait 300');
    const errors: unknown[] = [];
    const down = scenario({
      lookUp: () => Promise.reject(new Error('500')),
      onChange: () => Promise.resolve(),
      onError: (error) => void errors.push(error),
    });
    expect((await down.ask('m')).player).toBeUndefined();
    expect((await down.ask('m')).player).toBeUndefined();
    expect(errors).toHaveLength(2);
  });

  it('leaves half of the look-ups of answers to lists', async () => {
    const { ask, links, naming, steps } = scenario();
    for (let at = 0; at < 40; at++) await ask(`x${at}`);
    const ids = Array.from({ length: 30 }, (_, at) => `y${at}`);
    for (const discordId of ids) links.set(discordId, { namingShown: true });
    steps.splice(0);
    expect((await naming.nameable('7', ids)).size).toBe(15);
    expect(steps.filter((step) => step === 'look-up')).toHaveLength(15);
  });
});

describe('the standing of a member', () => {
  it('shows who left, now and for ten minutes, and never who hides', async () => {
    const { clock, links, replica } = world({ lookUp: async (_guildId, discordId) => discordId === '2' });
    links.set('3', { namingShown: true });
    const naming = replica();
    await naming.recordInteraction('a', '3');
    await naming.members.setHidden('3', true);
    const standings = async (guildId?: string) => [
      ...(await replica().standings(guildId, ['1', '2', '3', '4'])).values(),
    ];
    const expected = ['absent', 'nameable', 'unknown', 'unknown'];
    expect(await standings('a')).toEqual(expected);
    clock.ms += 9 * 60_000;
    expect(await standings('a')).toEqual(expected);
    expect(await standings()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('is pending where Discord says nothing, or not in time', async () => {
    const { replica } = world({
      lookUp: (_guildId, discordId) =>
        discordId === '1' ? new Promise(() => undefined) : Promise.reject(new Error('down')),
      sleep: () => Promise.resolve(),
    });
    expect([...(await replica().standings('a', ['1', '2'])).values()]).toEqual(['pending', 'pending']);
  });

  it('is waited for, for five seconds, if a call or a result would leave a member out', async () => {
    for (const purpose of ['calls', 'results', 'answers'] as const) {
      const waits: number[] = [];
      const { replica } = world({
        lookUp: () => new Promise(() => undefined),
        sleep: (ms) => Promise.resolve(void waits.push(ms)),
      });
      await replica().standings('a', ['1'], purpose);
      expect(waits, purpose).toEqual([purpose === 'answers' ? 300 : 5000]);
    }
  });
});

describe('a look-up that fails', () => {
  /** 64 players, of whom Discord answers 500 for 40. */
  function cup() {
    const asked: string[] = [];
    const ids = Array.from({ length: 64 }, (_, at) => String(100 + at));
    const isBroken = (discordId: string): boolean => Number(discordId) < 140;
    const { clock, links, replica } = world({
      async lookUp(_guildId, discordId) {
        asked.push(discordId);
        if (isBroken(discordId)) throw new Error('500');
        return true;
      },
    });
    for (const discordId of ids) links.set(discordId, { namingShown: true });
    const naming = replica();
    const nameable = async () =>
      [...(await naming.standings('a', ids, 'calls'))].filter(([, standing]) => standing === 'nameable');
    return { asked, clock, ids, isBroken, nameable };
  }

  it('is not made again for a minute, and then after all that were never tried', async () => {
    const { asked, clock, isBroken, nameable } = cup();
    expect(await nameable()).toHaveLength(5);
    expect(asked).toHaveLength(45);
    // With each reading: nothing is left of the minute's look-ups.
    for (let reading = 1; reading <= 3; reading++) {
      clock.ms += 15_000;
      await nameable();
    }
    expect(asked).toHaveLength(45);
    clock.ms += 15_000;
    expect(await nameable()).toHaveLength(24);
    const again = asked.slice(45);
    expect(again.slice(0, 19).every((discordId) => !isBroken(discordId))).toBe(true);
    expect(again.length).toBeLessThanOrEqual(50);
  });

  it('spends none of the others’ look-ups with every reading', async () => {
    let calls = 0;
    const { clock, links, replica } = world({
      lookUp: async (_guildId, discordId) => {
        calls += 1;
        if (Number(discordId) < 120) throw new Error('500');
        return true;
      },
    });
    const ids = Array.from({ length: 40 }, (_, at) => String(100 + at));
    for (const discordId of ids) links.set(discordId, { namingShown: true });
    const naming = replica();
    for (let reading = 0; reading < 4; reading++) {
      await naming.standings('a', ids.slice(0, 20 + reading * 5), 'calls');
      clock.ms += 15_000;
    }
    expect(calls).toBe(20 + 15);
  });
});

describe('the roster of a server', () => {
  it('lists linked members, the last seen first, and who links in that server', async () => {
    const { clock, links, replica } = world();
    const naming = replica();
    links.delete('1');
    await naming.recordInteraction('a', '1');
    clock.ms += 60_000;
    await naming.recordInteraction('a', '2');
    expect(await naming.rosters.rosterOf('a')).toEqual([{ discordId: '2', at: clock.ms }]);
    links.set('1', { namingShown: true });
    clock.ms += 60_000;
    await replica().recordLink('1', 'a');
    expect((await naming.rosters.rosterOf('a')).map(({ discordId }) => discordId)).toEqual(['1', '2']);
    await replica().recordLink('1', undefined);
    expect(await naming.rosters.rosterOf('b')).toEqual([]);
  });

  it('holds who arrives while it is written', async () => {
    const { links, stores, replica } = world();
    for (const discordId of ['16', '32', '48']) links.set(discordId, { namingShown: true });
    const naming = replica();
    let arrivals: Promise<void> | undefined;
    stores.control.before = async (call) => {
      if (call !== 'rosters.add a:0' || arrivals !== undefined) return;
      arrivals = naming.recordInteraction('a', '32', ['48']);
      // As far as they get while this write is pending.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    await naming.recordInteraction('a', '16');
    await arrivals;
    const ids = (await naming.rosters.rosterOf('a')).map(({ discordId }) => discordId);
    expect(ids.toSorted()).toEqual(['16', '32', '48']);
  });

  it('holds every member of one bucket who is seen at once', async () => {
    const { links, replica } = world();
    const ids = ['16', '32', '48'];
    for (const discordId of ids) links.set(discordId, { namingShown: true });
    await Promise.all(ids.map((discordId) => replica().recordInteraction('a', discordId)));
    expect((await replica().rosters.rosterOf('a')).map(({ discordId }) => discordId).toSorted()).toEqual(ids);
  });

  it('writes members who come at once together, and not one after the other', async () => {
    const { links, stores, replica } = world();
    const naming = replica();
    const ids = Array.from({ length: 50 }, (_, at) => String(16 * (at + 1)));
    for (const discordId of ids) links.set(discordId, { namingShown: true });
    const writes: string[] = [];
    stores.control.before = async (call) => void (/^rosters\.(add|replace) /.test(call) && writes.push(call));
    await Promise.all(ids.map((discordId) => naming.recordInteraction('a', discordId)));
    expect(await naming.rosters.rosterOf('a')).toHaveLength(50);
    expect(writes.length).toBeLessThan(10);
  });

  it('leaves out who was not seen for 15 days', async () => {
    const { clock, replica } = world();
    const naming = replica();
    await naming.recordInteraction('a', '1');
    clock.ms += 15 * DAY;
    expect(await naming.rosters.rosterOf('a')).toEqual([]);
  });
});

describe('who unlinks', () => {
  it('leaves no sighting, in no roster, and what they asked to hide', async () => {
    const { links, stores, replica, record } = world();
    const naming = replica();
    for (const guildId of ['a', 'b']) await naming.recordInteraction(guildId, '1', ['2']);
    await naming.members.setHidden('2', true);
    for (const discordId of ['1', '2']) {
      links.delete(discordId);
      await naming.forgetSightings(discordId);
    }
    expect(await record('1')).toBeUndefined();
    expect(await record('2')).toEqual({ hidden: true, guilds: {} });
    expect(stores.keys('rosters')).toEqual([]);
    links.set('1', { namingShown: true });
    await naming.recordLink('1', 'a');
    await naming.recordInteraction('b', '1');
    expect(Object.keys((await record('1'))?.guilds ?? {})).toEqual(['a', 'b']);
    // By another replica, which tells this one nothing.
    await replica().forgetSightings('1');
    await naming.recordLink('1', 'a');
    expect(Object.keys((await record('1'))?.guilds ?? {})).toEqual(['a']);
  });

  it.each([['forgetSightings'], ['forget']] as const)(
    'is not seen again by what was being written meanwhile: %s',
    async (how) => {
      const { links, stores, replica } = world();
      const [here, elsewhere] = [replica(), replica()];
      await here.recordInteraction('a', '1');
      await elsewhere.recordInteraction('a', '1');
      for (const naming of [here, elsewhere]) {
        links.set('1', { namingShown: true });
        let writing: Promise<void> | undefined;
        let forgotten: Promise<void> | undefined;
        stores.control.before = async (call) => {
          if (!/^members\.(add|replace) 1$/.test(call) || forgotten !== undefined) return;
          links.delete('1');
          forgotten = here[how]('1');
          for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        };
        writing = naming.recordInteraction('b', '1');
        await writing;
        await forgotten;
        stores.control.before = async () => {};
        expect([stores.keys('members'), stores.keys('rosters')]).toEqual([[], []]);
      }
    },
  );

  it('has nothing left once forgetting ends, also of a write that had begun before', async () => {
    const { links, stores, replica } = world();
    const naming = replica();
    const releases: (() => void)[] = [];
    stores.control.before = async (call) => {
      if (call === 'rosters.add a:1') await new Promise<void>((resolve) => releases.push(resolve));
    };
    const writing = naming.recordInteraction('a', '1');
    while (releases.length === 0) await new Promise((resolve) => setImmediate(resolve));
    links.delete('1');
    const forgetting = naming.forget('1').then(() => [stores.keys('members'), stores.keys('rosters')]);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    releases[0]?.();
    expect(await forgetting).toEqual([[], []]);
    await writing;
    expect([stores.keys('members'), stores.keys('rosters')]).toEqual([[], []]);
  });
});

describe('a record that cannot be read', () => {
  it('hides its member, ranks all others, and is replaced by a choice to hide', async () => {
    const { errors, stores, replica, record } = world({ lookUp: () => Promise.resolve(true) });
    const naming = replica();
    await naming.recordInteraction('a', '1', ['2']);
    stores.damage('members', '1', '{"value":{"hidden":"yes","guilds":[]}}');
    const fresh = replica();
    expect(await fresh.playerOf('a', { discordId: '1', isMember: true })).toBeUndefined();
    expect(await fresh.isHidden('1')).toBe(true);
    for (let turn = 0; turn < 2; turn++) {
      await fresh.recordInteraction('a', '1');
      expect(await names(fresh, 'a')).toEqual(['2']);
      expect((await fresh.playersOf('a', '1')).map(({ discordId }) => discordId)).toEqual(['2']);
    }
    expect(errors).toEqual([]);
    expect(stores.text()).toContain('"yes');
    await fresh.members.setHidden('1', true);
    expect(await record('1')).toEqual({ hidden: true, guilds: {} });
  });

  it('of a link is answered as a member who does not share their link', async () => {
    const { replica } = world({
      readLink: () => Promise.reject(new UnreadableError({ namespace: 'links', keyHash: 'h' })),
    });
    expect(await replica().playerOf('a', { discordId: '1', isMember: true })).toBeUndefined();
  });

  it('of a roster loses the entries that do not fit, and of a member the servers', async () => {
    const { stores, replica, record } = world();
    const naming = replica();
    await naming.recordInteraction('a', '1');
    stores.damage('rosters', 'a:1', JSON.stringify({ value: { 1: 1_800_000_000_000, 17: 'x', 33: null } }));
    stores.damage('rosters', 'a:2', 'garbage');
    expect((await naming.rosters.rosterOf('a')).map(({ discordId }) => discordId)).toEqual(['1']);
    await naming.rosters.put('a', '2');
    expect((await naming.rosters.rosterOf('a')).map(({ discordId }) => discordId).toSorted()).toEqual([
      '1',
      '2',
    ]);
    const sighting = { since: 1, at: 1_800_000_000_000 };
    stores.damage('members', '2', JSON.stringify({ value: { hidden: true, guilds: { a: sighting, b: 5 } } }));
    expect(await replica().members.read('2')).toEqual({ hidden: true, guilds: { a: sighting } });
    expect(stores.unreadable.map(({ namespace }) => namespace)).toEqual(['rosters', 'rosters', 'members']);
    expect(await record('1')).toBeDefined();
  });
});

describe('what Discord says of a member', () => {
  it('counts though this process wrote about them a moment ago, and proves no use of the bot', async () => {
    const { clock, replica, record } = world({ lookUp: () => Promise.resolve(true) });
    const [one, two] = [replica(), replica()];
    await one.recordInteraction('a', '2', ['1']);
    await two.leave('a', '1');
    expect(await record('1')).toBeUndefined();
    clock.ms += MINUTE;
    expect(await names(one, 'a', ['1'])).toEqual(['1']);
    expect((await record('1'))?.guilds.a).toEqual({ since: clock.ms, at: clock.ms });
  });

  it('renews a sighting, and keeps since when they are there and that they used the bot', async () => {
    const { clock, replica, record } = world({ lookUp: () => Promise.resolve(true) });
    await replica().recordInteraction('a', '1');
    const before = (await record('1'))?.guilds.a;
    clock.ms += 25 * HOUR;
    expect(await names(replica(), 'a', ['1'])).toEqual(['1']);
    expect((await record('1'))?.guilds.a).toEqual({ ...before, at: clock.ms });
  });

  it('is not asked for what is stored, nor if nothing is left to ask', async () => {
    const asked: string[] = [];
    const waits: number[] = [];
    const { replica } = world({
      lookUp: async (_guildId, discordId) => asked.push(discordId) > 0,
      sleep: (ms) => new Promise(() => waits.push(ms)),
    });
    const naming = replica();
    expect([...(await naming.standings('a', ['1'], 'none')).values()]).toEqual(['pending']);
    await naming.recordInteraction('a', '1');
    await naming.lookAhead('a', ['1', '3']);
    expect([...(await naming.standings('a', ['1', '3'])).values()]).toEqual(['nameable', 'unknown']);
    expect([asked, waits]).toEqual([[], []]);
    await naming.lookAhead('a', ['1', '2']);
    expect([asked, waits]).toEqual([['2'], [5000]]);
  });

  it('names no one who has just unlinked', async () => {
    for (const how of ['forgetSightings', 'forget'] as const) {
      const { links, replica } = world({ lookUp: () => Promise.resolve(true) });
      const naming = replica();
      await naming.recordInteraction('a', '1');
      expect(await names(naming, 'a', ['1'])).toEqual(['1']);
      links.delete('1');
      await naming[how]('1');
      expect(await naming.standings('a', ['1'], 'none'), how).toEqual(new Map([['1', 'unknown']]));
    }
  });
});

describe('the members of a server', () => {
  it('are named as their link says now, without those who hide', async () => {
    const { links, replica } = world({
      readLink: async (discordId) =>
        links.get(discordId) && { ...links.get(discordId), playerId: 'p', playerName },
    });
    let playerName = 'Ana';
    const naming = replica();
    await naming.recordInteraction('a', '1', ['2']);
    await naming.members.setHidden('2', true);
    const shown = async () => (await naming.playersOf('a', '1')).map((player) => player.playerName);
    expect(await shown()).toEqual(['Ana']);
    playerName = 'Anna';
    naming.forgetName('1');
    expect(await shown()).toEqual(['Anna']);
  });

  it('are not recorded outside a server', async () => {
    const { replica, stores } = world();
    await replica().recordInteraction(undefined, '1', ['2']);
    await replica().recordLink('1', undefined);
    expect([stores.keys('members'), stores.keys('rosters')]).toEqual([[], []]);
  });
});

describe('who hides', () => {
  it('is known, and everybody counts as hidden if the store does not answer', async () => {
    const { errors, replica, stores } = world();
    const naming = replica();
    await naming.members.setHidden('1', true);
    await naming.recordInteraction('a', '2');
    expect([await naming.isHidden('1'), await naming.isHidden('2'), await naming.isHidden('3')]).toEqual([
      true,
      false,
      false,
    ]);
    stores.control.before = () => Promise.reject(new Error('down'));
    expect(await replica().isHidden('2')).toBe(true);
    expect(errors).toHaveLength(1);
  });
});
