import { createRandom, type Random } from '../random.ts';
import { drawBracket } from './bracket.ts';
import { finalScores, winsFirst } from './play.ts';
import { CAST } from './players.ts';
import type { World, WorldMatch, WorldPlayer, WorldTournament } from './records.ts';
import { register } from './registrations.ts';
import { reportScore, winnerSide } from './scores.ts';

/** One thing that happens at the platform in the course of a tournament's night. */
interface NightStep {
  /** When: 0 is the beginning of the night, 1 its end. */
  at: number;
  /** What it changes can be told only by those who have read the bracket as it was before. */
  afterReading?: true;
  /** Does it, and says so in one line. Nothing where a member has done it already. */
  run(now: number): string | undefined;
}

export interface Night {
  readonly tournament: WorldTournament;
  /** In the order of time. */
  readonly steps: readonly NightStep[];
  /** Empty until the start. */
  readonly bracket: readonly WorldMatch[];
}

interface NightPlan {
  seed?: number;
  opensAt: number;
  lengthMs: number;
  /** Play among others, and win against all but each other. */
  favourites?: readonly string[];
}

interface Scene {
  world: World;
  tournament: WorldTournament;
  random: Random;
  favourites: readonly string[];
  /** Empty until the start. */
  bracket: WorldMatch[];
  timeOf: (share: number) => number;
}

const NAME = 'Night Owl Cup';
const PLAYERS = 16;
/** As shares of the night. */
const REGISTRATION = { from: 0.02, to: 0.18 };
const MOVED_AT = 0.1;
const ANNOUNCED_START = 0.2;
const START = 0.25;
const ROUNDS = [
  { from: 0.27, to: 0.5 },
  { from: 0.52, to: 0.7 },
  { from: 0.72, to: 0.86 },
  { from: 0.88, to: 0.99 },
] as const;
const CORRECTED_AT = 0.51;
/** When a member may ask for help with a match of the first round, which nobody has reported yet. */
export const HELP_AT = 0.33;
/** When a member may question a result of the first round. */
export const DISPUTED_AT = 0.515;
export const FIRST_ROUND = PLAYERS / 2;
/** When a member may report a match of the second round, and its end. */
export const AGREED_AT = 0.57;
export const SECOND_ROUND = FIRST_ROUND + PLAYERS / 4;
/** When somebody may delete a post, while semifinals go on. */
export const DELETED_AT = 0.75;
/** As shares of a round: all its matches have begun, and players who were called have had time for their own report. */
const ALL_BEGUN = 0.2;
const FIRST_REPORT = 0.4;

/** Opens registration for a new tournament of 16, and plans its night up to the winner. The same seed plans the same night. */
export function planNight(world: World, { seed = 1, opensAt, lengthMs, favourites = [] }: NightPlan): Night {
  const timeOf = (share: number): number => Math.round(opensAt + share * lengthMs);
  const tournament: WorldTournament = {
    id: String(Math.max(...[...world.tournaments.keys()].map(Number)) + 1),
    name: NAME,
    state: 'upcoming',
    game: '9-ball',
    format: 'single-elimination',
    region: null,
    startsAt: timeOf(ANNOUNCED_START),
    endsAt: null,
    registrationClosesAt: timeOf(ANNOUNCED_START),
    capacity: PLAYERS,
    entrantIds: [],
    prize: '2,000 SPA',
    description: 'Tonight only: sixteen players, one bracket.',
  };
  world.tournaments.set(tournament.id, tournament);
  const scene = { world, tournament, random: createRandom(seed), favourites, bracket: [], timeOf };
  const steps = [
    ...registrations(scene),
    reschedule(scene),
    start(scene),
    ...ROUNDS.flatMap((_round, index) => round(scene, index)),
    correction(scene),
  ];
  return { tournament, bracket: scene.bracket, steps: steps.toSorted((one, other) => one.at - other.at) };
}

