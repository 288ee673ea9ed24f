import { expect, it } from 'vitest';
import type { Bracket } from '../../src/reading/records.ts';
import { cup, failed, four, match } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
const TOPICS = { calls: true, results: true, event: false, ping: '77', threads: true, late: 10 };
const DONE = four('a-b 3-1', 'c-d 3-1', 'a-c 3-1');
const FINISHED = { tournament: cup({ phase: 'finished' }), bracket: DONE };

async function begun(bracket: Bracket = four('a-b', 'c-d', '-')): Promise<NightWorld> {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  world.start('one');
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(MINUTE_MS);
  world.tournaments.set('t1', { tournament: cup(), bracket });
  await world.pass(2 * MINUTE_MS);
  return world;
}
const firstLines = (world: NightWorld): string[] =>
  world.messages.map(({ post }) => plainSpaces(post.content).split('\n')[0]!);
const asking = (world: NightWorld): string[] =>
  world.messages.flatMap(({ post }) =>
    (post.rows ?? [])
      .flat()
      .some((one) => 'label' in one && /Report score|Need help|Register/.test(one.label ?? ''))
      ? [plainSpaces(post.content).split('\n')[0]!]
      : [],
  );
const CHAMPION = '<@&77> **A** is the champion of **Cup**!';

it('nothing asks any more once it is over: what was not played is closed', async () => {
  const third = (text: string): Bracket => ({
    rounds: [
      ...DONE.rounds,
      { section: 'main', number: 2, name: 'Third place', matches: [match('m4', text)] },
    ],
  });
  const world = await begun(third('b-d'));
  await world.pass(15 * MINUTE_MS);
  expect(asking(world).length).toBeGreaterThan(1);
  world.tournaments.set('t1', { ...FINISHED, bracket: third('b-d') });
  await world.pass(2 * MINUTE_MS);
  expect(asking(world)).toEqual([]);
  expect(firstLines(world)).toContain('**B** vs **D**: this match is over without a result. · Third place');
  expect([...world.threads.values()].every(({ isClosed }) => isClosed)).toBe(true);
  expect(firstLines(world)).toContain(CHAMPION);
});

it('a match that was called off stays so once all is over', async () => {
  const called = (text: string): Bracket => ({
    rounds: [{ section: 'main', matches: [{ ...match('m1', text), phase: 'cancelled' }] }],
  });
  const world = await begun({ rounds: [{ section: 'main', matches: [match('m1', 'a-b')] }] });
  for (const phase of ['running', 'finished'] as const) {
    world.tournaments.set('t1', { tournament: cup({ phase }), bracket: called('a-b') });
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('10'), phase).toContainEqual(
      expect.stringMatching(/^\*\*A\*\* vs \*\*B\*\*: this match was called off/),
    );
  }
  expect(asking(world)).toEqual([]);
  expect(world.messages.some(({ post }) => JSON.stringify(post).includes('have been played'))).toBe(false);
});

it('also where it was ended early and its bracket is gone', async () => {
  const world = await begun();
  world.tournaments.set('t1', { tournament: cup({ phase: 'finished' }) });
  await world.pass(5 * MINUTE_MS);
  expect(asking(world)).toEqual([]);
  expect(firstLines(world).filter((line) => line === '<@&77> **Cup** is over.')).toHaveLength(1);
});

it('an owner that has not seen the bracket doubts that it is gone: it closes what asks once it knows who plays, or it lasts', async () => {
  for (const isBack of [true, false]) {
    const world = await begun();
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d', '-') });
    await world.pass(2 * MINUTE_MS);
    await world.stopAll('one');
    world.tournaments.set('t1', { tournament: cup({ phase: 'finished' }) });
    world.start('two');
    await world.pass(5 * MINUTE_MS);
    expect(firstLines(world).filter((line) => line.includes('Unnamed'))).toEqual([]);
    expect(firstLines(world)).not.toContain('<@&77> **Cup** is over.');
    if (isBack) world.tournaments.set('t1', FINISHED);
    await world.pass(8 * MINUTE_MS);
    expect(asking(world)).toEqual([]);
    expect(firstLines(world)).toContain('**A** 3 – 1 B · Semifinals');
    expect(firstLines(world)).toContain(isBack ? CHAMPION : '<@&77> **Cup** is over.');
  }
});

