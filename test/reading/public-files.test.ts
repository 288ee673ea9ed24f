import { expect, test } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { readBracket, readMatch, readRanking, readTournament, reader } from './reading.ts';

// Shapes of public documents and files, cut down. Names and numbers are ours.

const sidesOf = ({ sides }: Match) => sides.map(({ player, ...side }) => [player?.name, { ...side }]);
const matchesOf = (body: unknown) => readBracket(reader, body).rounds.flatMap(({ matches }) => matches);

test('Open Bracket Format (openbracketformat/openbracketformat, tournamentSchema.json and issue 9)', () => {
  const { rounds, ending } = readBracket(reader, {
    event: { name: 'Cup', date: '2031-05-01', numberEntrants: 3 },
    sets: [
      {
        setID: '1',
        entrant1ID: 'alice',
        entrant2ID: 'dave',
        status: 'completed',
        entrant1Result: 'win',
        entrant2Result: 'lose',
        entrant1Score: 3,
        entrant2Score: 0,
        winnerNextSetID: '2',
        setFormat: 'bestof5',
        games: [{ gameNumber: 1, entrant1Result: 'win', entrant2Result: 'lose' }],
      },
      {
        setID: '2',
        entrant1ID: 'alice',
        entrant2ID: 'carol',
        status: 'completed',
        entrant1Result: 'win',
        entrant2Result: 'DQ',
      },
    ],
    entrants: [
      { entrantID: 'alice', entrantTag: 'Alice', finalPlacement: 1 },
      { entrantID: 'carol', entrantTag: 'Carol', finalPlacement: 2 },
      { entrantID: 'dave', entrantTag: 'Dave', finalPlacement: 3 },
    ],
  });
  expect(rounds.map(({ number, matches }) => [number, matches.map(({ id }) => id)])).toEqual([
    [1, ['1']],
    [2, ['2']],
  ]);
  const [first, second] = rounds.flatMap(({ matches }) => matches);
  expect(first).toMatchObject({ winner: 1, phase: 'finished', bestOf: 5 });
  expect(first && sidesOf(first)).toEqual([
    ['Alice', { score: 3 }],
    ['Dave', { score: 0 }],
  ]);
  expect(second).toMatchObject({ winner: 1, decided: 'walkover' });
  expect(second && sidesOf(second)[1]).toEqual(['Carol', { out: true }]);
  expect(ending?.placements?.map(({ place, player }) => [place, player.name])).toEqual([
    [1, 'Alice'],
    [2, 'Carol'],
    [3, 'Dave'],
  ]);
});

test('a League of Legends client (mitchelljoram/Esports-App, test-data/standings)', () => {
  const team = (id: string, name: string, outcome: string | null, gameWins: number) => ({
    id,
    slug: name,
    name,
    code: name.slice(0, 2),
    result: { outcome, gameWins },
  });
  const section = (name: string, id: string) => ({
    name,
    matches: [
      {
        id,
        state: 'completed',
        previousMatchIds: null,
        flags: ['hasVod'],
        teams: [team('1', 'Ana', 'loss', 0), team('2', 'Bo', 'win', 2)],
      },
    ],
    rankings: [
      { ordinal: 1, teams: [{ id: '2', name: 'Bo', record: { wins: 1, losses: 0 } }] },
      { ordinal: 2, teams: [{ id: '1', name: 'Ana', record: { wins: 0, losses: 1 } }] },
    ],
  });
  const { rounds, stages } = readBracket(reader, {
    stages: [
      {
        name: 'Regular Season',
        type: null,
        slug: 'regular_season',
        sections: [section('Regular Season', '11')],
      },
      { name: 'Playoffs', type: null, slug: 'playoffs', sections: [section('Playoffs', '12')] },
    ],
  });
  const [first] = rounds.flatMap(({ matches }) => matches);
  expect(first).toMatchObject({ id: '11', phase: 'finished', winner: 2 });
  expect(first && sidesOf(first)).toEqual([
    ['Ana', { score: 0 }],
    ['Bo', { score: 2 }],
  ]);
  expect(stages?.[0]).toEqual({
    name: 'Regular Season',
    ending: {
      standings: [
        { place: 1, player: { id: '2', name: 'Bo' }, won: 1, lost: 0 },
        { place: 2, player: { id: '1', name: 'Ana' }, won: 0, lost: 1 },
      ],
    },
  });
});

