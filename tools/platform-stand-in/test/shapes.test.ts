import { describe, expect, test } from 'vitest';

import { SHAPE_NAMES, type ShapeName } from '../shapes/choose.ts';
import { CAST } from '../world/players.ts';
import { history } from '../world/standings.ts';
import { call, openPlatform, tokenOf } from './visitor.ts';

/** What stands at a path of names and positions in an answer. */
function at(body: unknown, path: string): unknown {
  return path
    .split('.')
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body);
}

interface Paths {
  userName: string;
  tournamentList: string;
  tournamentName: string;
  /** The first match of the first round. */
  bracketMatchId: string;
  matchId: string;
  historyId: string;
  topPlayer: string;
  message: string;
  registered: number;
  scored: number;
  updated: number;
}

const PATHS: Record<ShapeName, Paths> = {
  documented: {
    userName: 'name',
    tournamentList: '',
    tournamentName: 'name',
    bracketMatchId: 'rounds.0.matches.0.id',
    matchId: 'id',
    historyId: '0.id',
    topPlayer: '0.user.name',
    message: 'error.message',
    registered: 201,
    scored: 200,
    updated: 200,
  },
  enveloped: {
    userName: 'data.display_name',
    tournamentList: 'data',
    tournamentName: 'data.title',
    bracketMatchId: 'data.matches.0.match_id',
    matchId: 'data.match_id',
    historyId: 'data.0.match_id',
    topPlayer: 'data.0.display_name',
    message: 'message',
    registered: 201,
    scored: 200,
    updated: 200,
  },
  camel: {
    userName: 'displayName',
    tournamentList: 'tournaments',
    tournamentName: 'tournament.name',
    bracketMatchId: 'bracket.rounds.0.0.id',
    matchId: 'id',
    historyId: 'matches.0.id',
    topPlayer: 'rankings.0.displayName',
    message: 'detail',
    registered: 201,
    scored: 200,
    updated: 200,
  },
  minimal: {
    userName: 'name',
    tournamentList: '',
    tournamentName: 'name',
    bracketMatchId: '0.0.id',
    matchId: 'id',
    historyId: '0.id',
    topPlayer: '0.name',
    message: 'error',
    registered: 200,
    scored: 204,
    updated: 204,
  },
  jsonapi: {
    userName: 'data.attributes.name',
    tournamentList: 'data',
    tournamentName: 'data.attributes.name',
    bracketMatchId: 'data.0.id',
    matchId: 'data.id',
    historyId: 'data.0.id',
    topPlayer: 'included.0.attributes.name',
    message: 'errors.0.detail',
    registered: 201,
    scored: 200,
    updated: 200,
  },
  graphish: {
    userName: 'data.user.name',
    tournamentList: 'data.tournaments.edges',
    tournamentName: 'data.tournament.name',
    bracketMatchId: 'data.tournament.sets.nodes.0.id',
    matchId: 'data.match.id',
    historyId: 'data.matches.edges.0.node.id',
    topPlayer: 'data.rankings.edges.0.node.player.name',
    message: 'errors.0.message',
    registered: 200,
    scored: 200,
    updated: 200,
  },
  normalized: {
    userName: 'name',
    tournamentList: '',
    tournamentName: 'name',
    bracketMatchId: 'matches.0.id',
    matchId: 'id',
    historyId: '0.id',
    topPlayer: '0.user.name',
    message: 'error.message',
    registered: 201,
    scored: 200,
    updated: 200,
  },
};

