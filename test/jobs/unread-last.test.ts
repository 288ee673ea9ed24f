import { expect, it } from 'vitest';
import { followIdOf } from '../../src/guilds/follows.ts';
import { cup, failed, four } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOPICS = { calls: true, results: true, event: false, threads: true, late: 10 };

const NOTHING = { asking: [], mentions: [], threads: [] };

/** What asks players for something. */
const asking = ({ messages }: NightWorld): string[] =>
  messages.flatMap(({ post }) =>
    (post.rows ?? []).flat().some((one) => 'label' in one && /Report score|Need help/.test(one.label ?? ''))
      ? [post.content]
      : [],
  );
const stopped = async (world: NightWorld) =>
  Object.values(await world.follows.read('1')).map((follow) => follow.stopped);

/** Two matches were called, one player by a direct message, and a new owner cannot read their tournament. */
async function unread(kind: 'not-found' | 'unavailable', ms = 2 * MINUTE_MS): Promise<NightWorld> {
  const world = nightWorld();
  world.owners.set('a', '501').set('c', '503');
  world.alerts.set('501', 'dm');
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  world.start('one');
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(15 * MINUTE_MS, 5000);
  await world.stopAll('one');
  world.platform.failure = () => failed(kind);
  world.start('two');
  await world.pass(ms);
  // The live post, a direct message, and of each match the call, the thread and the reminder.
  expect(asking(world)).toHaveLength(8);
  return world;
}

/** What still asks, mentions or is open, and how the follow stopped. */
const left = async (world: NightWorld) => ({
  asking: asking(world),
  mentions: world.messages.filter(({ post }) => JSON.stringify(post).includes('<@503>')),
  threads: [...world.threads.values()].filter(({ isClosed }) => !isClosed),
  stopped: await stopped(world),
});

const unfollow = (world: NightWorld) =>
  world.follows.change('1', followIdOf({ channelId: '10', tournamentId: 't1' }), (follow) => ({
    ...follow,
    stopped: { reason: 'organizer', at: world.wall() },
  }));

it('after an unfollow, a new owner waits a minute for a reading that has the names', async () => {
  const world = await unread('unavailable', 10_000);
  await unfollow(world);
  await world.pass(20_000);
  expect(asking(world)).toHaveLength(8);
  world.platform.failure = () => undefined;
  await world.pass(3 * MINUTE_MS);
  expect(await left(world)).toMatchObject({ ...NOTHING, stopped: [{ reason: 'organizer', isClosed: true }] });
  expect(world.textsIn('dm:501')).toEqual([expect.stringMatching(/\*\*A\*\*.*don't follow this match/)]);
});

it('nothing asks any more after an unfollow, although a new owner cannot read the tournament', async () => {
  const world = await unread('unavailable');
  await unfollow(world);
  await world.pass(MINUTE_MS);
  expect(await left(world)).toMatchObject({ ...NOTHING, stopped: [{ reason: 'organizer', isClosed: true }] });
  expect(world.textsIn('dm:501')).toEqual([expect.stringContaining("don't follow this match here anymore")]);
});

it('nor of a tournament that the platform has lost, which a new owner never read', async () => {
  const world = await unread('not-found');
  await world.pass(DAY_MS + 10 * MINUTE_MS, 10_000);
  expect(await left(world)).toMatchObject({
    ...NOTHING,
    stopped: [{ reason: 'tournament-gone', isClosed: true }],
  });
});

it('a follow that was stopped before the platform could be read shows no earlier results once it is resumed', async () => {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 3-1', 'a-c') });
  world.platform.failure = () => failed('unavailable');
  world.start('one');
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(3 * MINUTE_MS);
  await unfollow(world);
  await world.pass(3 * MINUTE_MS);
  world.platform.failure = () => undefined;
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(5 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => /3.–.1/.test(text))).toEqual([]);
});

it('the same, over: its end is no news', async () => {
  const world = nightWorld();
  world.tournaments.set('t1', {
    tournament: cup({ phase: 'finished' }),
    bracket: four('a-b 3-1', 'c-d 3-1', 'a-c 3-1'),
  });
  world.platform.failure = () => failed('unavailable');
  world.start('one');
  await world.follow('1', 't1', { topics: { ...TOPICS, ping: '77' } });
  await world.pass(3 * MINUTE_MS);
  await unfollow(world);
  await world.pass(3 * MINUTE_MS);
  world.platform.failure = () => undefined;
  await world.follow('1', 't1', { topics: { ...TOPICS, ping: '77' } });
  await world.pass(5 * MINUTE_MS);
  expect(world.changes.filter((one) => one.kind === 'post').map(({ post }) => post.content)).toHaveLength(1);
});
