import { describe, expect, it } from 'vitest';
import { endingOf } from '../../src/brackets/ending.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import {
  both,
  canceled,
  wrongWinners,
  finished,
  inStage,
  round,
  rounds,
  SINGLE,
} from '../support/endings.ts';
import { cup, four, match } from '../support/night-records.ts';

const SEMIFINALS = ['a-b 3-1', 'c-d 0-2'];

/** A player who advances without a match. */
const bye = (player: string): Match => ({
  id: `bye of ${player}`,
  sides: [{ player: { id: player } }, { bye: true }],
});

describe('the final of the last stage', () => {
  const tree = rounds({ 1: SEMIFINALS, Final: ['a-d 2-3'] });
  const next = rounds({ Final: ['e-f 2-0'] });

  it('is not known where round numbers start over after a tree without stage names', () => {
    const groups = rounds({ 1: ['a-b 2-0'] }, { section: 'group', group: 'A', stage: 'Opening' });
    const first = both(groups, inStage('Opening', rounds({ 1: SEMIFINALS })));
    expect(
      wrongWinners(
        [
          ['a match for another place, or of another division', both(tree, next), '-', '-'],
          ['the same with names', both(inStage('Silver', tree), inStage('Gold', next)), 'e f', 'e f'],
          ['a stage of groups and a tree, and one without a name', both(first, next), '-', '-'],
        ],
        SINGLE,
      ),
    ).toEqual([]);
  });

  it('is the tournament’s, after rounds of a first stage', () => {
    const first = (stage: string) => inStage(stage, rounds({ 1: SEMIFINALS, 2: ['a-d 2-3'] }));
    const main = inStage('Main event', rounds({ Final: ['a-e 2-3'] }));
    expect(
      wrongWinners([
        ['after a play-in', both(first('Play-in'), main), 'e a', 'e a'],
        ['a play-in that is listed last', both(main, first('Play-in')), '-', 'd a'],
      ]),
    ).toEqual([]);
  });
});

describe('a final of several matches', () => {
  const finals = (...texts: string[]) => rounds({ 1: ['a-b 3-1', 'c-d 2-0'], Final: texts });

  it('is won with more wins once all of them are played', () => {
    expect(
      wrongWinners(
        [
          ['two wins', finals('a-c 2-0', 'c-a 0-2'), 'a c', 'a c'],
          ['one match to play', finals('a-c', 'a-c 2-0'), '-', '-'],
          ['one of two matches', finals('a-c 2-0', 'a-c'), '-', '-'],
          ['a match that is not needed', finals('a-c 2-0', 'a-c 2-0', '-'), 'a c', 'a c'],
          ['a win each', finals('a-c 2-0', 'a-c 0-2'), '-', '-'],
          ['other pairs', finals('a-c 2-0', 'a-d 2-0'), '-', '-'],
          ['pairs that nobody knows', finals('a- 2-0', 'c- 2-0'), '-', '-'],
        ],
        SINGLE,
      ),
    ).toEqual([]);
  });

  it('is named so: two last matches of one pair may be anything', () => {
    const legs = rounds({ 1: ['a-b 3-1', 'c-d 2-0'], 2: ['a-c 2-0', 'a-c 2-1'] });
    expect(wrongWinners([['two legs', legs, '-', '-']], SINGLE)).toEqual([]);
  });

  it('has no match whose score is the final’s', () => {
    const finalIn = (bracket: Bracket) => {
      const ending = endingOf(cup({ phase: 'finished' }), bracket, 'over');
      return ending?.kind === 'final' ? ending.final?.id : ending;
    };
    expect(finalIn(finals('a-c 2-0'))).toBe('Final.0');
    expect(finalIn(finals('a-c 2-0', 'a-c 2-0'))).toBeUndefined();
    expect(finalIn(rounds({ 1: ['a-b 3-1', 'c-d 3-0'], 2: ['a-c 3-2', 'b-d 3-1'] }))).toBe('2.0');
  });
});

