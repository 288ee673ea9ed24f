import { beforeEach, describe, expect, test } from 'vitest';

import { createWorld } from '../../world/create-world.ts';
import { CAST } from '../../world/players.ts';
import type { World, WorldMatch } from '../../world/records.ts';
import { cancelMatch, reportScore } from '../../world/scores.ts';
import { history, ranking, trend } from '../../world/standings.ts';

const at = Date.UTC(2027, 0, 9, 12, 30);
let world: World;
let match: WorldMatch;

beforeEach(() => {
  world = createWorld({ seed: 1, startsAt: at });
  match = history(world, CAST.contender).find((candidate) => candidate.state === 'pending')!;
});

function elos(): number[] {
  return match.seats.map((seat) => world.players.get(seat.playerId!)!.elo);
}

function nextSeat() {
  return [...world.matches.values()]
    .flatMap((next) => next.seats.map((seat) => ({ next, seat })))
    .find(({ seat }) => seat.source?.matchId === match.id)!;
}

function report(scores: [number, number], reporterId: string = CAST.contender): void {
  reportScore(world, { match, scores, reporterId, at });
}

test('a reported match that is called off keeps no trace of its score', () => {
  const before = elos();
  report([3, 1]);
  cancelMatch(world, match, at);
  expect(elos()).toEqual(before);
  expect(match).toMatchObject({ state: 'cancelled', scores: null, ratingChange: null });
  expect(history(world, CAST.contender)).not.toContain(match);
});

describe('a reported score', () => {
  test('moves ratings by Elo, and with them trend, ranking and history', () => {
    const before = elos();
    const gain = Math.round(32 * (1 - 1 / (1 + 10 ** ((before[1]! - before[0]!) / 400))));
    report([3, 1]);
    expect(elos()).toEqual([before[0]! + gain, before[1]! - gain]);
    const played = history(world, CAST.contender).filter((one) => one.state === 'finished');
    expect(played[0]).toBe(match);
    expect(trend(world, CAST.contender)).toMatch(/^[+-]\d+$/);
    const order = ranking(world).map((player) => player.elo);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  });

  test('seats the winner in the next match', () => {
    expect(nextSeat().seat.playerId).toBeNull();
    report([1, 3]);
    expect(nextSeat().seat.playerId).toBe(CAST.rival);
  });

  test('corrected: the first result leaves no trace in ratings or bracket', () => {
    const before = elos();
    report([3, 1]);
    const afterFirst = elos();
    report([0, 3], CAST.rival);
    expect(nextSeat().seat.playerId).toBe(CAST.rival);
    expect(elos()[0]).toBeLessThan(before[0]!);
    report([3, 1]);
    expect(elos()).toEqual(afterFirst);
  });

  test('cannot be corrected once the next match has begun', () => {
    report([3, 1]);
    nextSeat().next.state = 'running';
    const before = elos();
    expect(() => report([0, 3])).toThrow(
      expect.objectContaining({ status: 409, code: 'next_match_started' }),
    );
    expect(elos()).toEqual(before);
  });

  test.each([
    { who: 'a stranger', reporterId: CAST.newcomer, scores: [3, 1], status: 403 },
    { who: 'a draw in a knockout', reporterId: CAST.contender, scores: [2, 2], status: 422 },
  ] as const)('of $who is refused with $status', ({ reporterId, scores, status }) => {
    expect(() => report([...scores], reporterId)).toThrow(expect.objectContaining({ status }));
    expect(match.state).toBe('pending');
  });

  test('may come from an organizer', () => {
    report([3, 2], CAST.organizer);
    expect(match).toMatchObject({ state: 'finished', reportedById: CAST.organizer });
  });

  test('waits until both players are known', () => {
    match = nextSeat().next;
    expect(() => report([3, 2], CAST.organizer)).toThrow(
      expect.objectContaining({ code: 'players_unknown' }),
    );
  });

  test('may be a draw in a group, and ends the tournament with its last match', () => {
    const groups = [...world.tournaments.values()].find(
      (tournament) => tournament.format === 'groups' && tournament.state === 'running',
    )!;
    const open = [...world.matches.values()].filter(
      (one) => one.tournamentId === groups.id && one.state !== 'finished',
    );
    for (const one of open)
      reportScore(world, { match: one, scores: [2, 2], reporterId: CAST.organizer, at });
    expect(groups).toMatchObject({ state: 'finished', endsAt: at });
  });

  test('plays a whole double elimination to its end', () => {
    const tournament = [...world.tournaments.values()].find(
      (one) => one.format === 'double-elimination' && one.state === 'running',
    )!;
    for (const one of [...world.matches.values()].filter(
      (candidate) => candidate.tournamentId === tournament.id,
    )) {
      if (one.state !== 'finished')
        reportScore(world, { match: one, scores: [3, 0], reporterId: CAST.organizer, at });
    }
    expect(tournament.state).toBe('finished');
  });
});
