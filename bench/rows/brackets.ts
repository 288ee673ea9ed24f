import type { Bracket, BracketRound, Match, Side } from '../../src/reading/records.ts';

/** Many scripts: each glyph that a picture needs for the first time costs. */
const NAMES = [
  'Nguyễn Thị Hồng Đào',
  'kz_Reaper',
  'Łukasz Żółkiewski',
  'Александр Иванов-Петровский',
  '陈晨',
  'محمد علي',
  'Team Liquid Academy Europe',
  'たなか さくら',
  '김철수',
  'שלום עולם',
  '👩‍👩‍👧 fam 🔥',
  'สวัสดี',
  'Élodie <b>&"x"',
];

const player = (at: number): Side => ({
  player: { id: `p${at}`, name: `${NAMES[at % NAMES.length]} ${Math.floor(at / NAMES.length) + 1}` },
});
const winnerOf = (matchId: string): Side => ({ from: { outcome: 'winner', matchId } });
const loserOf = (matchId: string): Side => ({ from: { outcome: 'loser', matchId } });

/** Single elimination of `size` players, a power of two, of which `played` rounds are finished. */
export function singleElimination(size: number, played = Math.log2(size)): Bracket {
  const rounds: BracketRound[] = [];
  let sides = Array.from({ length: size }, (_, at) => player(at));
  for (let number = 1; sides.length > 1; number++) {
    const isPlayed = number <= played;
    const matches = Array.from({ length: sides.length / 2 }, (_, at): Match => {
      const [first = {}, second = {}] = sides.slice(2 * at);
      const id = `${number}-${at}`;
      if (!isPlayed) return { id, round: number, sides: [first, second], phase: 'upcoming' };
      const scored: [Side, Side] = [
        { ...first, score: 3 },
        { ...second, score: at % 3 },
      ];
      return { id, round: number, sides: scored, phase: 'finished', winner: 1 };
    });
    rounds.push({ number, section: 'main', matches });
    sides = matches.map(({ id, sides: [first] }) =>
      isPlayed ? { player: first.player ?? {} } : winnerOf(id),
    );
  }
  return { tournamentId: 't1', rounds };
}

/** Double elimination of `size` players after the first round of the winners' bracket. */
export function doubleElimination(size: number): Bracket {
  const winners = singleElimination(size, 1).rounds;
  const losers: BracketRound[] = [];
  let feeders = Array.from({ length: size / 2 }, (_, at) => loserOf(`1-${at}`));
  for (let number = 1; number <= 2 * (winners.length - 1); number++) {
    // In every other round the losers of the winners' bracket come in.
    const fromAbove = number % 2 === 0 ? winners[number / 2]?.matches : undefined;
    const matches = Array.from({ length: feeders.length / (fromAbove ? 1 : 2) }, (_, at): Match => {
      const above = fromAbove?.[at];
      const pair = feeders.slice(fromAbove ? at : 2 * at);
      return { id: `L${number}-${at}`, sides: [pair[0] ?? {}, above ? loserOf(above.id) : (pair[1] ?? {})] };
    });
    losers.push({ number, section: 'losers', matches });
    feeders = matches.map(({ id }) => winnerOf(id));
  }
  const final: Match = {
    id: 'G1',
    sides: [winnerOf(winners.at(-1)?.matches[0]?.id ?? ''), feeders[0] ?? {}],
  };
  return {
    rounds: [
      ...winners.map((round) => ({ ...round, section: 'winners' as const })),
      ...losers,
      { number: 1, section: 'final', matches: [final] },
    ],
  };
}
