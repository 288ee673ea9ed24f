import { inPairs, seatFrom, type Draw } from './draw.ts';
import type { WorldMatch } from './records.ts';
import { firstRoundSeats } from './single-elimination.ts';

/** Two lives for each player. `seeds` are a power of two, at least four. One grand final: it is not played again. */
export function drawDoubleElimination(draw: Draw, seeds: readonly string[]): void {
  let winners = inPairs(firstRoundSeats(seeds)).map((pair) =>
    draw.add({ section: 'winners', round: 1, roundName: 'Winners round 1' }, ...pair),
  );
  let losersRound = 1;
  let losers = losersMatches(draw, losersRound, fallen(winners));

  for (let round = 2; winners.length > 1; round += 1) {
    const name = winners.length === 2 ? 'Winners final' : `Winners round ${round}`;
    winners = inPairs(winners).map(([a, b]) =>
      draw.add({ section: 'winners', round, roundName: name }, seatFrom(a, 'winner'), seatFrom(b, 'winner')),
    );
    // Those who fall now meet the survivors below, in reverse, so that few meet the same opponent twice.
    const survivors = losers;
    const arrivals = winners.toReversed();
    losersRound += 1;
    losers = survivors.flatMap((survivor, index) => {
      const arrival = arrivals[index];
      if (!arrival) return [];
      const name = survivors.length === 1 ? 'Losers final' : `Losers round ${losersRound}`;
      const place = { section: 'losers', round: losersRound, roundName: name } as const;
      return [draw.add(place, seatFrom(survivor, 'winner'), seatFrom(arrival, 'loser'))];
    });
    if (losers.length > 1) {
      losersRound += 1;
      losers = losersMatches(
        draw,
        losersRound,
        losers.map((match) => seatFrom(match, 'winner')),
      );
    }
  }

  const [champion] = winners;
  const [challenger] = losers;
  if (!champion || !challenger) throw new RangeError('a double elimination needs at least four players');
  const place = { section: 'final', round: 1, roundName: 'Grand final', bestOf: 7 } as const;
  draw.add(place, seatFrom(champion, 'winner'), seatFrom(challenger, 'winner'));
}

function fallen(matches: readonly WorldMatch[]): WorldMatch['seats'][number][] {
  return matches.map((match) => seatFrom(match, 'loser'));
}

function losersMatches(draw: Draw, round: number, seats: WorldMatch['seats'][number][]): WorldMatch[] {
  const place = { section: 'losers', round, roundName: `Losers round ${round}` } as const;
  return inPairs(seats).map((pair) => draw.add(place, ...pair));
}
