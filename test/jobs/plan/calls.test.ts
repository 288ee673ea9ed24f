import { describe, expect, it } from 'vitest';
import { matchesToReach } from '../../../src/jobs/plan/calls.ts';
import { noteThread } from '../../../src/jobs/plan/notices.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import type { Reading } from '../../../src/jobs/plan/reading.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { four, match, namesAlone, T0 } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, following, keyIn, round } from '../../support/told-input.ts';

const MINUTE_MS = 60_000;
const callsOf = (acts: readonly string[]) => acts.filter((act) => act.startsWith('call'));

/** A channel that has seen these brackets. */
function seen(...brackets: Bracket[]) {
  const channel = toldChannel();
  channel.see(reading(undefined));
  for (const bracket of brackets) channel.see(reading(bracket));
  return channel;
}

describe('a call', () => {
  it('does not come to a player whose called match a reading lacks', () => {
    expect(callsOf(seen(round('a-b', 'c-d')).acts(reading(round('c-d', 'a-e'))))).toEqual([]);
    expect(callsOf(seen(round('a-b', 'c-d')).acts(reading(round('c-d', 'e-f'))))).toEqual(['call e-f']);
  });

  it('does not come either where they were reminded, or are known by their names alone', () => {
    const late = toldChannel(following({ late: 20 }));
    late.see(reading(undefined, at(-1)));
    for (const minutes of [0, 20]) late.see(reading(round('a-b', 'c-d'), at(minutes)));
    expect(callsOf(late.acts(reading(round('c-d', 'a-e'), at(21))))).toEqual([]);
    const withNames = seen(namesAlone(round('a-b', 'c-d')));
    expect(callsOf(withNames.acts(reading(round('c-d', 'a-e'))))).toEqual([]);
  });

  it('comes to a player whose decided match a reading lacks', () => {
    const channel = seen(round('a-b', 'c-d'), round('a-b 3-1', 'c-d'));
    expect(callsOf(channel.acts(reading(round('c-d', 'a-e'))))).toEqual(['call a-e']);
  });

  it('comes to a player whose called match is back, but was called off', () => {
    const channel = seen(round('a-b', 'c-d'), round('c-d'), round('c-d'));
    const back = round('a-b', 'c-d', 'a-e');
    const [first, ...others] = back.rounds[0]?.matches ?? [];
    const matches = [{ ...first!, phase: 'cancelled' as const }, ...others];
    expect(callsOf(channel.acts(reading({ rounds: [{ section: 'main', matches }] })))).toEqual(['call a-e']);
  });

  it('does not come for a match that is listed before one to which its player was called, or may have been', () => {
    const bracket = (first: string): Bracket => ({
      rounds: [{ section: 'main', matches: [match('m1', first), match('m2', 'c-a')] }],
    });
    const both = bracket('a-b');
    expect(callsOf(seen(bracket('-b')).acts(reading(both)))).toEqual([]);
    const channel = toldChannel();
    channel.see(reading(undefined));
    const keys = [keyIn(both, 'c-a')];
    channel.change((feed) => ({
      ...feed,
      pending: [{ notice: { kind: 'call', keys }, channelId: '10', nonce: 'n', text: 't', at: T0 }],
    }));
    expect(callsOf(channel.acts(reading(both)))).toEqual(['call c-a']);
    expect(callsOf(seen().acts(reading(both)))).toEqual(['call a-b']);
  });

  it('waits where it is not known how its players are reached', () => {
    expect(callsOf(seen().acts(reading(round('a-b', 'c-d')), { reach: new Map() }))).toEqual([]);
  });
});

describe('the players to look up', () => {
  const input = (channel: ReturnType<typeof toldChannel>, one: Reading, topics: object = {}) => {
    const feed = channel.feed()!;
    return {
      feed,
      reading: readingFor(feed, one),
      elapsed: { ms: 20 * MINUTE_MS, isExact: true },
      reports: new Map(),
      now: one.readAt,
      ...following({ late: 20, ...topics }),
    };
  };
  const pairs = (...args: Parameters<typeof input>) =>
    matchesToReach(input(...args)).map(({ match: { id } }) => id);

  it('are those of calls, of reminders, and of threads that have no message yet', () => {
    const channel = toldChannel();
    channel.see(reading(undefined, at(-1)));
    channel.see(reading(four('a-b', 'c-d', '-'), at(0)));
    expect(pairs(channel, reading(four('a-b', 'c-d 2-0', '-'), at(5)))).toEqual([]);
    const later = reading(four('a-b', 'c-d 2-0', 'e-f'), at(20));
    expect(pairs(channel, later)).toEqual(['m3', 'm1']);
    expect(pairs(channel, later, { calls: false })).toEqual([]);
    channel.change((feed) => noteThread(feed, keyIn(four('a-b', 'c-d', '-'), 'a-b'), { state: 'wanted' }));
    expect(pairs(channel, later, { calls: false })).toEqual(['m1']);
  });

  it('are none before the start, and in a bracket that was not read', () => {
    const bracket = four('a-b', 'c-d', '-');
    for (const more of [{ stage: 'registration' }, { isCurrent: false }, { isRecordOld: true }] as const)
      expect(pairs(seen(), reading(bracket, more))).toEqual([]);
  });
});
