import type { Random } from '../random.ts';
import { expectedResult } from './ratings.ts';
import type { World, WorldMatch, WorldPlayer } from './records.ts';
import { settle } from './scores.ts';

const MINUTE_MS = 60_000;

interface Limits {
  /** So many matches are over, in the order of the draw; the next `running` ones are being played. */
  finished: number;
  running: number;
  /** They win against everybody else; between two of them, chance decides. */
  favourites: readonly string[];
  startsAt: number;
  random: Random;
}

/** Plays a new bracket on to where the world begins. Results go the same way as those that members report. */
export function playMatches(world: World, matches: readonly WorldMatch[], limits: Limits): void {
  const { finished, running, random } = limits;
  // Matches are called on the full minute.
  const startsAt = Math.floor(limits.startsAt / MINUTE_MS) * MINUTE_MS;
  const toPlay = matches.filter((match) => match.state === 'pending');
  toPlay.forEach((match, index) => {
    const [first, second] = match.seats.map((seat) => world.players.get(seat.playerId ?? ''));
    if (index < finished && first && second) {
      match.startsAt += index * 7 * MINUTE_MS;
      const scores = finalScores(match, winsFirst([first, second], limits), random);
      settle(world, { match, scores, reporterId: first.id, at: match.startsAt + 25 * MINUTE_MS });
    } else if (index < finished + running && first && second) {
      match.state = 'running';
      match.startsAt = startsAt - random.integer(5, 20) * MINUTE_MS;
      match.scores = [random.integer(0, 1), random.integer(0, 1)];
    } else {
      match.startsAt = startsAt + (index - finished + 1) * 15 * MINUTE_MS;
    }
  });
}

/** Whether chance, led by the ratings, or a favourite decides for the first. */
export function winsFirst(
  [first, second]: [WorldPlayer, WorldPlayer],
  { favourites, random }: Pick<Limits, 'favourites' | 'random'>,
): boolean {
  const favoured = favourites.includes(first.id);
  if (favoured !== favourites.includes(second.id)) return favoured;
  return random.next() < expectedResult(first.elo, second.elo);
}

export function finalScores(match: WorldMatch, firstWins: boolean, random: Random): [number, number] {
  const needed = Math.floor(match.bestOf / 2) + 1;
  if (match.bestOf % 2 === 0 && random.next() < 0.25) return [needed - 1, needed - 1];
  const loserScore = random.integer(0, needed - 1 - (match.bestOf % 2 === 0 ? 1 : 0));
  return firstWins ? [needed, loserScore] : [loserScore, needed];
}
