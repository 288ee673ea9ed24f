import { describe, expect, it } from 'vitest';
import {
  decodeResult,
  resultOf,
  resultWith,
  turnedResult,
  winnerAlone,
} from '../../../src/jobs/plan/result-codes.ts';
import { match } from '../../support/night-records.ts';

const scores = (player1: number, player2: number) => ({ player1, player2 });

describe('the code of a result', () => {
  it('has the players in the order of their keys, whichever side they are on', () => {
    expect(['a-b 3-1', 'a-b 1-3', 'b-a 1-3', 'b-a 3-1'].map((text) => resultOf(match('m', text)))).toEqual([
      '1:3-1',
      '2:1-3',
      '1:3-1',
      '2:1-3',
    ]);
  });

  it('is of a draw, or of a winner alone', () => {
    const even = match('m', 'a-b 1-1');
    const { winner: _none, ...draw } = even;
    expect(resultOf(draw)).toBe('0:1-1');
    for (const [winner, codes] of [
      [1, ['1', '2']],
      [2, ['2', '1']],
    ] as const)
      expect(['a-b', 'b-a'].map((pair) => resultOf(match('m', pair, { winner })))).toEqual(codes);
    expect(resultOf(match('m', 'a-b'))).toBeUndefined();
  });

  it('of a score has its winner, or the one that was named', () => {
    const pair = match('m', 'a-b');
    expect(resultWith(pair, { scores: scores(3, 1) })).toBe('1:3-1');
    expect(resultWith(pair, { scores: scores(1, 3) })).toBe('2:1-3');
    expect(resultWith(pair, { scores: scores(2, 2) })).toBe('0:2-2');
    expect(resultWith(pair, { scores: scores(2, 2), winner: 2 })).toBe('2:2-2');
    expect(resultWith(pair, { winner: 1 })).toBe('1');
    expect(resultWith(pair, {})).toBe('0');
  });

  it('is read as it was written, and turned for the other order of players', () => {
    for (const [code, result, turned] of [
      ['1:3-1', { winner: 1, scores: scores(3, 1) }, '2:1-3'],
      ['2:10-12', { winner: 2, scores: scores(10, 12) }, '1:12-10'],
      ['0:1-1', { scores: scores(1, 1) }, '0:1-1'],
      ['1:-1--3', { winner: 1, scores: scores(-1, -3) }, '2:-3--1'],
      ['1', { winner: 1 }, '2'],
      ['2', { winner: 2 }, '1'],
      ['0', {}, '0'],
      ['', {}, ''],
    ] as const) {
      expect(decodeResult(code), code).toEqual(result);
      expect(turnedResult(code), code).toBe(turned);
      expect(turnedResult(turned), code).toBe(code);
    }
    expect(decodeResult('1:3')).toEqual({ winner: 1 });
  });

  it('begins with the winner', () => {
    expect(['2:10-12', '1', '0:1-1', ''].map(winnerAlone)).toEqual(['2', '1', '0', '']);
  });
});
