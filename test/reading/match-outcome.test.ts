import { expect, test } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { readMatch, reader } from './reading.ts';

const players = { player1: { id: 7, name: 'Ana' }, player2: { id: 8, name: 'Bruno' } };

const cases: { body: object; read: Pick<Match, 'phase' | 'winner' | 'decided'>; sides?: [object, object] }[] =
  [
    // A disqualification is -1 (Challonge, start.gg).
    {
      body: { status: 'finished', player1_score: 0, player2_score: -1 },
      read: { phase: 'finished', winner: 1, decided: 'walkover' },
      sides: [{}, { out: true }],
    },
    {
      body: { state: 'complete', winner_id: 8, scores_csv: '-1-0' },
      read: { phase: 'finished', winner: 2, decided: 'walkover' },
      sides: [{ out: true }, {}],
    },
    // Not played is -1 of both (The Blue Alliance), and so is a double disqualification.
    { body: { score1: -1, score2: -1 }, read: {}, sides: [{}, {}] },
    { body: { status: 'finished', score1: -1, score2: -1 }, read: { phase: 'finished' }, sides: [{}, {}] },
    {
      body: { status: 'running', score1: 0, score2: -1 },
      read: { phase: 'running' },
      sides: [{}, { out: true }],
    },
    { body: { status: 'double_forfeit' }, read: { phase: 'finished', decided: 'nobody' } },
    { body: { status: 'finished', result: 'No contest' }, read: { phase: 'finished', decided: 'nobody' } },
    {
      body: { status: 'no_show', winner_id: 7 },
      read: { phase: 'finished', winner: 1, decided: 'walkover' },
    },
    { body: { status: 'no_show' }, read: { phase: 'finished' } },
    // brackets-manager.
    {
      body: {
        status: 4,
        finished: true,
        opponent1: { id: 7, forfeit: true },
        opponent2: { id: 8, result: 'win' },
      },
      read: { phase: 'finished', winner: 2, decided: 'walkover' },
      sides: [{ out: true }, {}],
    },
    {
      body: { status: 'done', player1_disqualified: true, player2_dq: true },
      read: { phase: 'finished', decided: 'nobody' },
      sides: [{ out: true }, { out: true }],
    },
    { body: { status: 'finished', winner: 'draw' }, read: { phase: 'finished', decided: 'draw' } },
    {
      body: { status: 'finished', result: 'tie', score: '1-1' },
      read: { phase: 'finished', decided: 'draw' },
    },
    // A plain win by a flag that is false.
    { body: { status: 'finished', winner_id: 7, forfeit: false }, read: { phase: 'finished', winner: 1 } },
    // A state without a winner says no more.
    { body: { status: 'finished', winner: 0 }, read: { phase: 'finished' } },
    { body: { status: 'running', result: 'draw' }, read: { phase: 'running' } },
  ];

test.each(cases)('$body', ({ body, read, sides }) => {
  const hasOpponents = 'opponent1' in body;
  const { phase, winner, decided, ...match } = readMatch(
    reader,
    { id: 1, ...(hasOpponents ? {} : players), ...body },
    '1',
  );
  expect({ phase, winner, decided }).toEqual({
    phase: undefined,
    winner: undefined,
    decided: undefined,
    ...read,
  });
  if (sides === undefined) return;
  expect(match.sides.map(({ player: _player, ...side }) => side)).toEqual(sides);
});

test('a match that is postponed or not published is held back, and one that is to be played is not', () => {
  const words = [
    'postponed',
    'on_hold',
    'draft',
    'ready',
    'pending',
    'called',
    'checked_in',
    'running',
    'paused',
  ];
  const held = words.filter(
    (status) => readMatch(reader, { id: 1, ...players, status }, '1').isHeld === true,
  );
  expect(held).toEqual(['postponed', 'on_hold', 'draft', 'paused']);
});
