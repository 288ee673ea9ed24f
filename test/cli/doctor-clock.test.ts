import { describe, expect, it } from 'vitest';
import { aheadOf } from '../../src/cli/doctor/ask.ts';
import { checkClock, type ClockOffsets } from '../../src/cli/doctor/check-clock.ts';
import { createFindings } from '../../src/cli/doctor/finding.ts';
import { createTerminalText } from '../../src/words/terminal.ts';

const say = createFindings(createTerminalText({ strict: true }));
const kit = { say, config: { platform: { name: 'Rally' } } };
const findingsFor = (clocks: ClockOffsets) =>
  checkClock(kit, clocks).map(({ grade, check }) => `${grade} ${check}`);

describe('the clock', () => {
  it.each([
    [{ discord: 0, platform: 1 }, 'ok clockRight'],
    [{ discord: 30, platform: -30 }, 'ok clockRight'],
    [{ discord: undefined, platform: undefined }, 'remark clockUnknown'],
    [{ discord: 31, platform: 31 }, 'remark clockAhead'],
    [{ discord: -31, platform: 0 }, 'remark clockBehind'],
    [{ discord: 301, platform: undefined }, 'fault clockAhead'],
    [{ discord: undefined, platform: -301 }, 'fault clockBehind'],
    [{ discord: 0, platform: 40 }, 'remark clockTheirs'],
    [{ discord: 2, platform: -4000 }, 'fault clockTheirs'],
  ])('%j is %s', (clocks, expected) => {
    expect(findingsFor(clocks)).toEqual([expected]);
  });

  it('reads the Date of a response, less its Age', () => {
    const now = Date.UTC(2031, 0, 1, 12, 0, 0);
    expect(aheadOf('Wed, 01 Jan 2031 11:59:00 GMT', undefined, now)).toBe(60);
    expect(aheadOf('Wed, 01 Jan 2031 11:59:00 GMT', '60', now)).toBe(0);
    expect(aheadOf('Wed, 01 Jan 2031 12:01:00 GMT', null, now)).toBe(-60);
    expect(aheadOf(undefined, undefined, now)).toBeUndefined();
    expect(aheadOf('soon', undefined, now)).toBeUndefined();
  });
});