function registrations({ world, tournament, random, favourites, timeOf }: Scene): NightStep[] {
  const cast = new Set<string>([...Object.values(CAST), ...favourites]);
  const others = random.shuffle([...world.players.values()].filter(({ id }) => !cast.has(id)));
  const own = favourites.flatMap((id) => world.players.get(id) ?? []);
  const entrants = random.shuffle([...own, ...others.slice(0, PLAYERS - own.length)]);
  const apart = (REGISTRATION.to - REGISTRATION.from) / PLAYERS;
  return entrants.map((player, index) => {
    const at = REGISTRATION.from + (index + random.next() / 2) * apart;
    return {
      at,
      run() {
        const { entrantIds } = tournament;
        // Members register, too, and one of them may have the last place.
        if (entrantIds.includes(player.id) || entrantIds.length >= PLAYERS) return undefined;
        // As of its time: on a busy machine, the step may come after registration has closed.
        register(world, tournament, player.id, timeOf(at));
        return `${player.name} registers (${entrantIds.length} of ${PLAYERS})`;
      },
    };
  });
}

const reschedule = ({ tournament, timeOf }: Scene): NightStep => ({
  at: MOVED_AT,
  run() {
    const before = tournament.startsAt;
    tournament.startsAt = timeOf(START);
    tournament.registrationClosesAt = timeOf(START);
    return `The start moves by ${Math.round((tournament.startsAt - before) / 1000)} seconds`;
  },
});

const start = ({ world, tournament, bracket }: Scene): NightStep => ({
  at: START,
  run(now) {
    const elo = (playerId: string): number => world.players.get(playerId)?.elo ?? 0;
    tournament.entrantIds.sort((one, other) => elo(other) - elo(one));
    tournament.state = 'running';
    tournament.startsAt = now;
    bracket.push(...drawBracket(world, tournament));
    return `${NAME} starts`;
  },
});

/** All matches of a round begin, and after a reading that shows them, one after the other is reported. */
function round(scene: Scene, index: number): NightStep[] {
  const { from, to } = ROUNDS[index] ?? ROUNDS[0];
  const count = PLAYERS / 2 ** (index + 1);
  const at = (share: number): number => from + share * (to - from);
  const pause: NightStep = { at: at(ALL_BEGUN), afterReading: true, run: () => undefined };
  const played = Array.from({ length: count }, (_, place): NightStep[] => {
    const match = () => scene.bracket[PLAYERS - count * 2 + place];
    const late = (place + scene.random.next() / 2) / count;
    return [
      { at: at((ALL_BEGUN * place) / count), run: (now) => begin(scene, match(), now) },
      {
        at: at(FIRST_REPORT + (1 - FIRST_REPORT) * late),
        run: (now) => report(scene, match(), now),
      },
    ];
  });
  return [pause, ...played.flat()];
}

function begin({ world }: Scene, match: WorldMatch | undefined, now: number): string | undefined {
  if (match?.state !== 'pending') return undefined;
  match.state = 'running';
  match.scores = [0, 0];
  match.startsAt = now;
  const [first, second] = playersOf(world, match);
  return `M${match.number} begins: ${first.name} vs ${second.name}`;
}

function report({ world, random, favourites }: Scene, match: WorldMatch | undefined, now: number) {
  if (!match || match.state === 'finished') return undefined;
  const players = playersOf(world, match);
  const scores = finalScores(match, winsFirst(players, { favourites, random }), random);
  reportScore(world, { match, scores, reporterId: players[0].id, at: now });
  return resultOf(world, match);
}

/** The first result; its winner stays the same. */
const correction = ({ world, bracket }: Scene): NightStep => ({
  at: CORRECTED_AT,
  afterReading: true,
  run(now) {
    const [match] = bracket;
    if (!match?.scores || match.state !== 'finished') return undefined;
    reportScore(world, { match, scores: correctedScores(match), reporterId: CAST.organizer, at: now });
    return `An organizer corrects ${resultOf(world, match)}`;
  },
});

/** Another score of a finished match with the same winner. */
export function correctedScores(match: WorldMatch): [number, number] {
  const [first, second] = match.scores ?? [0, 0];
  const loserScore = Math.min(first, second) === 0 ? 1 : Math.min(first, second) - 1;
  return winnerSide(match) === 1 ? [first, loserScore] : [loserScore, second];
}

function playersOf(world: World, match: WorldMatch): [WorldPlayer, WorldPlayer] {
  const [first, second] = match.seats.map(({ playerId }) => world.players.get(playerId ?? ''));
  if (!first || !second) throw new Error(`M${match.number} lacks a player`);
  return [first, second];
}

function resultOf(world: World, match: WorldMatch): string {
  const [first, second] = playersOf(world, match);
  return `M${match.number}: ${first.name} ${match.scores?.join(' – ')} ${second.name}`;
}
