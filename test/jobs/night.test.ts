import { beforeAll, describe, expect, it } from 'vitest';
import { announcementKeyOf } from '../../src/jobs/week/announcement-record.ts';
import { cup, failed, four, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const USUAL_KILLS = 12;
/** At so many of the night's acts, evenly spread, is its owner killed; `FUZZ_RUNS=100` reaches every act. */
const KILLS = Number(process.env['FUZZ_RUNS'] ?? USUAL_KILLS);

/** Registration, three matches, the winner: what the platform shows, step by step. */
const STEPS = [
  {
    tournament: cup({
      phase: 'open',
      entrants: 3,
      capacity: 4,
      startsAt: { epochMs: T0 + MINUTE_MS, precision: 'second' as const },
    }),
  },
  { tournament: cup(), bracket: four('a-b', 'c-d', '-') },
  { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') },
  { tournament: cup(), bracket: four('a-b 3-1', 'c-d 0-2', 'a-d') },
  { tournament: cup({ phase: 'finished' }), bracket: four('a-b 3-1', 'c-d 0-2', 'a-d 2-3') },
];

async function play(world: NightWorld, steps = STEPS, minutes = 2): Promise<void> {
  for (const step of steps) {
    world.tournaments.set('t1', step);
    await world.pass(minutes * MINUTE_MS, 2000);
  }
}

const said = (world: NightWorld, channelId: string) =>
  world.textsIn(channelId).map((text) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith('-#') && !line.startsWith('[See'))
      .join('\n'),
  );

const NIGHT = [
  '**D** won **Cup**!',
  '**Cup** has started with **Semifinals**.',
  '**A** 3 – 1 B · Semifinals',
  'C 0 – 2 **D** · Semifinals',
  'A 2 – 3 **D** · Final',
  '**D** is the champion of **Cup**!\nFinal: A 2 – 3 **D**\nRunner-up: A',
];

describe('a followed tournament', () => {
  it('has its announcement in the same channel as its live post, and tells its role that it is open', async () => {
    const isOpen = (world: NightWorld) => world.textsIn('10').filter((text) => text.startsWith('<@&77>'));
    for (const [at, roleId, pings] of [
      [T0 - 30 * MINUTE_MS, undefined, 1],
      [T0 - 30 * MINUTE_MS, '78', 0],
      [T0 - 90 * MINUTE_MS, undefined, 0],
    ] as const) {
      const world = nightWorld();
      const messageId = world.say('10', 'New tournament: Cup');
      const announcement = { tournamentId: 't1', channelId: '10', messageId, at, shows: '' };
      await world.stores
        .replica()
        .namespace('news')
        .set('1', {
          known: [],
          pending: {},
          posts: [],
          shown: { [announcementKeyOf('t1')]: { ...announcement, ...(roleId && { roleId }) } },
        });
      world.start('one');
      await world.follow('1', 't1', { topics: { calls: true, results: true, ping: '77' } });
      await play(world, STEPS.slice(0, 1));
      expect(world.textsIn('10')[0]).toBe('Registration for **Cup** is open: 1 place left.');
      expect(isOpen(world), `${at} ${roleId}`).toHaveLength(pings);
      expect(world.textsIn('10')).toHaveLength(1 + pings);
    }
  });

  it('takes another turn with the same bracket for no second reading', async () => {
    const world = nightWorld();
    world.start('one');
    await world.follow('1', 't1');
    await play(world, STEPS.slice(0, 3));
    const before = world.textsIn('10');
    expect(before.join()).toContain('**A** 3 – 1 B');
    // Half a bracket, read once, and what the server follows changes twice before the next reading: each change is a turn.
    const reads = () => world.calls.filter(({ what }) => what === 'bracket t1').length;
    const readsBefore = reads();
    world.tournaments.set('t1', { tournament: cup(), bracket: four('c-d', '-', '-') });
    while (reads() === readsBefore) await world.pass(250, 250);
    world.platform.failure = () => failed('unavailable');
    for (const late of [10, 20]) {
      await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, late } });
      await world.pass(5000, 250);
    }
    world.platform.failure = () => undefined;
    world.tournaments.set('t1', STEPS[2]!);
    await world.pass(MINUTE_MS, 2000);
    expect(world.changes.filter(({ post }) => /Withdrawn|no longer/.test(post.content))).toEqual([]);
  });

  it('is true on its page, and counts in the season of each server once it is decided', async () => {
    const world = nightWorld();
    world.start('one');
    await world.follow('1', 't1');
    const page = async () => {
      const { phase, champion } = (await world.listing.card('t1')) ?? {};
      return [phase, champion];
    };
    await play(world, STEPS.slice(0, 1));
    expect(await page()).toEqual(['open', undefined]);
    await play(world, STEPS.slice(1, 4));
    expect(await page()).toEqual(['running', undefined]);
    expect(await world.season.read('1')).toEqual([]);
    await play(world, STEPS.slice(4));
    expect(await page()).toEqual(['finished', 'D']);
    const places = async () =>
      (await world.season.read('1')).map((one) => one.places.map(({ name }) => name));
    expect(await places()).toEqual([['D', 'A']]);
    await play(world, [{ ...STEPS[4]!, bracket: four('a-b 3-1', 'c-d 0-2', 'a-d 3-2') }]);
    expect(await places()).toEqual([['A', 'D']]);
    expect(await world.season.read('2')).toEqual([]);
  });

  it('is posted in two servers: one edited post, each call and each result once', async () => {
    const world = nightWorld();
    world.start('one');
    await world.follow('1', 't1');
    await world.follow('2', 't1');
    await play(world);
    for (const channelId of ['10', '20']) expect(said(world, channelId)).toEqual(NIGHT);
    const live = world.messages.find(({ channelId }) => channelId === '10');
    expect(new Set(live?.texts)).toEqual(
      new Set(['Registration for **Cup** is open: 1 place left.', '**Cup** is on.', '**D** won **Cup**!']),
    );
  });

  it('in two channels of a server notifies each player, and the organizers, once', async () => {
    const world = nightWorld();
    world.start('one');
    for (const player of ['a', 'b', 'c']) world.owners.set(player, `50${player.charCodeAt(0)}`);
    world.alerts.set(`50${'c'.charCodeAt(0)}`, 'dm');
    const first = (await world.follow('1', 't1'))!;
    await world.pass(MINUTE_MS);
    await world.follow('1', 't1', { channelId: '11' });
    await play(world, STEPS.slice(0, 2), 60);
    const notified = (channelId: string) =>
      world.messages
        .filter((message) => message.channelId === channelId)
        .flatMap(({ post }) => post.mentions?.users ?? [])
        .toSorted();
    expect(notified('10')).toEqual(['5097', '5098']);
    expect(notified('11')).toEqual([]);
    expect(said(world, '11')).toContain('**A** vs **B**: your match is ready.');
    const desks = world.messages.filter(({ post }) => post.content.includes("organizers' desk"));
    expect(desks.map(({ channelId }) => channelId)).toEqual(['10']);
    // Once the first channel has stopped, the other one notifies.
    await world.follows.change('1', first, (one) => ({ ...one, stopped: { reason: 'organizer', at: T0 } }));
    await play(world, STEPS.slice(2, 4));
    expect(notified('11')).toEqual(['5097']);
  });

  it('in two channels of a server notifies its winner once', async () => {
    const world = nightWorld();
    world.start('one');
    world.owners.set('a', '5097');
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 3-0', 'a-c') });
    for (const channelId of ['10', '11']) {
      await world.follow('1', 't1', { channelId });
      await world.pass(MINUTE_MS);
    }
    const end = (final: string) =>
      world.tournaments.set('t1', {
        tournament: cup({ phase: 'finished' }),
        bracket: four('a-b 3-1', 'c-d 3-0', final),
      });
    end('a-c 3-1');
    await world.pass(2 * MINUTE_MS);
    const posts = world.messages.filter(({ post }) => post.content.includes('is the champion'));
    expect(posts.map(({ post }) => post.content.split('\n')[0])).toEqual([
      '<@5097> (**A**) is the champion of **Cup**!',
      '<@5097> (**A**) is the champion of **Cup**!',
    ]);
    expect(Object.fromEntries(posts.map(({ channelId, post }) => [channelId, post.mentions?.users]))).toEqual(
      {
        '10': ['5097'],
        '11': undefined,
      },
    );
  });

  it('gets no history: results from before it was followed are not posted, matches that can be played are called', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', STEPS[2] ?? { tournament: cup() });
    await world.follow('1', 't1');
    await world.pass(2 * MINUTE_MS);
    expect(said(world, '10')).toEqual(['**Cup** is on.', '**C** vs **D**: your match is ready.']);
  });

  // Discord tells of a post that was made in two ways; each alone is enough.
  const WAYS = [
    ['by its nonce', { isReadable: false }],
    ['by what the channel shows', { nonceMs: 0 }],
  ] as const;
  const start = async (world: NightWorld) => {
    await world.follow('1', 't1', { topics: { calls: true, results: true, event: true }, eventHours: 3 });
    await play(world);
  };
  let acts: number;
  beforeAll(async () => {
    const calm = nightWorld();
    const owner = calm.start('one');
    await start(calm);
    acts = owner.acts();
  });
  it('has more acts than those at which its owner is killed here', () =>
    expect(acts).toBeGreaterThan(USUAL_KILLS));
  it.each(
    WAYS.flatMap(([way, options]) =>
      Array.from({ length: KILLS }, (_, kill) => [way, kill, options] as const),
    ),
  )(
    'ends in the same channel wherever its owner is killed: found %s (kill %i)',
    async (_way, kill, options) => {
      const act = 1 + Math.floor((kill * acts) / KILLS);
      for (const isMade of [true, false]) {
        const world = nightWorld(options);
        const first = world.start('one');
        first.killAt(act, isMade);
        world.start('two');
        await start(world);
        expect(first.isDead()).toBe(true);
        const at = `killed at act ${act}, ${isMade ? 'made' : 'not made'}`;
        expect(said(world, '10').toSorted(), at).toEqual(NIGHT.toSorted());
        expect(world.events, at).toMatchObject([{ name: 'Cup', status: 'completed' }]);
      }
    },
  );
});
