import { epochSeconds, type Fields, type Shape, type StateWords } from './shape.ts';
import type { MatchView, PlayerView, SideView, TournamentView } from './views.ts';

const STATES: StateWords = {
  upcoming: 'CREATED',
  pending: 'PENDING',
  running: 'ACTIVE',
  finished: 'COMPLETED',
  cancelled: 'CANCELED',
  postponed: 'POSTPONED',
};

/** As if GraphQL were behind it: `data`, the resource's name, connections of edges and nodes, slots with standings. */
export const graphish: Shape = {
  user: (player) => ({ data: { user: user(player) } }),
  updatedUser: (player) => ({ status: 200, body: { data: { updateUser: { user: user(player) } } } }),
  tournaments: (tournaments) => ({ data: { tournaments: connection(tournaments.map(tournament)) } }),
  tournament: (view) => ({
    data: { tournament: { ...tournament(view), participants: { nodes: view.entrants.map(entrant) } } },
  }),
  registration: ({ tournament: { id, name }, player }) => ({
    status: 200,
    body: { data: { register: { tournament: { id, name }, participant: entrant(player) } } },
  }),
  bracket: ({ tournament: { id, name }, rounds }) => ({
    data: { tournament: { id, name, sets: { nodes: rounds.flatMap(({ matches }) => matches.map(set)) } } },
  }),
  match: (view) => ({ data: { match: set(view) } }),
  scored: (view) => ({ status: 200, body: { data: { reportScore: { match: set(view) } } } }),
  matches: (matches) => ({ data: { matches: connection(matches.map(set)) } }),
  ranking: ({ entries }) => ({
    data: {
      rankings: connection(
        entries.map(({ place, player }) => ({
          placement: place,
          player: entrant(player),
          rating: player.elo,
        })),
      ),
    },
  }),
  failure: ({ code, message }) => ({ data: null, errors: [{ message, extensions: { code } }] }),
};

function connection(nodes: Fields[]): Fields {
  return {
    totalCount: nodes.length,
    edges: nodes.map((node, index) => ({ cursor: Buffer.from(String(index)).toString('base64'), node })),
    pageInfo: { hasNextPage: false, endCursor: null },
  };
}

function user(player: PlayerView): Fields {
  return { ...entrant(player), rating: player.elo, rankLabel: player.rank, region: { slug: player.region } };
}

function entrant({ id, name, avatarUrl }: PlayerView): Fields {
  return { id, name, images: avatarUrl === null ? [] : [{ type: 'profile', url: avatarUrl }] };
}

function tournament(view: TournamentView): Fields {
  return {
    id: view.id,
    name: view.name,
    state: STATES[view.state],
    videogame: { name: view.game },
    startAt: epochSeconds(view.startsAt),
    registrationClosesAt: epochSeconds(view.registrationClosesAt),
    maxEntrants: view.capacity,
    numAttendees: view.entrants.length,
    prizePool: view.prize,
  };
}

/** A match. Below the losers' line the rounds count downwards, as some platforms have it. */
function set(view: MatchView): Fields {
  return {
    id: view.id,
    identifier: `M${view.number}`,
    round: view.section === 'losers' ? -view.round : view.round,
    fullRoundText: view.roundName,
    state: STATES[view.state],
    winnerId: view.winner === null ? null : (view.sides[view.winner - 1]?.player?.id ?? null),
    totalGames: view.bestOf,
    startAt: epochSeconds(view.startsAt),
    completedAt: view.finishedAt === null ? null : epochSeconds(view.finishedAt),
    event: { tournament: { ...view.tournament } },
    slots: view.sides.map(slot),
  };
}

function slot({ player, score, source }: SideView): Fields {
  return {
    entrant: player ? entrant(player) : null,
    standing: score === null ? null : { stats: { score: { value: score } } },
    prereqPlaceholder: source,
  };
}
