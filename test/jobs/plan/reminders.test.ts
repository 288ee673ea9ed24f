import { describe, expect, it } from 'vitest';
import type { Reach } from '../../../src/jobs/plan/acts.ts';
import type { Bracket, Match } from '../../../src/reading/records.ts';
import { cup, four, match, T0 } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, following, keyIn, reported, round } from '../../support/told-input.ts';

const MINUTE_MS = 60_000;
const LATE = following({ late: 20 });
const OPEN = four('a-b', 'c-d 2-0', '-');
const AB = keyIn(OPEN, 'a-b');
const second = (minutes: number) => ({
  startsAt: { epochMs: T0 + minutes * MINUTE_MS, precision: 'second' as const },
});

const ofReminders = (acts: readonly string[]) => acts.filter((act) => /^(late|unremind|overdue)/.test(act));

/** A channel whose match "a-b" was called at the start. */
function called(bracket: Bracket = OPEN) {
  const channel = toldChannel(LATE);
  channel.see(reading(undefined, at(-1)));
  channel.see(reading(bracket, at(0)));
  return channel;
}

describe('a reminder', () => {
  it('is for both players where nothing is reported, and for one where a report waits', () => {
    expect(ofReminders(called().see(reading(OPEN, at(20))))).toEqual(['late a-b']);
    for (const [state, reminders] of [
      ['open', ['late (to one) a-b']],
      ['disputed', []],
      ['ruled', ['late a-b']],
    ] as const)
      expect(ofReminders(called().see(reading(OPEN, at(20)), reported(AB, state))), state).toEqual(reminders);
  });

  it('comes only once a call is old enough, though the bracket behind it was read long before', () => {
    const channel = toldChannel(LATE);
    channel.see(reading(undefined, at(-1)));
    channel.see(reading(OPEN, at(0)), { now: T0 + 15 * MINUTE_MS });
    expect(ofReminders(channel.see(reading(OPEN, at(25))))).toEqual([]);
    expect(ofReminders(channel.see(reading(OPEN, at(34))))).toEqual([]);
    expect(ofReminders(channel.see(reading(OPEN, at(35))))).toEqual(['late a-b']);
  });

  it('waits for a newer bracket where its turn came two minutes later', () => {
    for (const [minutes, reminders] of [
      [48, ['overdue a-b', 'late a-b']],
      [47.9, []],
    ] as const) {
      const turn = { now: T0 + 50 * MINUTE_MS };
      expect(ofReminders(called().see(reading(OPEN, at(minutes)), turn)), `${minutes}`).toEqual(reminders);
    }
  });

  it('does not wait for a clock that was set back', () => {
    const channel = called();
    const exact = { elapsed: { ms: 20 * MINUTE_MS, isExact: true } };
    expect(ofReminders(channel.see(reading(OPEN, at(-60)), exact))).toEqual(['late a-b']);
  });

  it('counts from the start of a match that is called before it', () => {
    const upcoming = (minutes: number) => ({
      rounds: [
        {
          section: 'main' as const,
          matches: [match('m1', 'a-b', { phase: 'upcoming', ...second(minutes) })],
        },
      ],
    });
    const channel = toldChannel(LATE);
    const see = (minutes: number) =>
      channel
        .see(reading(upcoming(5), { ...at(minutes), stage: 'running' }))
        .filter((act) => /^(call|late)/.test(act));
    expect([-1, 0, 24, 25].map(see)).toEqual([[], ['call a-b'], [], ['late a-b']]);
  });

  it('counts from the call where only the day of the start is known', () => {
    const byDay = {
      rounds: [
        {
          section: 'main' as const,
          matches: [match('m1', 'a-b', { startsAt: { epochMs: T0 + 10 * MINUTE_MS, precision: 'day' } })],
        },
      ],
    };
    expect(ofReminders(called(byDay).see(reading(byDay, at(20))))).toEqual(['late a-b']);
  });

  it('comes also for a match that was never marked as open', () => {
    const bracket = {
      rounds: [{ section: 'main' as const, matches: [match('m1', 'a-b', { phase: 'upcoming' })] }],
    };
    const channel = toldChannel(LATE);
    const pending = { stage: 'running', playsPending: true } as const;
    for (const minutes of [-1, 0]) channel.see(reading(bracket, { ...at(minutes), ...pending }));
    expect(ofReminders(channel.see(reading(bracket, { ...at(19), ...pending })))).toEqual(['late a-b']);
  });

  it('is deleted once it is answered, and not before', () => {
    const both = called();
    both.see(reading(OPEN, at(20)));
    expect(ofReminders(both.see(reading(OPEN, at(21))))).toEqual([]);
    expect(ofReminders(both.acts(reading(OPEN, at(22)), reported(AB, 'open')))).toEqual(['unremind a-b']);
    expect(ofReminders(both.see(reading(four('a-b 3-1', 'c-d 2-0', '-'), at(22))))).toEqual(['unremind a-b']);
    expect(ofReminders(both.see(reading(OPEN, at(23))))).toEqual([]);
    const one = called();
    one.see(reading(OPEN, at(20)), reported(AB, 'open'));
    expect(ofReminders(one.see(reading(OPEN, at(21)), reported(AB, 'open')))).toEqual([]);
    expect(ofReminders(one.acts(reading(OPEN, at(22))))).toEqual(['unremind a-b']);
    expect(ofReminders(one.acts(reading(OPEN, at(22)), reported(AB, 'disputed')))).toEqual(['unremind a-b']);
    expect(
      ofReminders(one.acts(reading(four('a-b 3-1', 'c-d 2-0', '-'), at(22)), reported(AB, 'open'))),
    ).toEqual(['unremind a-b']);
  });

  it('stays where the organizers ruled and left the match as it is', () => {
    const channel = called();
    const ruled = reported(AB, 'ruled', { ruling: { reason: 'Play it.' } });
    expect(ofReminders(channel.see(reading(OPEN, at(20)), ruled))).toEqual(['late a-b']);
    expect(ofReminders(channel.see(reading(OPEN, at(21)), ruled))).toEqual([]);
    expect(ofReminders(channel.see(reading(four('a-b 3-1', 'c-d 2-0', '-'), at(22)), ruled))).toEqual([
      'unremind a-b',
    ]);
  });

  it('stays while a reading does not say how its match stands', () => {
    const channel = called();
    channel.see(reading(OPEN, at(20)));
    expect(ofReminders(channel.acts(reading(round('c-d 2-0'), at(21))))).toEqual([]);
    expect(ofReminders(channel.acts(reading({ rounds: [] }, at(21))))).toEqual([]);
  });

  it('waits until both players can be named', () => {
    const wait: Reach = { how: 'wait' };
    const name: Reach = { how: 'name' };
    for (const [sides, reminders] of [
      [[wait, name], []],
      [[name, wait], []],
      [undefined, []],
      [[name, name], ['late a-b']],
    ] as const) {
      const reach = new Map<string, readonly [Reach, Reach]>(sides && [[AB, sides]]);
      expect(ofReminders(called().acts(reading(OPEN, at(20)), { reach }))).toEqual(reminders);
    }
  });

  it('comes to twenty matches at once, and the rest has its turn', () => {
    const many = round(...Array.from({ length: 22 }, (_, one) => `a${one}-b${one}`));
    const channel = toldChannel(LATE);
    channel.see(reading(undefined, at(-1)));
    for (const minutes of [0, 0]) channel.see(reading(many, at(minutes)));
    expect([25, 26].map((minutes) => ofReminders(channel.see(reading(many, at(minutes)))).length)).toEqual([
      20, 2,
    ]);
  });

  it('does not come where calls are off by now, or play is suspended', () => {
    expect(ofReminders(called().see(reading(OPEN, at(20)), following({ calls: false, late: 20 })))).toEqual(
      [],
    );
    const suspended = { tournament: cup({ registration: 'postponed' }) };
    expect(ofReminders(called().see(reading(OPEN, { ...at(20), ...suspended })))).toEqual([]);
    expect(ofReminders(called().see(reading(OPEN, { ...at(20), stage: 'over' })))).toEqual([]);
  });

  it('does not come for a match that can no longer be played', () => {
    const off: Match = match('m1', 'a-b', { phase: 'cancelled' });
    const bracket = { rounds: [{ section: 'main' as const, matches: [off, match('m2', 'c-d 2-0')] }] };
    expect(ofReminders(called().see(reading(bracket, at(20))))).toEqual([]);
  });
});

describe('the desk', () => {
  it('lists a match without a report, also once it was ruled on, and not while somebody has to answer', () => {
    for (const [state, isListed] of [
      ['open', false],
      ['disputed', false],
      ['ruled', true],
    ] as const) {
      const acts = called().see(reading(OPEN, at(45)), { ...reported(AB, state), ...following() });
      expect(ofReminders(acts), state).toEqual(isListed ? ['overdue a-b'] : []);
    }
  });
});
