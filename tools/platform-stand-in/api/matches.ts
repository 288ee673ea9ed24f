import { matchView } from '../shapes/views.ts';
import { PlatformRefusal } from '../world/refusal.ts';
import { reportScore } from '../world/scores.ts';
import { actingMember, recordById, type Operation } from './operation.ts';

export const MATCH_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v1/matches/:id',
    run: ({ world, shape, id }) => ({
      status: 200,
      body: shape.match(matchView(world, recordById(world.matches, id, 'match'))),
    }),
  },
  {
    method: 'POST',
    path: '/v1/matches/:id/score',
    run(call) {
      const { world, shape, now, id } = call;
      const player = actingMember(call);
      const match = recordById(world.matches, id, 'match');
      const { player1_score: first, player2_score: second } = call.body();
      const scores: [number, number] = [scoreOf(first), scoreOf(second)];
      reportScore(world, { match, scores, reporterId: player.id, at: now });
      return shape.scored(matchView(world, match));
    },
  },
];

function scoreOf(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new PlatformRefusal(
    422,
    'bad_score',
    'player1_score and player2_score must be whole numbers, 0 or more.',
  );
}
