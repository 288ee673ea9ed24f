import { expect, test } from 'vitest';
import type { StatedEnding } from '../../src/reading/records.ts';
import { readBracket, readTournament, reader } from './reading.ts';

const ana = { id: '7', name: 'Ana' };
const bruno = { id: '8', name: 'Bruno' };

const records: { shape: string; body: object; ending: StatedEnding | undefined }[] = [
  { shape: 'a winner as a record', body: { winner: { id: 7, name: 'Ana' } }, ending: { winner: ana } },
  { shape: 'a champion by name', body: { champion: 'Ana Souza' }, ending: { winner: { name: 'Ana Souza' } } },
  {
    shape: 'a winner by id, with the name among the participants',
    body: { winner_id: 7, participants: [ana, bruno] },
    ending: { winner: ana },
  },
  {
    shape: 'a winner by id and name',
    body: { winner_id: 7, winner_name: 'Ana' },
    ending: { winner: ana },
  },
  { shape: 'one winner in a list', body: { winners: [{ id: 7, name: 'Ana' }] }, ending: { winner: ana } },
  { shape: 'several winners', body: { winners: [ana, bruno] }, ending: undefined },
  { shape: 'no winner yet', body: { winner: null, winner_id: null, standings: [] }, ending: undefined },
  {
    shape: 'final ranks of the participants (Challonge)',
    body: {
      participants: [
        { participant: { id: 8, name: 'Bruno', final_rank: 2, seed: 1 } },
        { participant: { id: 7, name: 'Ana', final_rank: 1, seed: 2 } },
      ],
    },
    ending: {
      placements: [
        { place: 1, player: ana },
        { place: 2, player: bruno },
      ],
    },
  },
  {
    shape: 'seeds and world ranks of participants',
    body: { participants: [{ id: 7, name: 'Ana', rank: 1, place: 1, seed: 1 }] },
    ending: undefined,
  },
  {
    shape: 'places with bounds (FACEIT), of which some are shared',
    body: {
      placements: [
        { bounds: { left: 1, right: 1 }, placements: [{ id: 7, name: 'Ana', type: 'player' }] },
        {
          bounds: { left: 2, right: 3 },
          placements: [
            { id: 8, name: 'Bruno' },
            { id: 9, name: 'Cem' },
          ],
        },
      ],
    },
    ending: {
      placements: [
        { place: 1, player: ana },
        { place: 2, player: bruno },
        { place: 2, player: { id: '9', name: 'Cem' } },
      ],
    },
  },
  {
    shape: 'places as keys',
    body: { podium: { 1: ana, 2: [bruno] } },
    ending: {
      placements: [
        { place: 1, player: ana },
        { place: 2, player: bruno },
      ],
    },
  },
  {
    shape: 'places as text',
    body: {
      final_standings: [
        { place: '3rd-4th', player: bruno },
        { place: '1st', player: ana },
      ],
    },
    ending: {
      placements: [
        { place: 1, player: ana },
        { place: 3, player: bruno },
      ],
    },
  },
  {
    shape: 'a list of final places without places: its order proves nothing',
    body: { placements: [ana, bruno] },
    ending: undefined,
  },
  {
    shape: 'standings (start.gg)',
    body: { standings: { nodes: [{ placement: 1, entrant: { id: 7, name: 'Ana' }, isFinal: false }] } },
    ending: { standings: [{ place: 1, player: ana }] },
  },
  {
    shape: 'a table with its counts (Toornament)',
    body: {
      ranking: [
        { position: 1, points: 6, participant: ana, properties: { wins: 2, draws: 0, losses: 0 } },
        { position: 2, points: 3, participant: null, properties: { wins: 1, draws: 0, losses: 1 } },
      ],
    },
    ending: { standings: [{ player: ana, place: 1, points: 6, won: 2, drawn: 0, lost: 0 }] },
  },
];

test.each(records)('of a tournament: $shape', ({ body, ending }) => {
  const read = readTournament(reader, { id: 1, name: 'Cup', ...body }, '1');
  expect(read.ending).toEqual(ending);
});

test.each(records)('of a bracket: $shape', ({ body, ending }) => {
  const matches = [{ id: 1, round: 1, player1: ana, player2: bruno }];
  expect(readBracket(reader, { data: { ...body, matches } }).ending).toEqual(ending);
});

test("a stage's winner, state, format and table are the stage's alone", () => {
  const match = { id: 1, player1: ana, player2: bruno };
  const { ending, rounds, stages } = readBracket(reader, {
    stages: [
      {
        name: 'Groups',
        state: 'finished',
        groups: [{ name: 'A', standings: [{ rank: 1, player: ana }], matches: [match] }],
      },
      { name: 'Main event', type: 'single_elimination', winner: ana, matches: [{ ...match, id: 2 }] },
      { name: 'Finals', matches: [{ ...match, id: 3 }] },
    ],
  });
  expect(ending).toBeUndefined();
  expect(rounds.map(({ stage, group }) => [stage, group])).toEqual([
    ['Groups', 'A'],
    ['Main event', undefined],
    ['Finals', undefined],
  ]);
  expect(stages).toEqual([
    { name: 'Groups', phase: 'finished' },
    { name: 'A', ending: { standings: [{ place: 1, player: ana }] } },
    { name: 'Main event', format: 'single_elimination', ending: { winner: ana } },
  ]);
});

test('stages in a separate list, beside the matches', () => {
  const { stages } = readBracket(reader, {
    stage: [{ id: 0, name: 'Finals', type: 'double_elimination' }],
    match: [{ id: 1, stage_id: 0, opponent1: ana, opponent2: bruno }],
  });
  expect(stages).toEqual([{ name: 'Finals', format: 'double_elimination' }]);
});

test("a tournament's record may describe its stages", () => {
  const { stages } = readTournament(
    reader,
    {
      id: 1,
      name: 'Cup',
      stages: [{ id: 4, name: 'Swiss', status: 'completed', winner_id: 7 }],
      players: [ana],
    },
    '1',
  );
  expect(stages).toEqual([{ name: 'Swiss', phase: 'finished', ending: { winner: ana } }]);
});
