import { describe, expect, it } from 'vitest';
import type { League } from '../../src/brackets/stages.ts';
import { placesIn, standingsOf } from '../../src/brackets/standings.ts';
import { tablesOf } from '../../src/brackets/tables.ts';
import type { Match, Side } from '../../src/reading/records.ts';
import { match } from '../support/night-records.ts';

const unscored = (text: string, winner: 1 | 2): Match => match(text, text, { phase: 'finished', winner });
const drawn = (text: string): Match => {
  const { winner: _none, ...played } = match(text, `${text} 1-1`);
  return played;
};
const bye = (...sides: [Side, Side]): Match => ({ id: 'bye', sides });

function leagueOf(matches: readonly (string | Match)[]): League {
  const all = matches.map((one, at) => (typeof one === 'string' ? match(`m${at}`, one) : one));
  const [table] = tablesOf({ rounds: [{ section: 'group', number: 1, matches: all }] });
  if (table === undefined) throw new Error('no table');
  return table.league;
}
const standings = (...matches: (string | Match)[]) => standingsOf(leagueOf(matches));
/** "a 2-1-0 +3": won, drawn, lost, difference. */
const rowsOf = (...matches: (string | Match)[]): string[] =>
  standings(...matches).rows.map(
    ({ difference, drawn: draws, lost, player, won }) =>
      `${player.id} ${won}-${draws}-${lost} ${difference > 0 ? '+' : ''}${difference}`,
  );

describe('a table', () => {
  it('is in the order of wins, then draws, then the difference of scores, then fewest defeats', () => {
    expect(rowsOf('a-b 0-2')).toEqual(['b 1-0-0 +2', 'a 0-0-1 -2']);
    expect(rowsOf('a-x 5-0', 'b-y 2-1', drawn('b-z'))).toEqual([
      'b 1-1-0 +1',
      'a 1-0-0 +5',
      'z 0-1-0 0',
      'y 0-0-1 -1',
      'x 0-0-1 -5',
    ]);
    expect(rowsOf(unscored('a-b', 1), 'b-c')).toEqual(['a 1-0-0 0', 'c 0-0-0 0', 'b 0-0-1 0']);
    const played = standings('a-b 2-0', 'b-c 2-0', drawn('a-c')).rows.map((row) => row.played);
    expect(played).toEqual([2, 2, 2]);
  });

  it('counts a bye on either side as a win, and no match that nobody won', () => {
    const [c, none]: [Side, Side] = [{ player: { id: 'c' } }, { bye: true }];
    expect(rowsOf(bye(c, none), bye(none, c))).toEqual(['c 2-0-0 0']);
    const canceled = match('x', 'a-b 2-0', { phase: 'cancelled' });
    const nobody = match('y', 'a-b', { phase: 'finished', decided: 'nobody' });
    expect(rowsOf(canceled, nobody, 'a-b')).toEqual(['a 0-0-0 0', 'b 0-0-0 0']);
  });

  it('has no row for a slot that names nobody', () => {
    const open: Match = { id: 'x', sides: [{ player: { avatarUrl: 'https://a.example/1.png' } }, {}] };
    expect(rowsOf('a-', open)).toEqual(['a 0-0-0 0']);
  });

  it('shows some of its rows, with what all of them say', () => {
    const league = leagueOf(['a-b 2-0', 'c-d 3-0', drawn('e-f')]);
    const { hasDraws, rows } = standingsOf({ ...league, rows: { from: 1, to: 3 } });
    expect([hasDraws, rows.map(({ player }) => player.id)]).toEqual([true, ['a', 'e']]);
  });

  it('has draws if one match was drawn, and scores if every played match has them', () => {
    const facts = (...matches: (string | Match)[]) => {
      const { hasDraws, hasScores } = standings(...matches);
      return [hasDraws, hasScores];
    };
    expect(facts('a-b 2-0', 'c-d')).toEqual([false, true]);
    expect(facts('a-b 2-0', drawn('c-d'))).toEqual([true, true]);
    expect(facts('a-b 2-0', unscored('c-d', 1))).toEqual([false, false]);
    expect(facts('a-b', 'c-d')).toEqual([false, false]);
    const byes = bye({ player: { id: 'e' } }, { bye: true });
    expect(facts('a-b 2-0', byes, match('x', 'c-d', { phase: 'cancelled' }))).toEqual([false, true]);
    expect(facts(byes)).toEqual([false, false]);
  });
});

describe('the places of a table', () => {
  const places = (...matches: (string | Match)[]) =>
    placesIn(standings(...matches)).map(({ place, row }) => `${place} ${row.player.id}`);

  it('are those that 3-1-0, 2-1-0 and most wins agree on', () => {
    const draws = ['x-z', 'z-x', 'x-z', 'z-x'].map(drawn);
    const many = ['w-y 2-0', 'w-y 2-0', 'w-y 2-0', 'y-w 0-2', 'x-y 2-0', 'w-z 2-0'];
    expect(places(...draws, ...many)).toEqual(['1 w', '2 x']);
    // 3-1-0 puts p before q, 2-1-0 has them level, and q has as many wins as r.
    const level = ['p-r 2-0', 'p-s 2-0', 'q-p 2-0', 'r-s 2-0', drawn('q-r'), drawn('q-s')];
    expect(places(...level)).toEqual(['4 s']);
  });

  it('are nobody’s whose points others have, too', () => {
    expect(places('a-b 2-0', 'b-c 2-0', 'c-a 2-0')).toEqual([]);
    expect(places('a-c 2-0', 'b-c 2-0', drawn('a-b'))).toEqual(['3 c']);
  });

  it('need matches, and as many of each player', () => {
    expect([places('a-b'), places('a-b 2-0', 'b-c 2-0'), places('a-b 2-0')]).toEqual([
      [],
      [],
      ['1 a', '2 b'],
    ]);
  });
});
