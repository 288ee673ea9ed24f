import { describe, expect, test } from 'vitest';
import { groupInTitle } from '../../src/reading/bracket-groups.ts';
import { readBracket, reader } from './reading.ts';

/** "Swiss / group A 1 Opening: a b" for each round. */
function outline(body: unknown): string[] {
  return readBracket(reader, body).rounds.map(
    ({ stage, section, group, number, name, matches }) =>
      [stage && `${stage} /`, section, group, number, name].filter((part) => part !== undefined).join(' ') +
      ': ' +
      matches.map(({ id }) => id).join(' '),
  );
}

const cases: { where: string; body: unknown; rounds: string[] }[] = [
  {
    where: 'the name of a round',
    body: {
      rounds: [
        { name: 'Group A, round 1', matches: [{ id: 1 }, { id: 2 }] },
        { name: 'Group B, round 1', matches: [{ id: 3 }] },
        { name: 'Group A, round 2', matches: [{ id: 4 }] },
      ],
    },
    rounds: ['group Group A 1: 1 2', 'group Group A 2: 4', 'group Group B 1: 3'],
  },
  {
    where: 'the name that a match has for its round',
    body: [
      { id: 1, round_name: 'Round 1 (Pool 2)' },
      { id: 2, round_name: 'Pool 1 - opening' },
    ],
    rounds: ['group Pool 2 1: 1', 'group Pool 1 Opening: 2'],
  },
  {
    where: 'a field of the round',
    body: {
      rounds: [
        { group: 'A', round: 1, matches: [{ id: 1 }] },
        { group: { id: 7, name: 'B' }, round: 1, matches: [{ id: 2 }] },
        { group: null, round: 2, name: 'Final', matches: [{ id: 3 }] },
      ],
    },
    rounds: ['group A 1: 1', 'group B 1: 2', 'main 2 Final: 3'],
  },
  {
    where: 'a field of the match, as text or as a number',
    body: [
      { id: 1, group: 1, round: 1 },
      { id: 2, group: 2, round: 1 },
      { id: 3, group: 1, round: 2 },
    ],
    rounds: ['group 1 1: 1', 'group 1 2: 3', 'group 2 1: 2'],
  },
  {
    // start.gg
    where: 'a group around each match, in phases',
    body: {
      data: {
        event: {
          sets: {
            nodes: [
              { id: 1, round: 1, phaseGroup: { displayIdentifier: 'A1', phase: { id: 5, name: 'Pools' } } },
              { id: 2, round: 1, phaseGroup: { displayIdentifier: 'A2', phase: { id: 5, name: 'Pools' } } },
              { id: 3, round: 1, phaseGroup: { displayIdentifier: '1', phase: { id: 6, name: 'Top 8' } } },
            ],
          },
        },
      },
    },
    rounds: ['Pools / group A1 1: 1', 'Pools / group A2 1: 2', 'Top 8 / main 1: 3'],
  },
  {
    where: 'groups with rounds, groups with matches, groups by name',
    body: {
      stages: [
        {
          name: 'Group stage',
          groups: [
            { name: 'Group A', rounds: [{ number: 1, matches: [{ id: 1 }] }] },
            { number: 2, matches: [{ id: 2 }] },
          ],
        },
        { name: 'Second groups', groups: { A: [{ id: 3 }], B: { matches: [{ id: 4 }] } } },
        { name: 'Playoffs', rounds: [[{ id: 5 }]] },
      ],
    },
    rounds: [
      'Group stage / group Group A 1: 1',
      'Group stage / group 2: 2',
      'Second groups / group A: 3',
      'Second groups / group B: 4',
      'Playoffs / main 1: 5',
    ],
  },
  {
    // Toornament
    where: 'lists of groups and stages, by id',
    body: {
      stages: [
        { id: '900', number: 1, name: 'Groups', type: 'pools' },
        { id: '901', number: 2, name: 'Playoffs', type: 'single_elimination' },
      ],
      groups: [
        { id: '800', stage_id: '900', number: 1, name: 'Group Red' },
        { id: '801', stage_id: '900', number: 2, name: 'Group Blue' },
      ],
      matches: [
        { id: 3, stage_id: '901', round: 1 },
        { id: 1, stage_id: '900', group_id: '800', round: 1 },
        { id: 2, group_id: '801', round: 1 },
      ],
    },
    rounds: ['Groups / group Group Red 1: 1', 'Groups / group Group Blue 1: 2', 'Playoffs / main 1: 3'],
  },
  {
    // https://github.com/Drarig29/brackets-model
    where: 'numbers of the groups of a round robin (brackets-manager)',
    body: {
      stage: [{ id: 0, name: 'Pools', type: 'round_robin' }],
      group: [
        { id: 10, stage_id: 0, number: 1 },
        { id: 11, stage_id: 0, number: 2 },
      ],
      round: [
        { id: 0, number: 1, stage_id: 0, group_id: 10 },
        { id: 1, number: 1, stage_id: 0, group_id: 11 },
      ],
      match: [
        { id: 1, round_id: 0, group_id: 10, stage_id: 0 },
        { id: 2, round_id: 1, group_id: 11, stage_id: 0 },
      ],
    },
    rounds: ['Pools / group 1 1: 1', 'Pools / group 2 1: 2'],
  },
  {
    where: 'groups that are the sides of a double elimination (brackets-manager)',
    body: {
      stage: [{ id: 0, name: 'Cup', type: 'double_elimination' }],
      group: [1, 2, 3].map((number) => ({ id: number, stage_id: 0, number })),
      round: [1, 2, 3].map((id) => ({ id, number: 1, stage_id: 0, group_id: id })),
      match: [1, 2, 3].map((id) => ({ id, round_id: id, group_id: id, stage_id: 0 })),
    },
    rounds: ['Cup / winners 1: 1', 'Cup / losers 1: 2', 'Cup / final 1: 3'],
  },
  {
    // Challonge
    where: 'ids alone, which are counted',
    body: [
      { id: 1, group_id: 11_203_344, round: 1 },
      { id: 2, group_id: 11_203_345, round: 1 },
      { id: 3, group_id: null, round: 1 },
    ],
    rounds: ['group A 1: 1', 'group B 1: 2', 'main 1: 3'],
  },
  {
    // Battlefy and FACEIT number the one bracket of a tournament too.
    where: 'one number alone is no group',
    body: [
      { id: 1, group: 1, round: 1 },
      { id: 2, group: 1, round: 2 },
    ],
    rounds: ['main 1: 1', 'main 2: 2'],
  },
  {
    where: 'included resources (JSON:API)',
    body: {
      data: [7, 8].map((id) => ({
        id: `m${id}`,
        type: 'matches',
        attributes: { round: 1 },
        relationships: { group: { data: { type: 'groups', id: String(id) } } },
      })),
      included: [7, 8].map((id) => ({ id: String(id), type: 'groups', attributes: { name: `Pool ${id}` } })),
    },
    rounds: ['group Pool 7 1: m7', 'group Pool 8 1: m8'],
  },
  {
    where: 'one stage in double elimination beside one without',
    body: {
      stages: [
        { name: 'Swiss', type: 'swiss', rounds: [[{ id: 1 }]] },
        { name: 'Playoffs', brackets: { winners: [[{ id: 2 }]], losers: [[{ id: 3 }]] } },
        { name: 'Show', rounds: [[{ id: 4 }]] },
      ],
    },
    rounds: ['Swiss / group 1: 1', 'Playoffs / winners 1: 2', 'Playoffs / losers 1: 3', 'Show / main 1: 4'],
  },
];

describe('groups and stages are read from', () => {
  test.each(cases)('$where', ({ body, rounds }) => {
    expect(outline(body)).toEqual(rounds);
  });
});

test.each([
  ['Group A, round 1', { group: 'Group A', number: 1 }],
  ['Bảng B – Bán kết', { group: 'Bảng B', name: 'Bán kết' }],
  ['Group Red: Round 12', { group: 'Group Red', number: 12 }],
  ['Pool 10', { group: 'Pool 10' }],
  ['Round 3 · Group C', { group: 'Group C', number: 3 }],
  ['Group stage - round 1', undefined],
  ['Group of death', undefined],
  ['Winners pool', undefined],
  ['Semifinals', undefined],
])('%s', (title, found) => {
  expect(groupInTitle(title)).toEqual(found);
});
