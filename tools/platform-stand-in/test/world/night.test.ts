import { expect, test } from 'vitest';

import { SHAPE_NAMES } from '../../shapes/choose.ts';
import { createWorld } from '../../world/create-world.ts';
import { planNight } from '../../world/night.ts';
import { CAST } from '../../world/players.ts';
import { register } from '../../world/registrations.ts';
import { reportScore } from '../../world/scores.ts';
import { call, openPlatform } from '../visitor.ts';

const opensAt = Date.UTC(2027, 0, 9, 20);
const LENGTH_MS = 180_000;
const favourites = [CAST.contender, CAST.rival, CAST.newcomer];

function openNight(seed: number, lateMs = 0) {
  const world = createWorld({ seed: 1, startsAt: opensAt });
  const night = planNight(world, { seed, opensAt, lengthMs: LENGTH_MS, favourites });
  let next = 0;
  const until = (share: number) => {
    const due = night.steps.slice(next).filter(({ at }) => at <= share);
    next += due.length;
    return due.flatMap((step) => step.run(opensAt + step.at * LENGTH_MS + lateMs) ?? []);
  };
  const matches = () => [...world.matches.values()].filter((one) => one.tournamentId === night.tournament.id);
  return { world, night, until, matches };
}

test.each([1, 2, 3, 99])(
  'a night with seed %i is told the same way twice, and ends with a winner',
  (seed) => {
    const { night, until, matches } = openNight(seed);
    const lines = until(1);
    expect(lines).toEqual(openNight(seed).until(1));
    expect(lines).not.toEqual(openNight(seed + 1).until(1));
    const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
    expect(count(/registers/)).toBe(16);
    expect(count(/The start moves by 9 seconds/)).toBe(1);
    expect(count(/^M\d+ begins/)).toBe(15);
    expect(count(/^M\d+: .+ \d – \d /s)).toBe(15);
    expect(count(/An organizer corrects M1: /)).toBe(1);
    expect(night.tournament).toMatchObject({ state: 'finished', capacity: 16 });
    const final = matches().at(-1);
    expect(final?.roundName).toBe('Final');
    expect(final?.seats.some(({ playerId }) => favourites.includes(playerId as never))).toBe(true);
  },
);

test('a night that comes late has its 16 players all the same', () => {
  const { night, until } = openNight(1, LENGTH_MS / 4);
  until(1);
  expect(night.tournament).toMatchObject({ state: 'finished', entrantIds: { length: 16 } });
});

test('the start is moved while members still register, and the first result is corrected before the next round', () => {
  const { night, until, matches } = openNight(1);
  const announced = night.tournament.startsAt;
  until(0.15);
  expect(night.tournament.startsAt).toBeGreaterThan(announced);
  expect(night.tournament.entrantIds.length).toBeLessThan(16);
  until(0.505);
  const [first] = matches();
  const before = first?.scores;
  until(0.515);
  expect(first?.scores).not.toEqual(before);
  expect(matches().filter(({ round, state }) => round === 2 && state !== 'pending')).toEqual([]);
});

test('a night goes on where members registered and reported themselves', () => {
  const { world, night, until, matches } = openNight(1);
  const guests = [...world.players.keys()].slice(100, 104);
  for (const playerId of guests) register(world, night.tournament, playerId, opensAt);
  until(0.3);
  for (const match of matches().filter(({ round }) => round === 1))
    reportScore(world, {
      match,
      scores: [3, 0],
      reporterId: match.seats[0].playerId ?? '',
      at: opensAt,
    });
  const lines = until(1);
  expect(night.tournament).toMatchObject({ state: 'finished' });
  expect(lines.filter((line) => /^M[1-8]: /.test(line))).toEqual([]);
});

test('every shape serves the night as it goes', async () => {
  const platform = await openPlatform({ now: () => opensAt });
  const { tournament, steps } = planNight(platform.world, { opensAt, lengthMs: LENGTH_MS });
  const path = `/v1/tournaments/${tournament.id}`;
  let last = -1;
  for (const share of [0, 0.15, 0.3, 1]) {
    for (const step of steps.filter(({ at }) => at > last && at <= share))
      step.run(opensAt + step.at * LENGTH_MS);
    last = share;
    for (const shape of SHAPE_NAMES) {
      platform.setShape(shape);
      const served = JSON.stringify((await call(platform, path)).body);
      expect(served, `${shape} at ${share}`).toContain(tournament.name);
      const bracket = await call(platform, `${path}/bracket`);
      expect(bracket.status, `${shape} at ${share}`).toBe(200);
    }
  }
});