it.each(['finished', 'running'] as const)(
  'a winner stands although another owner finds no bracket anymore: %s',
  async (phase) => {
    const tournament = cup({ phase, format: 'single-elimination' });
    const world = await begun();
    world.tournaments.set('t1', { tournament, bracket: DONE });
    await world.pass(15 * MINUTE_MS);
    expect(firstLines(world)).toContain(CHAMPION);
    await world.stopAll('one');
    world.tournaments.set('t1', { tournament });
    world.start('two');
    await world.pass(20 * MINUTE_MS);
    expect(firstLines(world)).toContain(CHAMPION);
    expect((await world.season.read('1'))[0]?.places).toMatchObject([{ id: 'a' }, { id: 'c' }]);
    const other = four('a-b 3-1', 'c-d 3-1', 'a-c 1-3');
    world.tournaments.set('t1', { tournament, bracket: other });
    await world.pass(90 * MINUTE_MS);
    expect((await world.season.read('1'))[0]?.places).toMatchObject([{ id: 'c' }, { id: 'a' }]);
  },
);

it('an end is posted despite failures around it, for a day', async () => {
  for (const minutes of [70, 400]) {
    const world = await begun();
    world.tournaments.set('t1', FINISHED);
    world.control.refuse = () => {
      throw new Error('Discord: 500');
    };
    await world.pass(minutes * MINUTE_MS, 10_000);
    world.control.refuse = () => undefined;
    await world.pass(15 * MINUTE_MS, 10_000);
    expect(firstLines(world), String(minutes)).toContain(CHAMPION);
    expect((await world.season.read('1')).map(({ places }) => places[0]?.id)).toEqual(['a']);
  }
  const world = await begun();
  world.tournaments.set('t1', {
    tournament: cup({ phase: 'finished' }),
    bracket: failed('unavailable'),
  } as never);
  await world.pass(70 * MINUTE_MS, 10_000);
  expect(firstLines(world).filter((line) => line.includes('<@&77>'))).toHaveLength(1);
  world.tournaments.set('t1', FINISHED);
  await world.pass(30 * MINUTE_MS, 10_000);
  expect(firstLines(world)).toContain(CHAMPION);
});

it('an end that is undone takes its post, its page and its season with it', async () => {
  for (const phase of ['running', 'cancelled'] as const) {
    const world = await begun();
    world.tournaments.set('t1', FINISHED);
    await world.pass(2 * MINUTE_MS);
    expect(await world.season.read('1')).toHaveLength(1);
    expect((await world.listing.card('t1'))?.champion).toBe('A');
    world.tournaments.set('t1', { tournament: cup({ phase }), bracket: four('a-b 3-1', 'c-d 3-1', 'a-c') });
    await world.pass(3 * MINUTE_MS);
    expect(await world.season.read('1'), phase).toEqual([]);
    expect((await world.listing.card('t1'))?.champion).toBeUndefined();
    expect(firstLines(world).some((line) => line.includes('champion'))).toBe(false);
  }
});

it('nothing asks any more where the tournament is followed no longer, or is gone', async () => {
  const stopped = await begun();
  expect(asking(stopped).length).toBeGreaterThan(2);
  const [followId = ''] = Object.keys(await stopped.follows.read('1'));
  await stopped.follows.change('1', followId, (follow) => ({
    ...follow,
    stopped: { reason: 'organizer', at: stopped.now() },
  }));
  await stopped.pass(MINUTE_MS);
  expect(asking(stopped)).toEqual([]);
  expect(firstLines(stopped)).toContain(
    "**A** vs **B**: I don't follow this match here anymore. · Semifinals",
  );
  expect([...stopped.threads.values()].every(({ isClosed }) => isClosed)).toBe(true);
  const gone = await begun();
  gone.tournaments.delete('t1');
  await gone.pass(26 * 60 * MINUTE_MS, 10_000);
  expect(asking(gone)).toEqual([]);
});

it('a kill right after an unfollow leaves nothing that asks: the next owner closes it, and what a turn has no time for', async () => {
  const world = await begun();
  await world.stopAll('one');
  const [followId = ''] = Object.keys(await world.follows.read('1'));
  await world.follows.change('1', followId, (follow) => ({
    ...follow,
    stopped: { reason: 'organizer', at: world.now() },
  }));
  world.start('two');
  expect(asking(world).length).toBeGreaterThan(2);
  await world.pass(2 * MINUTE_MS, 5000);
  expect(asking(world)).toEqual([]);
  expect((await world.follows.read('1'))[followId]?.stopped).toMatchObject({ isClosed: true });
  const { length: changes } = world.changes;
  await world.pass(10 * MINUTE_MS, 10_000);
  expect(world.changes).toHaveLength(changes);
});

