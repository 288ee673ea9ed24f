import { describe, expect, it } from 'vitest';
import type { Tournament } from '../../../src/reading/records.ts';
import { failed, T0 } from '../../support/night-records.ts';
import { weekWorld } from '../../support/week-world.ts';
import { createWords } from '../../../src/words/words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const cup = (id: string, startsAt: number, more: Partial<Tournament> = {}): Tournament => ({
  id,
  name: `Cup ${id}`,
  phase: 'open',
  startsAt: { epochMs: startsAt, precision: 'second' },
  ...more,
});

async function world(options = {}) {
  const one = weekWorld(options);
  for (const at of [1, 2, 3]) await one.link(`50${at}`, `p${at}`);
  await one.register('501', 'p1', 'a');
  one.platform.upcoming = [cup('a', T0 + 3 * HOUR_MS, { entrantIds: ['p2', 'p3'] }), cup('b', T0 + HOUR_MS)];
  await one.reminders.set('501', true);
  await one.reminders.set('502', true);
  return one;
}

describe('a reminder', () => {
  it('reaches registrants who switched it on, once, in the hour before the start', async () => {
    const { messages, pass, start } = await world();
    start('a');
    await pass(2 * HOUR_MS - MINUTE_MS, 5000);
    expect(messages).toEqual([]);
    await pass(3 * MINUTE_MS);
    expect(messages.map(({ channelId }) => channelId)).toEqual(['dm:501', 'dm:502']);
    expect(messages[0]?.post.content).toContain('**Cup a** starts <t:');
    await pass(2 * HOUR_MS, 5000);
    expect(messages).toHaveLength(2);
  });

  it('reaches who registered for a tournament that the list has no longer, as at its check-in, or not yet', async () => {
    const on = await world();
    const { calls, messages, pass, platform, start } = on;
    await on.reminders.set('502', false);
    await on.register('501', 'p1', 'far', 'over', 'gone');
    const [a] = platform.upcoming;
    const far = cup('far', T0 + 5 * HOUR_MS);
    platform.single = { far, over: cup('over', T0 - HOUR_MS, { phase: 'finished' }) };
    start('a');
    await pass(100 * MINUTE_MS, 5000);
    // 80 minutes before its start it is no longer upcoming.
    platform.upcoming = [];
    platform.single = { ...platform.single, a: { ...a!, phase: 'running' } };
    await pass(30 * MINUTE_MS, 5000);
    expect(messages.map(({ post }) => post.content.split(' starts')[0])).toEqual(['**Cup a**']);
    await pass(3 * HOUR_MS, 5000);
    expect(messages).toHaveLength(2);
    expect(messages[1]?.post.content).toContain('Cup far');
    // What is over, or not found, is read seldom; what begins soon, every five minutes.
    const readsOf = (id: string) => calls.filter(({ what }) => what === `tournament ${id}`).length;
    expect([readsOf('over'), readsOf('gone')]).toEqual([1, 3]);
    expect(readsOf('a')).toBeLessThanOrEqual(20);
  });

  it('is in the language of each member', async () => {
    const { messages, pass, reminders, start } = await world();
    await reminders.set('502', true, 'ja');
    start('a');
    await pass(2 * HOUR_MS + MINUTE_MS, 5000);
    const next = (locale: string) => createWords().in(locale)('next.title');
    const labels = messages.map(({ post }) => post.rows?.[0]?.at(-1));
    expect(labels).toMatchObject([{ label: next('en-US') }, { label: next('ja') }]);
  });

  it('is not sent for a tournament that is off, or whose start is a day alone, nor once it has begun', async () => {
    const { messages, pass, platform, start } = await world();
    const soon = T0 + 30 * MINUTE_MS;
    platform.upcoming = [
      cup('a', soon, { phase: 'cancelled' }),
      cup('a', soon, { registration: 'postponed' }),
      cup('a', soon, { startsAt: { epochMs: soon, precision: 'day' } }),
      cup('a', T0 - MINUTE_MS),
    ];
    start('a');
    await pass(5 * MINUTE_MS);
    expect(messages).toEqual([]);
  });

  it('is sent again only after a move of an hour, in one step or in several, whoever sends it', async () => {
    const { messages, pass, platform, start } = await world();
    const at = (startsAt: number) => void (platform.upcoming = [cup('a', startsAt)]);
    at(T0 + 2 * HOUR_MS);
    const first = start('a');
    await pass(65 * MINUTE_MS, 5000);
    expect(messages).toHaveLength(1);
    at(T0 + 2 * HOUR_MS + 5 * MINUTE_MS);
    await pass(5 * MINUTE_MS, 5000);
    first.killAt(0, false);
    await pass(2 * MINUTE_MS);
    start('b');
    await pass(10 * MINUTE_MS, 5000);
    expect(messages).toHaveLength(1);
    at(T0 + 2 * HOUR_MS + 55 * MINUTE_MS);
    await pass(40 * MINUTE_MS, 5000);
    expect(messages).toHaveLength(1);
    at(T0 + 3 * HOUR_MS);
    await pass(10 * MINUTE_MS, 5000);
    expect(messages).toHaveLength(2);
  });

  it('waits for a reading after an outage, in which the start may have moved', async () => {
    for (const isListed of [true, false]) {
      const { messages, pass, platform, start } = await world();
      const at = (startsAt: number): void => {
        const a = cup('a', startsAt, { entrantIds: ['p2'] });
        platform.upcoming = isListed ? [a] : [];
        platform.single = isListed ? {} : { a };
      };
      at(T0 + 2 * HOUR_MS);
      start('a');
      await pass(40 * MINUTE_MS, 5000);
      platform.failure = () => failed('unavailable');
      await pass(5 * MINUTE_MS, 5000);
      at(T0 + 26 * HOUR_MS);
      await pass(HOUR_MS, 5000);
      platform.failure = () => undefined;
      await pass(10 * MINUTE_MS, 5000);
      expect(messages, `${isListed}`).toEqual([]);
    }
  });

  it('waits for the own reading of a process that finds a list of hours ago', async () => {
    const { messages, pass, platform, start } = await world();
    platform.upcoming = [cup('a', T0 + 2 * HOUR_MS)];
    const first = start('a');
    await pass(30 * MINUTE_MS, 5000);
    first.killAt(0, false);
    await pass(45 * MINUTE_MS, 30_000);
    platform.upcoming = [cup('a', T0 + 26 * HOUR_MS)];
    start('b');
    await pass(10 * MINUTE_MS);
    expect(messages).toEqual([]);
  });

  it('that Discord refuses switches itself off, and delays no one', async () => {
    const { control, messages, pass, reminders, start } = await world();
    control.refuse = ({ channelId }) => (channelId === '501' ? 'closed' : undefined);
    start('a');
    await pass(2 * HOUR_MS + 5 * MINUTE_MS, 5000);
    expect(messages.map(({ channelId }) => channelId)).toEqual(['dm:502']);
    expect(await reminders.read('501')).toEqual({ isOn: false, closed: true });
    await reminders.forgetClosed('501');
    expect(await reminders.read('501')).toEqual({ isOn: false, closed: false });
  });

  it('is sent once wherever a process is killed, and nothing is stored of who is not linked', async () => {
    for (const isMade of [true, false])
      for (let act = 1; act <= 8; act++) {
        const { messages, pass, reminders, start, unlink } = await world();
        await unlink('502');
        // An older version left it.
        await reminders.set('502', true);
        const first = start('a');
        await pass(2 * HOUR_MS - MINUTE_MS, 10_000);
        first.killAt(act, isMade);
        await pass(2 * MINUTE_MS);
        start('b');
        await pass(5 * MINUTE_MS);
        expect(messages.length, `${isMade} ${act}`).toBe(1);
        expect(await reminders.all()).toEqual([{ discordId: '501' }]);
      }
  });

  it('costs no read if no member wants one', async () => {
    const { calls, pass, reminders, start } = await world();
    await reminders.set('501', false);
    await reminders.set('502', false);
    start('a');
    await pass(10 * MINUTE_MS);
    expect(calls).toEqual([]);
  });
});