describe('a named final', () => {
  const named = (text: string, roundName?: string): Match =>
    match(text, text, roundName === undefined ? {} : { roundName });

  it('is proof where every match of the last round is one', () => {
    const last = (...matches: Match[]) => both(rounds({ 1: SEMIFINALS }), round(2, matches));
    expect(
      wrongWinners([
        ['by the name of its match', last(named('a-d 2-3', 'Final')), 'd a', 'd a'],
        ['beside another match', last(named('a-d 2-3', 'Final'), named('e-f 2-0', 'Showmatch')), '-', '-'],
        ['before a last round', rounds({ 1: SEMIFINALS, Final: ['a-d 2-3'], Last: ['e-f 2-0'] }), '-', '-'],
      ]),
    ).toEqual([]);
  });

  it('is none before the matches that lead to it are played', () => {
    expect(
      wrongWinners([['an open semifinal', rounds({ 1: ['a-b 3-1', 'c-d'], Final: ['a-d 2-3'] }), '-', '-']]),
    ).toEqual([]);
  });

  it('needs no unbeaten winner, as a last match without a name does', () => {
    const semifinals = [...SEMIFINALS, 'e-f 2-0'];
    expect(
      wrongWinners([
        ['with a name', rounds({ 1: semifinals, Final: ['a-d 2-3'] }), 'd a', 'd a'],
        ['without one', rounds({ 1: semifinals, 2: ['a-d 2-3'] }), '-', '-'],
      ]),
    ).toEqual([]);
  });

  it('is proof in a tree with byes, as long as nobody plays on after a defeat', () => {
    const first = round(1, [bye('a'), match('m', 'c-d 2-0')]);
    const final = (name: string) => rounds({ [name]: ['a-c 2-0'] }, { number: 2 });
    const playsOn = rounds({ 1: ['a-b 3-1', 'c-d 2-0'], 2: ['b-c 0-2'], Final: ['a-b 2-0'] });
    expect(
      wrongWinners([
        ['a bye', both(first, final('Final')), 'a c', 'a c'],
        ['a beaten player in the final', playsOn, '-', 'a b'],
      ]),
    ).toEqual([]);
    expect(finished(both(first, final('Round 2')))).toBe('a c');
  });
});

describe('the last match of a single elimination', () => {
  it('is the final if its winner alone has lost no match', () => {
    const eight = ['a-b 2-0', 'c-d 2-0', 'e-f 2-0', 'g-h 2-0'];
    const places = { 1: eight, 2: ['a-c 2-0', 'e-g 2-0'], 3: ['a-e 2-0'] };
    const empty: Match = { id: 'nobody', sides: [{ bye: true }, {}] };
    const marked: Match = { id: 'marked', sides: [{ player: { id: 'x' }, bye: true }, {}] };
    const semifinals = (...more: Match[]) =>
      both(round(1, [match('1', 'a-b 2-0'), match('2', 'c-d 2-0'), ...more]), rounds({ Last: ['a-c 2-0'] }));
    expect(
      wrongWinners(
        [
          [
            'another unbeaten player',
            rounds({ 1: ['a-b 2-0', 'c-d 2-0', 'e-f 2-0'], 2: ['a-c 2-0'] }),
            '-',
            '-',
          ],
          [
            'a match for fifth place',
            rounds({ ...places, 'Third place': ['c-g 2-0'], Last: ['b-d 2-0'] }),
            '-',
            '-',
          ],
          ['a bye without a player', semifinals(empty), 'a c', 'a c'],
          ['a player who is marked as a bye', semifinals(marked), 'a c', 'a c'],
        ],
        SINGLE,
      ),
    ).toEqual([]);
  });

  it('may have a loser who came back for another player, but no winner who did', () => {
    const played = ['a-b 2-0', 'c-d 2-0', 'e-f 2-0'].map((text) => match(text, text));
    const first = round(1, [...played, canceled('g-h')]);
    const came = both(first, rounds({ 2: ['a-c 2-0', 'e-f 2-0'], 3: ['a-e 2-0'] }));
    const won = both(first, rounds({ 2: ['a-c 2-0', 'e-f 0-2'], 3: ['a-f 0-2'] }));
    expect(
      wrongWinners(
        [
          ['by the format', came, 'a e', 'a e'],
          ['a beaten winner', won, '-', '-'],
        ],
        SINGLE,
      ),
    ).toEqual([]);
    expect(wrongWinners([['without a format', came, '-', '-']])).toEqual([]);
  });
});

it('has no third place from the name of another stage’s round', () => {
  const silver = rounds({ 1: ['e-f 2-0', 'g-h 2-0'], Final: ['e-g 2-0'], 'Third place': ['f-h 2-0'] });
  const gold = rounds({ 1: ['a-b 2-0', 'c-d 2-0'], Final: ['a-c 2-0'], Last: ['b-d 2-0'] });
  expect(finished(both(inStage('Silver', silver), inStage('Gold', gold)))).toBe('a c');
  expect(finished(both(inStage('Gold', gold), inStage('Silver', silver)))).toBe('e g f');
  expect(finished(four('a-b 2-0', 'c-d 2-0', 'a-c 2-0'))).toBe('a c');
});
