const K_FACTOR = 32;

const LABELS = [
  { from: 2200, label: 'Grandmaster' },
  { from: 2000, label: 'Master' },
  { from: 1800, label: 'Diamond' },
  { from: 1600, label: 'Platinum' },
  { from: 1400, label: 'Gold' },
  { from: 1200, label: 'Silver' },
  { from: 0, label: 'Bronze' },
] as const;

/** The highest first. */
export const RANKS = LABELS.map(({ label }) => label);
export type Rank = (typeof RANKS)[number];

export function rankLabel(elo: number): string {
  return LABELS.find(({ from }) => elo >= from)?.label ?? 'Bronze';
}

/** Somewhat into a rank, so that a lost match takes nobody out of it again. */
const INTO = 50;

export function ratingIn(rank: Rank): number {
  return INTO + (LABELS.find(({ label }) => label === rank)?.from ?? 0);
}

/** How likely the first is to win, by Elo's formula. */
export function expectedResult(elo: number, opponentElo: number): number {
  return 1 / (1 + 10 ** ((opponentElo - elo) / 400));
}

/** What the first player gains and the second loses. */
export function ratingChange(elos: [number, number], scores: [number, number]): number {
  const result = scores[0] > scores[1] ? 1 : scores[0] < scores[1] ? 0 : 0.5;
  return Math.round(K_FACTOR * (result - expectedResult(...elos)));
}