test('football-data.org: a match (FedericoTudini/toto-euro-2024) and tables by group (gabrigcl/ranking-way2)', () => {
  const teams = { homeTeam: { id: 759, name: 'Germany' }, awayTeam: { id: 8873, name: 'Scotland' } };
  const match = (winner: string, home: number, away: number) =>
    readMatch(
      reader,
      { id: 1, status: 'FINISHED', ...teams, score: { winner, fullTime: { home, away } } },
      '1',
    );
  expect(match('AWAY_TEAM', 0, 2)).toMatchObject({ winner: 2, sides: [{ score: 0 }, { score: 2 }] });
  expect(match('DRAW', 1, 1)).toMatchObject({ decided: 'draw', sides: [{ score: 1 }, { score: 1 }] });
  expect(match('DRAW', 1, 1).winner).toBeUndefined();
  const { stages } = readTournament(
    reader,
    {
      competition: { id: 2000, name: 'World Cup' },
      standings: [
        {
          stage: 'GROUP_STAGE',
          type: 'TOTAL',
          group: 'GROUP_A',
          table: [
            {
              position: 1,
              team: { id: 758, name: 'Uruguay' },
              playedGames: 3,
              won: 3,
              draw: 0,
              lost: 0,
              points: 9,
            },
          ],
        },
      ],
    },
    '1',
  );
  expect(stages).toEqual([
    {
      name: 'GROUP_A',
      ending: {
        standings: [
          {
            place: 1,
            player: { id: '758', name: 'Uruguay' },
            points: 9,
            played: 3,
            won: 3,
            drawn: 0,
            lost: 0,
          },
        ],
      },
    },
  ]);
});

test('Sofascore: rows of a table (HenriVersiani/Course_Javascript)', () => {
  const { stages } = readTournament(
    reader,
    {
      id: 1,
      name: 'Cup',
      standings: [
        {
          type: 'total',
          name: 'East',
          rows: [
            { id: 788480, position: 1, wins: 2, losses: 0, matches: 2, team: { id: 3655, name: 'Ana' } },
          ],
        },
        {
          type: 'total',
          name: 'West',
          rows: [{ id: 788481, position: 1, wins: 1, losses: 1, matches: 2, team: { id: 3656, name: 'Bo' } }],
        },
      ],
    },
    '1',
  );
  expect(stages?.map(({ name, ending }) => [name, ending?.standings?.[0]?.player])).toEqual([
    ['East', { id: '3655', name: 'Ana' }],
    ['West', { id: '3656', name: 'Bo' }],
  ]);
});

test('Sofascore: a cup tree, whose blocks are its matches', () => {
  const block = (id: number, order: number, [a, b]: [string, string], winner: 0 | 1) => ({
    id,
    order,
    finished: true,
    result: winner === 0 ? '2:1' : '0:1',
    participants: [a, b].map((name, at) => ({
      id: id * 10 + at,
      order: at + 1,
      winner: at === winner,
      team: { id: at + 1, name },
    })),
  });
  const matches = matchesOf({
    cupTrees: [
      {
        id: 5,
        name: 'Cup',
        currentRound: 2,
        rounds: [
          { id: 1, order: 1, type: 4, description: 'Semifinals', blocks: [block(7, 1, ['Ana', 'Bo'], 0)] },
          { id: 2, order: 2, type: 2, description: 'Final', blocks: [block(8, 1, ['Ana', 'Cem'], 1)] },
        ],
      },
    ],
  });
  expect(matches.map(({ id, winner }) => [id, winner])).toEqual([
    ['7', 1],
    ['8', 2],
  ]);
  expect(matches[1] && sidesOf(matches[1])).toEqual([
    ['Ana', { score: 0 }],
    ['Cem', { score: 1 }],
  ]);
});

test('Sportmonks: participants with their side and flag, a score by its description (Rudinilly-Ti/betscore_back)', () => {
  const match = readMatch(
    reader,
    {
      id: 19399483,
      state_id: 5,
      name: 'Ana vs Bo',
      participants: [
        { id: 9, name: 'Bo', meta: { location: 'away', winner: true, position: 2 } },
        { id: 3, name: 'Ana', meta: { location: 'home', winner: false, position: 1 } },
      ],
      scores: [
        { id: 1, participant_id: 3, score: { goals: 1, participant: 'home' }, description: 'CURRENT' },
        { id: 2, participant_id: 9, score: { goals: 2, participant: 'away' }, description: 'CURRENT' },
      ],
    },
    '1',
  );
  expect(sidesOf(match)).toEqual([
    ['Ana', { score: 1 }],
    ['Bo', { score: 2 }],
  ]);
  expect(match.winner).toBe(2);
});

test('Sportradar: a flag for who won by a forfeit (release log, NCAA basketball)', () => {
  const match = readMatch(
    reader,
    {
      id: 'g1',
      status: 'forfeited',
      home: { id: 'a', name: 'Bruins', forfeit_winner: true },
      away: { id: 'b', name: 'Ducks' },
    },
    'g1',
  );
  expect(match).toMatchObject({ winner: 1, decided: 'walkover', phase: 'finished' });
});

