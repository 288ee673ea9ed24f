import { openCup, startCup } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { World, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { reportScore } from '../../tools/platform-stand-in/world/scores.ts';
import type { Step } from './clock.ts';

export interface SideCups {
  swiss: WorldTournament;
  /** It is postponed. */
  rained: WorldTournament;
  steps: readonly Step[];
}

const SWISS_PLAYERS = 4;
/** As shares of the night. */
const STARTS_AT = 0.28;
const POSTPONED_AT = 0.3;
const ROUNDS = [
  { reportAt: 0.42, label: 'the first' },
  { reportAt: 0.66, label: 'the second' },
];

/** Beside the night's own tournament: a Swiss of four in two rounds, and a cup that is postponed. */
export function planSideCups(
  world: World,
  { opensAt, lengthMs, favourites }: { opensAt: number; lengthMs: number; favourites: readonly string[] },
): SideCups {
  const cast = new Set<string>([...Object.values(CAST), ...favourites]);
  const entrantIds = [...world.players.keys()].filter((id) => !cast.has(id)).slice(-SWISS_PLAYERS);
  const startsAt = opensAt + lengthMs * STARTS_AT;
  const swiss = openCup(world, { name: 'Side Swiss', startsAt, entrantIds, capacity: SWISS_PLAYERS });
  swiss.format = 'swiss';
  const rained = openCup(world, {
    name: 'Rain Cup',
    startsAt: opensAt + lengthMs * 2,
    entrantIds: [],
    capacity: SWISS_PLAYERS,
  });
  /** The matches of its round: the next one is drawn once all of them are decided. */
  const round = () =>
    [...world.matches.values()].filter(
      ({ state, tournamentId }) => tournamentId === swiss.id && state !== 'finished',
    );
  const start: Step = {
    at: STARTS_AT,
    run(now) {
      startCup(world, swiss, { at: now });
      return `${swiss.name} starts`;
    },
  };
  const postpone: Step = {
    at: POSTPONED_AT,
    run() {
      rained.state = 'postponed';
      return `${rained.name} is postponed`;
    },
  };
  const rounds = ROUNDS.map(({ reportAt, label }): Step => ({
    at: reportAt,
    run(now) {
      for (const [place, match] of round().entries())
        reportScore(world, {
          match,
          scores: place === 0 ? [3, 1] : [0, 3],
          reporterId: CAST.organizer,
          at: now,
        });
      return `${swiss.name}: ${label} round is over`;
    },
  }));
  return { swiss, rained, steps: [start, postpone, ...rounds] };
}
