import { describe, expect, it } from 'vitest';
import type { Tournament } from '../../src/reading/records.ts';
import { cup, four, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const LATER = { startsAt: { epochMs: T0 + 30 * 60 * MINUTE_MS, precision: 'second' as const } };

const reads = ({ calls }: NightWorld): number => calls.filter(({ what }) => what === 'tournament t1').length;

/** A channel that was told of the second record, and then of one reading that lacks these fields. */
async function told(first: Tournament, second: Tournament, lacking: readonly (keyof Tournament)[]) {
  const world = nightWorld();
  const bracket = four('a-b', 'c-d', '-');
  world.tournaments.set('t1', { tournament: first, bracket });
  world.start('one');
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, ping: '77' } });
  await world.pass(5 * MINUTE_MS);
  world.tournaments.set('t1', { tournament: second, bracket });
  await world.pass(12 * MINUTE_MS);
  const before = { posts: world.changes.length, texts: world.textsIn('10') };
  const partial = Object.fromEntries(
    Object.entries(second).filter(([field]) => !lacking.some((one) => one === field)),
  );
  world.tournaments.set('t1', { tournament: { id: 't1', ...partial }, bracket });
  const from = reads(world);
  while (reads(world) === from) await world.pass(SECOND_MS);
  world.tournaments.set('t1', { tournament: second, bracket });
  await world.pass(15 * MINUTE_MS);
  return { world, before };
}

const STATE = ['phase', 'registration'] as const;

describe('one record without its state takes nothing back', () => {
  it.each([
    ['postponed', cup(), cup({ registration: 'postponed' })],
    [
      'postponed before its start',
      cup({ phase: 'open', ...LATER }),
      cup({ phase: 'open', registration: 'postponed', ...LATER }),
    ],
    ['canceled', cup(), cup({ phase: 'cancelled' })],
    [
      'open for registration',
      cup({ phase: 'upcoming', registration: 'closed', ...LATER }),
      cup({ phase: 'open', ...LATER }),
    ],
  ])('of what is %s', async (_, first, second) => {
    for (const lacking of [STATE, [...STATE, 'startsAt', 'entrants', 'capacity'] as const]) {
      const { before, world } = await told(first, second, lacking);
      const posts = world.changes.slice(before.posts).filter(({ kind }) => kind === 'post');
      expect(posts.map(({ post }) => post.content)).toEqual([]);
      expect(world.textsIn('10')).toEqual(before.texts);
    }
  });
});
