import { openCup, startCup } from '../../tools/platform-stand-in/world/cup.ts';
import { isUndecided } from '../../tools/platform-stand-in/world/draw.ts';
import { drawTree, startPlayIn } from '../../tools/platform-stand-in/world/play-in.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { reportScore } from '../../tools/platform-stand-in/world/scores.ts';
import type { PlayedStep } from './clock.ts';

export interface SideCups {
  swiss: WorldTournament;
  playIn: WorldTournament;
  /** It is postponed. */
  rained: WorldTournament;
  /** Two members' one match, which is called off after one of them has reported it. */
  duel: WorldTournament;
  steps: readonly PlayedStep[];
}

const SWISS_PLAYERS = 4;
const PLAY_IN_PLAYERS = 6;
/** As shares of the night. */
const STARTS_AT = 0.28;
const POSTPONED_AT = 0.3;
/** The names say nothing of a tree, and the last one sounds like its end. */
const SWISS_ROUNDS = [
  { reportAt: 0.42, name: 'Opening round' },
  { reportAt: 0.66, name: 'Final round' },
];
const PLAY_IN_ROUNDS = [
  { reportAt: 0.44, name: 'play-in' },
  { reportAt: 0.64, name: 'semi-finals' },
  { reportAt: 0.84, name: 'final' },
];
/** The platform draws the tree this much later, when everything that it lists has been decided. */
const TREE_AT = 0.52;

/** When a member may report the duel, which is called off then. */
export const CALLED_OFF_AT = 0.46;
const DUELISTS = [CAST.rival, CAST.newcomer];

/** Beside the night's own tournament: a Swiss of four in two rounds, a play-in before a tree, a cup that is postponed, and a duel that is called off. */
export function planSideCups(
  world: World,
  { opensAt, lengthMs, favourites }: { opensAt: number; lengthMs: number; favourites: readonly string[] },
): SideCups {
  const cast = new Set<string>([...Object.values(CAST), ...favourites]);
  const others = [...world.players.keys()].filter((id) => !cast.has(id));
  const startsAt = opensAt + lengthMs * STARTS_AT;
  const open = (name: string, entrantIds: string[], at = startsAt): WorldTournament =>
    openCup(world, { name, startsAt: at, entrantIds, capacity: Math.max(entrantIds.length, SWISS_PLAYERS) });
  const swiss = open('Side Swiss', others.slice(-SWISS_PLAYERS));
  swiss.format = 'swiss';
  const playIn = open('Gatekeeper Cup', others.slice(-SWISS_PLAYERS - PLAY_IN_PLAYERS, -SWISS_PLAYERS));
  const rained = open('Rain Cup', [], opensAt + lengthMs * 2);
  const duel = open('Dusk Duel', DUELISTS);

  const openMatches = ({ id }: WorldTournament): WorldMatch[] =>
    [...world.matches.values()].filter((match) => match.tournamentId === id && isUndecided(match));
  const name = (round: (typeof SWISS_ROUNDS)[number] | undefined): void => {
    for (const match of openMatches(swiss)) match.roundName = round?.name ?? match.roundName;
  };
  /** All matches that can be played are decided. */
  const play = (cup: WorldTournament, at: number): void => {
    const playable = openMatches(cup).filter(({ seats }) => seats.every(({ playerId }) => playerId !== null));
    for (const [place, match] of playable.entries())
      reportScore(world, { match, scores: place === 0 ? [3, 1] : [0, 3], reporterId: CAST.organizer, at });
  };
  const start: PlayedStep = {
    at: STARTS_AT,
    run(now) {
      startCup(world, swiss, { at: now });
      name(SWISS_ROUNDS[0]);
      startPlayIn(world, playIn, now);
      startCup(world, duel, { at: now });
      return `${swiss.name}, ${playIn.name} and ${duel.name} start`;
    },
  };
  const postpone: PlayedStep = {
    at: POSTPONED_AT,
    run() {
      rained.state = 'postponed';
      return `${rained.name} is postponed`;
    },
  };
  const swissRounds = SWISS_ROUNDS.map((round, index): PlayedStep => ({
    at: round.reportAt,
    run(now) {
      play(swiss, now);
      name(SWISS_ROUNDS[index + 1]);
      return `${swiss.name}: ${round.name} is over`;
    },
  }));
  const playInRounds = PLAY_IN_ROUNDS.map((round, index): PlayedStep => ({
    at: round.reportAt,
    run(now) {
      play(playIn, now);
      // The platform knows that a tree comes.
      if (index === 0) playIn.state = 'running';
      return `${playIn.name}: ${round.name} over`;
    },
  }));
  const tree: PlayedStep = {
    at: TREE_AT,
    run(now) {
      drawTree(world, playIn, now);
      return `${playIn.name}: the tree is drawn`;
    },
  };
  return { swiss, playIn, rained, duel, steps: [start, postpone, ...swissRounds, ...playInRounds, tree] };
}
