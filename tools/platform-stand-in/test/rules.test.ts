import { describe, expect, test } from 'vitest';

import type { PlatformStandIn } from '../server.ts';
import { CAST } from '../world/players.ts';
import { history, ranking } from '../world/standings.ts';
import { call, openPlatform, tokenOf } from './visitor.ts';

function tournamentNamed({ world }: PlatformStandIn, name: string) {
  return [...world.tournaments.values()].find((tournament) => tournament.name === name)!;
}

const REFUSED_READS: readonly [path: string, status: number, code: string][] = [
  ['/v1/tournaments?limit=0', 422, 'bad_limit'],
  ['/v1/tournaments?limit=51', 422, 'bad_limit'],
  ['/v1/tournaments?limit=ten', 422, 'bad_limit'],
  ['/v1/tournaments?limit=', 422, 'bad_limit'],
  ['/v1/users/1001/matches?limit=-1', 422, 'bad_limit'],
  ['/v1/rankings?type=global&limit=1.5', 422, 'bad_limit'],
  ['/v1/tournaments?status=tomorrow', 422, 'bad_status'],
  ['/v1/rankings', 422, 'bad_type'],
  ['/v1/rankings?type=regional', 422, 'region_missing'],
  ['/v1/rankings?type=regional&region=atlantis', 404, 'unknown_region'],
  ['/v1/users/1', 404, 'not_found'],
  ['/v1/users/1/rank', 404, 'not_found'],
  ['/v1/users/1/matches', 404, 'not_found'],
  ['/v1/tournaments/1', 404, 'not_found'],
  ['/v1/tournaments/1/bracket', 404, 'not_found'],
  ['/v1/matches/1', 404, 'not_found'],
  ['/v1/users/..%2Fme', 404, 'not_found'],
  ['/v1/users/%', 404, 'no_such_path'],
  ['/v1/teams', 404, 'no_such_path'],
];

