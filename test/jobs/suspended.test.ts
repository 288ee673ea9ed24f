import { describe, expect, it } from 'vitest';
import { pairOf } from '../../src/guilds/result-posts.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { cup, failed, four, match, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const at = (epochMs: number) => ({ epochMs, precision: 'second' as const });

describe('a tournament that is suspended after its start', () => {
  it('calls and reminds no one, and its live post says so', async () => {
    const world = nightWorld();
    world.settings.set('1', { logChannelId: '19' });
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    world.start('p1');
    await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, late: 10 } });
    await world.pass(2 * MINUTE_MS);
    const calls = world.messages.length;
    for (const phase of ['upcoming', 'running'] as const) {
      const tournament = cup({ phase, registration: 'postponed', startsAt: at(T0 + DAY_MS) });
      world.tournaments.set('t1', { tournament, bracket: four('a-b 3-1', 'c-d', 'a-') });
      await world.pass(50 * MINUTE_MS, 5000);
    }
    expect(world.messages).toHaveLength(calls + 1);
    expect(world.textsIn('10').at(-1)).toContain('postponed');
    expect(world.textsIn('10')[0]).toBe('**Cup** is postponed.');
  });

  it('counts no time in which it was suspended: no match is late once it goes on', async () => {
    const world = nightWorld();
    world.settings.set('1', { logChannelId: '19' });
    const bracket = four('a-b', 'c-d', '-');
    world.tournaments.set('t1', { tournament: cup(), bracket });
    world.start('p1');
    await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, late: 10 } });
    await world.pass(8 * MINUTE_MS, 5000);
    world.tournaments.set('t1', {
      tournament: cup({ registration: 'postponed', startsAt: at(T0 + DAY_MS) }),
      bracket,
    });
    await world.pass(60 * MINUTE_MS, 5000);
    world.tournaments.set('t1', { tournament: cup(), bracket });
    await world.pass(MINUTE_MS, 5000);
    const reminded = () => world.textsIn('10').filter((text) => text.includes('nobody has reported')).length;
    expect([reminded(), world.textsIn('19')]).toEqual([
      0,
      [expect.stringContaining('Nothing waits for you.')],
    ]);
    await world.pass(3 * MINUTE_MS, 5000);
    expect(reminded()).toBe(2);
  });

  it('counts no time in which it was canceled either', async () => {
    const world = nightWorld();
    const bracket = four('a-b', 'c-d', '-');
    world.tournaments.set('t1', { tournament: cup(), bracket });
    world.start('p1');
    await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, late: 10 } });
    await world.pass(8 * MINUTE_MS, 5000);
    world.tournaments.set('t1', { tournament: cup({ phase: 'cancelled' }), bracket });
    await world.pass(20 * MINUTE_MS, 5000);
    world.tournaments.set('t1', { tournament: cup(), bracket });
    await world.pass(MINUTE_MS, 5000);
    const reminded = () => world.textsIn('10').filter((text) => text.includes('nobody has reported')).length;
    expect(reminded()).toBe(0);
    await world.pass(12 * MINUTE_MS, 5000);
    expect(reminded()).toBe(2);
  });

  it('has a new scheduled event, whether Discord has ended the old one or not', async () => {
    for (const status of ['active', 'completed']) {
      const world = nightWorld();
      const start = T0 + 30 * MINUTE_MS;
      const open = (epochMs: number) => ({ tournament: cup({ phase: 'open', startsAt: at(epochMs) }) });
      world.tournaments.set('t1', open(start));
      world.start('p1');
      const topics = { calls: true, results: true, event: true };
      await world.follow('1', 't1', { topics, eventHours: 3 });
      await world.pass(31 * MINUTE_MS, 5000);
      world.events[0]!.status = status;
      world.tournaments.set('t1', open(start + DAY_MS));
      await world.pass(20 * MINUTE_MS, 5000);
      expect(
        world.events.map((one) => [one.status, one.startsAt - start]),
        status,
      ).toEqual([
        ['completed', 0],
        ['scheduled', DAY_MS],
      ]);
    }
  });
});

