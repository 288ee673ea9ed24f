import { ShapeError } from '../../src/reading/shape-error.ts';
import { describe, expect, test } from 'vitest';
import type { Tournament } from '../../src/reading/records.ts';
import { readTournament, readTournaments, reader } from './reading.ts';

const jan1 = Date.UTC(2027, 0, 1, 18);

interface Shape {
  shape: string;
  body: unknown;
  read: Partial<Tournament>;
}

const single: Shape[] = [
  {
    shape: 'flat, in the words of the interface document',
    body: {
      id: 't1',
      name: 'Open Cup',
      status: 'upcoming',
      starts_at: '2027-01-01T18:00:00.000Z',
      max_players: 16,
      players_count: 3,
    },
    read: {
      id: 't1',
      name: 'Open Cup',
      status: 'upcoming',
      phase: 'upcoming',
      startsAt: { epochMs: jan1, precision: 'second' },
      capacity: 16,
      entrants: 3,
    },
  },
  {
    shape: 'enveloped under data, snake_case',
    body: {
      data: {
        id: 2001,
        title: 'Open Cup',
        state: 'upcoming',
        start_time: '2027-01-01 18:00:00',
        capacity: 16,
        participants_count: 0,
      },
      meta: {},
    },
    read: {
      id: '2001',
      name: 'Open Cup',
      phase: 'upcoming',
      startsAt: { epochMs: jan1, precision: 'second' },
      capacity: 16,
      entrants: 0,
    },
  },
  {
    shape: 'camelCase with numeric ids',
    body: {
      id: 7,
      displayName: 'Open Cup',
      tournamentStatus: 'IN_PROGRESS',
      startDateTime: jan1 / 1000,
      maxParticipants: '32',
    },
    read: {
      id: '7',
      name: 'Open Cup',
      phase: 'running',
      startsAt: { epochMs: jan1, precision: 'second' },
      capacity: 32,
    },
  },
  {
    shape: 'an id and a name alone',
    body: { id: 't1', name: 'Open Cup' },
    read: { id: 't1', name: 'Open Cup' },
  },
  {
    shape: 'no id at all: the one that was asked for',
    body: { name: 'Open Cup' },
    read: { id: 'asked', name: 'Open Cup' },
  },
  {
    shape: 'under its own name, alone in a list of one',
    body: {
      status: 'success',
      data: [{ tournament: { _id: 't1', name: 'Open Cup', status: null, state: 'open' } }],
    },
    read: { id: 't1', status: 'open', phase: 'open' },
  },
  {
    // https://api.challonge.com/v1/documents/tournaments/show
    shape: 'Challonge v1',
    body: {
      tournament: {
        id: 1086875,
        name: 'Sample Tournament 1',
        url: 'sample_tournament_1',
        full_challonge_url: 'https://challonge.com/sample_tournament_1',
        state: 'underway',
        tournament_type: 'single elimination',
        game_name: 'Table Tennis',
        start_at: null,
        started_at: '2015-01-19T16:57:17-05:00',
        signup_cap: null,
        participants_count: 4,
        participants: [
          { participant: { id: 16543993, name: 'Ana', user_id: 5 } },
          { participant: { id: 16543994, name: 'Bảo' } },
        ],
        live_image_url: 'https://challonge.com/sample_tournament_1.svg',
      },
    },
    read: {
      id: '1086875',
      name: 'Sample Tournament 1',
      phase: 'running',
      format: 'single elimination',
      game: 'Table Tennis',
      entrants: 4,
      entrantIds: ['5', '16543994'],
      startsAt: { epochMs: Date.UTC(2015, 0, 19, 21, 57, 17), precision: 'second' },
      url: 'https://challonge.com/sample_tournament_1',
      imageUrl: 'https://challonge.com/sample_tournament_1.svg',
    },
  },
  {
    // https://challonge.apidog.io/ (v2.1, JSON:API)
    shape: 'Challonge v2.1, JSON:API',
    body: {
      data: {
        id: '30201',
        type: 'tournament',
        attributes: {
          name: 'June Open',
          state: 'pending',
          tournament_type: 'double elimination',
          game_name: 'Chess',
          timestamps: { starts_at: '2027-01-01T18:00:00.000Z', started_at: null },
          registration_options: { registration_max: 64 },
        },
        relationships: { game: { data: { id: '83', type: 'game' } } },
        links: { self: 'https://api.challonge.com/v2.1/tournaments/30201.json' },
      },
    },
    read: {
      id: '30201',
      name: 'June Open',
      phase: 'upcoming',
      format: 'double elimination',
      game: 'Chess',
      capacity: 64,
      startsAt: { epochMs: jan1, precision: 'second' },
    },
  },
  {
    // https://developer.start.gg/docs/examples/queries/tournaments-by-videogame (GraphQL over HTTP)
    shape: 'start.gg, GraphQL',
    body: {
      data: {
        tournament: {
          id: 1,
          name: 'Genesis',
          slug: 'tournament/genesis',
          startAt: jan1 / 1000,
          endAt: jan1 / 1000 + 3600,
          numAttendees: 900,
          state: 1,
          images: [{ url: 'https://images.start.gg/a.png', type: 'profile' }],
        },
      },
    },
    read: {
      id: '1',
      name: 'Genesis',
      startsAt: { epochMs: jan1, precision: 'second' },
      endsAt: { epochMs: jan1 + 3_600_000, precision: 'second' },
      entrants: 900,
      imageUrl: 'https://images.start.gg/a.png',
    },
  },
  {
    // https://developer.toornament.com/v2/doc/viewer_tournaments
    shape: 'Toornament',
    body: {
      id: '378426939508809728',
      name: 'My Weekly',
      full_name: 'My Weekly Tournament',
      scheduled_date_start: '2027-01-01',
      scheduled_date_end: '2027-01-02',
      size: 16,
      status: 'setup',
      discipline: 'my_discipline',
      logo: { logo_small: 'https://toornament.com/s.png', logo_large: 'https://toornament.com/l.png' },
      registration_closing_datetime: '2026-12-31T18:00:00+00:00',
    },
    read: {
      id: '378426939508809728',
      name: 'My Weekly',
      phase: 'upcoming',
      startsAt: { epochMs: Date.UTC(2027, 0, 1, 12), precision: 'day' },
      endsAt: { epochMs: Date.UTC(2027, 0, 2, 12), precision: 'day' },
      registrationClosesAt: { epochMs: jan1 - 86_400_000, precision: 'second' },
      capacity: 16,
      game: 'my_discipline',
      imageUrl: 'https://toornament.com/l.png',
    },
  },
  {
    // https://docs.faceit.com/docs/data-api/data (championships)
    shape: 'FACEIT championship',
    body: {
      championship_id: 'b1e',
      name: 'Cup',
      status: 'join',
      championship_start: jan1,
      slots: 512,
      current_subscriptions: 89,
      game_id: 'cs2',
      region: 'EU',
      faceit_url: 'https://www.faceit.com/{lang}/championship/b1e',
      total_prize: 1000,
    },
    read: {
      id: 'b1e',
      phase: 'open',
      startsAt: { epochMs: jan1, precision: 'second' },
      capacity: 512,
      entrants: 89,
      game: 'cs2',
      region: 'EU',
      prize: '1000',
    },
  },
  {
    // https://lichess.org/api#tag/Arena-tournaments
    shape: 'Lichess arena: a number is no status word',
    body: {
      id: 'LojvlQOo',
      fullName: 'Blitz Arena',
      startsAt: jan1,
      finishesAt: jan1 + 3_600_000,
      status: 30,
      nbPlayers: 12,
      isFinished: true,
      variant: { key: 'standard', name: 'Standard' },
    },
    read: {
      id: 'LojvlQOo',
      name: 'Blitz Arena',
      phase: 'finished',
      entrants: 12,
      game: 'Standard',
      startsAt: { epochMs: jan1, precision: 'second' },
    },
  },
];