describe.each(SHAPE_NAMES)('the shape %s', (shape) => {
  const paths = PATHS[shape];

  test('serves every read', async () => {
    const platform = await openPlatform({ shape });
    const { world } = platform;
    const cup = [...world.tournaments.values()].find(
      (tournament) => tournament.name === 'Friday Night Open',
    )!;
    const firstMatch = [...world.matches.values()].find((match) => match.tournamentId === cup.id)!;
    const next = history(world, CAST.contender)[0]!;
    const [best] = [...world.players.values()].toSorted((a, b) => b.elo - a.elo);
    const fieldAt = async (path: string, wanted: string) => {
      const { status, body } = await call(platform, path);
      expect(status).toBe(200);
      return at(body, wanted);
    };

    expect(await fieldAt('/v1/users/1001', paths.userName)).toBe('Linh Nguyễn');
    expect(await fieldAt('/v1/tournaments', paths.tournamentList)).toHaveLength(20);
    expect(await fieldAt('/v1/tournaments?status=upcoming&limit=3', paths.tournamentList)).toHaveLength(3);
    expect(await fieldAt(`/v1/tournaments/${cup.id}`, paths.tournamentName)).toBe(cup.name);
    expect(String(await fieldAt(`/v1/tournaments/${cup.id}/bracket`, paths.bracketMatchId))).toBe(
      firstMatch.id,
    );
    expect(String(await fieldAt(`/v1/matches/${next.id}`, paths.matchId))).toBe(next.id);
    expect(String(await fieldAt(`/v1/users/${CAST.contender}/matches`, paths.historyId))).toBe(next.id);
    expect(await fieldAt('/v1/rankings?type=global&limit=5', paths.topPlayer)).toBe(best!.name);
    const seoul = [...world.players.values()].filter((player) => player.region === 'seoul');
    expect(seoul.map(({ name }) => name)).toContain(
      await fieldAt('/v1/rankings?type=regional&region=seoul', paths.topPlayer),
    );
  });

  test('does every write, and says no in its own words', async () => {
    const platform = await openPlatform({ shape });
    const token = await tokenOf(platform, CAST.contender);
    const match = history(platform.world, CAST.contender)[0]!;
    const open = [...platform.world.tournaments.values()].find(
      (tournament) => tournament.name === 'Late Break',
    )!;

    const register = { token, method: 'POST' };
    expect((await call(platform, `/v1/tournaments/${open.id}/register`, register)).status).toBe(
      paths.registered,
    );
    expect(open.entrantIds).toContain(CAST.contender);
    const again = await call(platform, `/v1/tournaments/${open.id}/register`, register);
    expect(again.status).toBe(409);
    expect(at(again.body, paths.message)).toBe('You are registered for this tournament already.');

    const score = { token, body: { player1_score: 3, player2_score: 1 } };
    expect((await call(platform, `/v1/matches/${match.id}/score`, score)).status).toBe(paths.scored);
    expect(match.scores).toEqual([3, 1]);

    const change = { token, method: 'PATCH', body: { name: 'Ana C.' } };
    expect((await call(platform, '/v1/me', change)).status).toBe(paths.updated);
    expect(platform.world.players.get(CAST.contender)?.name).toBe('Ana C.');
  });

  test('shows what the document shows as it shows it', async () => {
    const platform = await openPlatform({ shape });
    const token = await tokenOf(platform, CAST.contender);
    const me = await call(platform, '/v1/me', { token });
    expect(me.body).toEqual({
      id: CAST.contender,
      name: 'Ana Conceição',
      phone: expect.stringMatching(/^\+55 \*\*\* \*\*\* \d{3}$/),
      elo: expect.any(Number),
      rank: expect.any(String),
      spa_balance: expect.any(Number),
    });
    const rank = await call(platform, `/v1/users/${CAST.contender}/rank`);
    expect(rank.body).toEqual({
      global_rank: expect.any(Number),
      regional_rank: expect.any(Number),
      elo: expect.any(Number),
      trend: expect.stringMatching(/^[+-]\d+$/),
    });
  });

  test('never shows phone or balance to others', async () => {
    const platform = await openPlatform({ shape });
    const { body } = await call(platform, '/v1/users/1002');
    expect(JSON.stringify(body)).not.toMatch(/\+55|balance|phone/);
  });

  test('serves brackets of every format, byes included', async () => {
    const platform = await openPlatform({ shape });
    for (const { id } of platform.world.tournaments.values()) {
      const { status } = await call(platform, `/v1/tournaments/${id}/bracket`);
      expect(status).toBe(200);
    }
  });
});

test('the shape can be switched while the platform runs; ids stay the same, as text or as numbers', async () => {
  const platform = await openPlatform();
  platform.setShape('camel');
  expect(platform.shape).toBe('camel');
  expect((await call(platform, '/v1/users/1001')).body).toMatchObject({
    id: 1001,
    displayName: 'Linh Nguyễn',
  });
});

test('a base path is part of every address, and nothing is outside of it', async () => {
  const platform = await openPlatform({ basePath: '/play/api', shape: 'camel' });
  expect(platform.baseUrl).toBe(`${platform.url}/play/api`);
  const token = await tokenOf(platform, CAST.contender);
  expect((await call(platform, '/v1/me', { token })).status).toBe(200);
  const outside = await fetch(`${platform.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(outside.status).toBe(404);
});