it('the only tournament that is followed survives hours of 404, and a day ends it', async () => {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  world.start('p1');
  await world.follow('1', 't1');
  await world.pass(2 * MINUTE_MS);
  world.platform.failure = () => failed('not-found');
  await world.pass(20 * 60 * MINUTE_MS, 10_000);
  const stops = async () =>
    Object.values(await world.follows.read('1')).map(({ stopped }) => stopped?.reason);
  expect(await stops()).toEqual([undefined]);
  await world.pass(6 * 60 * MINUTE_MS, 10_000);
  expect(await stops()).toEqual(['tournament-gone']);
});

it('the only tournament that is followed survives a quarter of an hour of 404 right after it was followed', async () => {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  world.start('p1');
  world.platform.failure = () => failed('not-found');
  await world.follow('1', 't1');
  await world.pass(18 * MINUTE_MS, 10_000);
  expect(Object.values(await world.follows.read('1')).map(({ stopped }) => stopped)).toEqual([undefined]);
});

describe('a tournament that the platform does not find', () => {
  const begun = async () => {
    const world = nightWorld();
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    const far = cup({ id: 't2', phase: 'open', startsAt: at(T0 + 5 * DAY_MS) });
    world.tournaments.set('t2', { tournament: far });
    world.start('p1');
    await world.follow('1', 't1');
    await world.follow('2', 't2');
    const stopped = async () =>
      (
        await Promise.all(['1', '2'].map(async (guildId) => Object.values(await world.follows.read(guildId))))
      ).map(([follow]) => follow?.stopped?.reason);
    return { world, stopped };
  };

  it('is not gone before another one was found since, which may be read every hour alone', async () => {
    const { world, stopped } = await begun();
    await world.pass(10 * 60 * MINUTE_MS + 20 * MINUTE_MS, 10_000);
    world.platform.failure = () => failed('not-found');
    await world.pass(25 * MINUTE_MS, 10_000);
    expect(await stopped()).toEqual([undefined, undefined]);
    world.platform.failure = () => undefined;
    await world.pass(10 * MINUTE_MS, 10_000);
    world.tournaments.delete('t1');
    await world.pass(90 * MINUTE_MS, 10_000);
    expect(await stopped()).toEqual([undefined, undefined]);
    // What was read within the last day may be back.
    await world.pass(24 * 60 * MINUTE_MS, 10_000);
    expect(await stopped()).toEqual(['tournament-gone', undefined]);
  });

  it('is not gone because a read of it fails later', async () => {
    const { world, stopped } = await begun();
    await world.pass(MINUTE_MS);
    world.platform.failure = (what) => (what.includes('t2') ? undefined : failed('not-found'));
    await world.pass(9 * MINUTE_MS);
    world.platform.failure = (what) => (what.includes('t2') ? undefined : failed('unavailable'));
    await world.pass(5 * MINUTE_MS);
    expect(await stopped()).toEqual([undefined, undefined]);
  });
});

/** A member announces that A won the first match, 3–1. Gives the id of the message. */
async function announce(world: NightWorld): Promise<string> {
  const messageId = world.say('10', '**A** 3 – 1 B');
  const pair = pairOf(match('m1', 'a-b'))!;
  await world.resultPosts.end('10', 'm1', { scores: { player1: 3, player2: 1 }, messageId, pair });
  return messageId;
}

/** A channel that gets only results. `show`: the platform shows the first match so. */
async function withResults() {
  const world = nightWorld();
  world.start('p1');
  await world.follow('1', 't1', { topics: { calls: false, results: true, event: false } });
  const show = async (first: string): Promise<void> => {
    world.tournaments.set('t1', { tournament: cup(), bracket: four(first, 'c-d', '-') });
    await world.pass(2 * MINUTE_MS);
  };
  return { world, show };
}

