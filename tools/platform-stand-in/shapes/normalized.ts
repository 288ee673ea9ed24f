import { documented } from './documented.ts';
import { isoTime, type Fields, type Shape } from './shape.ts';
import type { MatchView } from './views.ts';

/** Matches that refer to players and tournaments by ids alone: showing a match takes reading those too. */
export const normalized: Shape = {
  ...documented,
  bracket: ({ tournament, rounds }) => ({
    tournament_id: tournament.id,
    matches: rounds.flatMap(({ matches }) => matches.map(match)),
  }),
  match,
  scored: (view) => ({ status: 200, body: match(view) }),
  matches: (matches) => matches.map(match),
};

function match(view: MatchView): Fields {
  const [first, second] = view.sides;
  return {
    id: view.id,
    number: view.number,
    tournament_id: view.tournament.id,
    section: view.section,
    group: view.group,
    round: view.round,
    round_name: view.roundName,
    player1_id: first.player?.id ?? null,
    player2_id: second.player?.id ?? null,
    player1_score: first.score,
    player2_score: second.score,
    status: view.state,
    winner_id: view.winner === null ? null : (view.sides[view.winner - 1]?.player?.id ?? null),
    best_of: view.bestOf,
    starts_at: isoTime(view.startsAt),
  };
}
