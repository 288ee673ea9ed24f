import { expect, it } from 'vitest';
import { scheduleOf } from '../../src/brackets/schedule.ts';
import type { Moment } from '../../src/reading/records.ts';

const HOUR = 60 * 60_000;
const at = (hours: number): Moment => ({ epochMs: hours * HOUR, precision: 'second' });
const day: Moment = { epochMs: 12 * HOUR, precision: 'day' };

it('uses the recorded end if it is after the start, else the given hours', () => {
  const cases: [Parameters<typeof scheduleOf>, number | undefined, number | undefined][] = [
    [[{ startsAt: at(1), endsAt: at(5) }], 1, 5],
    [[{ startsAt: at(1), endsAt: at(5) }, 2], 1, 5],
    [[{ startsAt: at(1) }], 1, undefined],
    [[{ startsAt: at(1) }, 2], 1, 3],
    [[{ startsAt: at(1), endsAt: at(1) }, 2], 1, 3],
    [[{ startsAt: at(2), endsAt: at(1) }], 2, undefined],
    [[{ startsAt: at(1), endsAt: day }], 1, undefined],
    [[{ startsAt: day, endsAt: at(20) }, 2], undefined, 20],
    [[{}, 2], undefined, undefined],
  ];
  for (const [given, start, end] of cases) {
    const scheduled = scheduleOf(...given);
    expect([scheduled.start, scheduled.end], JSON.stringify(given)).toEqual(
      [start, end].map((hours) => hours && hours * HOUR),
    );
  }
});
