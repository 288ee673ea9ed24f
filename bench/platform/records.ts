/** Records of a platform, in the names of the interface document or, where that shows none, plain ones. */
const LABELS = ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'];
const STARTS_AT = '2026-11-21T18:00:00Z';
const LISTED = 50;
const MATCHES = 20;
const PLAYERS = 64;

const nameOf = (at: number): string => `Nguyễn Văn ${at}`;
const eloOf = (at: number): number => 1000 + (at % 1800);
const labelOf = (at: number): string => LABELS[at % LABELS.length] ?? '';

export const user = (id: string, at: number): object => ({
  id,
  name: nameOf(at),
  elo: eloOf(at),
  rank: labelOf(at),
  region: 'vn-south',
  avatar_url: null,
});

export const userRank = (at: number): object => ({
  global_rank: (at % 9000) + 1,
  regional_rank: (at % 900) + 1,
  elo: eloOf(at),
  trend: at % 2 === 0 ? '+12' : '-7',
});

const match = (id: string, first: object, second: object, round: number, played: boolean): object => ({
  id,
  tournament: { id: 't-1', name: 'Open Cup' },
  round,
  player1: first,
  player2: second,
  player1_score: played ? 2 : null,
  player2_score: played ? round % 2 : null,
  status: played ? 'completed' : 'scheduled',
  best_of: 3,
  starts_at: STARTS_AT,
});

/** A player's last 20. */
export const matches = (id: string): object[] =>
  Array.from({ length: MATCHES }, (_, at) =>
    match(`m-${at}`, { id, name: nameOf(1) }, { id: `o-${at}`, name: nameOf(at) }, at, true),
  );

/** Ids of the ranking's players are `listed-0` to `listed-49`. */
export const ranking = (): object[] =>
  Array.from({ length: LISTED }, (_, at) => ({
    rank_position: at + 1,
    user: { id: `listed-${at}`, name: nameOf(at) },
    elo: 2800 - at * 10,
    rank: labelOf(at),
    trend: '+3',
  }));

export const tournament = (id: string): object => ({
  id,
  // The picture's title: another tournament is another picture.
  name: `Open Cup ${id}`,
  status: 'running',
  game: 'Arena',
  format: 'single_elimination',
  region: 'vn-south',
  starts_at: STARTS_AT,
  registration_open: false,
  max_players: PLAYERS,
  players_count: PLAYERS,
});

export const tournaments = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ ...tournament(`t-${at}`), status: 'upcoming' }));

/** Single elimination of 64, of which two rounds are played. */
export function bracket(id: string): object {
  let sides: (object | null)[] = Array.from({ length: PLAYERS }, (_, at) => ({
    id: `p-${at}`,
    name: nameOf(at),
  }));
  const rounds: object[] = [];
  for (let round = 1; sides.length > 1; round++) {
    const pairs = Array.from(
      { length: sides.length / 2 },
      (_, at) => [sides[at * 2], sides[at * 2 + 1]] as const,
    );
    const played = round <= 2;
    rounds.push({
      round,
      matches: pairs.map(([first = null, second = null], at) =>
        match(`r${round}-${at}`, first ?? {}, second ?? {}, round, played),
      ),
    });
    sides = pairs.map(([first = null]) => (played ? first : null));
  }
  return { tournament_id: id, format: 'single_elimination', rounds };
}
