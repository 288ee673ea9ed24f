import { present } from '../present.ts';
import type { Bracket, Match, PlayerName, Tournament } from '../reading/records.ts';
import { podiumIn, type Podium } from './final.ts';
import { isOpen } from './playable.ts';
import type { TournamentStage } from './tournament-stage.ts';
import { partsOf } from './parts.ts';
import { winnerOf } from './results.ts';
import { matchesOfLeague } from './stages.ts';
import { placesIn, standingsOf, type Place, type Standings } from './standings.ts';
import { statedPodium, withStated } from './stated.ts';

/** How a tournament ended: by a final, or by a table, whose places may be unknown; without a table, it is only known to be over. */
export type Ending =
  | ({ kind: 'final' } & Podium)
  | { kind: 'table'; places: Place[]; standings: Standings | undefined };

const PLACES = 3;

const OVER: Ending = { kind: 'table', places: [], standings: undefined };

/** The bracket with the winners that follow from scores alone. */
const withWinners = (bracket: Bracket): Bracket => ({
  ...bracket,
  rounds: bracket.rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => ({
      ...match,
      ...present({ winner: winnerOf(match) }),
    })),
  })),
});

const matchesOf = ({ rounds }: Bracket): Match[] => rounds.flatMap(({ matches }) => matches);

function provenPodium(tournament: Tournament, bracket: Bracket | undefined): Podium | undefined {
  const proven = bracket && podiumOfBracket(tournament, bracket);
  return withStated(statedPodium(tournament, bracket), proven);
}

function podiumOfBracket(tournament: Tournament, bracket: Bracket): Podium | undefined {
  const { entrants, phase } = tournament;
  const isFinished = phase === 'finished';
  // A single match may be a qualifier.
  if (!isFinished && entrants !== 2 && matchesOf(bracket).length === 1) return undefined;
  return podiumIn(withWinners({ ...bracket, record: recordOf(tournament) }), isFinished);
}

const recordOf = ({ format }: Tournament): NonNullable<Bracket['record']> => present({ format });

/**
 * Whether the winner is proved and no listed match is left to play. If the record does not say that it has finished, the tournament
 * has ended once nothing new is listed for a while.
 */
export const isDecided = (tournament: Tournament, bracket: Bracket | undefined): boolean =>
  bracket !== undefined &&
  !matchesOf(bracket).some(isOpen) &&
  provenPodium(tournament, bracket) !== undefined;

/** `undefined` while it goes on. Tables end when the platform says so. */
export function endingOf(
  tournament: Tournament,
  bracket: Bracket | undefined,
  stage: TournamentStage,
): Ending | undefined {
  if (stage !== 'over') return undefined;
  const podium = provenPodium(tournament, bracket);
  if (podium !== undefined) return { kind: 'final', ...podium };
  if (bracket === undefined) return OVER;
  const last = partsOf({ ...bracket, record: recordOf(tournament) }).at(-1);
  const [league, ...others] = last?.kind === 'leagues' ? last.leagues : [];
  if (league === undefined || others.length > 0) return OVER;
  const standings = standingsOf(league);
  const isOurs = statedPodium(tournament, bracket).isShared !== true && !matchesOfLeague(league).some(isOpen);
  const places = isOurs ? placesIn(standings).filter(({ place }) => place <= PLACES) : [];
  return { kind: 'table', places, standings };
}

/** Whether a reading says that it is over, and not who won: a bracket that is gone takes no winner back. */
export const isWinnerUnsaid = ({ bracket, ending }: { bracket?: Bracket; ending?: Ending }): boolean =>
  bracket === undefined && ending?.kind === 'table';

/**
 * A bracket with the facts of its tournament's record: the stated format overrides the shape, and there is no winner before the
 * end.
 */
export function withRecord(
  bracket: Bracket,
  tournament: Tournament,
  stage: TournamentStage = tournament.phase === 'finished' ? 'over' : 'running',
): Bracket {
  const ending = endingOf(tournament, bracket, stage);
  const [winner] = ending === undefined ? [] : firstThree(ending);
  const hasEnded = stage === 'over' ? (true as const) : undefined;
  return { ...bracket, record: present({ ...recordOf(tournament), winner, hasEnded }) };
}

/** The first three in order, up to the first unknown place. */
export function firstThree(ending: Ending): PlayerName[] {
  if (ending.kind === 'table') {
    const { places } = ending;
    const end = places.findIndex(({ place }, at) => place !== at + 1);
    return places.slice(0, end < 0 ? PLACES : end).map(({ row }) => row.player);
  }
  const { winner, runnerUp, third } = ending;
  if (runnerUp === undefined) return [winner];
  return third === undefined ? [winner, runnerUp] : [winner, runnerUp, third];
}
