import { describe, expect, it } from 'vitest';
import { cup, failed, four, match, T0 } from '../../support/night-records.ts';
import { nightWorld, type NightWorld } from '../../support/night-world.ts';

const MINUTE_MS = 60_000;
const OPENS = { tournament: cup({ phase: 'upcoming', registration: 'draft' }) };
const OPEN = {
  tournament: cup({ phase: 'open', startsAt: { epochMs: T0 + 3_600_000, precision: 'second' } }),
};
const BEGUN = { tournament: cup(), bracket: four('a-b', 'c-d', '-') };
const OVER = {
  tournament: cup({ phase: 'finished' }),
  bracket: {
    rounds: [
      ...four('a-b 3-1', 'c-d 0-2', '-').rounds.slice(0, 1),
      { section: 'main' as const, number: 2, matches: [match('m3', 'a-d 2-3')] },
      { section: 'main' as const, number: 2, name: 'Third place', matches: [match('m4', 'b-c 3-0')] },
    ],
  },
};
const PINGS = { topics: { calls: true, results: true, event: false, ping: '77' } };

type MilestoneStep = typeof BEGUN | typeof OPEN;

async function show(world: NightWorld, ...steps: MilestoneStep[]): Promise<void> {
  for (const step of steps) {
    world.tournaments.set('t1', step);
    await world.pass(2 * MINUTE_MS, 2000);
  }
}

/** The posts that mention a role, by their first lines. */
const pings = (world: NightWorld) =>
  world.changes.flatMap(({ channelId, post }) =>
    (post.mentions?.roles ?? []).map((role) => [channelId, role, post.content.split('\n')[0]]),
  );
const texts = (world: NightWorld, what: string) => world.textsIn('10').filter((text) => text.includes(what));

describe('the start and the champion', () => {
  it('have separate posts: the first round and the live post; first, second, third and the last bracket', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', OPEN);
    await world.follow('1', 't1');
    await show(world, OPEN, BEGUN, OVER);
    const [live] = world.messages;
    expect(texts(world, 'has started')).toEqual([
      `**Cup** has started with **Semifinals**.\n[See the live bracket](https://discord.com/channels/1/10/${live?.id})`,
    ]);
    expect(texts(world, 'champion')).toEqual([
      '**D** is the champion of **Cup**!\nFinal: A 2 – 3 **D**\nRunner-up: A\nThird place: B',
    ]);
    const champion = world.messages.find(({ post }) => post.content.includes('champion'));
    expect(champion?.post.files).toHaveLength(1);
    expect(pings(world)).toEqual([]);
  });

  it('are edited if the winner has changed, or there is none yet', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', BEGUN);
    await world.follow('1', 't1');
    const final = (text: string) => ({ ...OVER, bracket: four('a-b 3-1', 'c-d 0-2', text) });
    await show(world, BEGUN, final('a-d 2-3'), final('a-d 3-2'));
    expect(texts(world, 'champion')).toEqual([
      'Corrected: **A** is the champion of **Cup**! ~~D~~\nFinal: **A** 3 – 2 D\nRunner-up: D',
    ]);
    await show(world, final('a-d'));
    expect(texts(world, 'champion')).toEqual([]);
    expect(texts(world, '**Cup** is over.')).toHaveLength(2);
    await show(world, { ...final('a-d'), tournament: cup() });
    expect(texts(world, "isn't over yet")).toHaveLength(1);
    await show(world, final('a-d 0-2'));
    expect(texts(world, 'is the champion')).toHaveLength(1);
  });
});

