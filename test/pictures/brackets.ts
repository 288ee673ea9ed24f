import type { Bracket, BracketRound, Match, Side } from '../../src/reading/records.ts';

/** Names in many scripts and lengths, assigned to players in turn. */
export const names = [
  'Nguyễn Thị Hồng Đào',
  'kz_Reaper',
  'Łukasz Żółkiewski',
  'Mai',
  'Александр Иванов-Петровский',
  '陈晨',
  'محمد علي',
  'Team Liquid Academy Europe',
  'たなか さくら',
  '김철수',
  'שלום עולם',
  '👩‍👩‍👧 fam 🔥',
  'Ωμέγα Παίκτης',
  'Trần Quốc Bảo',
  '𝓚𝓲𝓷𝓰',
  'สวัสดี',
  'Élodie <b>&"x"',
  'Zoë',
];

const nameOf = (at: number): string => {
  const name = names[at % names.length]!;
  return at < names.length ? name : `${name} ${Math.floor(at / names.length) + 1}`;
};

const player = (at: number): Side => ({ player: { id: `p${at}`, name: nameOf(at) } });

export const winnerOf = (matchId: string): Side => ({ from: { outcome: 'winner', matchId } });

interface BracketOptions {
  /** The number of finished rounds; the first match of the next round is running. */
  played?: number;
  thirdPlace?: boolean;
  sources?: boolean;
}

/** Single elimination with `size` players (a power of two). */
export function singleElimination(size: number, options: BracketOptions = {}): Bracket {
  const { played = Math.log2(size), sources = true } = options;
  const rounds: BracketRound[] = [];
  let sides: (Side | undefined)[] = Array.from({ length: size }, (_, at) => player(at));
  let id = 0;
  let before: string[] = [];
  for (let number = 1; sides.length > 1; number++) {
    const matches: Match[] = [];
    const next: (Side | undefined)[] = [];
    for (let at = 0; at < sides.length; at += 2) {
      const winner = number <= played ? ((((at / 2) * 7 + number) % 3 === 0 ? 2 : 1) as 1 | 2) : undefined;
      const isRunning = number === Math.floor(played) + 1 && at === 0;
      const slot = (offset: number): Side =>
        sides[at + offset] ?? (sources ? winnerOf(before[at + offset]!) : {});
      const score = (which: 1 | 2) =>
        winner === undefined ? (isRunning ? which - 1 : undefined) : which === winner ? 3 : at % 3;
      const scored = (side: Side, which: 1 | 2): Side => {
        const value = score(which);
        return value === undefined ? side : { ...side, score: value };
      };
      matches.push({
        id: String(++id),
        round: number,
        sides: [scored(slot(0), 1), scored(slot(1), 2)],
        phase: winner === undefined ? (isRunning ? 'running' : 'upcoming') : 'finished',
        ...(winner && { winner }),
      });
      next.push(winner === undefined ? undefined : { player: slot(winner - 1).player! });
    }
    before = matches.map((match) => match.id);
    rounds.push({ number, section: 'main', matches });
    sides = next;
  }
  if (options.thirdPlace === true) {
    const semifinals = rounds.at(-2)!.matches;
    rounds.at(-1)!.matches.push({
      id: String(++id),
      sides: [0, 1].map((at): Side => {
        const match = semifinals[at]!;
        return match.winner === undefined
          ? { from: { outcome: 'loser', matchId: match.id } }
          : { player: match.sides[2 - match.winner]!.player! };
      }) as [Side, Side],
    });
  }
  return { tournamentId: 't1', rounds };
}

const open = (id: string, first: Side = {}, second: Side = {}, more: Partial<Match> = {}): Match => ({
  id,
  sides: [first, second],
  ...more,
});

/** Double elimination with `size` players, after the first round. */
export function doubleElimination(size: number): Bracket {
  const rounds: BracketRound[] = [];
  const winners = singleElimination(size, { played: 1 });
  rounds.push(...winners.rounds.map((round): BracketRound => ({ ...round, section: 'winners' })));
  let count = size / 4;
  let number = 0;
  const losers = winners.rounds[0]!.matches.map((match): Side => ({
    player: match.sides[2 - match.winner!]!.player!,
  }));
  while (count >= 1) {
    for (const step of [0, 1]) {
      number++;
      rounds.push({
        number,
        section: 'losers',
        matches: Array.from({ length: count }, (_, at) =>
          number === 1
            ? open(`L${number}-${at}`, losers[2 * at], losers[2 * at + 1])
            : open(
                `L${number}-${at}`,
                winnerOf(`L${number - 1}-${step === 1 ? at : 2 * at}`),
                step === 1
                  ? { from: { outcome: 'loser', label: `W${at + 1}` } }
                  : winnerOf(`L${number - 1}-${2 * at + 1}`),
              ),
        ),
      });
    }
    count /= 2;
  }
  const winnersFinal = winners.rounds.at(-1)!.matches[0]!.id;
  rounds.push({
    number: 1,
    section: 'final',
    matches: [open('G1', winnerOf(winnersFinal), winnerOf(`L${number}-0`))],
  });
  rounds.push({ number: 2, section: 'final', matches: [open('G2')] });
  return { rounds };
}

/** Round-robin groups; the last match of each group is open. */
export function groupStage(groups: number, size: number): Bracket {
  const rounds: BracketRound[] = [];
  for (let group = 0; group < groups; group++) {
    const first = group * size;
    const pairs = Array.from({ length: size }, (_, a) =>
      Array.from({ length: size }, (__, b): [number, number] => [a, b]).filter(([x, y]) => x < y),
    ).flat();
    pairs.forEach(([a, b], at) => {
      const isOpen = at === pairs.length - 1;
      const isDraw = at % 4 === 2;
      rounds.push({
        number: at + 1,
        section: 'group',
        group: `Group ${String.fromCharCode(65 + group)}`,
        matches: [
          {
            id: `g${group}-${at}`,
            sides: isOpen
              ? [player(first + a), player(first + b)]
              : [
                  { ...player(first + a), score: isDraw ? 1 : 2 },
                  { ...player(first + b), score: 1 },
                ],
            phase: isOpen ? (group === 0 ? 'running' : 'upcoming') : 'finished',
            ...(!isOpen && !isDraw && { winner: 1 as const }),
          },
        ],
      });
    });
  }
  return { rounds };
}

/** Six players in a bracket of eight: the first two have byes. `listed`: the platform lists them as matches. */
export function withByes(listed: boolean): Bracket {
  const bye = (id: string, at: number): Match => ({
    id,
    sides: [player(at), { bye: true }],
    winner: 1,
    phase: 'finished',
  });
  const first: Match[] = [
    ...(listed ? [bye('1', 0)] : []),
    open('2', { ...player(2), score: 2 }, { ...player(3), score: 0 }, { winner: 1, phase: 'finished' }),
    ...(listed ? [bye('3', 1)] : []),
    open('4', { ...player(4), score: 1 }, { ...player(5), score: 2 }, { winner: 2, phase: 'finished' }),
  ];
  return {
    rounds: [
      { number: 1, section: 'main', matches: first },
      {
        number: 2,
        section: 'main',
        matches: [
          open('5', { ...player(0), score: 1 }, { ...player(2), score: 1 }, { phase: 'running' }),
          open('6', player(1), player(5), { phase: 'upcoming' }),
        ],
      },
      { number: 3, section: 'main', matches: [open('7', winnerOf('5'), winnerOf('6'))] },
    ],
  };
}