describe('reads', () => {
  test.each(REFUSED_READS)('%s is refused with %i', async (path, status, code) => {
    const answer = await call(await openPlatform(), path);
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  test('give 20 unless told otherwise, and 50 at most', async () => {
    const platform = await openPlatform();
    expect((await call(platform, '/v1/rankings?type=global')).body).toHaveLength(20);
    expect((await call(platform, '/v1/rankings?type=global&limit=50')).body).toHaveLength(50);
    expect((await call(platform, '/v1/users/1002/matches?limit=2')).body).toHaveLength(2);
  });

  test('list what is on first, then what comes soonest', async () => {
    const platform = await openPlatform();
    const { body } = await call(platform, '/v1/tournaments?limit=50');
    const states: string[] = body.map((one: { status: string }) => one.status);
    expect([...new Set(states)]).toEqual(['running', 'upcoming', 'finished', 'cancelled']);
    expect(states).toHaveLength(platform.world.tournaments.size);
  });

  test('need an API key or a token that still works', async () => {
    let time = Date.UTC(2027, 0, 9);
    const platform = await openPlatform({ tokenSeconds: 10, now: () => time });
    const token = await tokenOf(platform, CAST.contender);
    expect((await call(platform, '/v1/me', { token })).status).toBe(200);
    time += 10_000;
    const expired = await call(platform, '/v1/me', { token });
    expect(expired.status).toBe(401);
    expect(expired.headers.get('www-authenticate')).toContain('invalid_token');
    expect((await call(platform, '/v1/tournaments', { token: '' })).status).toBe(401);
    expect((await call(platform, '/v1/tournaments', { token: 'made-up' })).status).toBe(401);
    expect((await call(platform, '/v1/me')).body).toMatchObject({ id: platform.world.developerId });
  });
});

describe('writes', () => {
  test.each([
    ['PATCH', '/v1/me', { name: 'x' }],
    ['POST', '/v1/tournaments/2015/register', {}],
    ['POST', '/v1/matches/30001/score', { player1_score: 3, player2_score: 0 }],
  ])('%s %s is refused to the API key', async (method, path, body) => {
    const answer = await call(await openPlatform(), path, { method, body });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'member_token_required' } } });
  });

  test.each([
    ['Full House', 409, 'full'],
    ['Last Call Cup', 403, 'registration_closed'],
    ['Friday Night Open', 409, 'already_started'],
    ['Autumn Grand Prix', 409, 'finished'],
    ['Rooftop Open', 409, 'cancelled'],
    ['Cúp Mùa Đông', 403, 'other_region'],
  ])('registering for %s is refused with %i', async (name, status, code) => {
    const platform = await openPlatform();
    const token = await tokenOf(platform, CAST.newcomer);
    const path = `/v1/tournaments/${tournamentNamed(platform, name).id}/register`;
    expect(await call(platform, path, { token, method: 'POST' })).toMatchObject({
      status,
      body: { error: { code } },
    });
  });

  test('the last place goes to one only', async () => {
    const platform = await openPlatform();
    const sprint = tournamentNamed(platform, 'Saturday Sprint');
    const tokens = await Promise.all(
      [CAST.contender, CAST.rival, CAST.newcomer].map((id) => tokenOf(platform, id)),
    );
    const path = `/v1/tournaments/${sprint.id}/register`;
    const answers = await Promise.all(tokens.map((token) => call(platform, path, { token, method: 'POST' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(sprint.entrantIds).toHaveLength(8);
  });

  test('a score moves ratings, places and the bracket that others read', async () => {
    const platform = await openPlatform();
    const match = history(platform.world, CAST.contender)[0]!;
    const before = platform.world.players.get(CAST.contender)!.elo;
    const token = await tokenOf(platform, CAST.rival);
    const answer = await call(platform, `/v1/matches/${match.id}/score`, {
      token,
      body: { player1_score: 3, player2_score: 2 },
    });
    expect(answer.body).toMatchObject({ status: 'finished', winner_id: CAST.contender });
    const { body: rank } = await call(platform, `/v1/users/${CAST.contender}/rank`);
    expect(rank.elo).toBeGreaterThan(before);
    expect(ranking(platform.world)[rank.global_rank - 1]?.id).toBe(CAST.contender);
    const { body: bracket } = await call(platform, `/v1/tournaments/${match.tournamentId}/bracket`);
    expect(JSON.stringify(bracket.rounds[2])).toContain('Ana Conceição');
    const { body: played } = await call(platform, `/v1/users/${CAST.contender}/matches`);
    expect(played.find((one: { status: string }) => one.status === 'finished').id).toBe(match.id);
  });

  test.each([
    [{ player1_score: 2, player2_score: 2 }, 422, 'no_draws'],
    [{ player1_score: -1, player2_score: 2 }, 422, 'bad_score'],
    [{ player1_score: 1.5, player2_score: 2 }, 422, 'bad_score'],
    [{ player1_score: '3', player2_score: 2 }, 422, 'bad_score'],
    [{ player1_score: 3 }, 422, 'bad_score'],
    [[3, 2], 400, 'bad_json'],
  ])('the score %j is refused with %i', async (body, status, code) => {
    const platform = await openPlatform();
    const token = await tokenOf(platform, CAST.contender);
    const match = history(platform.world, CAST.contender)[0]!;
    const answer = await call(platform, `/v1/matches/${match.id}/score`, { token, body });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(match.state).toBe('pending');
  });

  test('a stranger may not score, an organizer may', async () => {
    const platform = await openPlatform();
    const match = history(platform.world, CAST.contender)[0]!;
    const body = { player1_score: 3, player2_score: 0 };
    const path = `/v1/matches/${match.id}/score`;
    const stranger = await call(platform, path, { token: await tokenOf(platform, CAST.newcomer), body });
    expect(stranger).toMatchObject({ status: 403, body: { error: { code: 'not_your_match' } } });
    const organizer = await call(platform, path, { token: await tokenOf(platform, CAST.organizer), body });
    expect(organizer.status).toBe(200);
  });

  test.each([
    [{ name: '' }, 422, 'bad_name'],
    [{ name: 'x'.repeat(65) }, 422, 'bad_name'],
    [{ name: 7 }, 422, 'bad_name'],
    [{ avatar_url: 'http://example.com/a.png' }, 422, 'bad_avatar_url'],
    [{ avatar_url: 'nonsense' }, 422, 'bad_avatar_url'],
    [{}, 422, 'nothing_to_change'],
  ])('the profile change %j is refused with %i', async (body, status, code) => {
    const platform = await openPlatform();
    const token = await tokenOf(platform, CAST.contender);
    const answer = await call(platform, '/v1/me', { token, method: 'PATCH', body });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  test('bodies must be JSON, and say so; methods must be known', async () => {
    const platform = await openPlatform();
    const authorization = `Bearer ${await tokenOf(platform, CAST.contender)}`;
    const send = async (body: string, type: string) =>
      (
        await fetch(`${platform.baseUrl}/v1/me`, {
          method: 'PATCH',
          headers: { authorization, 'content-type': type },
          body,
        })
      ).status;
    expect(await send('name=Ana', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await send('{"name":', 'application/json')).toBe(400);
    expect(await send(JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json')).toBe(413);
    expect(
      await send(
        '{"name":"Ana","avatar_url":"https://example.com/a.png"}',
        'application/json; charset=utf-8',
      ),
    ).toBe(200);
    expect((await call(platform, '/v1/tournaments', { method: 'DELETE' })).status).toBe(405);
  });
});
