import { expect, it, test } from 'vitest';
import { isAhead, isEntrant, isPast, isSuspended, registrationOf } from '../../src/brackets/registration.ts';
import type { Tournament } from '../../src/reading/records.ts';

test.each([
  ['is listed', { entrants: 2, entrantIds: ['p1', 'p2'] }, [], true],
  ['was registered by the bot, and no list shows it', { entrants: 2 }, ['t1'], true],
  [
    'was registered by the bot, and a part of the entrants is listed',
    { entrants: 9, entrantIds: ['p2'] },
    ['t1'],
    true,
  ],
  [
    'was registered by the bot, and is missing among all entrants',
    { entrants: 1, entrantIds: ['p2'] },
    ['t1'],
    false,
  ],
  ['is neither', { entrants: 2 }, ['t2'], false],
])('who %s', (_, tournament, noted, expected) => {
  expect(isEntrant({ id: 't1', ...tournament }, 'p1', noted)).toBe(expected);
});

const NOW = Date.UTC(2027, 0, 20, 12);
const DAY = 24 * 3_600_000;
const at = (epochMs: number, precision: 'day' | 'second' = 'second') => ({ epochMs, precision });

it('a time is past at once, and a date a day later, when it is over in every time zone', () => {
  expect([isPast(at(NOW), NOW), isPast(at(NOW - 1), NOW)]).toEqual([false, true]);
  expect([isPast(at(NOW - DAY, 'day'), NOW), isPast(at(NOW - DAY - 1, 'day'), NOW)]).toEqual([false, true]);
});

it('a tournament takes players until it begins, closes or is full', () => {
  const cases: [Partial<Tournament>, ReturnType<typeof registrationOf>][] = [
    [{}, 'open'],
    [{ phase: 'open' }, 'open'],
    [{ phase: 'running' }, 'closed'],
    // Late by its own status, and begun as far as anybody can tell.
    [{ phase: 'open', startsAt: at(NOW - DAY) }, 'open'],
    [{ startsAt: at(NOW) }, 'open'],
    [{ startsAt: at(NOW - 1) }, 'closed'],
    [{ startsAt: at(NOW - 1), registrationClosesAt: at(NOW + DAY) }, 'open'],
    [{ startsAt: at(NOW - DAY, 'day') }, 'open'],
    [{ startsAt: at(NOW - DAY - 1, 'day') }, 'closed'],
    [{ startsAt: at(NOW - 1), registration: 'postponed' }, 'postponed'],
    [{ phase: 'finished' }, 'closed'],
    [{ phase: 'cancelled', registration: 'draft' }, 'closed'],
    [{ registration: 'postponed', entrants: 8, capacity: 8 }, 'postponed'],
    [{ registrationClosesAt: at(NOW - 1) }, 'closed'],
    [{ registrationClosesAt: at(NOW), entrants: 7, capacity: 8 }, 'open'],
    [{ entrants: 8, capacity: 8 }, 'full'],
    [{ entrants: 9, capacity: 8 }, 'full'],
    [{ entrants: 8 }, 'open'],
    [{ capacity: 0 }, 'open'],
  ];
  for (const [given, expected] of cases)
    expect(registrationOf({ id: 't1', ...given }, NOW), JSON.stringify(given)).toBe(expected);
});

it('play is suspended while a tournament is postponed and not over', () => {
  const suspended = ([undefined, 'upcoming', 'open', 'running', 'finished', 'cancelled'] as const).filter(
    (phase) => isSuspended({ id: 't1', registration: 'postponed', ...(phase && { phase }) }),
  );
  expect(suspended).toEqual([undefined, 'upcoming', 'open', 'running']);
  expect(isSuspended({ id: 't1', registration: 'closed' })).toBe(false);
});

it('a tournament is ahead by its phase, or else until its start', () => {
  const past = { startsAt: at(NOW - 1) };
  const ahead = (given: Partial<Tournament>) => isAhead({ id: 't1', ...given }, NOW);
  expect([ahead({}), ahead({ startsAt: at(NOW) }), ahead(past)]).toEqual([true, true, false]);
  const phases = (['upcoming', 'open', 'running', 'finished', 'cancelled'] as const).filter((phase) =>
    ahead({ phase, ...past }),
  );
  expect(phases).toEqual(['upcoming', 'open']);
});

it('a list that is longer than the count of entrants is complete, and one without a count is not', () => {
  const missing = (given: Partial<Tournament>) => isEntrant({ id: 't1', ...given }, 'p1', ['t1']);
  expect(missing({ entrants: 1, entrantIds: ['p2', 'p3'] })).toBe(false);
  expect(missing({ entrantIds: ['p2'] })).toBe(true);
});