it('a result that was posted before following began is corrected and withdrawn where it stands', async () => {
  for (const [after, final, text] of [
    ['a-b 1-3', 'b-', 'Corrected: A 1 – 3 **B** ~~3 – 1~~'],
    ['a-b', '-', 'Withdrawn: ~~**A** 3 – 1 B~~'],
  ] as const) {
    const world = nightWorld();
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') });
    world.start('p1');
    const id = await announce(world);
    await world.follow('1', 't1');
    await world.pass(2 * MINUTE_MS);
    world.tournaments.set('t1', { tournament: cup(), bracket: four(after, 'c-d', final) });
    await world.pass(2 * MINUTE_MS);
    expect(
      plainSpaces(world.messages.find((one) => one.id === id)?.post.content ?? '').split('\n')[0],
      after,
    ).toContain(text);
    expect(
      world.textsIn('10').filter((one) => one.includes('3 – 1')),
      after,
    ).toHaveLength(1);
  }
});

it('a result that was corrected before following began, after a member’s result post, is corrected where it stands', async () => {
  for (const [topics, isLate] of [
    [{}, false],
    [{ results: false }, false],
    [{}, true],
  ] as const) {
    const world = nightWorld();
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 1-3', 'c-d', 'b-') });
    world.start('p1');
    const id = await announce(world);
    world.platform.failure = (what) =>
      isLate && what.includes('bracket') ? failed('unavailable') : undefined;
    await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, ...topics } });
    await world.pass(2 * MINUTE_MS);
    world.platform.failure = () => undefined;
    await world.pass(2 * MINUTE_MS);
    const shown = plainSpaces(world.messages.find((one) => one.id === id)?.post.content ?? '');
    expect(shown).toContain('Corrected: A 1 – 3 **B** ~~3 – 1~~');
    expect(world.textsIn('10').filter((one) => one.includes('1 – 3'))).toHaveLength(1);
  }
});

it('a result that is posted after it was withdrawn is withdrawn again where it stands', async () => {
  const { show, world } = await withResults();
  for (const first of ['a-b', 'a-b 3-1', 'a-b']) await show(first);
  await announce(world);
  const shown = () => world.textsIn('10').filter((text) => text.includes('3 – 1'));
  await show('a-b 3-1');
  expect(shown()).toEqual(['Withdrawn: ~~**A** 3 – 1 B~~ · Semifinals\n-# Cup', '**A** 3 – 1 B']);
  await show('a-b');
  expect(shown()).toEqual(Array(2).fill('Withdrawn: ~~**A** 3 – 1 B~~ · Semifinals\n-# Cup'));
});

it('a start that is put off while the bracket is read hinders nothing: its first results are a digest only after an outage', async () => {
  for (const outageMs of [0, 6 * MINUTE_MS]) {
    const world = nightWorld();
    const startsIn = (minutes: number) => at(world.now() + minutes * MINUTE_MS);
    const show = (first: string, more: Partial<Tournament>): void =>
      void world.tournaments.set('t1', { tournament: cup(more), bracket: four(first, 'c-d', '-') });
    show('a-b', { phase: 'open', startsAt: startsIn(0) });
    world.start('one');
    await world.follow('1', 't1', { topics: { calls: false, results: true, event: false } });
    await world.pass(2 * MINUTE_MS);
    show('a-b', { phase: 'open', startsAt: startsIn(30) });
    await world.pass(8 * MINUTE_MS);
    show('a-b 3-1', { startsAt: startsIn(0) });
    world.platform.failure = () => failed('unavailable');
    await world.pass(outageMs);
    world.platform.failure = () => undefined;
    await world.pass(2 * MINUTE_MS);
    const [told = ''] = world.textsIn('10').filter((text) => text.includes('3 – 1'));
    expect(told.includes('Not checked'), String(outageMs)).toBe(outageMs > 0);
  }
});

it('a result that is back to a member’s result post is edited where it stands', async () => {
  const { show, world } = await withResults();
  await show('a-b');
  const id = await announce(world);
  for (const first of ['a-b 3-1', 'a-b 1-3', 'a-b 3-1']) await show(first);
  const shown = plainSpaces(world.messages.find((one) => one.id === id)?.post.content ?? '');
  expect(shown).toContain('Corrected: **A** 3 – 1 B ~~1 – 3~~');
});

