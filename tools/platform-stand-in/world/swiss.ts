import { seatFor, type Draw } from './draw.ts';
import type { WorldMatch } from './records.ts';

/** So many rounds leave one player without a loss. */
export const swissRounds = (players: number): number => Math.ceil(Math.log2(players));

/** A win is a point, a draw half of one. */
function pointsIn(played: readonly WorldMatch[]): Map<string, number> {
  const points = new Map<string, number>();
  for (const { seats, scores, state } of played) {
    if (state !== 'finished') continue;
    const [first = 0, second = 0] = scores ?? [];
    for (const [at, { playerId }] of seats.entries()) {
      const ahead = at === 0 ? first - second : second - first;
      const won = ahead > 0 ? 1 : ahead === 0 ? 0.5 : 0;
      if (playerId !== null) points.set(playerId, (points.get(playerId) ?? 0) + won);
    }
  }
  return points;
}

const pairOf = (one: string, other: string): string => [one, other].toSorted().join();

/** Neighbors in the table who have not met; undefined where there is no such pairing. */
function pairings(players: readonly string[], met: ReadonlySet<string>): [string, string][] | undefined {
  const [first, ...others] = players;
  if (first === undefined) return [];
  for (const other of others) {
    if (met.has(pairOf(first, other))) continue;
    const rest = pairings(
      others.filter((player) => player !== other),
      met,
    );
    if (rest) return [[first, other], ...rest];
  }
  return undefined;
}

/** The next round of an even number of players, best seed first; `played`: all matches of the rounds before. */
export function drawSwissRound(draw: Draw, seeds: readonly string[], played: readonly WorldMatch[]): void {
  const round = Math.max(0, ...played.map((match) => match.round)) + 1;
  const points = pointsIn(played);
  const table = seeds.toSorted((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0));
  const met = new Set(played.map(({ seats: [a, b] }) => pairOf(a.playerId ?? '', b.playerId ?? '')));
  const half = seeds.length / 2;
  const pairs =
    round === 1
      ? seeds.slice(0, half).map((seed, at): [string, string] => [seed, seeds[half + at] ?? ''])
      : (pairings(table, met) ?? []);
  for (const [first, second] of pairs)
    draw.add({ section: 'main', round, roundName: `Round ${round}` }, seatFor(first), seatFor(second));
}
