import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../src/bot/admission.ts';

function door(maxRunning = 1000) {
  const clock = { now: 0 };
  const admission = createAdmission({ now: () => clock.now, maxRunning });
  const ask = (callerId = 'ana', running = 0, kind = 'command') =>
    admission.admit({ kind, callerId }, running);
  return { clock, ask };
}
const times = <T>(count: number, work: () => T): T[] => Array.from({ length: count }, work);

describe('one member', () => {
  it('may ask 20 times at once and three times a second for as long as they like', () => {
    const { clock, ask } = door();
    expect(new Set(times(20, () => ask()))).toEqual(new Set(['admitted']));
    for (let second = 0; second < 600; second++) {
      clock.now += 1000;
      expect(new Set(times(3, () => ask()))).toEqual(new Set(['admitted']));
    }
  });

  it('gets one warning, then silence', () => {
    const { clock, ask } = door();
    const verdicts = times(200, () => ask());
    expect(verdicts.filter((one) => one === 'too-fast')).toHaveLength(1);
    expect(verdicts.at(-1)).toBe('silenced');
    clock.now += 10_000;
    expect(ask()).toBe('admitted');
    // Still spamming half a minute later: warned again.
    clock.now += 25_000;
    expect(times(200, () => ask()).filter((one) => one === 'too-fast')).toHaveLength(1);
  });

  it('is not shut out by a clock that is set back', () => {
    const { clock, ask } = door();
    clock.now += 3_600_000;
    expect(ask()).toBe('admitted');
    clock.now = 0;
    expect(new Set(times(20, () => ask()))).toEqual(new Set(['admitted']));
    clock.now += 1000;
    expect(ask()).toBe('admitted');
  });

  it('does not take the turn of another', () => {
    const { ask } = door();
    times(200, () => ask('ana'));
    expect(ask('bao')).toBe('admitted');
  });

  it('may type fast: suggestions have a separate limit, and no warning', () => {
    const { ask } = door();
    times(200, () => ask());
    expect(new Set(times(30, () => ask('ana', 0, 'autocomplete')))).toEqual(new Set(['admitted']));
    expect(new Set(times(200, () => ask('ana', 0, 'autocomplete'))).has('too-fast')).toBe(false);
    expect(ask('ana', 0, 'autocomplete')).toBe('silenced');
  });
});

it('above the cap every request is refused as busy', () => {
  const { ask } = door(5);
  expect(ask('ana', 4)).toBe('admitted');
  expect(ask('bao', 5)).toBe('busy');
  expect(ask('bao', 5, 'autocomplete')).toBe('busy');
  expect(ask('', 5, 'ping')).toBe('admitted');
});

it('at any rhythm, no more than the burst and its rate get through', () => {
  const { clock, ask } = door();
  let callers = 0;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 300 }), (pauses) => {
      callers += 1;
      const from = clock.now;
      let admitted = 0;
      for (const pause of pauses) {
        clock.now += pause;
        if (ask(`caller ${callers}`) === 'admitted') admitted += 1;
      }
      expect(admitted).toBeLessThanOrEqual(30 + 5 * ((clock.now - from) / 1000) + 1e-6);
    }),
  );
});
