import { describe, expect, it } from 'vitest';
import {
  hasBye,
  hasPlayer,
  isBetweenTwo,
  isForLoser,
  isMarkOf,
  isMarkOfOthers,
  isPlayer,
  isPlaying,
  loserSide,
  pairKey,
  playerIn,
  playerKey,
  playersMark,
  seatsOf,
  winnerSide,
} from '../../src/brackets/players.ts';
import { isPlayed, progressOf } from '../../src/brackets/results.ts';
import type { Match } from '../../src/reading/records.ts';
import { four, match } from '../support/night-records.ts';

const BYE: Match = { id: 'm1', sides: [{ player: { id: 'a' } }, { bye: true }] };
const NAMED: Match = { id: 'm1', sides: [{ player: { name: 'Ann' } }, { player: { name: 'Bob' } }] };

describe('a player', () => {
  it('is known by id, or else by name in any case', () => {
    expect(playerKey({ id: '1', name: 'Ann' })).toBe('id:1');
    expect(playerKey({ name: 'ANN' })).toBe(playerKey({ name: 'ann' }));
    expect(playerKey({ name: '1' })).not.toBe(playerKey({ id: '1' }));
    expect([playerKey({}), playerKey(undefined)]).toEqual([undefined, undefined]);
  });

  it('is one of the two, not, or maybe where an id is missing', () => {
    expect([hasPlayer(match('m', 'a-b'), 'b'), hasPlayer(match('m', 'a-b'), 'c')]).toEqual([true, false]);
    expect([isPlaying(match('m', 'a-b'), 'a'), isPlaying(match('m', 'a-b'), 'c')]).toEqual([true, false]);
    expect([isPlaying(match('m', 'a-'), 'a'), isPlaying(match('m', 'a-'), 'c')]).toEqual([true, undefined]);
    expect(isPlaying(NAMED, 'c')).toBeUndefined();
    expect(isPlayer({}, undefined)).toBe(false);
  });

  it('has the name that the bracket gives, or only an id', () => {
    const bracket = four('a-b', 'c-d', '-');
    expect(playerIn(bracket, 'c')).toEqual({ id: 'c', name: 'C' });
    expect(playerIn(bracket, 'x')).toEqual({ id: 'x' });
    bracket.rounds[0]!.matches.unshift({ id: 'm0', sides: [{ player: { id: 'c' } }, {}] });
    expect(playerIn(bracket, 'c')).toEqual({ id: 'c', name: 'C' });
  });
});

describe('both players', () => {
  it('make the same pair in either order, and none if one is unknown', () => {
    expect(pairKey(match('m', 'a-b'))).toBe(pairKey(match('m', 'b-a')));
    expect(pairKey(match('m', 'a-b'))).not.toBe(pairKey(match('m', 'a-c')));
    expect(pairKey({ sides: [{ player: { name: 'a' } }, { player: { name: 'b' } }] })).toBe('name:a\nname:b');
    expect(pairKey(match('m', 'a-'))).toBeUndefined();
  });

  it('have a mark only if both ids are known, which tells swapped seats from others', () => {
    const mark = playersMark(match('m', 'a-b'));
    expect(mark).toMatch(/^[\w-]{8}\.[\w-]{8}$/);
    expect([playersMark(match('m', 'a-')), playersMark(NAMED)]).toEqual([undefined, undefined]);
    const seats = (text: string) => seatsOf(mark, match('m', text));
    expect([seats('a-b'), seats('b-a'), seats('a-c'), seats('a-')]).toEqual([
      'same',
      'turned',
      'others',
      'same',
    ]);
    expect([seatsOf(undefined, match('m', 'a-b')), seatsOf('', match('m', 'a-b'))]).toEqual(['same', 'same']);
  });

  it('are known by their mark, and without one nobody is of it nor of others', () => {
    const mark = playersMark(match('m', 'a-b'));
    expect(['a', 'b', 'c'].map((id) => isMarkOf(mark, id))).toEqual([true, true, false]);
    expect(['a', 'b', 'c'].map((id) => isMarkOfOthers(mark, id))).toEqual([false, false, true]);
    for (const none of [undefined, ''])
      expect([isMarkOf(none, 'a'), isMarkOfOthers(none, 'a')]).toEqual([false, false]);
  });

  it('meet unless one has a bye or is unknown', () => {
    expect([match('m', 'a-b'), match('m', 'a-'), BYE].map(isBetweenTwo)).toEqual([true, false, false]);
    const both: Match = { id: 'm', sides: [{ player: { id: 'a' } }, { player: { id: 'b' }, bye: true }] };
    expect([hasBye(both), isBetweenTwo(both)]).toEqual([true, false]);
  });

  it('are winner and loser once there is a winner', () => {
    const ids = (text: string) =>
      [winnerSide, loserSide].map((sideOf) => sideOf(match('m', text))?.player?.id);
    expect([ids('a-b 3-1'), ids('a-b 1-3'), ids('a-b')]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
      [undefined, undefined],
    ]);
  });
});

describe('what was played', () => {
  it('is finished, has a winner or a score that decides it, or was a bye', () => {
    expect(isPlayed(match('m', 'a-b'))).toBe(false);
    expect(isPlayed(match('m', 'a-b', { phase: 'finished' }))).toBe(true);
    expect(isPlayed(match('m', 'a-b', { winner: 2 }))).toBe(true);
    expect(isPlayed(BYE)).toBe(true);
    const scored: Match = { ...NAMED, bestOf: 3, sides: [{ score: 2 }, { score: 0 }] };
    expect([isPlayed(scored), isPlayed({ ...scored, bestOf: 5 })]).toEqual([true, false]);
    expect(isPlayed({ ...scored, phase: 'running' })).toBe(false);
  });

  it('is counted without byes, where the platform shows it at all', () => {
    expect(progressOf([match('1', 'a-b 3-1'), match('2', 'c-d'), BYE])).toEqual({ played: 1, total: 2 });
    const bare: Match = { id: 'm', sides: [{ player: { id: 'a' } }, { player: { id: 'b' } }] };
    expect(progressOf([bare, bare])).toBeUndefined();
    expect(progressOf([])).toBeUndefined();
    expect(progressOf([bare, { ...bare, phase: 'open' }])).toEqual({ played: 0, total: 2 });
    expect(progressOf([bare, { ...bare, winner: 1 }])).toEqual({ played: 1, total: 2 });
    expect(progressOf([bare, { ...bare, sides: [{}, { score: 0 }] }])).toEqual({ played: 0, total: 2 });
  });
});

it('a slot for the loser of another match says so', () => {
  expect(isForLoser({ from: { outcome: 'loser', matchId: 'm1' } })).toBe(true);
  expect(isForLoser({ from: { outcome: 'winner', matchId: 'm1' } })).toBe(false);
  expect([isForLoser({ from: { text: 'Loser of A' } }), isForLoser({})]).toEqual([false, false]);
});
