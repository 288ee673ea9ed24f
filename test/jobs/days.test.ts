import { describe, expect, it } from 'vitest';
import type { Bracket } from '../../src/reading/records.ts';
import { cup, failed, four, match, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Within the lease of the owner. */
const STEP_MS = 12 * SECOND_MS;

const ONE_OPEN = four('a-b', 'c-d', '-');
const ONE_DONE = four('a-b 3-1', 'c-d', 'a-');

const show = (world: NightWorld, bracket: Bracket) =>
  void world.tournaments.set('t1', {
    tournament: cup({ startsAt: { epochMs: T0 - 48 * HOUR_MS, precision: 'second' } }),
    bracket,
  });

/** Its semifinals are over, and its final is set for a time. */
const finalAt = (epochMs: number): Bracket => ({
  rounds: [
    { section: 'main', number: 1, matches: [match('m1', 'a-b 3-1'), match('m2', 'c-d 3-0')] },
    {
      section: 'main',
      number: 2,
      matches: [match('m3', 'a-c', { phase: 'upcoming', startsAt: { epochMs, precision: 'second' } })],
    },
  ],
});

/** A running cup without news for some hours, in its break. */
async function inBreak(hours: number, bracket: Bracket = ONE_OPEN): Promise<NightWorld> {
  const world = nightWorld();
  const stored = { stage: 'running', changedAt: T0 - hours * HOUR_MS };
  await world.stores.replica().namespace('watches').set('t1', stored);
  world.start('one');
  show(world, bracket);
  await world.follow('1', 't1');
  await world.pass(20 * MINUTE_MS, STEP_MS);
  return world;
}

const textOf = ({ changes }: NightWorld): string =>
  changes.map(({ post }) => plainSpaces(post.content)).join('\n');
const callsOf = ({ changes }: NightWorld) =>
  changes.filter(({ kind, post }) => kind === 'post' && post.content.includes('is ready'));

describe('a cup of two days', () => {
  it.each([8, 18, 72])(
    'calls its final five minutes before its time, after %d hours without news',
    async (hours) => {
      const startsAt = T0 + 2 * HOUR_MS;
      const world = await inBreak(hours, finalAt(startsAt));
      await world.pass(startsAt - world.now(), STEP_MS);
      const calledAt = callsOf(world).at(-1)?.at ?? 0;
      expect(startsAt - calledAt).toBeLessThanOrEqual(5 * MINUTE_MS);
      expect(startsAt - calledAt).toBeGreaterThan(4 * MINUTE_MS);
    },
  );

  it('shows the first result of its second day within a minute, as a result of this minute', async () => {
    const startsAt = T0 + HOUR_MS;
    const world = await inBreak(18, finalAt(startsAt));
    await world.pass(startsAt + 10 * MINUTE_MS - world.now(), STEP_MS);
    const decidedAt = world.now();
    show(world, four('a-b 3-1', 'c-d 3-0', 'a-c 3-2'));
    await world.pass(MINUTE_MS, SECOND_MS);
    const told = world.changes
      .filter(({ at }) => at > decidedAt)
      .map(({ post }) => plainSpaces(post.content));
    expect(told.join('\n')).toContain('**A** 3 – 2 C');
    expect(told.join('\n')).not.toContain('Not checked');
  });

  it.each([10, 18, 40])(
    'without times is told within five minutes, %d hours later, and not as unchecked',
    async (hours) => {
      const world = await inBreak(hours);
      show(world, ONE_DONE);
      await world.pass(5 * MINUTE_MS + 15 * SECOND_MS, SECOND_MS);
      expect(textOf(world)).toContain('**A** 3 – 1 B');
      expect(textOf(world)).not.toContain('Not checked');
    },
  );

  it('says that it was not checked where the platform failed in its break', async () => {
    const world = await inBreak(12);
    world.platform.failure = () => failed('unavailable');
    await world.pass(20 * MINUTE_MS, STEP_MS);
    show(world, ONE_DONE);
    world.platform.failure = () => undefined;
    await world.pass(10 * MINUTE_MS, STEP_MS);
    expect(textOf(world)).toContain('Not checked');
  });

  it('is not said to be unchecked by a new owner either', async () => {
    const world = await inBreak(18);
    await world.pass(4 * MINUTE_MS + 30 * SECOND_MS, STEP_MS);
    await world.stopAll('one');
    world.start('two');
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS, SECOND_MS);
    expect(textOf(world)).toContain('**A** 3 – 1 B');
    expect(textOf(world)).not.toContain('Not checked');
  });

  it('is read often again once a new owner has found news of it', async () => {
    const world = await inBreak(18);
    await world.stopAll('one');
    show(world, ONE_DONE);
    world.start('two');
    await world.pass(2 * MINUTE_MS, SECOND_MS);
    show(world, four('a-b 3-1', 'c-d 3-0', 'a-c'));
    await world.pass(MINUTE_MS, SECOND_MS);
    expect(textOf(world)).toContain('**C** 3 – 0 D');
  });

  it('is read at once where a member reports one of its matches, and soon again', async () => {
    const world = await inBreak(12);
    await world.wakes.note('m2');
    show(world, ONE_DONE);
    const from = world.now();
    await world.pass(10 * SECOND_MS, SECOND_MS);
    expect(textOf(world)).toContain('**A** 3 – 1 B');
    await world.pass(50 * SECOND_MS, SECOND_MS);
    const bracketReads = world.calls.filter(({ at, what }) => at > from && what === 'bracket t1');
    expect(bracketReads.length).toBeGreaterThanOrEqual(4);
  });

  it('is not woken by what members do about other matches', async () => {
    const world = await inBreak(12);
    const before = world.calls.length;
    await world.wakes.note('of another');
    await world.pass(30 * SECOND_MS, SECOND_MS);
    expect(world.calls.length - before).toBeLessThanOrEqual(2);
  });
});

describe('where the bracket is read every five minutes', () => {
  it('one read that fails is no outage', async () => {
    const world = await inBreak(9);
    const before = world.calls.length;
    world.platform.failure = () => failed('unavailable');
    while (world.calls.length === before) await world.pass(STEP_MS, STEP_MS);
    world.platform.failure = () => undefined;
    await world.pass(20 * MINUTE_MS, STEP_MS);
    expect(world.notes).toEqual([]);
  });

  it('players who were called by a reading of before have their time from their call on', async () => {
    const world = await inBreak(9);
    const before = world.calls.length;
    while (world.calls.length === before) await world.pass(STEP_MS, STEP_MS);
    await world.pass(4 * MINUTE_MS, STEP_MS);
    await world.follow('2', 't1', { topics: { calls: true, results: true, event: false, late: 10 } });
    await world.pass(30 * MINUTE_MS, STEP_MS);
    const told = world.changes.filter(({ channelId, kind }) => channelId === '20' && kind === 'post');
    const at = (text: string) => told.find(({ post }) => post.content.includes(text))?.at ?? 0;
    expect(at('nobody has reported') - at('is ready')).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  });
});
