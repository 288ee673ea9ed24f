import { seatFor, type Draw } from './draw.ts';

const GROUP_SIZE = 4;

/** Groups of four in which everybody meets everybody. */
export function drawGroups(draw: Draw, seeds: readonly string[]): void {
  const count = Math.ceil(seeds.length / GROUP_SIZE);
  const groups = Array.from({ length: count }, (_, index) => ({
    name: String.fromCodePoint(65 + index),
    members: seeds.filter((_seed, seed) => seed % count === index),
  }));
  for (let round = 1; round < GROUP_SIZE; round += 1) {
    for (const { name, members } of groups) {
      for (const [first, second] of meetings(members, round)) {
        const place = {
          section: 'group',
          group: name,
          round,
          roundName: `Group ${name}, round ${round}`,
          bestOf: 4,
        } as const;
        draw.add(place, seatFor(first), seatFor(second));
      }
    }
  }
}

/** The circle method: the first stays, the others move on by one each round. */
function meetings(members: readonly string[], round: number): [string, string][] {
  const [first, ...others] = members;
  if (first === undefined) return [];
  const turned = [first, ...others.slice(round - 1), ...others.slice(0, round - 1)];
  const half = turned.length / 2;
  return turned.slice(0, half).flatMap((player, index): [string, string][] => {
    const opponent = turned[turned.length - 1 - index];
    return opponent === undefined ? [] : [[player, opponent]];
  });
}
