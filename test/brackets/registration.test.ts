import { expect, test } from 'vitest';
import { isEntrant } from '../../src/brackets/registration.ts';

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
