import { expect, it } from 'vitest';
import { pathOf } from '../../src/brackets/path.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { doubleElimination, groupStage } from '../pictures/brackets.ts';
import { four, match } from '../support/night-records.ts';

/** "m1 m3+": m3 lies ahead. */
const path = (bracket: Bracket, playerId: string): string =>
  pathOf(bracket, playerId)
    .map((one) => `${one.match.id}${one.ahead ? '+' : ''}`)
    .join(' ');

it('has the matches that a player has, then those that they reach by winning', () => {
  const bracket = four('a-b 3-1', 'c-d', 'a-');
  expect(['a', 'b', 'c', 'x'].map((id) => path(bracket, id))).toEqual(['m1 m3', 'm1', 'm2 m3+', '']);
  expect(path(four('a-b 3-1', 'c-d 1-3', 'a-d 3-2'), 'a')).toBe('m1 m3');
});

it('goes on in the same bracket, and says no way out of a group', () => {
  const eight: Bracket = {
    rounds: [
      {
        section: 'main',
        number: 1,
        matches: ['a-b', 'c-d', 'e-f', 'g-h'].map((text, at) => match(`q${at}`, text)),
      },
      { section: 'main', number: 2, matches: [match('s0', '-'), match('s1', '-')] },
      { section: 'main', number: 3, matches: [match('f', '-')] },
    ],
  };
  expect([path(eight, 'c'), path(eight, 'g')]).toEqual(['q1 s0+ f+', 'q3 s1+ f+']);
  expect(path(groupStage(1, 4), 'p2')).not.toContain('+');
  expect(path({ rounds: [...groupStage(1, 4).rounds, ...four('x-y', '-', '-').rounds] }, 'x')).toBe('m1 m3+');
});

it('of a double elimination leads to the grand final, also from the losers’ side', () => {
  const bracket = doubleElimination(4);
  const [first] = bracket.rounds[0]!.matches;
  const winner = first!.sides[first!.winner! - 1]!.player!.id!;
  const loser = first!.sides[2 - first!.winner!]!.player!.id!;
  expect(path(bracket, winner)).toBe('1 3 G1+');
  expect(path(bracket, loser)).toBe('1 L1-0 L2-0+ G1+');
});
