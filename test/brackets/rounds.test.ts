import { describe, expect, it } from 'vitest';
import { matchRounds, roundHash } from '../../src/brackets/match-rounds.ts';
import { tablesByRound } from '../../src/brackets/round-tables.ts';
import { tagAlone, tagMatches } from '../../src/brackets/tags.ts';
import type { Bracket, BracketRound, Match, Side } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { singleElimination } from '../pictures/brackets.ts';
import { four, match } from '../support/night-records.ts';

const t = createWords({ strict: true }).in('en-US');

describe('the round of a match', () => {
  const rounds = (bracket: Bracket | undefined) => [...matchRounds(bracket, t).values()];

  it('is the name of its match, its round, or its place in the bracket', () => {
    expect(rounds(undefined)).toEqual([]);
    expect(rounds(four('a-b', 'c-d', '-'))).toEqual(['Semifinals', 'Semifinals', 'Final']);
    const named = four('a-b', 'c-d', '-');
    named.rounds[1]!.name = 'Showdown';
    named.rounds[0]!.matches[1]!.roundName = 'Opener';
    expect(rounds(named)).toEqual([expect.any(String), 'Opener', 'Showdown']);
  });

  it('is third place only if neither match nor round has a name', () => {
    const third = (): Bracket => ({
      ...singleElimination(4, { thirdPlace: true }),
      record: { format: 'Single elimination' },
    });
    const last = (bracket: Bracket) => rounds(bracket).at(-1);
    expect(rounds(third())).toEqual(['Semifinals', 'Semifinals', 'Final', 'Third place']);
    const ofMatch = third();
    ofMatch.rounds[1]!.matches[1]!.roundName = 'Bronze match';
    expect(last(ofMatch)).toBe('Bronze match');
    const ofRound = third();
    ofRound.rounds[1]!.name = 'Medal games';
    expect(last(ofRound)).toBe('Medal games');
  });

  it('has a hash by its own facts, and by its place only without a number and a name', () => {
    const round: BracketRound = { section: 'main', number: 1, matches: [] };
    const { number: _number, ...bare } = round;
    expect(roundHash(round, 0)).toBe(roundHash({ ...round, matches: [match('m', 'a-b')] }, 5));
    expect(roundHash(bare, 0)).not.toBe(roundHash(bare, 1));
    expect(roundHash({ ...bare, name: 'Final' }, 0)).toBe(roundHash({ ...bare, name: 'Final' }, 1));
    const others: Partial<BracketRound>[] = [
      { section: 'losers' },
      { number: 2 },
      { name: 'X' },
      { group: 'A' },
      { stage: 'S' },
    ];
    const hashes = [{}, ...others].map((more) => roundHash({ ...round, ...more }, 0));
    expect(new Set(hashes).size).toBe(6);
    expect(hashes[0]).toMatch(/^[\w-]{10}$/);
  });
});

describe('the table after a round', () => {
  const league = (...texts: string[][]): Bracket => ({
    rounds: texts.map((all, at) => ({
      section: 'group',
      group: 'A',
      number: at + 1,
      matches: all.map((text, place) => match(`m${at}-${place}`, text)),
    })),
  });
  const tables = (bracket: Bracket | undefined) =>
    [...tablesByRound(bracket).values()].map(({ index, isOver, isPast, standings }) => [
      index,
      isOver,
      isPast,
      standings.rows.map(({ played }) => played),
    ]);

  it('counts the matches of its own and earlier rounds, and is over once all of these are', () => {
    expect(tables(undefined)).toEqual([]);
    expect(tables(league(['a-b 2-0', 'c-d 2-0'], ['a-c 2-0', 'b-d'], ['a-d 2-0', 'b-c 2-0']))).toEqual([
      [0, true, false, [1, 1, 1, 1]],
      [1, false, false, expect.any(Array)],
      [2, false, false, expect.any(Array)],
    ]);
    expect(tables(league(['a-b 2-0'], ['a-b 2-0'], ['a-b 0-2'])).map((one) => one.slice(0, 3))).toEqual([
      [0, true, true],
      [1, true, true],
      [2, true, false],
    ]);
  });

  it('waits for players to come, and for no bye', () => {
    const bye = league(['a-b 2-0'], ['a-b 2-0']);
    bye.rounds[0]!.matches.push({ id: 'x', sides: [{ player: { id: 'c' } }, { bye: true }] });
    expect(tables(bye).map(([, isOver]) => isOver)).toEqual([true, true]);
    expect(tables(league(['a-b 2-0', 'c-'], ['a-b 2-0'])).map(([, isOver]) => isOver)).toEqual([
      false,
      false,
    ]);
  });

  it('is known by its round', () => {
    const bracket = league(['a-b 2-0'], ['a-b 2-0']);
    expect([...tablesByRound(bracket).keys()]).toEqual(bracket.rounds.map(roundHash));
    const [first] = tablesByRound(bracket).values();
    expect(first?.matches).toBe(bracket.rounds[0]?.matches);
  });
});

describe('the tag of a match', () => {
  const from = (matchId: string): Side => ({ from: { outcome: 'winner', matchId } });
  const bracket = (ids: [string, string], labels: (string | undefined)[] = []): Bracket => ({
    rounds: [
      {
        section: 'main',
        matches: [
          { id: 'first', sides: [{ player: { id: 'x' } }, from('taken')] },
          ...ids.map((id, at): Match => ({
            id,
            sides: [{}, {}],
            ...(labels[at] !== undefined && { label: labels[at] }),
          })),
          { id: 'f', label: 'F', sides: [from(ids[0]), from(ids[1])] },
        ],
      },
    ],
  });
  const tags = (of: Bracket, ...ids: string[]) => ids.map(tagMatches(of));

  it('is the platform’s label if all have one of their own, else a short id, else its position', () => {
    expect(tags(bracket(['q1', 'q2'], ['A', 'B']), 'q1', 'q2')).toEqual(['A', 'B']);
    expect(tags(bracket(['q1', 'q2'], ['A', 'A']), 'q1', 'q2')).toEqual(['2', '3']);
    expect(tags(bracket(['q1', 'q2'], ['A']), 'q1', 'q2')).toEqual(['2', '3']);
    expect(tags(bracket(['11', '1234']), '11', '1234')).toEqual(['11', '1234']);
    expect(tags(bracket(['11', '12345']), '11', '12345')).toEqual(['2', '3']);
    expect(tags(bracket(['11', 'a1']), '11', 'a1')).toEqual(['2', '3']);
  });

  it('is only for matches that open slots wait for', () => {
    expect(tags(bracket(['q1', 'q2']), 'f', 'first', 'x')).toEqual([undefined, undefined, undefined]);
    const taken = bracket(['q1', 'q2']);
    taken.rounds[0]!.matches.at(-1)!.sides[0] = { ...from('q1'), player: { id: 'a' } };
    expect(tags(taken, 'q1', 'q2')).toEqual([undefined, '3']);
    const nameless = bracket(['', 'q2']);
    expect(tags(nameless, '', 'q2')).toEqual([undefined, '3']);
  });

  it('is its short number for a match without its bracket', () => {
    expect(['12', '1234', '12345', 'a1', '1a'].map(tagAlone)).toEqual([
      '12',
      '1234',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
