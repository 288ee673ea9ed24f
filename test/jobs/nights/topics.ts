import type { Chance } from './chance.ts';
import type { NightTopics } from './context.ts';

const PINGED = '78';

export function topicsOf(chance: Chance): NightTopics {
  return {
    calls: chance.is(0.95),
    results: chance.is(0.95),
    event: chance.is(0.4),
    late: chance.pick([0, 10, 20]),
    threads: chance.is(0.4),
    spoilers: chance.is(0.2),
    ...(chance.is(0.3) && { ping: PINGED }),
  };
}
