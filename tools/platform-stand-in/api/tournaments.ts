import { bracketView, playerView, tournamentView } from '../shapes/views.ts';
import { TOURNAMENT_STATES, type TournamentState, type WorldTournament } from '../world/records.ts';
import { PlatformRefusal } from '../world/refusal.ts';
import { register } from '../world/registrations.ts';
import { actingMember, limitOf, recordById, type Call, type Operation } from './operation.ts';

export const TOURNAMENT_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v1/tournaments',
    run(call) {
      const { world, shape, now } = call;
      const state = stateFilter(call);
      const listed = [...world.tournaments.values()]
        .filter((tournament) => state === null || tournament.state === state)
        .sort(byInterest)
        .slice(0, limitOf(call));
      return {
        status: 200,
        body: shape.tournaments(listed.map((tournament) => tournamentView(world, tournament, now))),
      };
    },
  },
  {
    method: 'GET',
    path: '/v1/tournaments/:id',
    run: ({ world, shape, now, id }) => ({
      status: 200,
      body: shape.tournament(tournamentView(world, recordById(world.tournaments, id, 'tournament'), now)),
    }),
  },
  {
    method: 'POST',
    path: '/v1/tournaments/:id/register',
    run(call) {
      const { world, shape, now, id } = call;
      const player = actingMember(call);
      const tournament = recordById(world.tournaments, id, 'tournament');
      register(world, tournament, player.id, now);
      return shape.registration({ tournament, player: playerView(player), at: now });
    },
  },
  {
    method: 'GET',
    path: '/v1/tournaments/:id/bracket',
    run: ({ world, shape, id }) => ({
      status: 200,
      body: shape.bracket(bracketView(world, recordById(world.tournaments, id, 'tournament'))),
    }),
  },
];

function stateFilter({ query }: Call): TournamentState | null {
  const status = query.get('status');
  if (status === null) return null;
  const state = TOURNAMENT_STATES.find((known) => known === status);
  if (state) return state;
  throw new PlatformRefusal(422, 'bad_status', `status must be one of ${TOURNAMENT_STATES.join(', ')}.`);
}

const INTEREST: Record<TournamentState, number> = {
  running: 0,
  upcoming: 1,
  postponed: 1,
  finished: 2,
  cancelled: 3,
};

/** What is on now, what comes next (soonest first), what is over (latest first). */
function byInterest(a: WorldTournament, b: WorldTournament): number {
  const inTime = a.startsAt - b.startsAt;
  return INTEREST[a.state] - INTEREST[b.state] || (a.state === 'finished' ? -inTime : inTime);
}
