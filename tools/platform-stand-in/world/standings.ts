import type { World, WorldMatch, WorldPlayer } from './records.ts';

const TREND_MATCHES = 5;

/** Best rating first; equal ratings in the order of ids, so that places never flicker. */
export function ranking(world: World, region?: string): WorldPlayer[] {
  return [...world.players.values()]
    .filter((player) => region === undefined || player.region === region)
    .sort((a, b) => b.elo - a.elo || a.id.localeCompare(b.id));
}

/** What the last rated matches gave or took: "+12", "-3", "+0". */
export function trend(world: World, playerId: string): string {
  const change = playedBy(world, playerId)
    .filter((match) => match.ratingChange !== null)
    .slice(0, TREND_MATCHES)
    .reduce((sum, match) => sum + gain(match, playerId), 0);
  return change < 0 ? String(change) : `+${change}`;
}

/** What is being played and what comes next, soonest first; then what is over, latest first. Byes are no matches. */
export function history(world: World, playerId: string): WorldMatch[] {
  const seated = matchesOf(world, playerId);
  const open = (state: WorldMatch['state']) =>
    seated.filter((match) => match.state === state).sort((a, b) => a.startsAt - b.startsAt);
  return [...open('running'), ...open('pending'), ...playedBy(world, playerId)];
}

function playedBy(world: World, playerId: string): WorldMatch[] {
  return matchesOf(world, playerId)
    .filter((match) => match.scores !== null && match.state === 'finished')
    .sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0));
}

function matchesOf(world: World, playerId: string): WorldMatch[] {
  return [...world.matches.values()].filter((match) =>
    match.seats.some((seat) => seat.playerId === playerId),
  );
}

function gain(match: WorldMatch, playerId: string): number {
  const change = match.ratingChange ?? 0;
  return match.seats[0].playerId === playerId ? change : -change;
}