test('bracketry: sets in each side, players in a map by id (sbachinin/bracketry-site, test_data)', () => {
  const set = (mainScore: string, isWinner?: true) => ({ mainScore, ...(isWinner && { isWinner }) });
  const { rounds } = readBracket(reader, {
    rounds: [{ name: 'Semifinals' }, { name: 'Final' }],
    matches: [
      {
        roundIndex: 1,
        order: 0,
        sides: [
          { contestantId: '163911', scores: [set('7', true), set('6', true)], isWinner: true },
          { contestantId: '163806', scores: [set('5'), set('2')] },
        ],
      },
    ],
    contestants: {
      163911: { entryStatus: '1', players: [{ title: 'Ana' }] },
      163806: { entryStatus: '2', players: [{ title: 'Bo' }] },
    },
  });
  const [final] = rounds.flatMap(({ matches }) => matches);
  expect(final).toMatchObject({ winner: 1 });
  expect(final && sidesOf(final)).toEqual([
    ['Ana', { score: 2 }],
    ['Bo', { score: 0 }],
  ]);
});

test('brackets-manager: both forfeit (Drarig29/brackets-manager.js, pull request 242)', () => {
  const [match] = matchesOf({
    match: [
      {
        id: 1,
        number: 2,
        stage_id: 0,
        round_id: 0,
        status: 4,
        opponent1: { id: 1, forfeit: true },
        opponent2: { id: 2, forfeit: true },
      },
    ],
    participant: [
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Bo' },
    ],
  });
  expect(match).toMatchObject({ decided: 'nobody', sides: [{ out: true }, { out: true }] });
  expect(match?.winner).toBeUndefined();
});

test.each([
  ['W/O', { decided: 'walkover' }, [undefined, undefined]],
  ['6-2 3-1 RET', {}, [undefined, undefined]],
  ['6-4 3-6 7-5', {}, [2, 1]],
  ['6-7(5) 7-6(10) 7-6(3)', {}, [2, 1]],
  ['?-?', {}, [undefined, undefined]],
] as const)('a tennis result: %s (JeffSackmann/tennis_atp)', (score, more, scores) => {
  const match = readMatch(
    reader,
    {
      match_num: 5,
      winner_id: 1,
      loser_id: 2,
      status: 'completed',
      player1: { id: 1, name: 'Ana' },
      player2: { id: 2, name: 'Bo' },
      score,
    },
    '5',
  );
  expect(match).toMatchObject({ winner: 1, ...more });
  expect(match.sides.map((side) => side.score)).toEqual(scores);
});

test('a competitor keeps its own name beside what a website writes about it (leqilong/overwatch-fantasy-league)', () => {
  const competitor = (id: number, name: string) => ({
    id,
    name,
    content: { nid: 196, id, name: 'Hunters', description: null },
  });
  const [one, other] = [competitor(1, 'Hanoi Hunters'), competitor(2, 'Hue Hunters')];
  expect(readRanking(reader, { content: [{ competitor: one, placement: 1 }] })[0]?.player.name).toBe(
    'Hanoi Hunters',
  );
  const match = readMatch(
    reader,
    { id: 1, competitors: [one, other], scores: [{ value: 4 }, { value: 1 }], state: 'CONCLUDED' },
    '1',
  );
  expect(sidesOf(match)).toEqual([
    ['Hanoi Hunters', { score: 4 }],
    ['Hue Hunters', { score: 1 }],
  ]);
});

test('players of a group stage have another id there (stefangeyer/challonge-java, issues 17 and 21)', () => {
  const participants = [
    { participant: { id: 176001, name: 'Ana', group_player_ids: [910001] } },
    { participant: { id: 176002, name: 'Bruno', group_player_ids: [910002] } },
  ];
  const match = {
    id: 1,
    group_id: 500,
    round: 1,
    state: 'complete',
    player1_id: 910001,
    player2_id: 910002,
    winner_id: 910001,
    scores_csv: '2-0',
  };
  const [read] = matchesOf({ tournament: { id: 1, participants, matches: [{ match }] } });
  expect(read?.sides.map(({ player }) => player)).toEqual([
    { id: '176001', name: 'Ana' },
    { id: '176002', name: 'Bruno' },
  ]);
  expect(read?.winner).toBe(1);
});

test('openfootball/worldcup.json: scores at full time', () => {
  const match = {
    num: 49,
    round: 'Round of 16',
    date: '2031-06-30',
    team1: 'Ana',
    team2: 'W50',
    score: { ft: [2, 1], ht: [1, 1] },
  };
  expect(sidesOf(readMatch(reader, match, '49'))).toEqual([
    ['Ana', { score: 2 }],
    [undefined, { score: 1, from: { outcome: 'winner', label: '50' } }],
  ]);
});

test('tournaments with open slots (Ruslan-1996/tanks, tanks.js)', () => {
  const nobody = {
    id: null,
    tournament_id: null,
    title: null,
    extra_data: { disqualify_reason: null },
    status: null,
  };
  const match = {
    uuid: '1@1',
    team_1_id: null,
    team_2_id: null,
    team_1: nobody,
    team_2: nobody,
    state: 'waiting_results',
  };
  expect(readMatch(reader, match, '1').sides).toEqual([{}, {}]);
});
