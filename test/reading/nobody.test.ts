import { readMe } from '../../src/reading/read-documented.ts';
import { describe, expect, test } from 'vitest';
import { readBracket, readMatch, readRanking, readTournament, reader } from './reading.ts';

const ana = { id: 7, name: 'Ana' };
const secondOf = (player2: unknown) => readMatch(reader, { id: 1, player1: ana, player2 }, '1').sides[1];

const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

describe('an empty slot has no player', () => {
  test.each([
    0,
    '0',
    -1,
    '',
    ZERO_UUID,
    { id: 0 },
    { id: -1, name: null },
    { id: ZERO_UUID, name: '' },
    { id: '', name: ' ' },
    'TBD',
    'tba',
    'TBD 2',
    '-',
    '—',
    '??',
    'N/A',
    'Unknown',
    'To be determined',
    'Por definir',
    '未定',
    '\u200b\u200b',
    '\u2066\u2069',
    'ㅤ',
    '⠀',
    '\ud83d',
    '\u0301',
    { id: 77, name: 'Unknown' },
    { name: 'Empty' },
  ])('%j', (slot) => {
    expect(secondOf(slot)).toEqual({});
    const { id: _id, ...flat } = readMatch(
      reader,
      typeof slot === 'object' ? { player1: ana, opponent2: slot } : { player1_id: 7, player2_id: slot },
      '',
    );
    expect(flat.sides[1]).toEqual({});
  });

  test.each(['BYE', 'Bye 3', 'Freilos', '不戦勝'])('%s passes its opponent on', (name) => {
    expect(secondOf({ name })).toEqual({ bye: true });
  });

  test.each([
    ['Winner of M1', { outcome: 'winner', label: 'M1' }],
    ['Winner M1', { outcome: 'winner', label: 'M1' }],
    ['Loser of Semi-final 2', { outcome: 'loser', label: 'Semi-final 2' }],
    ['Sieger von Spiel 3', { outcome: 'winner', label: 'Spiel 3' }],
    ['Perdedor del partido 3', { outcome: 'loser', label: 'partido 3' }],
    // openfootball/worldcup.json.
    ['W49', { outcome: 'winner', label: '49' }],
  ])('%s waits for a match', (name, from) => {
    expect(secondOf({ name })).toEqual({ from });
    expect(secondOf(name)).toEqual({ from });
  });

  test('a winner with a placeholder id does not count', () => {
    const body = { id: 1, status: 'finished', player1_id: 7, player2_id: 0, winner_id: 0 };
    expect(readMatch(reader, body, '1').winner).toBeUndefined();
  });

  test('is not counted among entrants, nor who withdrew', () => {
    const participants = [ana, null, { id: 0 }, { id: 8, name: 'Bruno', status: 'withdrawn' }, { id: 9 }];
    const read = readTournament(reader, { id: 1, name: 'Cup', participants }, '1');
    expect(read).toMatchObject({ entrants: 2, entrantIds: ['7', '9'] });
  });

  test('has no place in a ranking', () => {
    expect(readRanking(reader, [ana, { id: 0, name: null }, { rank: 3, player: null }])).toHaveLength(1);
  });
});

describe('a real player', () => {
  test.each([
    { id: 8, name: 'Empty' },
    { id: 8, name: 'Winner Takes All' },
    { id: 8, name: 'W12' },
    { id: 8, name: 'Winners of Tomorrow' },
    { id: 8, name: '___' },
    { id: 8, name: '😀' },
    { id: 8, name: '1' },
  ])('is called $name', ({ id, name }) => {
    expect(secondOf({ id, name })).toEqual({ player: { id: String(id), name } });
  });

  test('has id 0 where a list of participants counts from 0', () => {
    const [round] = readBracket(reader, {
      participant: [
        { id: 0, name: 'Ana' },
        { id: 1, name: 'Bruno' },
      ],
      match: [{ id: 0, opponent1: { id: 0 }, opponent2: { id: 1 } }],
    }).rounds;
    expect(round?.matches[0]?.sides.map(({ player }) => player)).toEqual([
      { id: '0', name: 'Ana' },
      { id: '1', name: 'Bruno' },
    ]);
  });

  test('is a guest without an account by the name alone', () => {
    expect(secondOf({ id: 0, name: 'Guest' })).toEqual({ player: { name: 'Guest' } });
  });
});

test('a name with nothing to see is no name, and the next one counts', () => {
  expect(readTournament(reader, { id: 1, name: '\u200b', title: 'Cup' }, '1').name).toBe('Cup');
  expect(secondOf({ id: 8, name: 'ㅤ', username: 'bruno' })).toEqual({ player: { id: '8', name: 'bruno' } });
  expect(readMe(reader, { id: 8, name: '\u200b' })).toEqual({ id: '8' });
  expect(secondOf({ id: 8, name: '\u202e' })).toEqual({ player: { id: '8' } });
});

test.each(['Unknown42', 'null404', 'TBC7', 'Bye3'])('"%s" is how somebody may be called', (name) => {
  const { sides } = readMatch(reader, { id: 1, player1: 'Ana', player2: { id: 8812, name } }, '1');
  expect(sides[1].player).toEqual({ id: '8812', name });
});
