import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/brackets/titles.ts';
import { growTree } from '../../src/brackets/tree.ts';
import type { Match, Side } from '../../src/reading/records.ts';
import { winnerOf } from '../pictures/brackets.ts';
import { match } from '../support/night-records.ts';

const column = (matches: Match[], index: number): Column => ({
  index,
  round: { section: 'main', matches },
  title: { round: { kind: 'numbered', number: index + 1 } },
  matches,
});
/** What leads to each match after the first round: "f: s1 s2". */
const treeOf = (...rounds: Match[][]): string[] =>
  growTree(rounds.map(column))
    .slice(1)
    .flat()
    .map(({ children, match: { id } }) =>
      `${id}: ${children.map((child) => child.match.id).join(' ')}`.trim(),
    );

const waiting = (id: string, first: Side = {}, second: Side = {}): Match => ({ id, sides: [first, second] });
const loserOf = (matchId: string): Side => ({ from: { outcome: 'loser', matchId } });
const open = (...ids: string[]): Match[] => ids.map((id) => waiting(id));

describe('a match leads to', () => {
  it('the one that waits for its winner, on the side that does', () => {
    const final = waiting('f', winnerOf('s2'), winnerOf('s1'));
    expect(treeOf(open('s1', 's2'), [final])).toEqual(['f: s2 s1']);
    expect(
      treeOf(open('s1', 's2', 's3'), [waiting('x'), waiting('f', winnerOf('s2'), winnerOf('s1'))]),
    ).toEqual(['x: s3', 'f: s2 s1']);
  });

  it('the one that its winner, or one of its players, is in', () => {
    const semifinals = [
      match('s1', 'a-b 0-2'),
      match('s2', 'c-d 2-0'),
      match('s3', 'e-f 2-0'),
      match('s4', 'g-h'),
    ];
    expect(treeOf(semifinals, [match('f1', 'e-b'), match('f2', 'h-c')])).toEqual(['f1: s3 s1', 'f2: s4 s2']);
  });

  it('no match of its loser', () => {
    const semifinals = [match('s1', 'a-b 2-0'), match('s2', 'c-d 2-0')];
    expect(treeOf(semifinals, [match('third', 'b-d'), waiting('f')])).toEqual(['third:', 'f: s1 s2']);
    const third = waiting('third', loserOf('s1'), loserOf('s2'));
    expect(treeOf(open('s1', 's2'), [third, waiting('f')])).toEqual(['third:', 'f: s1 s2']);
  });

  it('a place that no earlier match has', () => {
    const semifinals = [match('s1', 'a-b 2-0'), match('s2', 'a-c 2-0')];
    expect(treeOf(semifinals, [match('f', 'a-d')])).toEqual(['f: s1']);
    expect(treeOf(semifinals, [match('f', 'a-')])).toEqual(['f: s1 s2']);
  });
});

describe('without links, a match leads to', () => {
  it('the one at its place in the round', () => {
    expect(treeOf(open('s1', 's2', 's3', 's4'), open('f1', 'f2'))).toEqual(['f1: s1 s2', 'f2: s3 s4']);
    expect(treeOf(open('s1', 's2'), open('f1', 'f2'))).toEqual(['f1: s1', 'f2: s2']);
    expect(treeOf(open('s1', 's2'), open('f1'), open('g1'))).toEqual(['f1: s1 s2', 'g1: f1']);
  });

  it('the side that is left, or else to another match', () => {
    expect(treeOf(open('s1', 's2'), [waiting('f', {}, winnerOf('s1'))])).toEqual(['f: s2 s1']);
    expect(treeOf(open('s1', 's2'), [waiting('f', {}, { bye: true }), waiting('g')])).toEqual([
      'f: s1',
      'g: s2',
    ]);
    const taken = [waiting('f', winnerOf('s3'), winnerOf('s4')), waiting('g')];
    expect(treeOf(open('s1', 's2', 's3', 's4'), taken)).toEqual(['f: s3 s4', 'g: s1 s2']);
    const half = [waiting('f'), waiting('g', winnerOf('s1'), winnerOf('s3'))];
    expect(treeOf(open('s1', 's2', 's3', 's4'), half)).toEqual(['f: s4 s2', 'g: s1 s3']);
    const known = [waiting('f'), waiting('g', winnerOf('s1'), { player: { id: 'x' } })];
    expect(treeOf(open('s1', 's2', 's3'), known)).toEqual(['f: s2 s3', 'g: s1']);
  });

  it('nothing where all players are known, or where there is no room', () => {
    expect(treeOf(open('s1', 's2'), [match('f', 'x-y')])).toEqual(['f:']);
    expect(treeOf(open('s1', 's2'), [waiting('f', { bye: true }, loserOf('x'))])).toEqual(['f:']);
    expect(treeOf(open('s1', 's2', 's3'), open('f'))).toEqual(['f: s1 s2']);
  });
});
