import { describe, expect, it } from 'vitest';
import type { Bracket, BracketRound, Match } from '../../src/reading/records.ts';
import { both, canceled, wrongWinners, finished, round, rounds } from '../support/endings.ts';
import { match } from '../support/night-records.ts';

describe('a double elimination', () => {
  const sided = (section: BracketRound['section'], ...all: (string | Match)[][]): Bracket => ({
    rounds: all.map((matches, at) => ({
      section,
      number: at + 1,
      matches: matches.map((one, place) =>
        typeof one === 'string' ? match(`${section}${at}.${place}`, one) : one,
      ),
    })),
  });
  const WINNERS = sided('winners', ['a-b 3-0', 'c-d 3-0'], ['a-c 3-0']);
  const LOSERS = sided('losers', ['b-d 3-0'], ['c-b 3-0']);
  const final = (...texts: string[]) => sided('final', ...texts.map((text) => [text]));

  it('is not decided while a match of its sides is open', () => {
    expect(
      wrongWinners([
        [
          'losers',
          both(WINNERS, sided('losers', ['b-d 3-0', 'e-f'], ['c-b 3-0']), final('a-c 3-1')),
          '-',
          '-',
        ],
        [
          'winners',
          both(sided('winners', ['a-b 3-0', 'c-d'], ['a-c 3-0']), LOSERS, final('a-c 3-1')),
          '-',
          '-',
        ],
      ]),
    ).toEqual([]);
  });

  it('has a grand final beside a match for third place', () => {
    const third = match('third', 'b-d 3-0');
    const named: Match = { ...third, roundName: 'Third place' };
    expect(
      wrongWinners([
        [
          'by the round',
          both(WINNERS, LOSERS, final('a-c 3-1'), round(2, [third], { section: 'final', name: '3rd place' })),
          'a c',
          'a c',
        ],
        [
          'by the match',
          both(WINNERS, LOSERS, final('a-c 3-1'), round(2, [named], { section: 'final' })),
          'a c',
          'a c',
        ],
      ]),
    ).toEqual([]);
  });

  it('knows who comes without a defeat from the winners’ last match', () => {
    const eight = sided(
      'winners',
      ['a-b 3-0', 'c-d 3-0', 'e-f 3-0', 'g-h 3-0'],
      ['a-c 3-0', 'e-g 3-0'],
      ['a-e 3-0'],
    );
    const two = sided('winners', ['a-b 3-0', 'c-d 3-0']);
    const unplayed = sided('winners', ['a-b 3-0', 'c-d 3-0'], [canceled('a-c')]);
    const long = ['c-a 3-1', 'a-c 3-1', 'c-a 3-1'];
    expect(
      wrongWinners([
        ['three rounds', both(eight, sided('losers', ['e-c 3-0']), final('a-e 3-1')), 'a e', 'a e'],
        ['no last match yet', both(two, LOSERS, final('a-c 3-1')), '-', 'a c'],
        ['a canceled last match', both(unplayed, LOSERS, final('a-c 3-1')), '-', 'a c'],
        ['no winners’ side', both(LOSERS, final('c-a 3-1')), '-', 'c a'],
        [
          'three matches, of which each may be the one too many',
          both(WINNERS, LOSERS, final(...long)),
          '-',
          '-',
        ],
      ]),
    ).toEqual([]);
  });

  it('has a second final of one pair that decides, where its sides are not known', () => {
    const flat = (finals: string[]) =>
      rounds({
        1: ['a-b 3-0', 'c-d 3-0'],
        2: ['b-d 3-0'],
        3: ['a-c 3-0'],
        4: ['c-b 3-0'],
        'Grand final': finals,
      });
    const cases: [finals: string[], winner: string][] = [
      [['a-c 1-3', 'a-c 3-1'], 'a c'],
      [['a-c 1-3', 'a-c 1-3'], 'c a'],
      [['a-c 1-3', 'a-c 3-1', '-'], 'a c'],
      [['a-c 3-1', 'b-d 3-1'], '-'],
    ];
    const double = { format: 'Double elimination' };
    for (const [finals, winner] of cases) expect(finished(flat(finals), double), finals.join()).toBe(winner);
    const { rounds: all } = flat(['a-c 3-1']);
    const plain = all.map((one) => (one.name === undefined ? one : { ...one, name: 'Final' }));
    expect(finished({ rounds: plain }, double)).toBe('-');
  });
});
