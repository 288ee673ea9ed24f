import { describe, expect, it } from 'vitest';
import type { Tournament } from '../../src/reading/records.ts';
import { cup, four, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = T0 + 5 * HOUR_MS;
const TOPICS = { calls: true, results: true, event: true };
const DAY_MS = 24 * HOUR_MS;
const at = (epochMs: number) => ({ epochMs, precision: 'second' as const });

/** The events that are not over, by channel. */
const standing = ({ events }: NightWorld) =>
  events
    .filter(({ status }) => status === 'scheduled' || status === 'active')
    .map(({ description, status }) => [/<#(\d+)>/.exec(description)?.[1], status]);

async function unfollow(world: NightWorld, channelId: string): Promise<void> {
  const follows = Object.entries(await world.follows.read('1'));
  const [followId = ''] = follows.find(([, follow]) => follow.channelId === channelId) ?? [];
  const stopped = { reason: 'organizer', at: world.wall() } as const;
  await world.follows.change('1', followId, (follow) => ({ ...follow, stopped }));
}

/** A cup whose event stands, followed in these channels, the first of which has the event. */
async function followedIn(...channelIds: string[]) {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup({ phase: 'open', startsAt: at(START) }) });
  world.start('one');
  for (const channelId of channelIds) {
    await world.follow('1', 't1', { channelId, topics: TOPICS, eventHours: 3 });
    await world.pass(MINUTE_MS);
  }
  expect(standing(world)).toEqual([['10', 'scheduled']]);
  return world;
}

describe('the event of a tournament that a channel follows no longer', () => {
  it('is canceled', async () => {
    const world = await followedIn('10');
    await unfollow(world, '10');
    await world.pass(5 * MINUTE_MS);
    expect(standing(world)).toEqual([]);
  });

  it('is one in another channel that has it next', async () => {
    const world = await followedIn('10', '11');
    await unfollow(world, '10');
    await world.pass(5 * MINUTE_MS);
    expect(standing(world)).toEqual([['11', 'scheduled']]);
  });

  it('ends while it runs, unless another channel has it next', async () => {
    for (const channelIds of [['10'], ['10', '11']]) {
      const world = await followedIn(...channelIds);
      world.tournaments.set('t1', {
        tournament: cup({ startsAt: at(START) }),
        bracket: four('a-b', 'c-d', '-'),
      });
      await world.pass(5 * MINUTE_MS);
      expect(standing(world)).toEqual([['10', 'active']]);
      await unfollow(world, '10');
      await world.pass(5 * MINUTE_MS);
      expect(standing(world)).toEqual(channelIds.length === 1 ? [] : [['10', 'active']]);
    }
  });
});

describe('an event whose answer was lost', () => {
  const open = (world: NightWorld, startsAt: number, more: Partial<Tournament> = {}) =>
    void world.tournaments.set('t1', { tournament: cup({ phase: 'open', startsAt: at(startsAt), ...more }) });

  /** Discord made it, and then answers nothing until `up`. */
  async function lost() {
    const world = nightWorld();
    open(world, START);
    world.start('one');
    let isDown = false;
    let isLost = false;
    world.control.fail = () => isDown;
    world.control.lose = () => {
      if (isLost || world.events.length === 0) return false;
      isLost = true;
      isDown = true;
      return true;
    };
    await world.follow('1', 't1', { topics: TOPICS, eventHours: 3 });
    for (let second = 0; second < 300 && !isLost; second += 1) await world.pass(1000);
    expect(standing(world)).toEqual([['10', 'scheduled']]);
    const up = async (): Promise<void> => {
      await world.pass(6 * MINUTE_MS);
      isDown = false;
      await world.pass(10 * MINUTE_MS);
    };
    return { world, up };
  }

  it('is moved if the start moves before Discord answers again', async () => {
    const { up, world } = await lost();
    open(world, START + DAY_MS);
    await up();
    expect(world.events.map(({ startsAt, status }) => [startsAt, status])).toEqual([
      [START + DAY_MS, 'scheduled'],
    ]);
  });

  it('is canceled if it is not wanted anymore by then', async () => {
    const changes: ((world: NightWorld) => unknown)[] = [
      (world) => open(world, START, { registration: 'postponed' }),
      (world) => world.follow('1', 't1', { topics: { ...TOPICS, event: false }, eventHours: 3 }),
      (world) => unfollow(world, '10'),
    ];
    for (const change of changes) {
      const { up, world } = await lost();
      await change(world);
      await up();
      expect(standing(world)).toEqual([]);
    }
  });
});
