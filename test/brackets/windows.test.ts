import { expect, it } from 'vitest';
import { contentOf } from '../../src/brackets/windows.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { match } from '../support/night-records.ts';

it('what is played now is the whole bracket up to eight matches, which a phone shows legibly', () => {
  const open = (count: number): Bracket => ({
    rounds: [
      {
        section: 'main',
        number: 1,
        matches: Array.from({ length: count }, (_, at) => match(`m${at}`, `a${at}-b${at}`)),
      },
    ],
  });
  expect([8, 9].map((count) => contentOf(open(count), { kind: 'now' }).kind)).toEqual(['whole', 'now']);
});
