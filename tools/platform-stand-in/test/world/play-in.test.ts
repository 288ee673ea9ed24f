import { expect, test } from 'vitest';

import { createWorld } from '../../world/create-world.ts';
import { openCup } from '../../world/cup.ts';
import { drawTree, startPlayIn } from '../../world/play-in.ts';
import { CAST } from '../../world/players.ts';
import type { WorldMatch } from '../../world/records.ts';
import { reportScore } from '../../world/scores.ts';

const at = Date.UTC(2027, 0, 9, 12, 30);

test('the two best seeds wait, and the tree has them and the winners of the play-in', () => {
  const world = createWorld({ seed: 1, startsAt: at });
  const entrantIds = [...world.players.keys()].slice(-6);
  const cup = openCup(world, { name: 'Gatekeeper Cup', startsAt: at, entrantIds, capacity: 6 });
  const matches = () => [...world.matches.values()].filter(({ tournamentId }) => tournamentId === cup.id);
  const seated = (each: WorldMatch) =>
    each.seats.map(({ playerId }) => entrantIds.indexOf(playerId ?? '') + 1);
  const win = (match: WorldMatch) =>
    reportScore(world, { match, scores: [3, 1], reporterId: CAST.organizer, at });

  startPlayIn(world, cup, at);
  expect(matches().map((each) => [each.roundName, ...seated(each)])).toEqual([
    ['Play-in', 3, 6],
    ['Play-in', 4, 5],
  ]);
  for (const match of matches()) win(match);
  expect(cup.state).toBe('finished');
  drawTree(world, cup, at);
  expect(cup).toMatchObject({ state: 'running', endsAt: null });
  expect(matches().map((each) => [each.number, each.round, each.roundName, ...seated(each)])).toEqual([
    [1, 1, 'Play-in', 3, 6],
    [2, 1, 'Play-in', 4, 5],
    [3, 2, 'Semi-finals', 1, 4],
    [4, 2, 'Semi-finals', 2, 3],
    [5, 3, 'Final', 0, 0],
  ]);
  for (const match of matches().slice(2)) win(match);
  expect(cup.state).toBe('finished');
});