it('a new owner that finds no bracket, and no word for the state, leaves what was running as it was', async () => {
  const world = nightWorld();
  const { phase: _unsaid, ...unsaid } = cup();
  world.tournaments.set('t1', { tournament: unsaid, bracket: four('a-b', 'c-d', '-') });
  const first = world.start('one');
  await world.follow('1', 't1');
  await world.pass(2 * MINUTE_MS);
  await first.jobs.stop();
  first.killAt(0, false);
  world.platform.failure = (what) => (what.includes('bracket') ? failed('not-found') : undefined);
  world.start('two');
  await world.pass(5 * MINUTE_MS);
  expect(world.textsIn('10')[0]).toContain('**Cup** is on.');
  world.platform.failure = () => undefined;
  world.tournaments.set('t1', { tournament: unsaid, bracket: four('a-b 3-1', 'c-d', '-') });
  await world.pass(6 * MINUTE_MS);
  expect(world.textsIn('10').some((text) => text.includes('3 – 1'))).toBe(true);
});

it('a tournament that was postponed during an outage calls nobody while its record cannot be read', async () => {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  await world.follow('1', 't1');
  await world.pass(2 * MINUTE_MS);
  world.platform.failure = () => failed('unavailable');
  await world.pass(10 * MINUTE_MS);
  const played = four('a-b 3-1', 'c-d 3-1', 'a-c');
  world.tournaments.set('t1', { tournament: cup({ registration: 'postponed' }), bracket: played });
  world.platform.failure = (what) => (what.startsWith('tournament') ? failed('unavailable') : undefined);
  await world.pass(3 * MINUTE_MS);
  world.platform.failure = () => undefined;
  await world.pass(5 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => /\*\*A\*\* vs \*\*C\*\*/.test(text))).toEqual([]);
});

it('a tournament that was postponed while the platform let nobody read reminds nobody before its record is read', async () => {
  const world = nightWorld();
  world.start('one');
  const show = (id: string, more: object = {}) =>
    void world.tournaments.set(id, { tournament: cup({ id, ...more }), bracket: four('a-b', 'c-d', '-') });
  const ids = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'];
  for (const id of ids) show(id);
  for (const [at, id] of ids.entries())
    await world.follow(String(at + 1), id, { topics: { calls: true, late: 10 } });
  await world.pass(2 * MINUTE_MS);
  // One read in three minutes is refused: most tournaments see none of them.
  world.platform.failure = () => failed('rate-limited', 170_000);
  await world.pass(4 * MINUTE_MS);
  for (const id of ids) show(id, { registration: 'postponed' });
  await world.pass(16 * MINUTE_MS);
  world.platform.failure = () => undefined;
  await world.pass(10 * MINUTE_MS);
  const posted = world.changes.filter(({ kind }) => kind === 'post').map(({ post }) => post.content);
  expect(posted.filter((text) => text.includes('nobody has reported'))).toEqual([]);
  expect(posted.filter((text) => text.includes('is postponed'))).toHaveLength(8);
});

it('a tournament that is postponed when it is first seen running is not said to have started', async () => {
  const world = nightWorld();
  const startsAt = { epochMs: T0 + 10 * MINUTE_MS, precision: 'second' as const };
  world.tournaments.set('t1', {
    tournament: cup({ phase: 'open', startsAt }),
    bracket: four('a-b', 'c-d', '-'),
  });
  world.start('one');
  await world.follow('1', 't1', { topics: { calls: true, ping: '77' } });
  await world.pass(8 * MINUTE_MS);
  const tournament = cup({ registration: 'postponed', startsAt });
  world.tournaments.set('t1', { tournament, bracket: four('a-b', 'c-d', '-') });
  await world.pass(20 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => text.includes('has started'))).toEqual([]);
  world.tournaments.set('t1', { tournament: cup({ startsAt }), bracket: four('a-b', 'c-d', '-') });
  await world.pass(5 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => text.includes('has started'))).toHaveLength(1);
});