describe('GET /v1/tournaments/:id', () => {
  test.each(single)('$shape', ({ body, read }) => {
    expect(readTournament(reader, body, 'asked')).toMatchObject(read);
  });

  test('fields without accepted names are not read', () => {
    const tournament = readTournament(
      reader,
      { id: 1, name: 'Cup', owner_email: 'a@b.c', phone: '+84' },
      'asked',
    );
    expect(tournament).toEqual({ id: '1', name: 'Cup' });
  });

  test('a value that does not fit its kind is absent', () => {
    const body = {
      id: 1,
      name: {},
      status: 3,
      starts_at: 'soon',
      capacity: -4,
      image_url: 'javascript:alert(1)',
      entrants: [],
    };
    expect(readTournament(reader, body, 'asked')).toEqual({ id: '1', entrants: 0, entrantIds: [] });
  });

  test.each([[null], [3], ['text'], [[]], [[1, 2]], [true], [undefined]])('%j is not a record', (body) => {
    expect(() => readTournament(reader, body, 'x')).toThrow(expect.objectContaining({ at: 'body' }));
  });
});

const two = [
  { id: 1, name: 'A' },
  { id: 2, name: 'B' },
];
const lists: { shape: string; body: unknown }[] = [
  { shape: 'a bare array', body: two },
  { shape: 'data', body: { data: two, meta: { total: 2 } } },
  { shape: 'its own name', body: { tournaments: two, nextCursor: null } },
  { shape: 'results (Django REST framework)', body: { count: 2, next: null, results: two } },
  { shape: 'data and its own name', body: { status: 'success', data: { tournaments: two } } },
  {
    shape: 'edges and nodes (GraphQL)',
    body: { data: { tournaments: { edges: two.map((node) => ({ node, cursor: 'x' })), pageInfo: {} } } },
  },
  {
    shape: 'nodes (start.gg)',
    body: { data: { league: { events: { pageInfo: { total: 2 }, nodes: two } } } },
  },
  { shape: 'each under its own name (Challonge v1)', body: two.map((tournament) => ({ tournament })) },
  {
    shape: 'JSON:API',
    body: {
      data: two.map(({ id, name }) => ({ id: String(id), type: 'tournament', attributes: { name } })),
      included: [{ id: '9', type: 'game', attributes: { name: 'Go' } }],
    },
  },
  { shape: 'HAL', body: { _embedded: { tournaments: two }, page: { size: 20 } } },
  { shape: 'by id', body: { data: { 1: { name: 'A', status: 'open' }, 2: { name: 'B', status: 'open' } } } },
  { shape: 'by status (Lichess)', body: { created: [two[0]], started: [two[1]], finished: [] } },
  { shape: 'JSON-RPC', body: { jsonrpc: '2.0', id: 7, result: two } },
  { shape: 'code, msg and data.list', body: { code: 0, msg: 'ok', data: { list: two, total: 2 } } },
  { shape: 'Strapi', body: { data: two.map(({ id, name }) => ({ id, attributes: { name } })), meta: {} } },
  { shape: 'OData', body: { '@odata.count': 2, value: two } },
  { shape: 'Spring', body: { content: two, totalElements: 2 } },
  {
    shape: 'Elasticsearch',
    body: { hits: { total: 2, hits: two.map(({ id, name }) => ({ _id: String(id), _source: { name } })) } },
  },
  { shape: 'a name that nobody told us', body: { competitions_list: two } },
  { shape: 'the fullest of several', body: { items: [], entries: two } },
];

