import { describe, expect, it, test } from 'vitest';
import { endingOf, firstThree, withRecord } from '../../src/brackets/ending.ts';
import { stageOf } from '../../src/brackets/tournament-stage.ts';
import { roundTitles } from '../../src/brackets/parts.ts';
import { placedText } from '../../src/brackets/texts.ts';
import { present } from '../../src/present.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { both, finished, placesOf, rounds, running, SINGLE } from '../support/endings.ts';
import { cup, four, match } from '../support/night-records.ts';

const t = createWords({ strict: true }).in('en-US');

const TREE = four('a-b 3-1', 'c-d 0-2', 'a-d 2-3');

test('a final is proved by its name or by a format of single elimination, and by the shape only once it has finished', () => {
  const tree = (final: string) => rounds({ 1: ['a-b 3-1', 'c-d 0-2'], [final]: ['a-d 2-3'] });
  expect([running(TREE), running(TREE, SINGLE), finished(TREE)]).toEqual(['-', 'd a', 'd a']);
  for (const name of ['Final', 'Grand Final', 'Finale', '決勝', 'Chung kết'])
    expect(running(tree(name)), name).toBe('d a');
  for (const name of ['Round 2', 'Second round', 'Gold final', 'Stage 2', 'Semifinals'])
    expect(running(tree(name)), name).toBe('-');
  for (const format of ['Monrad', 'Ladder', 'League of Legends 5v5', 'Playoffs', 'Double elimination'])
    expect(running(TREE, { format }), format).toBe('-');
  expect(finished(four('a-b 3-1', 'c-d', 'a-d 2-3'))).toBe('-');
  expect(running(four('a-b 3-1', 'c-d 0-2', 'a-d'), SINGLE)).toBe('-');
  const { winner: _named, phase: _over, ...scored } = match('m', 'a-d 2-3');
  expect(finished({ rounds: [...TREE.rounds.slice(0, 1), { section: 'main', matches: [scored] }] })).toBe(
    'd a',
  );
});

test('a single match may be a qualifier', () => {
  const one = rounds({ 1: ['a-b 2-0'] });
  expect([running(one, SINGLE), running(one, { ...SINGLE, entrants: 2 }), finished(one)]).toEqual([
    '-',
    'a b',
    'a b',
  ]);
});

describe('two rounds of two', () => {
  const two = rounds({ 1: ['a-b 3-1', 'c-d 3-0'], 2: ['a-c 3-2', 'b-d 3-1'] });

  it('may be a Swiss, with any round names: only a player who won all is first in either case', () => {
    expect([running(two), finished(two)]).toEqual(['-', 'a']);
    for (const word of ['Round', 'Swiss round', 'Ronda', 'Runde', 'Vòng']) {
      const named = rounds({ [`${word} 1`]: ['a-b 3-1', 'c-d 3-0'], [`${word} 2`]: ['a-c 3-2', 'b-d 3-1'] });
      expect([running(named), finished(named)], word).toEqual(['-', 'a']);
    }
    for (const format of ['Swiss', 'Round Robin', 'League', 'Monrad', 'FFA'])
      expect(running(two, { format }), format).toBe('-');
    expect(running(two, SINGLE)).toBe('a c');
  });

  it('are titled as a tree if format or names prove one', () => {
    const titles = (bracket: Bracket, format?: string) =>
      roundTitles(withRecord(bracket, present({ id: 't', format }))).map((title) => placedText(title, t));
    expect(titles(two)).toEqual(['Round 1', 'Round 2']);
    expect(titles(two, 'Double elimination')).toEqual(['Round 1', 'Round 2']);
    expect(titles(two, 'Single elimination')).toEqual(['Semifinals', 'Final']);
  });
});

