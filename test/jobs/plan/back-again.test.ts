import { describe, expect, it } from 'vitest';
import type { PlanInput } from '../../../src/jobs/plan/plan-input.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import type { Bracket, Match } from '../../../src/reading/records.ts';
import { match } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { following, round } from '../../support/told-input.ts';

const QUIET = following({ calls: false });
const NOTHING = { limits: { ...TURN_LIMITS, closes: 0 } };
const news = (acts: readonly string[]) => acts.filter((act) => act !== 'live');

function seen(options: Partial<PlanInput>, ...brackets: Bracket[]) {
  const channel = toldChannel(options);
  for (const bracket of brackets) channel.see(reading(bracket));
  return channel;
}

describe('what is there again', () => {
  const OPEN = round('a-b', 'c-d');
  const WON = round('a-b 3-1', 'c-d');
  const WITHOUT = round('c-d');

  it('waits for the next reading, however many turns the first one has', () => {
    for (const [options, act] of [
      [{}, 'close a-b:1:3-1'],
      [QUIET, 'correct a-b:1:3-1'],
    ] as const) {
      const channel = seen(options, OPEN, WON, WITHOUT, WITHOUT);
      expect(news(channel.see(reading(WON)))).toEqual([]);
      for (let turn = 0; turn < 3; turn++) expect(news(channel.seeAgain(reading(WON)))).toEqual([]);
      expect(news(channel.see(reading(WON)))).toEqual([act]);
    }
  });

  it('does not wait where it was never gone, nor told as gone', () => {
    const channel = seen({}, OPEN, WON, OPEN, OPEN);
    channel.see(reading(WON), NOTHING);
    expect(news(channel.seeAgain(reading(WON)))).toEqual(['close a-b:1:3-1']);
    const lacking = seen({}, OPEN, WITHOUT);
    lacking.see(reading(WON), NOTHING);
    expect(news(lacking.seeAgain(reading(WON)))).toEqual(['close a-b:1:3-1']);
  });

  it('is called off at once, however many turns that takes', () => {
    const off: Bracket = {
      rounds: [
        { section: 'main', matches: [match('m1', 'a-b', { phase: 'cancelled' }), match('m2', 'c-d')] },
      ],
    };
    const channel = seen({}, OPEN);
    channel.see(reading(off), NOTHING);
    expect(news(channel.seeAgain(reading(off)))).toEqual(['close a-b:canceled (told elsewhere)']);
  });

  it('was played when following began, and is not called', () => {
    const playing = (phase: Match['phase'] & string): Bracket => ({
      rounds: [{ section: 'main', matches: [match('', 'a-b', { phase }), match('', 'c-d')] }],
    });
    const channel = seen({}, playing('running'), WITHOUT);
    expect(news(channel.see(reading(playing('open'))))).toEqual([]);
    expect(news(channel.see(reading(playing('open'))))).toEqual([]);
  });

  it('was decided after following began, and its result is not news', () => {
    const running: Bracket = {
      rounds: [{ section: 'main', matches: [match('', 'a-b', { phase: 'running' }), match('', 'c-d')] }],
    };
    const channel = seen({}, running, WON, WITHOUT, WITHOUT, WITHOUT);
    expect(news(channel.see(reading(WON)))).toEqual([]);
    expect(news(channel.see(reading(WON)))).toEqual(['correct a-b:1:3-1']);
  });
});