it('a reminder in a channel that refuses everything is deleted once the channel is open again', async () => {
  const world = await begun();
  await world.pass(15 * MINUTE_MS);
  const reminders = () => firstLines(world).filter((line) => line.includes('nobody has reported'));
  expect(reminders()).toHaveLength(2);
  world.control.refuse = ({ channelId }) => (channelId === '10' ? 'forbidden' : undefined);
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d 3-1', '-') });
  await world.pass(2 * MINUTE_MS);
  const [stopped] = Object.values(await world.follows.read('1'));
  expect(stopped?.stopped?.reason).toBe('forbidden');
  world.control.refuse = () => undefined;
  await world.follow('1', 't1', { topics: TOPICS });
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 3-1', 'a-c') });
  await world.pass(3 * MINUTE_MS);
  expect(reminders()).toEqual([]);
});

it('nothing that can be reached asks any more after a stop that Discord caused: calls, threads and direct messages close', async () => {
  const direct = (world: NightWorld): string[] => world.textsIn('dm:8');
  for (const reason of ['post-gone', 'forbidden', 'channel-gone', 'archived', 'refused'] as const) {
    const world = nightWorld();
    world.owners.set('b', '8');
    world.alerts.set('8', 'dm');
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    world.start('one');
    await world.follow('1', 't1', { topics: TOPICS });
    await world.pass(15 * MINUTE_MS, 5000);
    expect(direct(world), reason).toEqual([expect.stringContaining('your match is ready')]);
    const isLive = (text: string): boolean => text.startsWith('**Cup** is on.');
    const live = () => world.messages.find(({ post }) => isLive(post.content))?.id ?? '';
    // Of what stands in the channel, nothing takes an edit.
    world.control.refuse = ({ channelId, what }) =>
      reason !== 'post-gone' && channelId === '10' && what === 'edit' ? reason : undefined;
    for (const first of ['a-', 'c-']) {
      if (reason === 'post-gone') world.remove(live());
      const bracket = four('a-b', first === 'a-' ? 'c-d 1-0' : 'c-d 2-0', '-');
      world.tournaments.set('t1', { tournament: cup(), bracket });
      await world.pass(2 * MINUTE_MS, 2000);
    }
    const stops = Object.values(await world.follows.read('1')).map(({ stopped }) => stopped);
    expect(stops).toMatchObject([{ reason, isClosed: true }]);
    expect(direct(world), reason).toEqual([expect.stringContaining("don't follow this match here anymore")]);
    expect([...world.threads.values()].map(({ isClosed }) => isClosed)).toEqual([true, true]);
    expect(asking(world).length === 0, reason).toBe(reason === 'post-gone');
    const { length: changes } = world.changes;
    await world.pass(10 * MINUTE_MS, 10_000);
    expect(world.changes, reason).toHaveLength(changes);
  }
});

it('a score that awaits a word closes with the reading that shows its match called off, or its tournament over', async () => {
  for (const phase of ['running', 'finished', 'cancelled'] as const) {
    const world = nightWorld();
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    world.start('one');
    await world.follow('1', 't1', { topics: { calls: false, results: true, event: false } });
    await world.pass(MINUTE_MS);
    const claim = { side: 1 as const, scores: { player1: 3, player2: 1 } };
    const report = { state: 'open', policy: 'both', channelId: '10', tournamentId: 't1', claim } as const;
    world.reports.set('1:m1', { report, mentions: {} });
    const messageId = world.say('10', 'Is this right?');
    await world.resultPosts.end('10', 'm1', { messageId, isOpen: true });
    await world.wakes.note('m1');
    await world.pass(MINUTE_MS);
    expect(world.textsIn('10')).toContain('Is this right?');
    const [semifinals, ...rounds] = four('a-b', 'c-d', '-').rounds;
    const matches = semifinals!.matches.map((one) =>
      one.id === 'm1' && phase === 'running' ? { ...one, phase: 'cancelled' as const } : one,
    );
    const bracket = { rounds: [{ ...semifinals!, matches }, ...rounds] };
    world.tournaments.set('t1', { tournament: cup({ phase }), bracket });
    await world.pass(MINUTE_MS + 30_000);
    expect(world.textsIn('10'), phase).not.toContain('Is this right?');
  }
});

it('nothing asks any more of a canceled tournament whose bracket cannot be read', async () => {
  const world = await begun();
  expect(asking(world)).not.toEqual([]);
  world.tournaments.set('t1', { tournament: cup({ phase: 'cancelled' }), bracket: four('a-b', 'c-d', '-') });
  world.platform.failure = (what) => (what.startsWith('bracket') ? failed('unavailable') : undefined);
  await world.pass(15 * MINUTE_MS, 5000);
  expect(asking(world)).toEqual([]);
});
