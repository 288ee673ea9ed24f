import { inPairs, isBye, seatFor, seatFrom, type Draw } from './draw.ts';
import type { Seat, WorldMatch } from './records.ts';

/** A knockout of any number of players, best seed first; the best seeds get the byes. */
export function drawSingleElimination(draw: Draw, seeds: readonly string[]): void {
  let seats = firstRoundSeats(seeds);
  for (let round = 1; seats.length > 1; round += 1) {
    const place = { section: 'main', round, roundName: roundName(seats.length) } as const;
    const bestOf = seats.length === 2 ? 7 : 5;
    const matches = inPairs(seats).map((pair) => draw.add({ ...place, bestOf }, ...pair));
    seats = matches.map(nextSeat);
  }
}

/** The seats of the first round, so that seeds 1 and 2 can only meet in the final. */
export function firstRoundSeats(seeds: readonly string[]): Seat[] {
  let order = [1];
  while (order.length < seeds.length) {
    const sum = order.length * 2 + 1;
    order = order.flatMap((seed) => [seed, sum - seed]);
  }
  return order.map((seed) => seatFor(seeds[seed - 1]));
}

function roundName(playersLeft: number): string {
  if (playersLeft === 2) return 'Final';
  if (playersLeft === 4) return 'Semi-finals';
  if (playersLeft === 8) return 'Quarter-finals';
  return `Round of ${playersLeft}`;
}

/** Who has a bye stands in the next round from the start. */
function nextSeat(match: WorldMatch): Seat {
  const [first, second] = match.seats;
  if (!isBye(second)) return seatFrom(match, 'winner');
  match.state = 'finished';
  match.finishedAt = match.startsAt;
  return { ...seatFrom(match, 'winner'), playerId: first.playerId };
}
