import type { SeatOutcome, Seat, Section, WorldMatch, WorldTournament } from './records.ts';

/** Where a match of a new bracket stands; its number and id come from the order in which it is drawn. */
interface DrawPlace {
  section: Section;
  group?: string;
  round: number;
  roundName: string;
  bestOf?: number;
}

export interface Draw {
  /** In an order in which they can be played: no match before those that feed it. */
  matches: WorldMatch[];
  add(place: DrawPlace, first: Seat, second: Seat): WorldMatch;
}

/** An empty bracket, or what is added to one of `drawn` matches. `takeId` gives each match its id. */
export function createDraw(tournament: WorldTournament, takeId: () => string, drawn = 0): Draw {
  const matches: WorldMatch[] = [];
  return {
    matches,
    add({ section, group, round, roundName, bestOf }, first, second) {
      const match: WorldMatch = {
        id: takeId(),
        tournamentId: tournament.id,
        number: drawn + matches.length + 1,
        section,
        group: group ?? null,
        round,
        roundName,
        seats: [first, second],
        scores: null,
        state: 'pending',
        startsAt: tournament.startsAt,
        finishedAt: null,
        bestOf: bestOf ?? 5,
        ratingChange: null,
        reportedById: null,
      };
      matches.push(match);
      return match;
    },
  };
}

export function seatFor(playerId: string | undefined): Seat {
  return { playerId: playerId ?? null, source: null };
}

export function seatFrom(match: WorldMatch, outcome: SeatOutcome): Seat {
  return { playerId: null, source: { matchId: match.id, outcome } };
}

export function isBye(seat: Seat): boolean {
  return seat.playerId === null && seat.source === null;
}

/** Somebody still has to play it. */
export function isUndecided({ state }: Pick<WorldMatch, 'state'>): boolean {
  return state === 'pending' || state === 'running';
}

/** Neighbours two by two: [[a, b], [c, d]]. An odd one out is dropped; brackets have none. */
export function inPairs<T>(list: readonly T[]): [T, T][] {
  const pairs: [T, T][] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [first, second] = list.slice(index, index + 2);
    if (first !== undefined && second !== undefined) pairs.push([first, second]);
  }
  return pairs;
}