describe('the role', () => {
  it('is mentioned when registration opens, at the start and by the champion, once, in the first channel alone', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', OPENS);
    await world.follow('1', 't1', PINGS);
    await world.pass(MINUTE_MS);
    await world.follow('1', 't1', { ...PINGS, channelId: '11' });
    await show(world, OPENS, OPEN, OPENS, OPEN, BEGUN, OVER, OVER);
    expect(pings(world)).toEqual([
      ['10', '77', '<@&77> Registration for **Cup** is open.'],
      ['10', '77', '<@&77> **Cup** has started with **Semifinals**.'],
      ['10', '77', '<@&77> **D** is the champion of **Cup**!'],
    ]);
    expect(world.textsIn('11').filter((text) => /started|champion/.test(text))).toHaveLength(2);
  });

  it('is not mentioned for what was so when following began', async () => {
    for (const [first, ...later] of [
      [OPEN, OPEN],
      [BEGUN, BEGUN],
      [OVER, OVER],
    ] as const) {
      const world = nightWorld();
      world.start('one');
      world.tournaments.set('t1', first);
      await world.follow('1', 't1', PINGS);
      await show(world, ...later);
      expect(pings(world)).toEqual([]);
      expect(texts(world, 'has started')).toEqual([]);
    }
  });
});

describe('without a role', () => {
  it('the opening has no separate post', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', OPENS);
    await world.follow('1', 't1');
    await show(world, OPENS, OPEN);
    expect(world.textsIn('10').filter((text) => text.startsWith('Registration for'))).toHaveLength(1);
  });
});

describe('a bracket that cannot be read', () => {
  it('holds up the champion and leaves their post as it is, while the start is posted', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', OPEN);
    await world.follow('1', 't1');
    await show(world, OPEN);
    let isFailing = true;
    world.platform.failure = (what) =>
      isFailing && what.startsWith('bracket') ? failed('unavailable') : undefined;
    await show(world, BEGUN);
    expect(texts(world, 'has started')).toEqual([expect.stringMatching(/^\*\*Cup\*\* has started\./)]);
    isFailing = false;
    await show(world, BEGUN);
    isFailing = true;
    await show(world, OVER);
    expect(texts(world, 'champion')).toEqual([]);
    isFailing = false;
    await show(world, OVER);
    expect(texts(world, 'the champion')).toHaveLength(1);
    // Its next owner has no bracket yet.
    isFailing = true;
    await world.stopAll('one');
    world.start('two');
    await world.pass(5 * MINUTE_MS);
    expect(texts(world, 'the champion')).toHaveLength(1);
  });
});

describe('the log', () => {
  it('has one line for a correction on the platform, and none more for one through the bot', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', BEGUN);
    await world.follow('1', 't1');
    const step = (first: string) => ({ ...BEGUN, bracket: four(first, 'c-d', '-') });
    await show(world, BEGUN, step('a-b 3-1'));
    expect(world.notes).toEqual([]);
    await show(world, step('a-b 1-3'));
    expect(world.notes.map(({ text }) => text)).toEqual([
      'Corrected: A 1 – 3 **B** ~~3 – 1~~ (Cup, on Playhouse)',
    ]);
    const before = await world.resultPosts.find('10', 'm1');
    await world.resultPosts.end('10', 'm1', { ...before, scores: { player1: 3, player2: 0 } });
    await show(world, step('a-b 3-0'));
    expect(world.notes).toHaveLength(1);
  });
});

describe('a call to link', () => {
  it('comes once for each time that an organizer asks, names no one, and has a button', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', OPEN);
    const id = (await world.follow('1', 't1'))!;
    await world.pass(MINUTE_MS);
    for (const at of [1, 1, 2]) {
      await world.follows.change('1', id, (one) => ({ ...one, linkCallAt: T0 + at }));
      await world.pass(MINUTE_MS);
    }
    const calls = world.messages.filter(({ post }) => post.content.startsWith('Playing in'));
    expect(calls.map(({ post }) => post.content)).toEqual(
      Array.from({ length: 2 }, () => 'Playing in **Cup**? Link your account here.'),
    );
    expect(calls[0]?.post.mentions).toBeUndefined();
    expect(calls[0]?.post.rows?.flat()).toMatchObject([{ action: 'link:run', label: 'Link account' }]);
  });
});
