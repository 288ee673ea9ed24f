import { describe, expect, it } from 'vitest';
import { withRecord } from '../../src/brackets/format.ts';
import { nextMatches, stageOf, winnerOf } from '../../src/brackets/night.ts';
import { roundTitles } from '../../src/brackets/parts.ts';
import { placedText } from '../../src/brackets/texts.ts';
import { present } from '../../src/present.ts';
import type { Bracket, BracketRound, Match, Phase } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { cup, four, match, T0 } from '../support/night-records.ts';

const t = createWords({ strict: true }).in('en-US');

const round = (number: number, matches: Match[], more: Partial<BracketRound> = {}): BracketRound => ({
  section: 'main',
  number,
  matches,
  ...more,
});

/** The winner and the stage: "a over", "none running". */
const standing = (bracket: Bracket, tournament = cup()): string =>
  `${winnerOf(tournament, bracket)?.id ?? 'none'} ${stageOf(tournament, bracket)}`;

describe('winnerOf and stageOf', () => {
  it('names a winner once every deciding match is over', () => {
    const doubled = (...finals: string[]): Bracket => ({
      rounds: [
        round(1, [match('m1', 'a-b 2-0')], { section: 'winners' }),
        round(1, [match('m2', 'b-c 2-0')], { section: 'losers' }),
        round(1, [match('m3', finals[0] ?? '-')], { section: 'final' }),
        round(2, [match('m4', finals[1] ?? '-')], { section: 'final' }),
      ],
    });
    const third = (final: string, other: string): Bracket => ({
      rounds: [
        round(1, [match('m1', 'a-b 2-0'), match('m2', 'c-d 2-0')]),
        round(2, [match('m3', final)]),
        round(2, [match('m4', other)], { name: 'Third place' }),
      ],
    });
    const league = (last: string): Bracket => ({
      rounds: [
        round(1, [match('m1', 'a-b 2-0'), match('m2', 'c-d 2-0')]),
        round(2, [match('m3', 'a-c 2-0'), match('m4', 'b-d 2-0')]),
        round(3, [match('m5', 'a-d 2-0'), match('m6', last)]),
      ],
    });
    const groups = (...playoffs: BracketRound[]): Bracket => withGroup(match('g1', 'a-b 2-0'), ...playoffs);
    const withGroup = (first: Match, ...playoffs: BracketRound[]): Bracket => ({
      rounds: [
        round(1, [first], { section: 'group', group: 'A' }),
        round(1, [match('g2', 'c-d 2-0')], { section: 'group', group: 'B' }),
        ...playoffs,
      ],
    });
    const { winner: _none, ...played } = match('g1', 'a-b 1-0', { phase: 'running' });
    const cases: [string, Bracket, string][] = [
      ['a final', four('a-b 3-1', 'c-d 0-2', 'a-d 2-3'), 'd over'],
      ['a final beside an open match', four('a-b 3-1', 'c-d', 'a-d 2-3'), 'none running'],
      ['a grand final for the winners’ side', doubled('a-b 2-0'), 'a over'],
      ['a grand final that is reset', doubled('a-b 0-2', 'a-b'), 'none running'],
      ['a second grand final', doubled('a-b 0-2', 'a-b 0-2'), 'b over'],
      ['a match for third place that is open', third('a-c 2-0', 'b-d'), 'a running'],
      ['a match for third place', third('a-c 2-0', 'b-d 0-2'), 'a over'],
      ['a third place before the final', third('a-c', 'b-d 0-2'), 'none running'],
      ['a round robin', league('b-c'), 'none running'],
      ['a round robin that is over', league('b-c 2-0'), 'none running'],
      [
        'a round robin of three',
        { rounds: ['a-b 2-0', 'c-a 0-2', 'c-b'].map((text, at) => round(at + 1, [match(text, text)])) },
        'none running',
      ],
      [
        'a round robin of four with the last match open',
        {
          rounds: [
            round(1, [match('m1', 'a-b 2-0'), match('m2', 'c-d 2-0')]),
            round(2, [match('m3', 'a-d 2-0'), match('m4', 'b-c 0-2')]),
            round(3, [match('m5', 'a-c 2-0'), match('m6', 'b-d')]),
          ],
        },
        'none running',
      ],
      ['groups alone', groups(), 'none running'],
      ['playoffs', groups(round(1, [match('f', 'a-c 1-2')])), 'c over'],
      ['a drawn group', withGroup(match('g1', 'a-b 1-1'), round(1, [match('f', 'a-c 1-2')])), 'c over'],
      ['a reopened group', withGroup(match('g1', 'a-b'), round(1, [match('f', 'a-c 1-2')])), 'none running'],
      [
        'a reopened group that is being played',
        withGroup(played, round(1, [match('f', 'a-c 1-2')])),
        'none running',
      ],
      ['a qualifier of one match', { rounds: [round(1, [match('q', 'a-b 2-0')])] }, 'none running'],
    ];
    for (const [name, bracket, expected] of cases) expect(standing(bracket), name).toBe(expected);
    const { winner: _named, phase: _over, ...scored } = match('m', 'a-b 2-0');
    expect(
      standing({ rounds: [round(1, [scored, match('n', 'c-d 2-0')]), round(2, [match('f', 'a-c 2-0')])] }),
    ).toBe('a over');
    const alone = { rounds: [round(1, [match('q', 'a-b 2-0')])] };
    expect(standing(alone, cup({ entrants: 2 }))).toBe('a over');
    expect(standing(alone, cup({ phase: 'finished' }))).toBe('a over');
  });
});

