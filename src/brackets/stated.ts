import { present } from '../present.ts';
import type { Bracket, PlayerName, StatedEnding, Tournament } from '../reading/records.ts';
import type { Podium } from './final.ts';
import { proofOf } from './names.ts';
import { playerKey } from './players.ts';

type Stated = Partial<Omit<Podium, 'final'>> & {
  /** Several players came first. */
  isShared?: true;
};

/** The only player in a place. */
function aloneAt(
  places: readonly { place?: number; player: PlayerName }[],
  place: number,
): PlayerName | undefined {
  const [first, ...others] = places.filter((one) => one.place === place);
  return others.length === 0 ? first?.player : undefined;
}

/** Places of a table are final once it has finished. */
function placesOf({ placements, standings = [], winner }: StatedEnding, isFinished: boolean): Stated {
  const places = placements ?? (isFinished ? standings : []);
  return present({
    winner: winner ?? aloneAt(places, 1),
    runnerUp: aloneAt(places, 2),
    third: aloneAt(places, 3),
    isShared:
      winner === undefined && places.filter(({ place }) => place === 1).length > 1
        ? (true as const)
        : undefined,
  });
}

/** The first three as the platform states them: for the tournament, or for its last stage. */
export function statedPodium(
  { ending, phase, stages = [] }: Tournament,
  bracket: Bracket | undefined,
): Stated {
  const isFinished = phase === 'finished';
  const last = stages.at(-1) ?? (bracket?.stages?.length === 1 ? bracket.stages[0] : undefined);
  const isLast = isFinished || (last?.phase === 'finished' && proofOf(last.name) !== 'not-the-end');
  const [stated = {}] = [ending, bracket?.ending, isLast ? last?.ending : undefined]
    .map((one) => one && placesOf(one, isFinished))
    .filter((one) => one !== undefined && Object.keys(one).length > 0);
  return stated;
}

/** The platform's statement overrides what the bracket proves; a player gets only one place. */
export function withStated(stated: Stated, proven: Podium | undefined): Podium | undefined {
  const winner = stated.winner ?? (stated.isShared === true ? undefined : proven?.winner);
  if (winner === undefined) return undefined;
  const bracket = playerKey(proven?.winner) === playerKey(winner) ? proven : undefined;
  const taken = new Set([playerKey(winner)]);
  const [runnerUp, third] = [stated.runnerUp ?? bracket?.runnerUp, stated.third ?? bracket?.third].map(
    (player) => {
      const key = playerKey(player);
      if (taken.has(key)) return undefined;
      taken.add(key);
      return player;
    },
  );
  return {
    winner: { ...bracket?.winner, ...winner },
    ...present({ final: bracket?.final, runnerUp, third }),
  };
}
