import { describe, expect, it } from 'vitest';
import {
  decodeSwitches,
  encodeSwitches,
  INITIAL_SWITCHES,
  SWITCH_NAMES,
  FollowSwitches,
} from '../../src/guilds/switches.ts';

describe('the switches of a follow', () => {
  it('read back from a button as they were written, in every position', () => {
    const on: FollowSwitches = {
      calls: true,
      results: true,
      event: true,
      ping: '77',
      late: 20,
      threads: true,
      spoilers: true,
    };
    const off: FollowSwitches = {
      calls: false,
      results: false,
      event: false,
      ping: '',
      late: 0,
      threads: false,
      spoilers: false,
    };
    for (let bits = 0; bits < 2 ** SWITCH_NAMES.length; bits++) {
      const switches = Object.fromEntries(
        SWITCH_NAMES.map((name, at) => [name, (((bits >> at) & 1) === 1 ? on : off)[name]]),
      );
      const set = Object.entries(switches).filter(([, value]) => value !== '' && value !== 0);
      expect(decodeSwitches(encodeSwitches(switches))).toEqual(Object.fromEntries(set));
    }
  });

  it('are off where an older button or record does not name them', () => {
    expect(decodeSwitches('1')).toEqual({
      calls: true,
      results: false,
      event: false,
      threads: false,
      spoilers: false,
    });
    expect(decodeSwitches('1.1.1.x.x')).toEqual({
      calls: true,
      results: true,
      event: true,
      threads: false,
      spoilers: false,
    });
    expect(encodeSwitches({ calls: true })).toBe(
      encodeSwitches({ calls: true, results: false, event: false }),
    );
    expect(FollowSwitches.parse({ calls: true, later: 30 })).toEqual({ calls: true, later: 30 });
    expect(FollowSwitches.safeParse({ calls: 'yes' }).success).toBe(false);
  });

  it('are calls and results in a new follow', () => {
    expect(INITIAL_SWITCHES).toEqual({
      calls: true,
      results: true,
      event: false,
      threads: false,
      spoilers: false,
    });
  });
});