describe('GET /v1/tournaments', () => {
  test.each(lists)('$shape', ({ body }) => {
    const tournaments = readTournaments(reader, body);
    expect(tournaments.map(({ id, name }) => ({ id, name }))).toEqual([
      { id: '1', name: 'A' },
      { id: '2', name: 'B' },
    ]);
  });

  test('a list by status sets the status of each', () => {
    const tournaments = readTournaments(reader, { created: [two[0]], started: [two[1]] });
    expect(tournaments.map(({ phase }) => phase)).toEqual(['upcoming', 'running']);
  });

  test('an entry without an id is left out', () => {
    expect(readTournaments(reader, [{ name: 'A' }, { id: 2 }])).toEqual([{ id: '2' }]);
  });

  test.each([[[]], [{ data: [] }], [{ tournaments: null }], [{ data: { items: [] } }]])(
    '%j is an empty list',
    (body) => {
      expect(readTournaments(reader, body)).toEqual([]);
    },
  );

  test.each([[null], [{}], [{ message: 'hello' }], ['text'], [7]])('%j is not a list', (body) => {
    expect(() => readTournaments(reader, body)).toThrow(ShapeError);
  });

  test('an entry that is not a record is reported with its path', () => {
    expect(() => readTournaments(reader, { data: [{ id: 1 }, 'x'] })).toThrow(
      expect.objectContaining({ at: 'data[1]' }),
    );
  });
});

test.each(['capacity', 'participants-limit', 'maxSlots', 'players_limit'])(
  '%s is how many may play',
  (name) => {
    expect(readTournament(reader, { id: 1, name: 'Cup', [name]: '16' }, '1').capacity).toBe(16);
  },
);
