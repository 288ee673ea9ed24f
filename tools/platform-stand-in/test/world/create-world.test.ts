import { describe, expect, test } from 'vitest';

import { createWorld } from '../../world/create-world.ts';
import { CAST } from '../../world/players.ts';
import type { World } from '../../world/records.ts';
import { REGIONS } from '../../world/records.ts';
import { reportScore, winnerSide } from '../../world/scores.ts';

const startsAt = Date.UTC(2027, 0, 9, 12, 30);

function matchesOf(world: World, name: string) {
  const tournament = [...world.tournaments.values()].find((candidate) => candidate.name === name);
  return [...world.matches.values()].filter((match) => match.tournamentId === tournament?.id);
}

describe('a new world', () => {
  test('is the same for the same seed and start, and another for another seed', () => {
    expect(createWorld({ seed: 7, startsAt })).toEqual(createWorld({ seed: 7, startsAt }));
    expect(createWorld({ seed: 8, startsAt })).not.toEqual(createWorld({ seed: 7, startsAt }));
  });

  test.each([1, 2, 3, 99, 2 ** 31, 2 ** 32 - 1])('holds what people come to see, with seed %i', (seed) => {
    const world = createWorld({ seed, startsAt });
    expect(world.players.size).toBe(200);
    for (const region of REGIONS) {
      expect([...world.players.values()].filter((player) => player.region === region)).toHaveLength(50);
    }
    const tournaments = [...world.tournaments.values()];
    const inState = (state: string) => tournaments.filter((tournament) => tournament.state === state);
    expect(inState('upcoming').length).toBeGreaterThan(15);
    expect(inState('finished')).toHaveLength(8);
    expect(inState('running')).toHaveLength(5);
    expect(inState('cancelled')).toHaveLength(1);
    expect(matchesOf(world, 'Friday Night Open')).toHaveLength(15);
    expect(matchesOf(world, 'World Series of Pool')).toHaveLength(63);
    expect(matchesOf(world, 'Two Lives Invitational')).toHaveLength(14);
    expect(matchesOf(world, 'Liga dos Grupos')).toHaveLength(12);
    expect(matchesOf(world, 'Swiss Thursday')).toHaveLength(12);
    for (const { entrantIds, capacity } of tournaments) {
      expect(new Set(entrantIds).size).toBe(entrantIds.length);
      expect(entrantIds.length).toBeLessThanOrEqual(capacity);
    }
  });

  test.each([1, 2, 3, 4, 5])('lets contender and rival wait for each other, with seed %i', (seed) => {
    const world = createWorld({ seed, startsAt });
    const waiting = matchesOf(world, 'Friday Night Open').filter(
      (match) => match.state === 'pending' && match.seats.every((seat) => seat.playerId !== null),
    );
    expect(waiting.map((match) => match.seats.map((seat) => seat.playerId))).toContainEqual([
      CAST.contender,
      CAST.rival,
    ]);
  });

  test('has rated every result, and none from its own future', () => {
    const world = createWorld({ seed: 1, startsAt });
    for (const match of world.matches.values()) {
      if (match.state !== 'finished' || !match.scores) continue;
      expect(match.ratingChange).not.toBeNull();
      expect(match.finishedAt).toBeLessThan(startsAt);
    }
  });

  test('gives the best seeds of a short field their byes, and seats them in the next round', () => {
    const world = createWorld({ seed: 1, startsAt });
    const [bye] = matchesOf(world, 'Straight Pool Classic');
    const tournament = world.tournaments.get(bye!.tournamentId)!;
    expect(bye).toMatchObject({ state: 'finished', scores: null, ratingChange: null });
    expect(bye!.seats[0].playerId).toBe(tournament.entrantIds[0]);
    expect(bye!.seats[1]).toEqual({ playerId: null, source: null });
  });

  test('drops no player twice in a double elimination, and pairs all players of a group once', () => {
    const world = createWorld({ seed: 1, startsAt });
    const sources = matchesOf(world, 'Two Lives Invitational').flatMap((match) =>
      match.seats.map((seat) => seat.source && `${seat.source.outcome} of ${seat.source.matchId}`),
    );
    const sourceIds = sources.filter((source) => source !== null);
    expect(new Set(sourceIds).size).toBe(sourceIds.length);
    expect(sourceIds).toHaveLength(20);

    const meetings = matchesOf(world, 'Liga dos Grupos').map((match) =>
      [...new Set(match.seats.map((seat) => Number(seat.playerId)))].toSorted((a, b) => a - b).join(),
    );
    expect(new Set(meetings).size).toBe(12);
  });

  test.each([1, 2, 3, 4, 5])('pairs a Swiss anew for each round, never twice, with seed %i', (seed) => {
    const world = createWorld({ seed, startsAt });
    const matches = matchesOf(world, 'Swiss Thursday');
    const pairs = matches.map(({ seats: [a, b] }) => `${a.playerId} ${b.playerId}`);
    expect(new Set([...pairs, ...pairs.map((pair) => pair.split(' ').toReversed().join(' '))]).size).toBe(24);
    for (const round of [1, 2, 3])
      expect(
        new Set(
          matches
            .filter((one) => one.round === round)
            .flatMap(({ seats }) => seats.map(({ playerId }) => playerId)),
        ).size,
      ).toBe(8);
    expect(matches.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    expect(matches.slice(8).map(({ state }) => state)).toEqual(['finished', 'running', 'pending', 'pending']);
    // Winners meet winners.
    const winners = new Set(
      matches.slice(0, 4).map((match) => match.seats[winnerSide(match) === 1 ? 0 : 1].playerId),
    );
    for (const { seats } of matches.slice(4, 8))
      expect(winners.has(seats[0].playerId)).toBe(winners.has(seats[1].playerId));
  });

  test('ends a Swiss after its last round', () => {
    const world = createWorld({ seed: 1, startsAt });
    const open = matchesOf(world, 'Swiss Thursday').filter(({ state }) => state !== 'finished');
    for (const match of open)
      reportScore(world, { match, scores: [3, 1], reporterId: CAST.organizer, at: startsAt });
    expect(matchesOf(world, 'Swiss Thursday')).toHaveLength(12);
    expect([...world.tournaments.values()].find(({ name }) => name === 'Swiss Thursday')?.state).toBe(
      'finished',
    );
  });
});