describe('the format comes before the shape', () => {
  const rounds = (...all: string[][]): Bracket => ({
    rounds: all.map((texts, at) =>
      round(
        at + 1,
        texts.map((text, place) => match(`${at}.${place}`, text)),
      ),
    ),
  });
  const swissOfFour = rounds(['a-b 3-1', 'c-d 3-0'], ['a-c 3-2', 'b-d 3-1']);
  const titlesOf = (bracket: Bracket, format?: string, phase: Phase = 'running'): string[] =>
    roundTitles(withRecord(bracket, present({ format, phase }))).map((title) => placedText(title, t));

  it('so a Swiss, a round robin and a league have no champion, and no final', () => {
    const formats = ['Swiss', 'swiss_system', 'Round Robin', 'round-robin', 'League', 'Schweizer System'];
    for (const format of formats) {
      expect(standing(swissOfFour, cup({ format })), format).toBe('none running');
      expect(standing(swissOfFour, cup({ format, phase: 'finished' })), format).toBe('none over');
      expect(titlesOf(swissOfFour, format), format).toEqual(['Round 1', 'Round 2']);
      const three = rounds(['a-b 2-0'], ['a-c 2-0']);
      expect(standing(three, cup({ format })), format).toBe('none running');
    }
  });

  it('and two rounds of two prove nothing while the record says that it runs', () => {
    expect(standing(swissOfFour)).toBe('none running');
    expect(titlesOf(swissOfFour)).toEqual(['Round 1', 'Round 2']);
    expect(standing(rounds(['a-b 2-0'], ['a-c 2-0']))).toBe('none running');
    expect(standing(swissOfFour, cup({ phase: 'finished' }))).toBe('a over');
    expect(titlesOf(swissOfFour, undefined, 'finished')).toEqual(['Semifinals', 'Final']);
    expect(standing(swissOfFour, cup({ format: 'Single Elimination' }))).toBe('a over');
    const named: Bracket = {
      rounds: swissOfFour.rounds.map((one, at) => (at === 1 ? { ...one, name: 'Finals' } : one)),
    };
    expect(standing(named)).toBe('a over');
  });

  it('and the stages of a bracket say by their names what they are', () => {
    const staged: Bracket = {
      rounds: [
        ...swissOfFour.rounds.map((one) => ({ ...one, stage: 'Swiss' })),
        round(1, [match('f', 'a-b 2-0')], { stage: 'Playoffs' }),
      ],
    };
    expect(standing(staged, cup({ format: 'Swiss' }))).toBe('a over');
  });

  it('and a grand final is judged by who won the winners’ final', () => {
    const double = (...finals: string[]): Bracket => ({
      rounds: [
        round(1, [match('w1', 'a-b 3-0'), match('w2', 'c-d 3-0')], { section: 'winners' }),
        round(2, [match('w3', 'a-c 3-0')], { section: 'winners' }),
        round(1, [match('l1', 'b-d 3-0')], { section: 'losers' }),
        round(2, [match('l2', 'c-b 3-0')], { section: 'losers' }),
        ...finals.map((text, at) => round(at + 1, [match(`g${at}`, text)], { section: 'final' })),
      ],
    });
    const cases: [finals: string[], expected: string][] = [
      [['a-c 3-1'], 'a over'],
      [['c-a 1-3'], 'a over'],
      [['c-a 1-3', '-'], 'a over'],
      [['c-a 3-1', '-'], 'none running'],
      [['c-a 3-1'], 'none running'],
      [['a-c 1-3', 'a-c'], 'none running'],
      [['a-c 1-3', 'a-c 1-3'], 'c over'],
      [['a-c 1-3', 'c-a 1-3'], 'a over'],
    ];
    for (const [finals, expected] of cases) expect(standing(double(...finals)), finals.join()).toBe(expected);
    expect(standing(double('c-a 3-1'), cup({ phase: 'finished' }))).toBe('c over');
  });
});

describe('nextMatches', () => {
  it('selects the earliest match of each player', () => {
    const startsAt = (minutes: number) => ({
      startsAt: { epochMs: T0 + minutes * 60_000, precision: 'second' as const },
    });
    const ids = (matches: Match[], now = T0) => nextMatches(matches, now).map(({ id }) => id);
    expect(ids([match('1', 'a-b'), match('2', 'a-c'), match('3', 'c-d'), match('4', 'e-f')])).toEqual([
      '1',
      '4',
    ]);
    expect(ids([match('1', 'a-b', startsAt(30)), match('2', 'a-c', startsAt(10))])).toEqual(['2']);
    // If one match has no time, the bracket's order decides.
    expect(ids([match('1', 'a-b', startsAt(30)), match('2', 'a-c')])).toEqual(['1']);
    expect(ids([match('1', 'a-b', { phase: 'upcoming' }), match('2', 'a-c')])).toEqual(['2']);
    expect(ids([match('1', 'a-b 2-0'), match('2', 'a-c')])).toEqual(['2']);
    expect(ids([match('1', 'a-b'), match('2', 'a-c', { phase: 'running' })])).toEqual(['2']);
    const matches = [match('1', 'a-b'), match('2', 'a-c'), match('3', 'b-d')];
    expect(nextMatches(matches, T0, ({ id }) => id === '3').map(({ id }) => id)).toEqual(['3']);
  });
});
