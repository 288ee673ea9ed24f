import { expect, it } from 'vitest';
import { winnerBy } from '../../src/replies/match.ts';
import { match } from '../support/night-records.ts';

it('the side in bold is the one that the shown score lets win', () => {
  const played = match('m', 'a-b 3-1');
  expect(winnerBy(played, { player1: 3, player2: 1 })).toBe(1);
  expect(winnerBy(played, { player1: 1, player2: 3 })).toBe(2);
  expect(winnerBy(played, { player1: 2, player2: 2 })).toBeUndefined();
  // A draw, or a lower score, that the platform decides otherwise.
  expect(winnerBy(match('m', 'a-b 1-1', { winner: 2 }), { player1: 1, player2: 1 })).toBe(2);
  expect(winnerBy(match('m', 'a-b 0-1', { winner: 1 }), { player1: 0, player2: 1 })).toBe(1);
});