describe('a third place', () => {
  const tree = (third: string, name?: string): Bracket =>
    both(rounds({ 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-c 2-0'] }), {
      rounds: [{ section: 'main', number: 2, matches: [match('m4', third)], ...present({ name }) }],
    });

  it('comes from a match that is named so, and from no other', () => {
    expect(finished(tree('b-d 0-2', 'Third place'), SINGLE)).toBe('a c d');
    expect(finished(tree('b-d', 'Spiel um Platz 3'), SINGLE)).toBe('a c');
    expect(running(tree('b-d', 'Third place'), SINGLE)).toBe('-');
    expect(finished(tree('b-d 0-2'), SINGLE)).toBe('a c');
    expect(finished(tree('b-d 0-2', 'Consolation'), SINGLE)).toBe('a c');
  });

  it('is not a third round, nor a match of a bronze division', () => {
    for (const third of ['3rd round', 'Third round', 'Round 3', 'Dritte Runde', 'Tercera ronda']) {
      const eight = rounds({
        'First round': ['a-b 2-0', 'c-d 2-0', 'e-f 2-0', 'g-h 2-0'],
        'Second round': ['a-c 2-0', 'e-g 2-0'],
        [third]: ['a-e 2-0'],
      });
      expect([running(eight, SINGLE), finished(eight)], third).toEqual(['a e', 'a e']);
    }
  });
});

describe('a double elimination', () => {
  const upper = { w1: ['a-b 3-0', 'c-d 3-0'], w2: ['a-c 3-0'] };
  const lower = { l1: ['b-d 3-0'], l2: ['c-b 3-0'] };
  const bySection = (...finals: string[]): Bracket =>
    both(
      rounds(Object.fromEntries(Object.values(upper).map((texts, at) => [String(at), texts])), {
        section: 'winners',
      }),
      rounds(Object.fromEntries(Object.values(lower).map((texts, at) => [String(at), texts])), {
        section: 'losers',
      }),
      rounds(Object.fromEntries(finals.map((text, at) => [String(at), [text]])), { section: 'final' }),
    );
  const byName = (sides: [string, string], final: string, ...finals: string[]): Bracket =>
    rounds({
      [`${sides[0]} round 1`]: upper.w1,
      [`${sides[0]} final`]: upper.w2,
      [`${sides[1]} round 1`]: lower.l1,
      [`${sides[1]} final`]: lower.l2,
      ...Object.fromEntries(finals.map((text, at) => [at === 0 ? final : `${final} reset`, [text]])),
    });
  const cases: [finals: string[], running: string, finished: string][] = [
    [['a-c 3-1'], 'a c', 'a c'],
    [['c-a 1-3'], 'a c', 'a c'],
    [['c-a 1-3', '-'], 'a c', 'a c'],
    [['c-a 3-1', '-'], '-', 'c a'],
    [['c-a 3-1'], '-', 'c a'],
    [['a-c 1-3', 'a-c'], '-', '-'],
    [['a-c 1-3', 'a-c 1-3'], 'c a', 'c a'],
    [['a-c 1-3', 'c-a 1-3'], 'a c', 'a c'],
    // Several matches of a final.
    [['a-c 3-1', 'a-c 1-3'], '-', '-'],
    [['a-c 3-1', 'a-c'], '-', '-'],
    [['a-c 3-1', 'a-b 3-1'], '-', '-'],
  ];

  it('is judged by who won the winners’ final', () => {
    for (const [finals, ...expected] of cases)
      expect([running(bySection(...finals)), finished(bySection(...finals))], finals.join()).toEqual(
        expected,
      );
  });

  it('is known by the names of its rounds as by a field', () => {
    for (const sides of [
      ['Winners', 'Losers'],
      ['WB', 'LB'],
      ['Upper', 'Lower'],
      ['UB', 'LB'],
    ] as const)
      for (const [finals, ...expected] of cases) {
        const named = byName([...sides], 'Grand Final', ...finals);
        for (const format of [undefined, 'Double elimination', 'Custom']) {
          const more = present({ format });
          expect(
            [running(named, more), finished(named, more)],
            JSON.stringify([sides, finals, format]),
          ).toEqual(expected);
        }
      }
  });

  it('has no winner where its sides are not known, until it has finished, and then by a grand final alone', () => {
    const flat = (name: string) =>
      rounds({ 1: upper.w1, 2: lower.l1, 3: upper.w2, 4: lower.l2, [name]: ['a-c 3-1'] });
    const double = { format: 'Double elimination' };
    expect([running(flat('5'), double), finished(flat('5'), double), finished(flat('5'))]).toEqual([
      '-',
      '-',
      '-',
    ]);
    expect([running(flat('Grand final'), double), finished(flat('Grand final'), double)]).toEqual([
      '-',
      'a c',
    ]);
    expect(running(flat('Grand final'))).toBe('-');
  });
});

test('the winner of a first stage has not won the tournament', () => {
  const staged = (stage: string, bracket: Bracket): Bracket => ({
    rounds: bracket.rounds.map((round) => ({ ...round, stage })),
  });
  const named = rounds({ 1: ['a-b 3-1', 'c-d 0-2'], Final: ['a-d 2-3'] });
  for (const stage of ['Play-in', 'Qualifier 1', 'Group stage', 'Swiss stage', 'Stage 1', 'Phase 1', 'Day 1'])
    expect(running(staged(stage, named), SINGLE), stage).toBe('-');
  for (const stage of ['Main event', 'Rocket League Main Event', 'Champions League'])
    expect(running(staged(stage, named)), stage).toBe('d a');
  const groups = (first: Match): Bracket => ({
    rounds: [
      { section: 'group', group: 'A', number: 1, matches: [first] },
      { section: 'group', group: 'B', number: 1, matches: [match('g2', 'c-d 2-0')] },
      { section: 'main', number: 1, name: 'Final', matches: [match('f', 'a-c 1-2')] },
    ],
  });
  expect(running(groups(match('g1', 'a-b 2-0')))).toBe('c a');
  expect(running(groups(match('g1', 'a-b 1-1')))).toBe('c a');
  expect(running(groups(match('g1', 'a-b')))).toBe('-');
});

describe('a table', () => {
  const table = (format: string, all: Record<string, string[]>, more: Match[] = []): string => {
    const bracket = rounds(all);
    bracket.rounds[0]?.matches.push(...more);
    return finished(bracket, { format });
  };
  const draw = (id: string, text: string) => {
    const { winner: _none, ...drawn } = match(id, text);
    return drawn;
  };
  const LEAGUE = { 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-c 2-0', 'b-d 2-0'], 3: ['a-d 2-0', 'b-c 2-0'] };

  it('has a first, a second and a third once the platform says that it has finished', () => {
    expect(table('League', LEAGUE)).toBe('a b c');
    expect(running(rounds(LEAGUE), { format: 'League' })).toBe('-');
  });

  it('has no places where usual countings differ, where places are shared, or where not all have played as often', () => {
    // 3-1-0 and 2-1-0 put b first, and most wins a.
    const drawn = ['b-c', 'b-d', 'b-e', 'b-f'].map((pair, at) => draw(`d${at}`, `${pair} 1-1`));
    expect(table('Swiss', { 1: ['a-c 2-0', 'a-d 2-0', 'a-e 2-0', 'f-a 2-0', 'c-a 2-0'] }, drawn)).toBe('-');
    expect(table('Swiss', { 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-d 2-0', 'c-b 2-0'] })).toBe('-');
    expect(table('Swiss', { 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-c 2-0'] })).toBe('-');
    expect(table('League', { ...LEAGUE, 3: ['a-d 2-0', 'b-c'] })).toBe('-');
  });

  it('has none beside who never played, nor for one who did not', () => {
    const canceled = match('v', 'c-d', { phase: 'cancelled' });
    expect(table('Round robin', { 1: ['a-b 2-0', 'a-c 2-0', 'b-c 2-1'] })).toBe('a b c');
    expect(table('Round robin', { 1: ['a-b 2-0', 'a-c 2-0', 'b-c 2-1'] }, [canceled])).toBe('-');
    expect(table('Round robin', { 1: ['a-'] })).toBe('-');
  });

  it('counts a bye as a win, and no match that was canceled or has no winner', () => {
    const bye: Match = { id: 'bye', sides: [{ player: { id: 'c' } }, { bye: true }] };
    expect(table('Swiss', { 1: ['a-b 2-0'], 2: ['a-c 2-0'], 3: ['b-c 0-2'] })).toBe('a c b');
    expect(table('Swiss', { 1: ['a-b 2-0'], 2: ['a-c 2-0'] }, [bye])).toBe('-');
    const sides = (first: string, second: string): Match['sides'] => [
      { player: { id: first } },
      { player: { id: second } },
    ];
    const voided: Match[] = [
      { id: 'v1', sides: sides('a', 'b'), phase: 'cancelled' },
      { id: 'v2', sides: sides('c', 'd'), phase: 'finished' },
    ];
    expect(table('League', LEAGUE, voided)).toBe('a b c');
  });

  it('is one of several, and none is the last word', () => {
    const groups = rounds({ 'Group A': ['a-b 2-0'], 'Group B': ['c-d 2-0'] });
    expect(endingOf(cup({ phase: 'finished' }), groups, 'over')).toEqual({
      kind: 'table',
      places: [],
      standings: undefined,
    });
  });
});

describe('the platform’s own word', () => {
  const named = (id: string) => ({ id, name: id.toUpperCase() });
  const place = (at: number, id: string) => ({ place: at, player: named(id) });
  const swiss = rounds({ 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-c 2-0', 'b-d 2-0'] });

  it('comes before what the bracket proves', () => {
    const word = { ending: { winner: named('a') } };
    expect([finished(TREE, word), finished(TREE, { ending: { winner: named('d') } })]).toEqual(['a', 'd a']);
    expect(finished(swiss, { format: 'Swiss', ending: { winner: { id: 'b' } } })).toBe('b');
    expect(
      placesOf(cup({ phase: 'finished', ...word }), { rounds: [], ending: { winner: named('c') } }),
    ).toBe('a');
    expect(finished({ ...TREE, ending: { winner: named('a') } })).toBe('a');
  });

  it('names places that one player has alone', () => {
    const ending = { placements: [place(1, 'c'), place(2, 'a'), place(3, 'b'), place(3, 'd')] };
    expect(finished(swiss, { format: 'Swiss', ending })).toBe('c a');
    expect(finished(TREE, { ending: { placements: [place(3, 'b')] } })).toBe('d a b');
    expect(finished(TREE, { ending: { placements: [place(3, 'd')] } })).toBe('d a');
    expect(finished(swiss, { format: 'Swiss', ending: { placements: [place(1, 'a'), place(1, 'b')] } })).toBe(
      '-',
    );
  });

  it('is no winner if it names two, and has no runner-up of another winner, nor one player twice', () => {
    const shared = { placements: [place(1, 'a'), place(1, 'd')] };
    expect([finished(TREE), finished(TREE, { ending: shared })]).toEqual(['d a', '-']);
    expect(finished(TREE, { ending: { winner: named('b') } })).toBe('b');
    expect(finished(TREE, { ending: { placements: [place(2, 'a'), place(3, 'a')] } })).toBe('d a');
  });

  it('is in a table only with places, and once it has finished', () => {
    const standings = [place(1, 'b'), place(2, 'a'), place(3, 'c')];
    const more = { format: 'Swiss', ending: { standings } };
    expect([running(swiss, more), finished(swiss, more)]).toEqual(['-', 'b a c']);
    expect(
      finished(swiss, {
        format: 'Swiss',
        ending: { standings: standings.map(({ player }) => ({ player })) },
      }),
    ).toBe('a');
  });

  it('may be of the last stage, and needs an end as any other', () => {
    const stage = { name: 'Main event', phase: 'finished', ending: { winner: named('a') } } as const;
    expect([running(TREE, { stages: [stage] }), finished(TREE, { stages: [stage] })]).toEqual(['a', 'a']);
    expect(running(TREE, { stages: [{ ...stage, name: 'Play-in' }] })).toBe('-');
    expect(running(four('a-b 3-1', 'c-d', 'a-'), { ending: { winner: named('a') } })).toBe('-');
    expect(running(TREE, { ending: { winner: named('a') } })).toBe('a');
  });
});

test('every ended tournament has an end, even without a winner', () => {
  const drawn = { ...match('f', 'a-d'), phase: 'finished' as const };
  const legs = rounds({ 1: ['a-b 3-1', 'c-d 0-2'], Final: ['a-d 1-0', 'a-d 0-1'] });
  const two = rounds({ 1: ['a-b 3-1', 'c-d 0-2', 'e-f 2-0', 'g-h 2-0'], Finals: ['a-d 1-0', 'e-g 0-1'] });
  const ended = four('a-b 3-1', 'c-d', 'a-');
  for (const bracket of [
    both(rounds({ 1: ['a-b 3-1', 'c-d 0-2'] }), {
      rounds: [{ section: 'main', number: 2, matches: [drawn] }],
    }),
    legs,
    two,
    ended,
    undefined,
  ])
    expect(endingOf(cup({ ...SINGLE, phase: 'finished' }), bracket, 'over')).toMatchObject({
      kind: 'table',
      places: [],
    });
  expect(endingOf(cup(), TREE, 'running')).toBeUndefined();
  expect(withRecord(TREE, cup(SINGLE)).record).not.toHaveProperty('winner');
});

test('the bracket shows that it has begun, but never that it is over', () => {
  const { phase: _none, ...bare } = cup();
  expect(stageOf(bare, undefined)).toBe('registration');
  for (const bracket of [TREE, four('a-b', 'c-d', '-')]) expect(stageOf(bare, bracket)).toBe('running');
  expect(stageOf(cup({ phase: 'open' }), four('a-b 1-0', 'c-d', '-'))).toBe('running');
  expect(stageOf(cup({ phase: 'finished' }), TREE)).toBe('over');
});

describe('the first three', () => {
  const row = (id: string, place: number) => ({
    place,
    row: { player: { id }, played: 1, won: 1, drawn: 0, lost: 0 },
  });
  const firstIn = (...places: ReturnType<typeof row>[]) =>
    firstThree({ kind: 'table', places, standings: undefined } as never).map(({ id }) => id);

  it('of a table end at the first place that is unknown, and with the third', () => {
    expect(firstIn(row('a', 1), row('b', 2), row('c', 3), row('d', 4))).toEqual(['a', 'b', 'c']);
    expect(firstIn(row('a', 1), row('c', 3))).toEqual(['a']);
    expect(firstIn(row('b', 2), row('c', 3))).toEqual([]);
  });

  it('are what the record of an ended bracket names', () => {
    expect(withRecord(TREE, cup({ phase: 'finished' })).record).toEqual({
      winner: { id: 'd', name: 'D' },
      hasEnded: true,
    });
    expect(withRecord(TREE, cup({ phase: 'finished' }), 'running').record).toEqual({});
    expect(withRecord(TREE, cup({ ...SINGLE, phase: 'finished' }), 'over').record).toMatchObject(SINGLE);
    const none = withRecord({ rounds: [] }, cup({ phase: 'finished' })).record;
    expect(none).toEqual({ hasEnded: true });
  });

  it('come from a final, or from a table of one league with three places at most', () => {
    expect(endingOf(cup({ phase: 'finished' }), TREE, 'over')?.kind).toBe('final');
    const league = rounds({
      1: ['a-b 2-0', 'c-d 2-0'],
      2: ['a-c 2-0', 'b-d 2-0'],
      3: ['a-d 2-0', 'b-c 2-0'],
    });
    const over = (bracket: Bracket) =>
      endingOf(cup({ phase: 'finished', format: 'League' }), bracket, 'over');
    expect(over(league)).toMatchObject({ kind: 'table', places: { length: 3 } });
    const unplayed = rounds({ 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-c 2-0', 'b-d 2-0'], 3: ['a-d 2-0', 'b-c'] });
    expect(over(unplayed)).toMatchObject({ kind: 'table', places: { length: 0 } });
  });
});
